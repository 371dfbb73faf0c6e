"""`tidemark prove`: try to prove a promise by induction."""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import replace
from typing import Any

from tabulate import tabulate

from checker.commands.shared import options as shared
from checker.engines.amounts import positive, seconds
from checker.engines.native.search import search
from checker.engines.smt.induction import ObligationResult, Proof, prove
from checker.runs.results import Limits, Run
from checker.views.console import heading
from spec import any_of
from spec.composites import ArrayType, RecordType
from spec.differences import changes
from spec.expression import Expr
from spec.family import family_of
from spec.machine import Machine, OutOfRange, Promise
from spec.names import look_up


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    shared.add_protocol(parser)
    parser.add_argument("promise_name", metavar="PROMISE", help="the promise to prove")
    parser.add_argument(
        "--lemma",
        action="append",
        default=[],
        metavar="NAME",
        help="a promise to prove along with it; may be repeated. Unless given: the lemmas that Tidemark has "
        "for the promise; `--lemma none` takes none of them",
    )
    shared.add_own_promises(parser)
    parser.add_argument(
        "--k",
        type=positive,
        default=1,
        metavar="K",
        help="suppose the lemmas in K states in a row (1)",
    )
    parser.add_argument(
        "--seconds",
        type=seconds,
        default=300.0,
        metavar="S",
        help="time for each question to z3 (300)",
    )
    parser.add_argument(
        "--every-instance",
        action="store_true",
        help="ask about every action instance, not about one of those that differ by the numbers of ids only",
    )
    parser.add_argument("--jobs", type=positive, metavar="N", help="questions to ask at a time (one a core)")
    parser.add_argument(
        "--check-reachable",
        action="store_true",
        help="look for a run to the state of each counterexample to induction, with the native engine",
    )
    parser.add_argument(
        "--max-states",
        type=positive,
        default=20_000_000,
        metavar="N",
        help="limit of that search (20 million)",
    )


def run(options: argparse.Namespace) -> int:
    """Print what came of it; 0 proved, 1 not inductive, 3 undecided."""
    machine = shared.machine_of(options)
    family = family_of(machine)
    known = {p.name: p for p in (*machine.promises, *family.all_lemmas)}
    promise = look_up(known, options.promise_name, f"{machine.name} has no promise")
    names = options.lemma or [lemma.name for lemma in family.lemmas.get(promise.name, ())]
    chosen = [look_up(known, name, f"{machine.name} has no lemma") for name in names if name != "none"]
    machine = replace(machine, promises=[promise])
    processes = options.jobs or len(os.sched_getaffinity(0))
    proof = prove(
        machine,
        chosen,
        options.k,
        options.seconds,
        processes,
        _progress,
        every_instance=options.every_instance,
    )
    _clear()
    print(heading(machine) + "\n")
    print(
        tabulate(_rows(proof), headers=["lemma", "at the start", "after every action", "s"], floatfmt=".1f")
    )
    for outcome in _one_of_each_action(proof):
        _show(proof, outcome, options)
    _conclude(proof, promise)
    return 0 if proof.proved else 1 if proof.broken else 3


def _progress(_outcome: ObligationResult, done: int, total: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{done} of {total} questions answered", end="", file=sys.stderr, flush=True)


def _clear() -> None:
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr, flush=True)


def _rows(proof: Proof) -> list[list[Any]]:
    """One row for each lemma."""
    rows: dict[str, list[Any]] = {}
    for outcome in proof.outcomes:
        row = rows.setdefault(outcome.obligation.lemma, [outcome.obligation.lemma, "", [], 0.0])
        row[3] += outcome.seconds
        if outcome.obligation.instance is None:
            row[1] = "holds" if outcome.answer == "kept" else outcome.answer
        elif outcome.answer != "kept":
            said = f"{outcome.answer} by {outcome.obligation.instance.action.name}"
            said = said.replace("unknown by", "not decided for")
            row[2] += [said] if said not in row[2] else []
    return [[name, start, "\n".join(said) or "kept", took] for name, start, said, took in rows.values()]


def _one_of_each_action(proof: Proof) -> list[ObligationResult]:
    """A counterexample to induction of each action: to the promise, or else to the last lemma."""
    names = [p.name for p in proof.machine.promises]
    shown: dict[str, ObligationResult] = {}
    for outcome in sorted(
        proof.broken, key=lambda o: names.index(o.obligation.lemma) if o.obligation.lemma in names else -1
    ):
        instance = outcome.obligation.instance
        shown[instance.action.name if instance else ""] = outcome
    order = [a.name for a in proof.machine.actions]
    return [shown[name] for name in ("", *order) if name in shown]


def _show(proof: Proof, outcome: ObligationResult, options: argparse.Namespace) -> None:
    obligation = outcome.obligation
    if obligation.instance is None:
        print(f"\n{obligation.lemma} does not hold at the start:")
    else:
        print(f"\nCounterexample to induction: {obligation.instance.action.name} breaks {obligation.lemma}")
    machine = proof.machine
    print("\n".join(f"   {line}" for line in state_lines(machine, outcome.states[0])))
    try:
        found = proof.run(outcome)
    except OutOfRange as error:
        print(f"   then {error}")
        return
    for before, step in zip(found.steps, found.steps[1:], strict=False):
        print(f"   then {step.instance}")
        for change in changes(machine.type, machine.decode(before.state), machine.decode(step.state)):
            print(f"        {change}")
    if options.check_reachable and obligation.instance is not None:
        print(f"   {reachability(machine, found, options.max_states)}")


def state_lines(machine: Machine, state: tuple[int, ...]) -> list[str]:
    """A state in full: a line for each field, and for each element of an array of records."""
    value, lines = machine.decode(state), []
    for name, field in machine.type.fields.items():
        part = getattr(value, name)
        if isinstance(field, ArrayType) and isinstance(field.element, RecordType):
            for index, item in zip(field.index.values(), part, strict=True):
                lines.append(f"{name}[{field.index.show(index)}]: {field.element.text(item)}")
        else:
            lines.append(f"{name}: {field.text(part)}")
    return lines


def reachability(machine: Machine, found: Run, max_states: int) -> str:
    """Whether the state in which a counterexample to induction begins can be reached, in words."""
    target = found.steps[0].state

    def differs(state: Any) -> Any:
        fields: list[Any] = []
        machine.type.flatten(state, fields)
        return any_of(
            field != (field.graph.const(plain, leaf.kind) if isinstance(field, Expr) else plain)
            for field, plain, leaf in zip(fields, target, machine.leaves, strict=True)
        )

    elsewhere = Promise("elsewhere", differs)
    result = search(replace(machine, promises=[elsewhere]), Limits(max_states=max_states))
    match result.promises["elsewhere"].verdict:
        case "violated":
            length = result.promises["elsewhere"].length
            return f"That state is reachable, after {length} states: the protocol breaks it."
        case "holds":
            states = f"{result.distinct_states:,} states"
            return f"That state is not reachable, among {states}: the lemmas are too weak."
        case _:
            return f"Whether that state is reachable is not known: {result.stopped}."


def _conclude(proof: Proof, promise: Promise) -> None:
    if proof.proved:
        print(
            f"\n{promise.name} holds in every reachable state: proved by induction in {proof.seconds:.1f} s."
        )
    elif proof.broken:
        print(f"\nNot proved: {len(proof.broken)} of {len(proof.outcomes)} steps of the proof fail.")
    else:
        print(f"\nNot decided: z3 ran out of time for {len(proof.unknown)} of {len(proof.outcomes)} steps.")
