"""What the controller and the brokers do: elections, clean and unclean; logs grow, and followers copy them."""

from typing import Annotated

from tidemark.impl.consumer_positions.partition import ConsumedPartition, LeaderTerm
from tidemark.spec import Domain, Id, Identity, action, not_, require, where

BrokerId = Annotated[Identity, Domain("broker", lambda at: Id("broker", at.brokers))]


def _elect(p: ConsumedPartition, leader: Identity) -> ConsumedPartition:
    """This partition in the next leader epoch, with that leader; the ISR stays as it is."""
    require(p.epoch < p.type.fields["epoch"].hi, "an election is left")
    require(leader != p.terms[p.epoch].leader, "it is another replica")
    epoch = p.epoch + 1
    term: LeaderTerm = p.terms[epoch].but(leader=leader, is_alone=p.terms[p.epoch].is_alone)
    return p.but(epoch=epoch, terms=p.terms.but(epoch, term))


@action
def controller_elects(p: ConsumedPartition, leader: BrokerId) -> ConsumedPartition:
    """The controller makes another member of the ISR leader, which has all that consumers were shown."""
    require(not_(p.terms[p.epoch].is_alone), "all replicas are in the ISR")
    return _elect(p, leader)


@action(when=lambda at: at.unclean > 0)
def controller_elects_unclean(p: ConsumedPartition, leader: BrokerId) -> ConsumedPartition:
    """The ISR's only member seems dead: the controller elects a replica outside it, and the ISR is that replica."""
    require(p.budget.unclean > 0, "an unclean election is left")
    require(p.terms[p.epoch].is_alone, "the leader is alone in the ISR")
    return _elect(p.spend(unclean=1), leader)


@action
def broker_obeys(p: ConsumedPartition, broker: BrokerId) -> ConsumedPartition:
    """A broker hears of the next leader epoch: it leads, and notes where that begins in its log; or it follows.

    A broker that has not heard of it yet goes on as leader of its old epoch (`Partition.makeLeader`, `makeFollower`).
    """
    mine = p.brokers[broker]
    require(mine.leader_epoch < p.epoch, "there is a newer leader epoch")
    epoch = mine.leader_epoch + 1
    begins = p.terms[epoch].but(start_offset=mine.log.length, previous_epoch=mine.log[mine.log.length - 1])
    terms = where(p.terms[epoch].leader == broker, p.terms.but(epoch, begins), p.terms)
    return p.but(terms=terms).with_broker(broker, mine.but(leader_epoch=epoch))


@action
def leader_appends(p: ConsumedPartition, leader: BrokerId) -> ConsumedPartition:
    """A broker that believes that it leads appends a record, in its leader epoch."""
    mine = p.brokers[leader]
    require(p.leads(leader), "it believes that it leads")
    require(mine.log.length < mine.log.capacity, "a record is left")
    return p.with_broker(leader, mine.but(log=mine.log.append(mine.leader_epoch)))


@action
def follower_copies(p: ConsumedPartition, follower: BrokerId) -> ConsumedPartition:
    """A follower cuts its log where it differs from the leader's, and copies the rest."""
    mine = p.brokers[follower]
    leader = p.terms[mine.leader_epoch].leader
    require(leader != follower, "it follows")
    require(p.brokers[leader].leader_epoch == mine.leader_epoch, "the leader is in the same epoch")
    require(mine.log != p.brokers[leader].log, "their logs differ")
    return p.with_broker(follower, mine.but(log=p.brokers[leader].log))


def _change_isr(p: ConsumedPartition, is_alone: bool) -> ConsumedPartition:
    term = p.terms[p.epoch]
    require(p.brokers[term.leader].leader_epoch == p.epoch, "the newest leader has begun to lead")
    require(term.is_alone != is_alone, "the ISR changes")
    return p.but(terms=p.terms.but(p.epoch, term.but(is_alone=is_alone)))


@action
def isr_shrinks(p: ConsumedPartition) -> ConsumedPartition:
    """The newest leader removes the other replicas from the ISR. Consumers are shown all that it has."""
    return _change_isr(p, is_alone=True)


@action
def isr_expands(p: ConsumedPartition) -> ConsumedPartition:
    """The other replicas have caught up with the newest leader, and are in the ISR again."""
    leader = p.brokers[p.terms[p.epoch].leader]
    for broker in p.brokers:
        require((broker.leader_epoch == p.epoch) & (broker.log == leader.log), "all replicas have caught up")
    return _change_isr(p, is_alone=False)


BROKERS = (
    controller_elects, controller_elects_unclean, broker_obeys, leader_appends, follower_copies, isr_shrinks,
    isr_expands,
)  # fmt: skip
