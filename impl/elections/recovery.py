"""Unclean recovery, as KIP-966 designs it: the controller compares the logs of those that may still be complete.

No release has it. Up to 4.3.1 `PartitionChangeBuilder.maybePopulateTargetElr` fills the last known ELR as here, and
`useLastKnownLeaderInBalancedRecovery` keeps it from being used. When recovery begins, and whose logs are compared, is
read in the KIP and in Vanlightly's description of the protocol (kafka-tlaplus, "Kafka replication protocol with
KIP-966", 5.3).
"""

from tidemark.impl.elections.registration import ElectionPartition
from tidemark.impl.shared.replicas import both
from tidemark.spec import Enum, Identity, IdSet, Number, none, not_, position, where

Recovery = Enum("recovery", "manual", "balanced", "forgetful", "hasty", "proactive")
"""unclean.recovery.strategy: an operator elects; or, all of the last known ELR must be back; the same, but a recovery
empties the last known ELR, as `maybeUpdateRecordElr` does; one of it must be back; or the best log of the brokers that
are there leads at once, even where a member of the ELR may return."""


def last_known_eligible(p: ElectionPartition, isr: IdSet, unclean: Identity) -> IdSet:
    """The last known ELR with a new ISR: who was in ISR or ELR since the ISR was too small, and is in neither now."""
    elr = ((p.elr | p.isr) - isr).excluding(unclean)
    left = (p.elr | p.isr | p.last_elr) - isr - elr
    keeps = (p.settings.recovery != Recovery.manual) & not_(p.is_large_enough(isr))
    return where(keeps, left, left.type.default)


def recover(p: ElectionPartition) -> ElectionPartition:
    """The partition after recovery has elected a leader, if none leads and its strategy allows it."""
    strategy, active, nobody = p.settings.recovery, p.active(), p.isr.type.default
    back = both(p.last_elr, active)
    is_hopeless = p.isr.is_empty() & p.elr.is_empty()
    all_back = is_hopeless & (back == p.last_elr)
    waits = (strategy == Recovery.balanced) | (strategy == Recovery.forgetful)
    candidates = where(waits & all_back, back, nobody)
    candidates = where((strategy == Recovery.hasty) & is_hopeless, back, candidates)
    candidates = where(strategy == Recovery.proactive, active, candidates)
    leader = _with_best_log(p, candidates)
    kept = where(strategy == Recovery.forgetful, nobody, p.last_elr.excluding(leader))
    elected = p.but(leader=leader, isr=nobody.including(leader), elr=nobody, last_elr=kept)
    return where((p.leader == none) & (leader != none), elected, p)


def _with_best_log(p: ElectionPartition, candidates: IdSet) -> Identity:
    """The first of those whose log ends in the latest epoch, and of these the longest (`GetReplicaLogInfo`).

    A record that was appended later has a later epoch, or the same one; then a log that ends with it is longer. So the
    last record, and then the length, decide as epoch and length do.
    """
    best: Identity = none
    highest: Number = -1
    for broker in p.brokers.indices():
        rank = _rank(p.brokers[broker].log)
        is_better = candidates.has(broker) & (rank > highest)
        best, highest = where(is_better, broker, best), where(is_better, rank, highest)
    return best


def _rank(log: IdSet) -> Number:
    """The last record, and then the length, as one number."""
    records = log.everyone().ids()
    last: Number = 0
    for record in records:
        last = where(log.has(record), position(record) + 1, last)
    return last * (len(records) + 1) + log.size()
