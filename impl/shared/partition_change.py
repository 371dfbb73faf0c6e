"""Every change of a partition with KRaft, as one pure function: `PartitionChangeBuilder.build`.

It fills the eligible leader replicas (ELR, KIP-966), elects a leader where one is needed, and records both. Read at
3.3.2, 3.7.1, 3.9.2, 4.0.1, 4.1.2 and 4.3.1.
"""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from tidemark.impl.shared.replicas import both
from tidemark.spec import Enum, Identity, IdSet, Label, Truth, none, not_, where

LastKnown = Enum("last_known", "not_elected", "even_fenced", "if_active")
"""Whether the last known leader is elected where ISR and ELR are empty: never, even if fenced, or only if active."""

Lasts = Enum("elr_lasts", "until_min_isr", "until_any_isr", "until_min_isr_elected")
"""How long the ELR is kept: until the ISR has min.insync.replicas members again; until it has one member; or as the
first, also if the ISR becomes that large only by the election of a leader from the ELR.
"""


class PartitionRegistration(Protocol):
    """What the controller has on record of a partition. last_known: the last leader, while nobody leads."""

    leader: Identity
    isr: IdSet
    elr: IdSet
    last_known: Identity

    def but(self, **change_partition: Any) -> Any: ...


class ElectionSettings(Protocol):
    """What decides an election. elr: whether there are eligible leader replicas; elr_lasts: how long they last."""

    elr: Truth
    elr_lasts: Label
    last_known: Label
    unclean_election: Truth


P = TypeVar("P", bound=PartitionRegistration)


def change_partition(
    now: P,
    isr: IdSet,
    settings: ElectionSettings,
    active: IdSet,
    is_large_enough: Callable[[IdSet], Truth],
    choose: Callable[[IdSet], Identity],
    unclean: Identity = none,
) -> P:
    """What is on record once the controller has recorded another ISR, and has elected a leader where one is needed.

    isr: the target ISR. active: the brokers that are unfenced, and not in a controlled shutdown.
    is_large_enough: whether an ISR has min.insync.replicas members, or is of all replicas (`getTopicEffectiveMinIsr`).
    choose: picks the leader among those that may lead, `none` if nobody may. A leader that stays is the only candidate.
    unclean: a broker that ended without a clean shutdown, which leaves the ELR too.
    """
    nobody = isr.type.default
    is_kept = where(settings.elr_lasts == Lasts.until_any_isr, isr.is_empty(), not_(is_large_enough(isr)))
    elr = where(settings.elr & is_kept, ((now.elr | now.isr) - isr).excluding(unclean), nobody)
    candidates = both(where(isr.is_empty(), elr, isr), active)
    stays = candidates.has(now.leader)
    clean = where(stays, nobody.including(now.leader), candidates)
    leader = choose(where(candidates.is_empty(), _unclean(now, settings, active, isr, elr), clean))
    is_unclean = candidates.is_empty() & (leader != none)
    new_isr = where(elr.has(leader) & not_(is_unclean), isr.including(leader), isr)
    new_isr = where(new_isr.is_empty() & not_(settings.elr), now.isr, new_isr)
    new_isr = where(is_unclean, nobody.including(leader), new_isr)
    is_enough = (settings.elr_lasts == Lasts.until_min_isr_elected) & is_large_enough(new_isr)
    forgets = (leader != none) | not_(settings.elr)
    last_known = where(now.last_known == none, now.leader, now.last_known)
    recorded: P = now.but(
        leader=leader,
        isr=new_isr,
        elr=where(is_unclean | is_enough, nobody, elr.excluding(leader)),
        last_known=where(forgets, none, last_known),
    )
    return recorded


def _unclean(
    now: PartitionRegistration, settings: ElectionSettings, active: IdSet, isr: IdSet, elr: IdSet
) -> IdSet:
    """Who may lead if no member of ISR or ELR may: the last known leader, or, if unclean, any active broker."""
    may_return = settings.elr & isr.is_empty() & elr.is_empty() & (now.last_known != none)
    by_rule = (settings.last_known == LastKnown.even_fenced) | (
        (settings.last_known == LastKnown.if_active) & active.has(now.last_known)
    )
    anyone = where(settings.unclean_election, active, active.type.default)
    return where(may_return & by_rule, isr.type.default.including(now.last_known), anyone)
