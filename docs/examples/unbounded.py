"""KIP-320 for any number of replicas and epochs, and logs of any length: the lemmas of docs/proof.md asked of z3.

Usage: python docs/examples/unbounded.py [--effort N] [LEMMA ACTION]. The machine `published/kip-320` and its
lemmas (impl/published/replication/) are written here again without bounds: replicas are an uninterpreted sort, logs and
requests are uninterpreted functions of offsets and epochs, which are integers. For each lemma and action z3 is asked
for a counterexample to induction. That this is the same machine is neither proved nor tested: it is copied by hand.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import z3

EFFORT = 20_000_000
"""How much z3 may do for one question, in its own count: the same on any machine."""
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


# The lemmas of impl/published/replication/lemmas.py: for all `a`, `b`, `e`, `f`, `o`, `k`.

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
VARIABLES = [A, B, C, E, F, X, K]


def everywhere(formula: Formula) -> list[Formula]:
    """A lemma for all values of its variables: each of its parts for those that it has."""
    if z3.is_and(formula):
        return [one for part in formula.children() for one in everywhere(part)]
    free = [v for v in VARIABLES if _has(formula, v)]
    return [z3.ForAll(free, formula) if free else formula]


def _has(formula: Formula, variable: Formula) -> bool:
    return not z3.substitute(formula, (variable, z3.FreshConst(variable.sort()))).eq(formula)


def broken(lemma: Callable[[State], Formula], before: State, step: Step) -> list[Formula]:
    """That a lemma does not hold after a step, for values of its variables that z3 is to find.

    Where the lemma says that something exists, it is not there among those that are tried. They are enough if z3 finds
    no counterexample.
    """
    after = step.after
    if lemma is old_leaders_are_deposed:
        tried = [GONE_ON(E), *(one for one in step.parameters if one.sort() == R)]
        tried += [after.rl(E), after.rl(F)]
        return [z3.Not(deposed(after, member)) for member in tried]
    if lemma is committed_records_stay:
        epochs = [COMMITTED_IN(A), after.ep(A), before.ep(A)]
        for one in step.parameters:
            epochs += [COMMITTED_IN(one), before.ep(one)] if one.sort() == R else [one]
        missing = []
        for number, epoch in enumerate(epochs):
            own = [(v, z3.FreshConst(v.sort(), f"{v}{number}")) for v in (B, C, F, X)]
            missing.append(z3.Not(z3.substitute(committed_in(after, A, epoch), *own)))
        return [A != NONE, after.hw(A) != 0, *missing]
    return [z3.Not(lemma(after))]


def initially() -> list[tuple[str, str]]:
    """Whether each lemma holds in the initial state: the answer of z3."""
    s, found = anything(), []
    a, b, e = z3.Const("a0", R), z3.Const("b0", R), z3.Int("e0")
    start = z3.And(
        s.n() == 0, s.qe() == -1, s.ql() == NONE,
        z3.ForAll([a], z3.And(s.qisr(a) == (a != NONE), s.end(a) == 0, s.hw(a) == 0, s.ep(a) == -1, s.ldr(a) == NONE)),
        z3.ForAll([a, b], z3.Not(s.isr(a, b))),
        z3.ForAll([e], s.rl(e) == NONE), z3.ForAll([e, a], z3.Not(s.risr(e, a))),
    )  # fmt: skip
    for lemma in LEMMAS:
        solver = z3.Solver()
        solver.set("rlimit", EFFORT)
        solver.add(start, z3.Not(lemma(s)))
        found.append((lemma.__name__, {"unsat": "kept"}.get(str(solver.check()), "not decided")))
    return found


def asked(lemma: Callable[[State], Formula], number: int, effort: int = EFFORT) -> tuple[str, str]:
    """Whether the action of that number keeps a lemma: the action, and `kept` or `not decided`."""
    s = anything()
    one, other, epoch, cut = z3.Const("one", R), z3.Const("other", R), z3.Int("epoch"), z3.Int("cut")
    step = steps(s, one, other, epoch, cut)[number]
    # What z3 need not know only leads it astray: it is asked with few lemmas first.
    few = [in_types, *([lemma] if lemma is not in_types else [])]
    more = [one for one in LEMMAS if one in (*few, *PLAIN)]
    attempts = ((few, False), (few, True), (more, False), (list(LEMMAS), False), (list(LEMMAS), True))
    for supposed, by_models in attempts:
        solver = z3.Solver()
        if not by_models:  # z3 then only takes instances that the terms of the question give
            solver.set("auto_config", False)
            solver.set("mbqi", False)
        solver.set("rlimit", effort)
        solver.add(
            *(one for known in supposed for one in everywhere(known(s))), step.guard, *broken(lemma, s, step)
        )
        if solver.check() == z3.unsat:
            return step.name, "kept"
    return step.name, "not decided"


PLAIN = (
    requests_follow_the_quorum, quorum_holds_the_leaders_isr, brokers_heed_requests, leaders_begin_their_epochs,
    followers_hold_a_prefix, hw_within_log, old_leaders_are_deposed,
)  # fmt: skip
"""The lemmas that are not about all records of all logs."""
ACTIONS = 9


def main() -> None:
    """Asks all questions, or one, and prints what is not kept."""
    words = sys.argv[1:]
    effort = int(words.pop(words.index("--effort") + 1)) if "--effort" in words else EFFORT
    words = [word for word in words if word != "--effort"]
    counts: dict[str, int] = {}
    for name, answer in initially():
        counts[answer] = counts.get(answer, 0) + 1
        if answer != "kept":
            print(f"{name} at the start: {answer}")
    for lemma in LEMMAS:
        for number in range(ACTIONS):
            if (words and lemma.__name__ != words[0]) or (len(words) > 1 and str(number) != words[1]):
                continue
            begun = time.process_time()
            name, answer = asked(lemma, number, effort)
            counts[answer] = counts.get(answer, 0) + 1
            if answer != "kept" or words:
                print(
                    f"{lemma.__name__} after {name}: {answer} ({time.process_time() - begun:.1f} s)",
                    flush=True,
                )
    print(", ".join(f"{count} {answer}" for answer, count in counts.items()))


if __name__ == "__main__":
    main()
