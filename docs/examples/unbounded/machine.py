"""The machine `published/kip-320` (impl/published/replication/) without bounds, as z3 takes it, copied by hand.

Replicas are an uninterpreted sort; logs and requests are functions of offsets and epochs, which are integers.
tests/examples/test_unbounded.py compares it with the machine of the repository, step by step, within bounds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import z3

R = z3.DeclareSort("replica")
NONE = z3.Const("none", R)
Formula = Any
FIELDS = {
    "n": ((), z3.IntSort()),
    "qe": ((), z3.IntSort()),
    "ql": ((), R),
    "qisr": ((R,), z3.BoolSort()),
    "rl": ((z3.IntSort(),), R),
    "risr": ((z3.IntSort(), R), z3.BoolSort()),
    "end": ((R,), z3.IntSort()),
    "hw": ((R,), z3.IntSort()),
    "ep": ((R,), z3.IntSort()),
    "ldr": ((R,), R),
    "isr": ((R, R), z3.BoolSort()),
    "rid": ((R, z3.IntSort()), z3.IntSort()),
    "rep": ((R, z3.IntSort()), z3.IntSort()),
}
"""By field: what it is a function of, and its values. n: records written; q: the controller's record; r: the request
of an epoch; end, hw, ep, ldr, isr: of a replica; rid, rep: the id and the epoch of a replica's record at an offset."""


@dataclass(frozen=True)
class State:
    """A state: each field as a function that gives a term."""

    n: Callable[..., Formula]
    qe: Callable[..., Formula]
    ql: Callable[..., Formula]
    qisr: Callable[..., Formula]
    rl: Callable[..., Formula]
    risr: Callable[..., Formula]
    end: Callable[..., Formula]
    hw: Callable[..., Formula]
    ep: Callable[..., Formula]
    ldr: Callable[..., Formula]
    isr: Callable[..., Formula]
    rid: Callable[..., Formula]
    rep: Callable[..., Formula]

    def follows(self, one: Formula, leader: Formula) -> Formula:
        """Whether both are in one leader epoch, in which the other leads."""
        in_epoch = self.ep(one) == self.ep(leader)
        return z3.And(self.ldr(leader) == leader, self.ldr(one) == leader, in_epoch)

    def leads(self, one: Formula) -> Formula:
        """Whether it leads in the eyes of the controller too, in the current epoch."""
        return z3.And(self.ql() == one, self.ldr(one) == one, self.ep(one) == self.qe())

    def agree_at(self, a: Formula, b: Formula, o: Formula) -> Formula:
        """Whether both logs have the same record at an offset."""
        same = z3.And(self.rid(a, o) == self.rid(b, o), self.rep(a, o) == self.rep(b, o))
        return z3.And(o < self.end(a), o < self.end(b), same)

    def agree_below(self, a: Formula, b: Formula, end: Formula) -> Formula:
        """Whether both logs have the same records below an offset."""
        o = z3.FreshInt("o")
        return z3.ForAll([o], z3.Implies(z3.And(o >= 0, o < end), self.agree_at(a, b, o)))

    def but(self, **changes: Callable[..., Formula]) -> State:
        """This state with other fields."""
        return replace(self, **changes)

    def of(self, me: Formula, **values: Formula) -> State:
        """This state with other values of fields of one replica."""

        def changed(old: Callable[..., Formula], new: Any) -> Callable[..., Formula]:
            if callable(new):
                return lambda r, x: z3.If(r == me, new(x), old(r, x))
            return lambda r: z3.If(r == me, new, old(r))

        return self.but(**{name: changed(getattr(self, name), new) for name, new in values.items()})


def anything(suffix: str = "") -> State:
    """A state of which nothing is known."""

    def field(name: str) -> Callable[..., Formula]:
        domain, values = FIELDS[name]
        if not domain:
            constant = z3.Const(name + suffix, values)
            return lambda: constant
        return z3.Function(name + suffix, *domain, values)

    return State(**{name: field(name) for name in FIELDS})


@dataclass(frozen=True)
class Step:
    """An action with its parameters: when it is enabled, and the state after it."""

    name: str
    parameters: tuple[Formula, ...]
    guard: Formula
    after: State


def _begun(s: State, leader: Formula, isr: Callable[[Formula], Formula]) -> State:
    epoch = s.qe() + 1
    return s.but(
        qe=lambda: epoch,
        ql=lambda: leader,
        qisr=isr,
        rl=lambda e: z3.If(e == epoch, leader, s.rl(e)),
        risr=lambda e, m: z3.If(e == epoch, isr(m), s.risr(e, m)),
    )


def _with_isr(s: State, leader: Formula, isr: Callable[[Formula], Formula]) -> State:
    return s.of(leader, isr=isr).but(qisr=isr)


def least(a: Formula, b: Formula) -> Formula:
    """The smaller of two numbers."""
    return z3.If(a <= b, a, b)


def steps(s: State, one: Formula, other: Formula, epoch: Formula, cut: Formula) -> list[Step]:
    """All actions of `published/kip-320`, with these parameters."""
    m, o = z3.Const("m", R), z3.Int("o")
    real = z3.And(one != NONE, other != NONE)
    sent = z3.And(epoch >= 0, epoch <= s.qe(), epoch > s.ep(one))
    leads = s.ql() == one
    only = z3.And(s.qisr(one), z3.ForAll([m], z3.Implies(s.qisr(m), m == one)))
    request = s.rl(epoch)
    end, hw = s.end(one), s.hw(one)
    return [
        Step("controller_elect_leader", (one,), z3.And(real, s.qisr(one), s.ql() != one), _begun(s, one, s.qisr)),
        Step(
            "controller_shrink_isr",
            (one,),
            z3.And(real, z3.Or(leads, s.qisr(one))),
            _begun(
                s,
                z3.If(leads, NONE, s.ql()),
                lambda x: z3.And(s.qisr(x), z3.Or(x != one, z3.And(leads, only))),
            ),
        ),
        Step(
            "become_leader",
            (one, epoch),
            z3.And(real, sent, request == one),
            s.of(one, ep=epoch, ldr=one, isr=lambda x: s.risr(epoch, x)),
        ),
        Step(
            "leader_write",
            (one,),
            z3.And(real, s.ldr(one) == one),
            s.of(
                one,
                end=end + 1,
                rid=lambda x: z3.If(x == end, s.n(), s.rid(one, x)),
                rep=lambda x: z3.If(x == end, s.ep(one), s.rep(one, x)),
            ).but(n=lambda: s.n() + 1),
        ),
        Step(
            "become_follower",
            (one, epoch),
            z3.And(
                real, sent, request != one, request != NONE, s.ldr(request) == request, s.ep(request) == epoch,
                cut >= 0, z3.Or(cut == 0, s.agree_at(one, request, cut - 1)),
                z3.ForAll([o], z3.Implies(o >= cut, z3.Not(s.agree_at(one, request, o)))),
            ),
            s.of(
                one, end=cut, hw=least(cut, hw), ep=epoch, ldr=request, isr=lambda x: s.risr(epoch, x)
            ),
        ),
        Step(
            "follower_fetch",
            (one, other),
            z3.And(real, s.follows(one, other), end < s.end(other)),
            s.of(
                one,
                end=end + 1,
                hw=least(s.hw(other), end + 1),
                rid=lambda x: z3.If(x == end, s.rid(other, x), s.rid(one, x)),
                rep=lambda x: z3.If(x == end, s.rep(other, x), s.rep(one, x)),
            ),
        ),
        Step(
            "leader_advance_high_watermark",
            (one,),
            z3.And(
                real, hw < end,
                z3.ForAll([m], z3.Implies(s.isr(one, m), z3.And(s.follows(m, one), hw < s.end(m)))),
            ),
            s.of(one, hw=hw + 1),
        ),
        Step(
            "leader_expand_isr",
            (one, other),
            z3.And(
                real, s.follows(other, one), z3.Or(hw == 0, hw - 1 < s.end(other)),
                z3.Or(hw == end, z3.And(hw < end, s.rep(one, hw) == s.ep(one))),
                s.leads(one), z3.Not(s.isr(one, other)),
            ),
            _with_isr(s, one, lambda x: z3.Or(s.isr(one, x), x == other)),
        ),
        Step(
            "leader_shrink_isr",
            (one, other),
            z3.And(
                real, z3.Or(z3.Not(s.follows(other, one)), s.end(other) < end),
                s.leads(one), s.isr(one, other), one != other,
            ),
            _with_isr(s, one, lambda x: z3.And(s.isr(one, x), x != other)),
        ),
    ]  # fmt: skip
