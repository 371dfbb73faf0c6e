"""What a partition promises to its records, and to those who wait for a leader."""

from tidemark.impl.elections.recovery import Recovery
from tidemark.impl.elections.registration import ElectionPartition, all_are_back
from tidemark.spec import Truth, all_of, any_of, implies, none, not_, promise


@promise(broken="An acknowledged record is on no disk any more")
def acknowledged_exists(p: ElectionPartition) -> Truth:
    """Every acknowledged record is on some disk that is not gone, of a broker that is up or down."""
    return all_of(
        implies(
            p.acknowledged.has(record),
            any_of(broker.log.has(record) & not_(broker.is_gone) for broker in p.brokers),
        )
        for record in p.acknowledged.everyone().ids()
    )


@promise(broken="The leader lacks a record that was acknowledged")
def acknowledged_survives(p: ElectionPartition) -> Truth:
    """A leader whose process is up has every acknowledged record."""
    return implies(p.leads(), (p.acknowledged - p.brokers[p.leader].log).is_empty())


@promise(broken="The leader lacks a record that a consumer has read")
def reads_survive(p: ElectionPartition) -> Truth:
    """A leader whose process is up has every record that was below the high watermark."""
    return implies(p.leads(), (p.consumed - p.brokers[p.leader].log).is_empty())


@promise(broken="A broker that may be elected lacks an acknowledged record")
def eligible_have_acknowledged(p: ElectionPartition) -> Truth:
    """Every broker that is up and may be elected, from the ISR or an empty ISR's ELR, has every acknowledged record.

    The controller may elect one that is down, as long as it has not noticed. That one takes no writes, and answers no
    reads; it is fenced before it can come back.
    """
    return all_of(
        implies(
            p.brokers[broker].is_up
            & p.active().has(broker)
            & (p.isr.has(broker) | (p.isr.is_empty() & p.elr.has(broker))),
            (p.acknowledged - p.brokers[broker].log).is_empty(),
        )
        for broker in p.brokers.indices()
    )


@promise(broken="A broker was elected that is fenced")
def leader_is_active(p: ElectionPartition) -> Truth:
    """The leader has a session: a broker that is fenced is not elected."""
    return implies(p.leader != none, not_(p.brokers[p.leader].is_fenced))


@promise(broken="All brokers are back, and nobody leads")
def all_back_one_leads(p: ElectionPartition) -> Truth:
    """Where every broker is up, has its session and is not about to stop, one leads: no operator has to elect it."""
    return implies(all_are_back(p), p.leader != none)


@promise(broken="All brokers are back, one of them has every acknowledged record, and the leader lacks one")
def kept_records_lead(p: ElectionPartition) -> Truth:
    """Where every broker is back, as above, and one has all acknowledged records, the leader has them too."""
    has_all = any_of((p.acknowledged - broker.log).is_empty() for broker in p.brokers)
    return implies(
        all_are_back(p) & has_all & (p.leader != none),
        (p.acknowledged - p.brokers[p.leader].log).is_empty(),
    )


@promise(
    only_named="it is about KIP-966's recovery, which no release has",
    broken="Fewer logs are compared than were needed to acknowledge a record",
)
def recovery_quorum(p: ElectionPartition) -> Truth:
    """With recovery, where ISR and ELR are empty, min.insync.replicas brokers are in the last known ELR."""
    recovers = p.settings.recovery != Recovery.manual
    return implies(recovers & p.isr.is_empty() & p.elr.is_empty(), p.is_large_enough(p.last_elr))


PROMISES = (
    acknowledged_exists, acknowledged_survives, reads_survive, eligible_have_acknowledged, leader_is_active,
    all_back_one_leads, kept_records_lead, recovery_quorum,
)  # fmt: skip
