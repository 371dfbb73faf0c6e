"""KIP-320 for any number of replicas and epochs, and logs of any length: the lemmas of docs/proof.md asked of z3.

Usage: python docs/examples/unbounded [--effort N] [LEMMA ACTION]. For each lemma and action z3 is asked for a
counterexample to induction.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import z3
from lemmas import (
    COMMITTED_IN,
    GONE_ON,
    LEMMAS,
    A,
    B,
    C,
    E,
    F,
    K,
    X,
    brokers_heed_requests,
    committed_in,
    committed_records_stay,
    deposed,
    followers_hold_a_prefix,
    hw_within_log,
    in_types,
    leaders_begin_their_epochs,
    old_leaders_are_deposed,
    quorum_holds_the_leaders_isr,
    requests_follow_the_quorum,
)
from machine import NONE, Formula, R, State, Step, anything, steps

EFFORT = 20_000_000
"""How much z3 may do for one question, in its own count: the same on any machine."""
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
