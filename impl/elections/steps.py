"""What happens: the leader appends, followers fetch, brokers fail and return, the controller changes the partition."""

from typing import Annotated

from tidemark.impl.elections.changes import record_isr, request_isr
from tidemark.impl.elections.registration import ElectionPartition, OnChange
from tidemark.spec import Domain, Id, Identity, Int, Number, action, none, not_, position, require, where

BrokerId = Annotated[Identity, Domain("broker", lambda at: Id("broker", at.replicas))]
RecordId = Annotated[Identity, Domain("record", lambda at: Id("record", at.records))]
MinIsr = Annotated[Number, Domain("min-isr", lambda _: Int(1, 4))]


@action
def leader_appends(p: ElectionPartition, record: RecordId) -> ElectionPartition:
    """The leader appends the next record of a producer with acks=all; the ISR is large enough."""
    require(p.leads(), "a leader is up")
    require(p.is_enough(p.isr), "the ISR has min.insync.replicas members")
    require(p.appended == position(record), "it is the next record")
    mine = p.brokers[p.leader]
    appended = p.with_broker(p.leader, mine.but(log=mine.log.including(record)))
    return appended.but(appended=p.appended + 1, owed=p.owed.including(record)).commit()


@action
def follower_fetches(p: ElectionPartition, follower: BrokerId) -> ElectionPartition:
    """A follower copies what it lacks of the leader's log, and cuts what the leader does not have."""
    require(p.leads() & (follower != p.leader), "another broker leads")
    mine, leader = p.brokers[follower], p.brokers[p.leader]
    require(mine.is_up & (mine.log != leader.log), "it is up, and its log differs from the leader's")
    return p.with_broker(follower, mine.but(log=leader.log)).commit()


@action
def leader_shrinks_isr(p: ElectionPartition, follower: BrokerId) -> ElectionPartition:
    """The leader takes a follower that is late out of the ISR (AlterPartition)."""
    require(p.leads() & (follower != p.leader), "another broker leads")
    require(p.isr.has(follower), "the follower is in the ISR")
    return request_isr(p, p.isr.excluding(follower)).commit()


@action
def leader_expands_isr(p: ElectionPartition, follower: BrokerId) -> ElectionPartition:
    """The leader takes a follower that has caught up into the ISR; it must be active (KIP-841)."""
    require(p.leads() & (follower != p.leader), "another broker leads")
    mine = p.brokers[follower]
    require(not_(p.isr.has(follower)), "the follower is not in the ISR")
    require(mine.is_up & p.active().has(follower), "it is up, has a session, and is not stopping")
    require(mine.log == p.brokers[p.leader].log, "it has caught up")
    return request_isr(p, p.isr.including(follower)).commit()


@action
def broker_crashes(p: ElectionPartition, broker: BrokerId) -> ElectionPartition:
    """A broker's process ends; its disk keeps everything, but no clean shutdown is noted there."""
    require(p.budget.crashes > 0, "a crash is left")
    require(p.brokers[broker].is_up, "it is up")
    down = p.brokers[broker].but(is_up=False, ended_cleanly=False)
    return p.spend(crashes=1).with_broker(broker, down)


@action
def broker_loses_power(p: ElectionPartition, broker: BrokerId, record: RecordId) -> ElectionPartition:
    """A broker's machine loses power, and what it had not flushed: a record, and all after it."""
    require(p.budget.power_losses > 0, "a loss of power is left")
    mine = p.brokers[broker]
    require(mine.is_up & mine.log.has(record), "it is up, and has the record")
    log = mine.log
    for identity in log.everyone().ids():
        if position(identity) >= position(record):
            log = log.excluding(identity)
    return p.spend(power_losses=1).with_broker(broker, mine.but(is_up=False, ended_cleanly=False, log=log))


@action
def broker_loses_disk(p: ElectionPartition, broker: BrokerId) -> ElectionPartition:
    """The disk of a broker that is up or down fails, and is replaced by an empty one; a broker that is up ends.

    The note of a clean shutdown is lost with it, so the broker registers as after an unclean shutdown
    (`ClusterControlManager.registerBroker`). The delay of KIP-858 is left out: see `kafka.faults.broker_loses_disk`.
    """
    require(p.budget.disk_losses > 0, "a loss of a disk is left")
    mine = p.brokers[broker]
    require(not_(mine.is_gone), "it is not gone for good")
    wiped = mine.but(is_up=False, ended_cleanly=False, log=mine.log.type.default)
    return p.spend(disk_losses=1).with_broker(broker, wiped)


@action(when=lambda at: at.crashes + at.power_losses + at.disk_losses > 0)
def controller_notices_failure(p: ElectionPartition, broker: BrokerId) -> ElectionPartition:
    """The session of a broker that is down ends; the controller fences it (`handleBrokerFenced`)."""
    require(not_(p.brokers[broker].is_up | p.brokers[broker].is_fenced), "it is down, and has its session")
    return _fence(p, broker)


@action
def broker_is_cut_off(p: ElectionPartition, broker: BrokerId) -> ElectionPartition:
    """A broker's session ends, though it is up; the controller fences it (`handleBrokerFenced`)."""
    require(p.budget.cut_offs > 0, "a lost session is left")
    require(p.brokers[broker].is_up & not_(p.brokers[broker].is_fenced), "it is up, and has its session")
    return _fence(p.spend(cut_offs=1), broker)


def _fence(p: ElectionPartition, broker: Identity) -> ElectionPartition:
    without_session = p.with_broker(broker, p.brokers[broker].but(is_fenced=True))
    return _without(without_session, broker)


def _without(p: ElectionPartition, broker: Identity) -> ElectionPartition:
    """The controller takes a broker out of the ISR, if it is in it."""
    return where(p.isr.has(broker), record_isr(p, p.isr.excluding(broker)), p).commit()


@action
def broker_is_gone(p: ElectionPartition, broker: BrokerId) -> ElectionPartition:
    """A broker that is down never comes back, nor does its disk."""
    require(p.budget.departures > 0, "a departure is left")
    mine = p.brokers[broker]
    require(not_(mine.is_up) & not_(mine.is_gone), "it is down, and may still come back")
    return p.spend(departures=1).with_broker(broker, mine.but(is_gone=True))


@action(when=lambda at: at.crashes + at.power_losses + at.disk_losses + at.shutdowns > 0)
def broker_registers(p: ElectionPartition, broker: BrokerId) -> ElectionPartition:
    """A broker that was down registers as a new incarnation, still fenced (`handleBrokerShutdown`).

    With ELR, one that ended without a clean shutdown leaves ISR and ELR, for its log may have lost records.
    """
    mine = p.brokers[broker]
    require(not_(mine.is_up) & mine.is_fenced, "it is down, and its session has ended")
    require(not_(mine.is_gone), "it is not gone for good")
    back = p.with_broker(broker, mine.but(is_up=True, is_stopping=False, ended_cleanly=False))
    is_unclean = p.settings.detected & not_(mine.ended_cleanly)
    leaves = record_isr(back, p.isr.excluding(broker), unclean=broker).commit()
    holds = p.isr.has(broker) | p.elr.has(broker)
    return where(is_unclean, where(holds, leaves, back), _without(back, broker))


@action
def broker_is_unfenced(p: ElectionPartition, broker: BrokerId) -> ElectionPartition:
    """A registered broker has caught up with the metadata; a partition without a leader gets one, if it can."""
    mine = p.brokers[broker]
    require(mine.is_up & mine.is_fenced & not_(mine.is_stopping), "it is up, and fenced")
    back = p.with_broker(broker, mine.but(is_fenced=False))
    return where(p.leader == none, record_isr(back, p.isr).commit(), back)


@action
def broker_begins_shutdown(p: ElectionPartition, broker: BrokerId) -> ElectionPartition:
    """A broker asks for a controlled shutdown; the controller takes it out of the ISR (`enterControlledShutdown`)."""
    require(p.budget.shutdowns > 0, "a controlled shutdown is left")
    require(
        p.brokers[broker].is_up & p.active().has(broker), "it is up, has its session, and is not stopping"
    )
    stopping = p.spend(shutdowns=1).with_broker(broker, p.brokers[broker].but(is_stopping=True))
    return _without(stopping, broker)


@action(when=lambda at: at.shutdowns > 0)
def broker_stops(p: ElectionPartition, broker: BrokerId) -> ElectionPartition:
    """A broker in a controlled shutdown leads no partition, and ends cleanly; the controller fences it."""
    mine = p.brokers[broker]
    require(mine.is_up & mine.is_stopping & (p.leader != broker), "it is stopping, and leads nothing")
    return _fence(p.with_broker(broker, mine.but(is_up=False, ended_cleanly=True)), broker)


@action
def operator_changes_min_isr(p: ElectionPartition, min_isr: MinIsr) -> ElectionPartition:
    """An operator sets another min.insync.replicas of the topic.

    By the releases' rule this empties the ELR, and forgets the last known leader (`ClearElrRecord`).
    """
    require(p.budget.min_isr_changes > 0, "a change is left")
    require(min_isr != p.min_isr, "it is another number")
    rule = p.settings.on_change
    clears = (rule == OnChange.clears) | ((rule == OnChange.clears_if_led) & (p.leader != none))
    cleared = p.but(elr=p.elr.type.default, last_elr=p.elr.type.default, last_known=none)
    return where(p.settings.elr & clears, cleared, p).spend(min_isr_changes=1).but(min_isr=min_isr).commit()


@action(when=lambda at: at.late_settings == "yes" and at.min_isr_changes > 0)
def leader_hears_min_isr(p: ElectionPartition) -> ElectionPartition:
    """The leader hears of the new min.insync.replicas: it has read the metadata as far as that."""
    require(p.leads() & (p.heard != p.min_isr), "it goes by the old number")
    return p.but(heard=p.min_isr).commit()


STEPS = (
    leader_appends, follower_fetches, leader_shrinks_isr, leader_expands_isr, broker_crashes,
    broker_loses_power, broker_loses_disk, controller_notices_failure, broker_is_cut_off, broker_is_gone,
    broker_registers, broker_is_unfenced, broker_begins_shutdown, broker_stops, operator_changes_min_isr,
    leader_hears_min_isr,
)  # fmt: skip
