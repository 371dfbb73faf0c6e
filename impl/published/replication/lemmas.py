"""Why `published/kip-320` loses no record: lemmas that its actions keep, and that imply its promises.

An invariant is *inductive* if it holds in the initial state, and after every action that begins where it holds.
The promises alone are not: they say nothing about requests on their way, nor about brokers that still lead in an
old epoch. These lemmas say what is missing, each with its reason. `docs/proof.md` gives the argument in order.
"""

from itertools import combinations

from tidemark.impl.published.replication.cluster import NO_EPOCH, PublishedCluster, PublishedReplica
from tidemark.spec import Identity, IdSet, Number, Truth, all_of, any_of, implies, none, not_, promise, where


@promise
def requests_follow_the_quorum(c: PublishedCluster) -> Truth:
    """The newest request names the quorum's leader, and the leader that a request names is in the request's ISR.

    Only a member of the ISR is elected. A request that removes the leader from the ISR names no leader.
    """
    named = all_of(
        implies(c.quorum.leader_epoch == epoch, c.requests[epoch].leader == c.quorum.leader)
        & implies(c.was_sent(epoch), _names_a_member(c, epoch))
        for epoch in c.requests.indices()
    )
    return named & ((c.quorum.leader_epoch != NO_EPOCH) | (c.quorum.leader == none))


def _names_a_member(c: PublishedCluster, epoch: int) -> Truth:
    request = c.requests[epoch]
    return (request.leader == none) | request.isr.has(request.leader)


@promise
def quorum_holds_the_leaders_isr(c: PublishedCluster) -> Truth:
    """The quorum's ISR is the own copy of the current epoch's leader or, until it is in the epoch, its request's ISR.

    The controller changes the ISR only together with a new epoch. Within an epoch only its leader may change it.
    """
    return all_of(
        implies(c.quorum.leader_epoch == epoch, c.quorum.isr == isr_in_epoch(c, epoch))
        for epoch in c.requests.indices()
    )


def isr_in_epoch(c: PublishedCluster, epoch: int) -> IdSet:
    """The ISR of an epoch: its leader's own copy while it is in that epoch, else that of the request."""
    request = c.requests[epoch]
    leader = c.replicas[request.leader]
    isr: IdSet = where(leader.leader_epoch == epoch, leader.isr, request.isr)
    return isr


@promise
def brokers_heed_requests(c: PublishedCluster) -> Truth:
    """Every broker has the leader that its epoch's request names, and an ISR with that leader in it.

    It learns both from the request; a leader that changes its ISR stays a member.
    """
    return all_of(
        where(
            me.leader_epoch == NO_EPOCH,
            me.leader == none,
            c.was_sent(me.leader_epoch)
            & (me.leader != none)
            & (me.leader == c.requests[me.leader_epoch].leader)
            & me.isr.has(me.leader),
        )
        for me in c.replicas
    )


@promise
def leaders_begin_their_epochs(c: PublishedCluster) -> Truth:
    """No broker is in an epoch before that epoch's leader is: a follower waits for the leader (KIP-320's fence)."""
    return all_of(c.replicas[me.leader].leader_epoch >= me.leader_epoch for me in c.replicas)


@promise
def record_ids_are_new(c: PublishedCluster) -> Truth:
    """Every record in a log has an id below the number of records written, so the next record has a new id."""
    return all_of(
        not_(me.log.has_offset(offset)) | (me.log[offset].id < c.records_written)
        for me in c.replicas
        for offset in me.log.offsets()
    )


@promise
def epochs_rise_along_the_log(c: PublishedCluster) -> Truth:
    """Epochs never decrease along a log, and no record has a later epoch than the broker itself.

    A leader writes its own epoch at the end; a follower copies from a leader of its own epoch.
    """
    return all_of(
        not_(me.log.has_offset(offset))
        | (
            (me.log[offset].epoch <= me.leader_epoch)
            & (me.log[max(offset - 1, 0)].epoch <= me.log[offset].epoch)
        )
        for me in c.replicas
        for offset in me.log.offsets()
    )


@promise
def logs_match(c: PublishedCluster) -> Truth:
    """Two logs with the same record at an offset have the same records below it.

    A record is written once. It is copied only to a log that has the same records before it.
    """
    return all_of(
        not_(replica_a.log.agrees_at(replica_b.log, offset))
        | replica_a.log.agrees_below(replica_b.log, offset)
        for replica_a, replica_b in combinations(c.replicas, 2)
        for offset in replica_a.log.offsets()
    )


@promise
def followers_hold_a_prefix(c: PublishedCluster) -> Truth:
    """A follower in its leader's epoch holds the first records of the leader's log, and no others.

    When it entered the epoch, it cut its log where it differs from the leader's. Since then it has only copied.
    """
    return all_of(
        not_(c.follows_in_epoch(follower, leader))
        | c.replicas[follower].log.agrees_below(c.replicas[leader].log, c.replicas[follower].log.end_offset)
        for leader in c.replicas.indices()
        for follower in c.replicas.indices()
        if leader != follower
    )


@promise
def old_leaders_are_deposed(c: PublishedCluster) -> Truth:
    """An old leader's ISR contains every later ISR, unless one of its members has gone on to a later epoch.

    The ISR of a later epoch grows only by a leader in that epoch, which is a member of the old ISR. From then on
    the old leader lacks a member, and can't raise its high watermark.
    """
    epochs = c.requests.indices()
    return all_of(
        not_(_may_still_lead(c, epoch))
        | any_of(isr.has(m) & (c.replicas[m].leader_epoch > epoch) for m in c.replicas.indices())
        | (
            all_of(
                not_(c.was_sent(later)) | _within(c.requests[later].isr, isr)
                for later in epochs
                if later > epoch
            )
            & _within(c.quorum.isr, isr)
        )
        for epoch in epochs
        for isr in [isr_in_epoch(c, epoch)]
    )


def _may_still_lead(c: PublishedCluster, epoch: int) -> Truth:
    """Whether an epoch's leader is in that epoch, or has not learned of it yet."""
    leader = c.requests[epoch].leader
    return c.was_sent(epoch) & (leader != none) & (c.replicas[leader].leader_epoch <= epoch)


def _within(inner: IdSet, outer: IdSet) -> Truth:
    return (inner - outer).is_empty()


@promise
def committed_records_stay(c: PublishedCluster) -> Truth:
    """What is below a broker's high watermark was committed in some epoch, and every ISR from that epoch on holds it.

    These are the ISRs of the quorum, of the requests after that epoch, and of the leaders in that epoch or later:
    their members may lead, or a leader needs them to commit. Each of them is in that epoch or a later one, so no
    leader from before that epoch can cut its log.
    """
    return all_of(
        (me.high_watermark == 0) | any_of(_committed_in(c, me, epoch) for epoch in c.requests.indices())
        for me in c.replicas
    )


def _committed_in(c: PublishedCluster, me: PublishedReplica, epoch: int) -> Truth:
    """Whether the records below a broker's high watermark may have been committed in this epoch."""
    leader = c.replicas[c.requests[epoch].leader]
    return (
        (epoch <= me.leader_epoch)
        & (me.log[me.high_watermark - 1].epoch <= epoch)
        & (
            (leader.leader_epoch > epoch)
            | (
                (leader.leader_epoch == epoch)
                & (leader.high_watermark >= me.high_watermark)
                & me.has_committed_on(leader)
            )
        )
        & all_of(
            not_(_matters_since(c, broker, epoch))
            | ((c.replicas[broker].leader_epoch >= epoch) & me.has_committed_on(c.replicas[broker]))
            for broker in c.replicas.indices()
        )
    )


def _matters_since(c: PublishedCluster, broker: Identity, epoch: Number) -> Truth:
    """Whether a broker is in the ISR of the quorum, of a later request, or of a leader in this epoch or later."""
    requested = any_of(
        c.was_sent(later) & c.requests[later].isr.has(broker)
        for later in c.requests.indices()
        if later > epoch
    )
    followed = any_of(
        c.presumes_leadership(leader)
        & (c.replicas[leader].leader_epoch >= epoch)
        & c.replicas[leader].isr.has(broker)
        for leader in c.replicas.indices()
    )
    return c.quorum.isr.has(broker) | requested | followed


LEMMAS = (
    requests_follow_the_quorum, quorum_holds_the_leaders_isr, brokers_heed_requests,
    leaders_begin_their_epochs, record_ids_are_new, epochs_rise_along_the_log, logs_match,
    followers_hold_a_prefix, old_leaders_are_deposed, committed_records_stay,
)  # fmt: skip
"""The lemmas that prove `strong-isr` and `weak-isr` of `published/kip-320`, the plainest first."""
