"""The lemmas of impl/published/replication/lemmas.py without bounds, copied by hand: for all a, b, e, f, x, k."""

from __future__ import annotations

import z3
from machine import NONE, Formula, R, State

A, B, C = z3.Consts("a b c", R)
E, F, X, K = z3.Ints("e f x k")


def in_types(s: State) -> Formula:
    """What the types of the bounded machine say: no number is negative but an epoch of nobody."""
    return z3.And(
        s.n() >= 0, s.qe() >= -1, s.end(A) >= 0, s.hw(A) >= 0, s.ep(A) >= -1,
        s.ep(NONE) == -1, s.ldr(NONE) == NONE, z3.Not(s.qisr(NONE)), z3.Not(s.isr(A, NONE)),
        z3.Not(s.isr(NONE, A)), z3.Not(s.risr(E, NONE)),
    )  # fmt: skip


def requests_follow_the_quorum(s: State) -> Formula:
    """`requests-follow-the-quorum`."""
    named = z3.Implies(s.qe() == E, s.rl(E) == s.ql())
    member = z3.Implies(s.qe() >= E, z3.Or(s.rl(E) == NONE, s.risr(E, s.rl(E))))
    return z3.And(z3.Implies(E >= 0, z3.And(named, member)), z3.Or(s.qe() != -1, s.ql() == NONE))


def isr_in_epoch(s: State, epoch: Formula, member: Formula) -> Formula:
    """Whether a broker is in the ISR of an epoch: in its leader's own copy, while that is in the epoch."""
    leader = s.rl(epoch)
    return z3.If(s.ep(leader) == epoch, s.isr(leader, member), s.risr(epoch, member))


def quorum_holds_the_leaders_isr(s: State) -> Formula:
    """`quorum-holds-the-leaders-isr`."""
    return z3.Implies(z3.And(E >= 0, s.qe() == E), s.qisr(A) == isr_in_epoch(s, E, A))


def brokers_heed_requests(s: State) -> Formula:
    """`brokers-heed-requests`."""
    heeds = z3.And(s.ep(A) <= s.qe(), s.ldr(A) != NONE, s.ldr(A) == s.rl(s.ep(A)), s.isr(A, s.ldr(A)))
    return z3.If(s.ep(A) == -1, s.ldr(A) == NONE, heeds)


def leaders_begin_their_epochs(s: State) -> Formula:
    """`leaders-begin-their-epochs`."""
    return s.ep(s.ldr(A)) >= s.ep(A)


def record_ids_are_new(s: State) -> Formula:
    """`record-ids-are-new`."""
    return z3.Implies(z3.And(X >= 0, s.end(A) > X), s.rid(A, X) < s.n())


def epochs_rise_along_the_log(s: State) -> Formula:
    """`epochs-rise-along-the-log`."""
    own = s.rep(A, X) <= s.ep(A)
    rise = z3.Or(X == 0, s.rep(A, X - 1) <= s.rep(A, X))
    return z3.Implies(z3.And(X >= 0, s.end(A) > X), z3.And(own, rise))


def logs_match(s: State) -> Formula:
    """`logs-match`."""
    return z3.Implies(z3.And(K >= 0, K < X, s.agree_at(A, B, X)), s.agree_at(A, B, K))


def followers_hold_a_prefix(s: State) -> Formula:
    """`followers-hold-a-prefix`."""
    copied = z3.And(A != NONE, B != NONE, s.follows(A, B), X >= 0, s.end(A) > X)
    return z3.Implies(copied, s.agree_at(A, B, X))


def deposed(s: State, member: Formula) -> Formula:
    """`old-leaders-are-deposed` for the epochs E and F and the broker A: unless this member of E's ISR has gone on."""
    leader = s.rl(E)
    may_lead = z3.And(E >= 0, s.qe() >= E, leader != NONE, s.ep(leader) <= E)
    left = z3.And(isr_in_epoch(s, E, member), s.ep(member) > E)
    later = z3.Implies(z3.And(F > E, s.qe() >= F, s.risr(F, A)), isr_in_epoch(s, E, A))
    now = z3.Implies(s.qisr(A), isr_in_epoch(s, E, A))
    return z3.And(z3.Implies(may_lead, z3.Or(left, later)), z3.Implies(may_lead, z3.Or(left, now)))


GONE_ON = z3.Function("gone on", z3.IntSort(), R)
"""Of an epoch the member of its ISR that has gone on, where the lemma below is supposed."""
COMMITTED_IN = z3.Function("committed in", R, z3.IntSort())
"""Of a broker the epoch in which its records were committed, where the lemma after that is supposed."""


def old_leaders_are_deposed(s: State) -> Formula:
    """`old-leaders-are-deposed`."""
    return deposed(s, GONE_ON(E))


def committed_in(s: State, me: Formula, epoch: Formula) -> Formula:
    """Whether the records below a broker's high watermark may have been committed in this epoch, for all B, F, X, C."""
    hw, leader = s.hw(me), s.rl(epoch)
    below = z3.And(X >= 0, hw > X)
    matters = [
        s.qisr(B),
        z3.And(epoch < F, s.qe() >= F, s.risr(F, B)),
        z3.And(s.ldr(C) == C, C != NONE, s.ep(C) >= epoch, s.isr(C, B)),
    ]
    return z3.And(
        epoch >= 0, epoch <= s.qe(), epoch <= s.ep(me), s.rep(me, hw - 1) <= epoch,
        s.ep(leader) >= epoch,
        z3.Or(s.ep(leader) > epoch, s.hw(leader) >= hw),
        z3.Implies(below, z3.Or(s.ep(leader) > epoch, s.agree_at(me, leader, X))),
        *(z3.Implies(one, s.ep(B) >= epoch) for one in matters),
        *(z3.Implies(z3.And(one, below), s.agree_at(me, B, X)) for one in matters),
    )  # fmt: skip


def committed_records_stay(s: State) -> Formula:
    """`committed-records-stay`."""
    some = z3.And(A != NONE, s.hw(A) != 0)
    return z3.And(*(z3.Implies(some, one) for one in committed_in(s, A, COMMITTED_IN(A)).children()))


def hw_within_log(s: State) -> Formula:
    """Follows from the lemma above where the machine has bounds; here it is one of its own."""
    return s.hw(A) <= s.end(A)


def weak_isr(s: State) -> Formula:
    """The promise `weak-isr`."""
    commits = z3.And(A != NONE, s.ldr(A) == A, s.isr(A, B), X >= 0, s.hw(A) > X)
    return z3.Implies(commits, s.agree_at(A, B, X))


def strong_isr(s: State) -> Formula:
    """The promise `strong-isr`."""
    commits = z3.And(A != NONE, s.ldr(A) == A, s.qisr(B), X >= 0, s.hw(A) > X)
    return z3.Implies(commits, s.agree_at(A, B, X))


LEMMAS = (
    in_types, requests_follow_the_quorum, quorum_holds_the_leaders_isr, brokers_heed_requests,
    leaders_begin_their_epochs,
    record_ids_are_new, epochs_rise_along_the_log, logs_match, followers_hold_a_prefix, hw_within_log,
    old_leaders_are_deposed, committed_records_stay, weak_isr, strong_isr,
)  # fmt: skip
