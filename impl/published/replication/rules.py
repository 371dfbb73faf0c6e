"""The actions of the published models, grouped into the rules in which the five protocols differ.

Source: the modules `KafkaReplication`, `KafkaTruncateToHighWatermark`, `Kip101`, `Kip279`, `Kip320FirstTry` and
`Kip320` of `hachikuji/kafka-specification`; each action names the one that it comes from.
"""

from collections.abc import Callable
from typing import Annotated

from tidemark.impl.published.replication.cluster import PublishedCluster
from tidemark.spec import (
    Domain,
    Id,
    Identity,
    IdSet,
    Int,
    Number,
    Rule,
    Truth,
    action,
    all_of,
    minimum,
    none,
    not_,
    require,
    where,
)

Broker = Annotated[Identity, Domain("replica", lambda at: Id("replica", at.replicas))]
Epoch = Annotated[Number, Domain("epoch", lambda at: Int(0, at.max_epoch))]


# What all five protocols share: the controller, and a leader's own writes.


@action
def controller_elect_leader(c: PublishedCluster, broker: Broker) -> PublishedCluster:
    """The controller makes a member of the ISR the leader of a new epoch (`ControllerElectLeader`).

    Clean election only. The cause, a failure or a rebalance, is left open: any other member may be chosen.
    """
    require(c.quorum.isr.has(broker), "the broker is in the ISR")
    require(c.quorum.leader != broker, "the broker does not lead yet")
    require(c.can_begin_epoch(), "a leader epoch is left")
    return c.with_new_epoch(broker, c.quorum.isr)


@action
def controller_shrink_isr(c: PublishedCluster, broker: Broker) -> PublishedCluster:
    """The controller takes a broker that failed, or shuts down, out of the ISR (`ControllerShrinkIsr`).

    A leader loses its leadership; it stays in the ISR if nobody else is there. Without a leader the last member
    can be removed too, as published.
    """
    leads = c.quorum.leader == broker
    require(leads | c.quorum.isr.has(broker), "the broker leads or is in the ISR")
    require(c.can_begin_epoch(), "a leader epoch is left")
    stays = leads & c.quorum.isr.is_only(broker)
    isr = where(stays, c.quorum.isr, c.quorum.isr.excluding(broker))
    return c.with_new_epoch(where(leads, none, c.quorum.leader), isr)


@action
def become_leader(c: PublishedCluster, broker: Broker, epoch: Epoch) -> PublishedCluster:
    """A broker learns that it leads, from a LeaderAndIsr request newer than what it knows (`BecomeLeader`).

    Its high watermark stays, typically behind that of the leader before it.
    """
    me, request = c.replicas[broker], c.requests[epoch]
    require(c.was_sent(epoch), "the request was sent")
    require(request.leader == broker, "the request makes this broker the leader")
    require(epoch > me.leader_epoch, "the request is newer than the broker's leader epoch")
    return c.with_replica(broker, me.but(leader_epoch=epoch, leader=broker, isr=request.isr))


@action
def leader_write(c: PublishedCluster, leader: Broker) -> PublishedCluster:
    """A broker that presumes to lead appends a producer's record (`LeaderWrite`). Every record has a new id."""
    me = c.replicas[leader]
    require(c.presumes_leadership(leader), "the broker presumes to lead")
    require(me.log.end_offset < me.log.capacity, "its log has room")
    require(c.records_written < _records(c), "a record is left to write")
    entry = me.log.type.element(id=c.records_written, epoch=me.leader_epoch)
    return c.but(records_written=c.records_written + 1).with_replica(leader, me.but(log=me.log.append(entry)))


def _records(c: PublishedCluster) -> int:
    """How many records producers may write: one more than the largest record id."""
    most: int = c.type.fields["records_written"].hi
    return most


SHARED = (controller_elect_leader, controller_shrink_isr, become_leader, leader_write)


# become-follower: how a broker cuts its log when it follows a new leader.


def _require_newer_request(c: PublishedCluster, follower: Identity, epoch: Number) -> Identity:
    """The guards of every action that makes a follower; gives the leader of the request."""
    leader = c.requests[epoch].leader
    require(c.was_sent(epoch), "the request was sent")
    require((leader != follower) & (leader != none), "the request names another broker as leader")
    require(epoch > c.replicas[follower].leader_epoch, "the request is newer than the broker's leader epoch")
    return leader


def _follow(c: PublishedCluster, follower: Identity, epoch: Number, cut: Number) -> PublishedCluster:
    """The follower with its log cut, its high watermark not above the cut, and the request's view of the cluster."""
    me, request = c.replicas[follower], c.requests[epoch]
    cut_replica = me.but(log=me.log.truncate(cut), high_watermark=minimum(cut, me.high_watermark))
    return c.with_replica(
        follower, cut_replica.but(leader_epoch=epoch, leader=request.leader, isr=request.isr)
    )


def _require_cut_within_log(c: PublishedCluster, follower: Identity, cut: Number) -> None:
    require(
        cut <= c.replicas[follower].log.end_offset, "the truncation offset is not above the log end offset"
    )


@action("become_follower")
def truncate_to_high_watermark(c: PublishedCluster, follower: Broker, epoch: Epoch) -> PublishedCluster:
    """A broker follows a new leader and cuts its log to its own high watermark (`KafkaTruncateToHighWatermark`)."""
    _require_newer_request(c, follower, epoch)
    cut = c.replicas[follower].high_watermark
    _require_cut_within_log(c, follower, cut)
    return _follow(c, follower, epoch, cut)


@action("become_follower")
def truncate_kip_101(c: PublishedCluster, follower: Broker, epoch: Epoch) -> PublishedCluster:
    """A broker follows a new leader and cuts its log where the leader's records of its last epoch end (`Kip101`).

    An empty log stays. A leader with nothing newer than that epoch, and with another last epoch, knows no answer:
    the follower then falls back to its high watermark.
    """
    leader = c.replicas[_require_newer_request(c, follower, epoch)].log
    me = c.replicas[follower]
    last = me.log.latest_epoch()
    newer = leader.first_newer_offset(last)
    same_epoch = (leader.end_offset > 0) & (leader.latest_epoch() == last)
    unknown = not_(same_epoch) & (newer == leader.end_offset)
    cut = where(
        me.log.end_offset == 0,
        0,
        where(unknown, me.high_watermark, where(same_epoch, leader.end_offset, newer)),
    )
    _require_cut_within_log(c, follower, cut)
    return _follow(c, follower, epoch, cut)


@action("become_follower")
def truncate_kip_279(c: PublishedCluster, follower: Broker, epoch: Epoch) -> PublishedCluster:
    """A broker follows a new leader and cuts its log after the last record that both share (`Kip279`)."""
    leader = _require_newer_request(c, follower, epoch)
    cut = c.replicas[follower].log.first_divergence(c.replicas[leader].log)
    return _follow(c, follower, epoch, cut)


@action("become_follower")
def follow_without_truncation(c: PublishedCluster, follower: Broker, epoch: Epoch) -> PublishedCluster:
    """A broker follows a new leader and leaves its log as it is (`Kip320FirstTry.BecomeFollower`)."""
    _require_newer_request(c, follower, epoch)
    request = c.requests[epoch]
    me = c.replicas[follower]
    return c.with_replica(follower, me.but(leader_epoch=epoch, leader=request.leader, isr=request.isr))


@action
def follower_truncate(c: PublishedCluster, follower: Broker, leader: Broker) -> PublishedCluster:
    """A follower whose log runs apart from the leader's cuts it after the last shared record, at any time.

    It runs apart if it is longer, or if its last record has another epoch than the leader's at that offset
    (`Kip320FirstTry.FollowerTruncate`).
    """
    me, leading = c.replicas[follower], c.replicas[leader]
    last = me.log.end_offset - 1
    differs = (last >= 0) & leading.log.has_offset(last) & (leading.log[last].epoch != me.log[last].epoch)
    require(
        c.presumes_leadership(leader) & c.follows(follower, leader), "the broker follows a presumed leader"
    )
    require((me.log.end_offset > leading.log.end_offset) | differs, "its log runs apart from the leader's")
    cut = me.log.first_divergence(leading.log)
    return c.with_replica(
        follower, me.but(log=me.log.truncate(cut), high_watermark=minimum(cut, me.high_watermark))
    )


@action("become_follower")
def truncate_fenced(c: PublishedCluster, follower: Broker, epoch: Epoch) -> PublishedCluster:
    """As KIP-279, but only once the leader has reached the same leader epoch (`Kip320`).

    Without the fence a follower could cut its log to match a leader that has not cut its own log yet.
    """
    leader = _require_newer_request(c, follower, epoch)
    require(c.presumes_leadership(leader), "that broker presumes to lead")
    require(c.replicas[leader].leader_epoch == epoch, "that broker has reached the request's leader epoch")
    cut = c.replicas[follower].log.first_divergence(c.replicas[leader].log)
    return _follow(c, follower, epoch, cut)


TRUNCATE_TO_HIGH_WATERMARK = Rule((truncate_to_high_watermark,), "cut to one's own high watermark")
TRUNCATE_KIP_101 = Rule((truncate_kip_101,), "cut where the leader's records of one's last epoch end")
TRUNCATE_KIP_279 = Rule((truncate_kip_279,), "cut after the last record shared with the leader")
TRUNCATE_ON_FETCH = Rule(
    (follow_without_truncation, follower_truncate), "cut when a fetch finds the logs apart"
)
TRUNCATE_FENCED = Rule((truncate_fenced,), "as KIP-279, by a leader of the same leader epoch")


# fetch: when a follower may copy the leader's next record.


def _copy_next_record(c: PublishedCluster, follower: Identity, leader: Identity) -> PublishedCluster:
    """The follower with the leader's next record, and the leader's high watermark as far as its log goes."""
    me, leading = c.replicas[follower], c.replicas[leader]
    offset = me.log.end_offset
    require(leading.log.has_offset(offset), "the leader has a record at the follower's log end offset")
    copied = me.but(
        log=me.log.append(leading.log[offset]), high_watermark=minimum(leading.high_watermark, offset + 1)
    )
    return c.with_replica(follower, copied)


@action("follower_fetch")
def fetch(c: PublishedCluster, follower: Broker, leader: Broker) -> PublishedCluster:
    """A follower copies the next record of a broker that both believe leads, in any epoch (`FollowerReplicate`)."""
    require(
        c.presumes_leadership(leader) & c.follows(follower, leader), "the broker follows a presumed leader"
    )
    return _copy_next_record(c, follower, leader)


@action("follower_fetch")
def fetch_first_try(c: PublishedCluster, follower: Broker, leader: Broker) -> PublishedCluster:
    """As `fetch`, if the follower's last record has the leader's epoch there (`Kip320FirstTry.FollowerFetch`)."""
    end = c.replicas[follower].log.end_offset
    require(
        _same_epoch_before(c, follower, leader, end),
        "the follower's last record has the leader's epoch there",
    )
    return _copy_next_record(c, follower, leader)


@action("follower_fetch")
def fetch_fenced(c: PublishedCluster, follower: Broker, leader: Broker) -> PublishedCluster:
    """A follower copies the next record of a leader in the same leader epoch (`FencedFollowerFetch`)."""
    require(c.follows_in_epoch(follower, leader), "both are in the same leader epoch")
    return _copy_next_record(c, follower, leader)


FETCH = Rule((fetch,), "whenever both agree who leads")
FETCH_FIRST_TRY = Rule((fetch_first_try,), "whenever the epochs of the last records agree too")
FETCH_FENCED = Rule((fetch_fenced,), "only in the same leader epoch")


# advance: when a leader may raise its high watermark. The fetches by which it learns of the members are implicit.


def _raise_high_watermark(c: PublishedCluster, leader: Identity) -> PublishedCluster:
    me = c.replicas[leader]
    return c.with_replica(leader, me.but(high_watermark=me.high_watermark + 1))


@action("leader_advance_high_watermark")
def advance(c: PublishedCluster, leader: Broker) -> PublishedCluster:
    """Every ISR member follows the leader and has the record at its high watermark (`LeaderIncHighWatermark`)."""
    me = c.replicas[leader]
    offset = me.high_watermark
    require(c.presumes_leadership(leader), "the broker presumes to lead")
    require(offset < me.log.capacity, "the high watermark is within the log")
    require(
        _every_member(me.isr, lambda m: c.follows(m, leader) & c.replicas[m].log.has_offset(offset)),
        "every ISR member follows it and has the record at its high watermark",
    )
    return _raise_high_watermark(c, leader)


@action("leader_advance_high_watermark")
def advance_first_try(c: PublishedCluster, leader: Broker) -> PublishedCluster:
    """Every ISR member has a record of the same epoch at the high watermark (`ImprovedLeaderIncHighWatermark`)."""
    me = c.replicas[leader]
    offset = me.high_watermark
    require(c.presumes_leadership(leader), "the broker presumes to lead")
    require(me.log.has_offset(offset), "it has a record at its high watermark")
    require(
        _every_member(me.isr, lambda m: _same_epoch_before(c, m, leader, offset + 1)),
        "every ISR member has a record of the same epoch at its high watermark",
    )
    return _raise_high_watermark(c, leader)


@action("leader_advance_high_watermark")
def advance_fenced(c: PublishedCluster, leader: Broker) -> PublishedCluster:
    """Every ISR member is in the leader's epoch and has the record (`FencedLeaderIncHighWatermark`)."""
    me = c.replicas[leader]
    offset = me.high_watermark
    require(me.log.has_offset(offset), "it has a record at its high watermark")
    require(
        _every_member(me.isr, lambda m: c.follows_in_epoch(m, leader) & c.replicas[m].log.has_offset(offset)),
        "every ISR member is in its leader epoch and has the record at its high watermark",
    )
    return _raise_high_watermark(c, leader)


ADVANCE = Rule((advance,), "when every ISR member has the record")
ADVANCE_FIRST_TRY = Rule((advance_first_try,), "when every ISR member has it with the same epoch")
ADVANCE_FENCED = Rule((advance_fenced,), "when every ISR member has it, in the leader's epoch")


# expand: when a leader may add a follower to the ISR.


def _add_to_isr(c: PublishedCluster, leader: Identity, follower: Identity) -> PublishedCluster:
    isr = c.replicas[leader].isr
    require(c.is_true_leader(leader), "the controller's record has this leader and epoch")
    require(not_(isr.has(follower)), "the follower is not in the ISR")
    return c.with_isr(leader, isr.including(follower))


@action("leader_expand_isr")
def expand(c: PublishedCluster, leader: Broker, follower: Broker) -> PublishedCluster:
    """The leader adds a follower that has reached its high watermark (`LeaderExpandIsr`)."""
    reached = _caught_up(c, follower, leader, c.replicas[leader].high_watermark)
    require(reached, "the follower has reached the leader's high watermark")
    return _add_to_isr(c, leader, follower)


@action("leader_expand_isr")
def expand_first_try(c: PublishedCluster, leader: Broker, follower: Broker) -> PublishedCluster:
    """As `expand`, with epochs compared, and the high watermark in its epoch (`LeaderExpandIsrBetterFencing`)."""
    reached = _same_epoch_before(c, follower, leader, c.replicas[leader].high_watermark)
    require(reached, "the follower has reached the leader's high watermark with the same epoch")
    require(
        _has_reached_own_epoch(c, leader), "the high watermark has reached the start of the leader's epoch"
    )
    return _add_to_isr(c, leader, follower)


@action("leader_expand_isr")
def expand_fenced(c: PublishedCluster, leader: Broker, follower: Broker) -> PublishedCluster:
    """The leader adds a follower of its epoch that has reached its high watermark, once that is in its own epoch.

    Until its high watermark has reached the start of its epoch, a new leader does not know how far the leader
    before it had committed (`FencedLeaderExpandIsr`).
    """
    high_watermark = c.replicas[leader].high_watermark
    require(c.follows_in_epoch(follower, leader), "both are in the same leader epoch")
    reached = (high_watermark == 0) | c.replicas[follower].log.has_offset(high_watermark - 1)
    require(reached, "the follower has reached the leader's high watermark")
    require(
        _has_reached_own_epoch(c, leader), "the high watermark has reached the start of the leader's epoch"
    )
    return _add_to_isr(c, leader, follower)


EXPAND = Rule((expand,), "when it has reached the high watermark")
EXPAND_FIRST_TRY = Rule(
    (expand_first_try,),
    "when it has reached the high watermark with the same epoch, and that is in the leader's",
)
EXPAND_FENCED = Rule(
    (expand_fenced,), "in the same epoch, when it has reached the high watermark, and that is in the leader's"
)


# shrink: when a leader may take a follower out of the ISR.


def _remove_from_isr(c: PublishedCluster, leader: Identity, follower: Identity) -> PublishedCluster:
    isr = c.replicas[leader].isr
    require(c.is_true_leader(leader), "the controller's record has this leader and epoch")
    require(isr.has(follower) & (leader != follower), "the other broker is in the ISR")
    return c.with_isr(leader, isr.excluding(follower))


@action("leader_shrink_isr")
def shrink(c: PublishedCluster, leader: Broker, follower: Broker) -> PublishedCluster:
    """The leader removes a member that does not follow it, or lacks its last record (`LeaderShrinkIsr`)."""
    end = c.replicas[leader].log.end_offset
    require(not_(_caught_up(c, follower, leader, end)), "the follower lags")
    return _remove_from_isr(c, leader, follower)


@action("leader_shrink_isr")
def shrink_first_try(c: PublishedCluster, leader: Broker, follower: Broker) -> PublishedCluster:
    """The leader removes a member that lags or ends with another epoch (`LeaderShrinkIsrBetterFencing`)."""
    end = c.replicas[leader].log.end_offset
    require(not_(_same_epoch_before(c, follower, leader, end)), "the follower lags, or has another epoch")
    return _remove_from_isr(c, leader, follower)


@action("leader_shrink_isr")
def shrink_fenced(c: PublishedCluster, leader: Broker, follower: Broker) -> PublishedCluster:
    """The leader removes a member that is not in its epoch, or whose log is shorter (`FencedLeaderShrinkIsr`)."""
    lags = c.replicas[follower].log.end_offset < c.replicas[leader].log.end_offset
    require(not_(c.follows_in_epoch(follower, leader)) | lags, "the follower lags, or is in another epoch")
    return _remove_from_isr(c, leader, follower)


SHRINK = Rule((shrink,), "when it lags")
SHRINK_FIRST_TRY = Rule((shrink_first_try,), "when it lags, or has another epoch at the end")
SHRINK_FENCED = Rule((shrink_fenced,), "when it lags, or is in another leader epoch")


# What several rules ask of a leader and a follower.


def _every_member(isr: IdSet, holds: Callable[[Identity], Truth]) -> Truth:
    """Whether something holds for every member of an ISR."""
    return all_of(not_(isr.has(member)) | holds(member) for member in isr.ids())


def _caught_up(c: PublishedCluster, follower: Identity, leader: Identity, end: Number) -> Truth:
    """Whether the follower follows the leader and both have a record just before `end` (`IsFollowerCaughtUp`)."""
    last = end - 1
    both = c.replicas[leader].log.has_offset(last) & c.replicas[follower].log.has_offset(last)
    return c.follows(follower, leader) & ((end == 0) | both)


def _same_epoch_before(c: PublishedCluster, follower: Identity, leader: Identity, end: Number) -> Truth:
    """As `_caught_up`, the epochs of those records being equal (`IsFollowerCaughtUpToLeaderEpoch`)."""
    last = end - 1
    same = c.replicas[leader].log[last].epoch == c.replicas[follower].log[last].epoch
    return c.presumes_leadership(leader) & _caught_up(c, follower, leader, end) & ((end == 0) | same)


def _has_reached_own_epoch(c: PublishedCluster, leader: Identity) -> Truth:
    """Whether the leader's high watermark is at the end of its log, or at a record of its own epoch."""
    me = c.replicas[leader]
    at = me.high_watermark
    return (at == me.log.end_offset) | (me.log.has_offset(at) & (me.log[at].epoch == me.leader_epoch))
