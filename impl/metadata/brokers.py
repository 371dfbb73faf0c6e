"""What the controller and the brokers do: leadership moves, requests arrive, records are appended, copied, refused."""

from typing import Annotated

from tidemark.impl.metadata.cluster import MOST_REFUSALS, NO_EPOCH, MetadataCluster, Stage
from tidemark.spec import Domain, Id, Identity, action, minimum, not_, require, where

BrokerId = Annotated[Identity, Domain("broker", lambda at: Id("broker", at.brokers))]


@action
def controller_moves_leadership(c: MetadataCluster, leader: BrokerId) -> MetadataCluster:
    """The controller makes another replica leader, and sends LeaderAndIsr and UpdateMetadata requests."""
    require(c.moves_left > 0, "a move is left")
    require(c.is_replica(leader) & (leader != c.leaders[c.epoch]), "it is another replica")
    epoch = c.epoch + 1
    moved = c.but(epoch=epoch, leaders=c.leaders.but(epoch, leader), moves_left=c.moves_left - 1)
    return moved.but(producer=c.producer.but(late_refusals=0))


@action
def broker_obeys(c: MetadataCluster, broker: BrokerId) -> MetadataCluster:
    """A replica receives the next LeaderAndIsr request: it leads, or follows (`becomeLeaderOrFollower`)."""
    mine = c.brokers[broker]
    require(c.is_replica(broker) & (mine.obeyed < c.epoch), "a request is on its way to it")
    return c.with_broker(broker, mine.but(obeyed=mine.obeyed + 1))


@action
def broker_learns(c: MetadataCluster, broker: BrokerId) -> MetadataCluster:
    """A broker receives the next UpdateMetadata request (`MetadataCache.updateCache`)."""
    mine = c.brokers[broker]
    require(c.gets_metadata(broker) & (mine.known_epoch < c.epoch), "a request is on its way to it")
    return c.with_broker(broker, mine.but(known_epoch=mine.known_epoch + 1))


@action
def follower_copies(c: MetadataCluster, follower: BrokerId) -> MetadataCluster:
    """A follower cuts its log to that of the leader in its epoch, and copies the rest."""
    mine = c.brokers[follower]
    leader = c.leaders[mine.obeyed]
    require((mine.obeyed > NO_EPOCH) & (leader != follower), "it follows a leader")
    require(c.brokers[leader].obeyed == mine.obeyed, "the leader is in the same epoch")
    require(mine.log != c.brokers[leader].log, "their logs differ")
    return c.with_broker(follower, mine.but(log=c.brokers[leader].log))


def _acknowledge(c: MetadataCluster) -> MetadataCluster:
    producer = c.producer
    return c.but(producer=producer.but(stage=Stage.ready, acknowledged=producer.acknowledged + 1))


def _refuse(c: MetadataCluster) -> MetadataCluster:
    late_refusals = minimum(
        c.producer.late_refusals + where(c.has_no_request_under_way(), 1, 0), MOST_REFUSALS
    )
    return c.but(producer=c.producer.but(stage=Stage.was_refused, late_refusals=late_refusals))


@action
def broker_handles_produce(c: MetadataCluster) -> MetadataCluster:
    """A broker that presumes to lead appends the record; any other refuses it (`Partition.appendRecordsToLeader`).

    A leader that has the record of an idempotent producer does not append it twice. With acks=1 it answers at once;
    so does a broker that appends and does not lead, since nobody follows it.
    """
    producer = c.producer
    require(producer.stage == Stage.sent, "a record is on its way")
    mine, record = c.brokers[producer.asked], producer.acknowledged
    leads = c.presumes_leadership(producer.asked)
    knows = c.settings.numbered & c.has(producer.asked, record)
    accepts = leads | not_(c.settings.refuses)
    log = where(accepts & not_(knows), mine.log.append(record), mine.log)
    appended = c.with_broker(producer.asked, mine.but(log=log))
    waiting = appended.but(producer=producer.but(stage=Stage.waiting))
    answered = where(leads & c.settings.acks_all, waiting, _acknowledge(appended))
    return where(accepts, answered, _refuse(c))


@action(when=lambda at: at.acks == "all")
def leader_acknowledges(c: MetadataCluster) -> MetadataCluster:
    """The leader has heard that every replica has the record, and acknowledges it (`DelayedProduce.tryComplete`)."""
    require(c.producer.stage == Stage.waiting, "a record waits for the followers")
    require(c.presumes_leadership(c.producer.asked), "the broker believes that it leads")
    require(c.is_everywhere(c.producer.acknowledged), "every replica has the record")
    return _acknowledge(c)


@action(when=lambda at: at.acks == "all")
def delayed_produce_is_refused(c: MetadataCluster) -> MetadataCluster:
    """A broker that no longer leads answers what waits with NOT_LEADER_FOR_PARTITION, though it has appended it."""
    require(c.producer.stage == Stage.waiting, "a record waits for the followers")
    require(not_(c.presumes_leadership(c.producer.asked)), "the broker no longer leads")
    return _refuse(c)


BROKERS = (
    controller_moves_leadership, broker_obeys, broker_learns, follower_copies, broker_handles_produce,
    leader_acknowledges, delayed_produce_is_refused,
)  # fmt: skip
