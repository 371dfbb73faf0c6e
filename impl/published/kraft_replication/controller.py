"""What the controller does: how it changes the partition, registers brokers, fences them, and alters the ISR.

An action that may elect has a parameter `candidate`, the elected broker, or nobody.
"""

from __future__ import annotations

from typing import Annotated, Any

from tidemark.impl.published.kraft_replication.messages import Alter, Registration
from tidemark.impl.published.kraft_replication.state import BrokerId, Candidate, KraftIsrCluster, Status
from tidemark.spec import (
    Domain,
    Identity,
    IdSet,
    Number,
    Truth,
    action,
    all_of,
    any_of,
    implies,
    none,
    not_,
    require,
    where,
)

SomeAlter = Annotated[Alter, Domain("alters")]


def _record_change(
    c: KraftIsrCluster, isr: IdSet, elr: IdSet, leader: Identity, leader_epoch: Number
) -> KraftIsrCluster:
    """The partition changes, and so the metadata log has one record more (`ApplyPartitionChange`)."""
    last = c.partition()
    last_known_elr = last.last_known_elr | (last.elr - elr)
    remembered = where(isr.size() >= c.settings.min_isr, isr - isr, last_known_elr)
    change = last.but(
        isr=isr,
        elr=elr,
        last_known_elr=where(c.settings.has_elr, remembered, last.last_known_elr),
        leader=leader,
        leader_epoch=leader_epoch,
    )
    return c.but(records=c.records.append(change))


def _elr_after(c: KraftIsrCluster, isr: IdSet) -> IdSet:
    """The ELR once the ISR is this one: with all that leave an ISR below the minimum (`UpdateElr`)."""
    last = c.partition()
    grown = last.elr | (last.isr - isr)
    return where(c.settings.has_elr & (isr.size() < c.settings.min_isr), grown, isr - isr)


def _after_broker_change(
    c: KraftIsrCluster, isr: IdSet, elr: IdSet, unfenced: IdSet, candidate: Identity, when: Truth = True
) -> KraftIsrCluster:
    """The partition once a broker is fenced or unfenced (`MaybeUpdatePartitionOnBrokerChange`).

    Without ELR a leader must be unfenced, since the ISR keeps its last member even if that is fenced.
    """
    last, has_elr = c.partition(), c.settings.has_elr

    def in_isr(broker: Identity) -> Truth:
        return isr.has(broker) & (unfenced.has(broker) | has_elr)

    someone_in_isr = any_of(in_isr(broker) for broker in c.brokers.indices())

    def in_elr(broker: Identity) -> Truth:
        return elr.has(broker) & unfenced.has(broker) & not_(someone_in_isr) & has_elr

    someone = someone_in_isr | any_of(in_elr(broker) for broker in c.brokers.indices())
    stays = in_isr(last.leader) | ((last.leader == none) & not_(someone))
    elects = not_(stays) & someone & when
    may_lead = (candidate != none) & (in_isr(candidate) | in_elr(candidate))
    require(where(elects, may_lead, candidate == none), "the candidate may lead, where one is elected")
    from_elr = elects & not_(someone_in_isr)
    changed = _record_change(
        c,
        isr=where(from_elr, isr.including(candidate), isr),
        elr=where(from_elr, elr.excluding(candidate), elr),
        leader=where(stays, last.leader, candidate),
        leader_epoch=where(stays, last.leader_epoch, last.leader_epoch + 1),
    )
    is_same = stays & (isr == last.isr) & (elr == last.elr)
    return where(not_(is_same) & when, changed, c).but(unfenced=unfenced)


def fence(c: KraftIsrCluster, broker: Identity, candidate: Identity) -> KraftIsrCluster:
    """The partition once a broker is fenced (`HandleBrokerFenced`): out of the ISR; without ELR not its last member."""
    isr = c.partition().isr
    without = where(not_(c.settings.has_elr) & (isr.size() == 1), isr, isr.excluding(broker))
    return _after_broker_change(c, without, _elr_after(c, without), c.unfenced.excluding(broker), candidate)


def _unfence(
    c: KraftIsrCluster, broker: Identity, candidate: Identity, when: Truth = True
) -> KraftIsrCluster:
    """The partition once a broker is unfenced (`HandleBrokerUnfenced`): it may lead where nobody does."""
    last = c.partition()
    unfenced = c.unfenced.including(broker)
    return _after_broker_change(c, last.isr, last.elr, unfenced, candidate, when=(last.leader == none) & when)


@action
def fence_broker(c: KraftIsrCluster, broker: BrokerId, candidate: Candidate) -> KraftIsrCluster:
    """`FenceBroker`: the controller misses a broker's heartbeats, at any time."""
    require(c.fences < c.type.fields["fences"].hi, "a fence is left")
    require(c.unfenced.has(broker), "the broker is unfenced")
    return fence(c, broker, candidate).but(fences=c.fences + 1)


@action
def unfence_broker(c: KraftIsrCluster, broker: BrokerId, candidate: Candidate) -> KraftIsrCluster:
    """`UnfenceBroker`: the controller gets a heartbeat of a broker that is fenced and runs."""
    require(not_(c.unfenced.has(broker)), "the broker is fenced")
    require(c.brokers[broker].status == Status.running, "the broker runs")
    return _unfence(c, broker, candidate)


@action
def elect_preferred(c: KraftIsrCluster, candidate: BrokerId) -> KraftIsrCluster:
    """The controller moves the leadership to another member of the ISR: not in the publications, but in Kafka."""
    last = c.partition()
    require(c.moves < c.type.fields["moves"].hi, "an election of a preferred leader is left")
    require((last.leader != none) & (last.leader != candidate), "another broker leads")
    require(last.isr.has(candidate) & c.unfenced.has(candidate), "the candidate is in the ISR, and unfenced")
    return _record_change(c, last.isr, last.elr, candidate, last.leader_epoch + 1).but(moves=c.moves + 1)


@action
def receive_registration(
    c: KraftIsrCluster, message: Annotated[Registration, Domain("registrations")], candidate: Candidate
) -> KraftIsrCluster:
    """`ReceiveBrokerRegRequest`: a broker is registered, with a new broker epoch, and unfenced.

    With ELR a broker without a broker epoch has shut down uncleanly: it leaves ISR and ELR (`ProcessUncleanBroker`).
    """
    broker, last = message.broker, c.partition()
    same = c.registry[broker].incarnation == message.incarnation
    require(not_(c.unfenced.has(broker)) | same, "the broker is fenced, or this is its registration")
    is_unclean = c.settings.has_elr & c.settings.removes_unclean & (message.broker_epoch == 0)
    isr = where(is_unclean, last.isr.excluding(broker), last.isr)
    elr = where(is_unclean, last.elr.excluding(broker), last.elr)
    changed = _after_broker_change(
        c, isr, elr, c.unfenced.including(broker), candidate, when=is_unclean | (last.leader == none)
    )
    generation = c.broker_epochs + 1
    registry = c.registry.but(
        broker, c.registry[broker].but(broker_epoch=generation, incarnation=message.incarnation)
    )
    registered = c.registered.send(
        broker=broker, broker_epoch=generation, incarnation=message.incarnation, records=c.records.length
    )
    return changed.but(
        registry=registry,
        registrations=c.registrations.discard(message),
        registered=registered,
        broker_epochs=generation,
    )


def is_valid(c: KraftIsrCluster, request: Any) -> tuple[Truth, Truth]:
    """Whether a request is current, and whether its ISR is eligible (`ValidateAlterPartitionRequest`)."""
    leader = request.leader
    is_current = (
        (leader == c.partition().leader)
        & (request.broker_epoch == c.registry[leader].broker_epoch)
        & (request.partition_epoch == c.partition_epoch(c.records.length))
    )
    is_eligible = all_of(
        implies(
            request.isr.has(broker),
            c.unfenced.has(broker)
            & ((request.epochs[broker] == 0) | (request.epochs[broker] == c.registry[broker].broker_epoch)),
        )
        for broker in c.brokers.indices()
    )
    return is_current, is_eligible


@action
def receive_alter_partition(c: KraftIsrCluster, message: SomeAlter) -> KraftIsrCluster:
    """`ReceiveAlterPartitionRequest`: the controller accepts an ISR that the leader asks for, or refuses it."""
    require(message.is_under_way, "the request is under way")
    request, last = message.request, c.partition()
    is_current, is_eligible = is_valid(c, request)
    is_accepted = is_current & is_eligible
    changed = _record_change(c, request.isr, _elr_after(c, request.isr), last.leader, last.leader_epoch)
    answered = message.but(
        is_under_way=False,
        was_received=True,
        is_accepted=message.is_accepted | is_accepted,
        is_fenced=message.is_fenced | not_(is_current),
        is_ineligible=message.is_ineligible | (is_current & not_(is_eligible)),
    )
    return where(is_accepted, changed, c).but(alters=c.alters.discard(message).send(answered))


ACTIONS = (fence_broker, unfence_broker, elect_preferred, receive_registration, receive_alter_partition)
