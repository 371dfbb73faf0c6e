"""`tidemark prove`: try to prove a promise by induction.

Exit status: 0 proved; 1 the promise is violated, at the start or by a run that --check-reachable found; 3 z3 ran out of
time; 4 not proved, and no violation found.
"""

from __future__ import annotations

import argparse
import os
from dataclasses import replace
from itertools import pairwise
from typing import Any

from tabulate import tabulate

from tidemark.base.counts import count_of
from tidemark.base.errors import UsageError
from tidemark.base.names import look_up
from tidemark.checker.commands.shared import engine_options, output
from tidemark.checker.commands.shared import options as shared
from tidemark.checker.engines.amounts import positive, seconds, whole, workers
from tidemark.checker.engines.engine import SECONDS, Option
from tidemark.checker.engines.native.search import search
from tidemark.checker.engines.smt import spots
from tidemark.checker.engines.smt.induction import ObligationResult, Proof, prove
from tidemark.checker.engines.spot_checks import Extent
from tidemark.checker.runs.results import Limits, Run
from tidemark.checker.views.console import heading, live_line
from tidemark.spec import any_of
from tidemark.spec.expressions.expression import Expr
from tidemark.spec.families.family import family_of
from tidemark.spec.machines.declarations import Promise
from tidemark.spec.machines.machine import Machine, OutOfRange
from tidemark.spec.types.composites import ArrayType, RecordType
from tidemark.spec.types.differences import changes

NOT_PROVED = 4
"""The exit status where induction fails, and no run is known that breaks the promise."""
VERDICTS = {0: "proved", 1: "violated", 3: "unknown", NOT_PROVED: "not proved"}
MAX_STATES = 20_000_000


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = (
        "Exit status: 0 proved; 1 the promise is violated, at the start or by a run that --check-reachable found; "
        "3 z3 ran out of time; 4 not proved, and no violation found."
    )
    shared.add_protocol(parser)
    shared.add_promise(parser, "the promise to prove", "promise_name")
    help_of_lemmas = (
        "a promise to prove along with it; may be repeated. By default: the lemmas that Tidemark has for the promise; "
        "`--lemma none` takes none of them"
    )
    shared.add_repeated(parser, "--lemma", "NAME", help_of_lemmas)
    shared.add_own_promises(parser)
    for option in (
        Option("k", "assume the lemmas in K states in a row (1)", whole(1, 100), "K", 1),
        SECONDS,
        Option("question-seconds", "time for each question to z3 (300)", seconds, "S", 300.0),
        Option("jobs", "questions to ask at a time (one a core)", workers, "N"),
        Option("max-states", "limit of the search of --check-reachable (20 million)", positive, "N"),
    ):
        engine_options.add_option(parser, option)
    parser.add_argument(
        "--every-instance",
        action="store_true",
        help="ask about every action instance, not only about one of those that differ in the numbers of ids",
    )
    parser.add_argument(
        "--check-reachable",
        action="store_true",
        help="look for a run to the state of each counterexample to induction, with the native engine",
    )
    output.add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Try to prove it, and print the result; 0 proved, 1 violated, 3 undecided or out of time, 4 not inductive."""
    shared.require_promise(options, "promise_name")
    if options.max_states and not options.check_reachable:
        raise UsageError("--max-states limits the search of --check-reachable: give that too")
    if "none" in options.lemma and len(options.lemma) > 1:
        raise UsageError("--lemma none takes no lemma: leave it out, or the others")
    with output.document(options) as document:
        return _prove(options, document)


def _prove(options: argparse.Namespace, document: output.Document) -> int:
    machine = shared.whole_machine_of(options)
    family = family_of(machine)
    promises_by_name = {p.name: p for p in (*machine.promises, *family.all_lemmas)}
    if machine.is_about_runs(options.promise_name):
        machine.state_promise(options.promise_name)
    promise = look_up(promises_by_name, options.promise_name, f"{machine.name} has no promise")
    names = options.lemma or [lemma.name for lemma in family.lemmas.get(promise.name, ())]
    lemmas = (
        look_up(promises_by_name, name, f"{machine.name} has no lemma") for name in names if name != "none"
    )
    machine = replace(machine.about_states(), promises=[promise])
    processes = options.jobs or len(os.sched_getaffinity(0))
    seconds = options.question_seconds
    every, limits = options.every_instance, Limits(seconds=options.seconds)
    with live_line() as say:

        def report(_outcome: ObligationResult, done: int, total: int) -> None:
            if say:
                say(f"{done} of {total} questions answered")

        proof = prove(
            machine, list(lemmas), options.k, seconds, processes, report, every_instance=every, limits=limits
        )
    if proof.is_proof:
        spots.check(proof.machine, Extent(part_of_search=0))
    print(heading(machine) + "\n")
    headers = ["lemma", "at the start", "after every action", "s"]
    print(tabulate(_rows(proof), headers=headers, floatfmt=".1f"))
    shown = [
        _print_counterexample(proof, outcome, options) for outcome in _counterexample_of_each_action(proof)
    ]
    if proof.stopped:
        print(f"\nincomplete: {proof.stopped}, with {len(proof.outcomes)} steps of the proof answered")
    else:
        _conclude(proof, promise)
    violated = any(c["lemma"] == promise.name and c["reachable_after"] for c in shown)
    status = 1 if violated else 0 if proof.is_proof else NOT_PROVED if proof.broken else 3
    document.data = {
        "protocol": machine.name,
        "bounds": dict(machine.bounds),
        "promise": promise.name,
        "k": options.k,
        "verdict": VERDICTS[status],
        "lemmas": _lemmas_as_json(proof),
        "counterexamples": shown,
        "seconds": round(proof.seconds, 3),
        "stopped": proof.stopped,
    }
    return status


def _rows(proof: Proof) -> list[list[Any]]:
    """One row for each lemma."""
    rows: dict[str, list[Any]] = {}
    for outcome in proof.outcomes:
        row = rows.setdefault(outcome.obligation.lemma, [outcome.obligation.lemma, "", [], 0.0])
        row[3] += outcome.seconds
        action = outcome.obligation.action
        if action is None:
            row[1] = "holds" if outcome.answer == "kept" else outcome.answer
        elif outcome.answer != "kept":
            entry = f"{outcome.answer} by {action.name}"
            entry = entry.replace("unknown by", "not decided for")
            row[2] += [entry] if entry not in row[2] else []
    kept = "kept, as far as was asked" if proof.stopped else "kept"
    return [[name, start, "\n".join(after) or kept, time] for name, start, after, time in rows.values()]


def _lemmas_as_json(proof: Proof) -> list[dict[str, Any]]:
    """Each lemma with the answer for the initial state, and the actions after which it may not hold."""
    lemmas: dict[str, dict[str, Any]] = {}
    for outcome in proof.outcomes:
        name, action = outcome.obligation.lemma, outcome.obligation.action
        lemma = lemmas.setdefault(name, {"name": name, "start": None, "broken_by": [], "unknown_for": []})
        if action is None:
            lemma["start"] = outcome.answer
        elif outcome.answer != "kept":
            actions = lemma["broken_by" if outcome.answer == "broken" else "unknown_for"]
            actions += [] if action.name in actions else [action.name]
    return list(lemmas.values())


def _counterexample_of_each_action(proof: Proof) -> list[ObligationResult]:
    """A counterexample to induction of each action: to the promise, or else to the last lemma."""
    names = [p.name for p in proof.machine.promises]
    shown: dict[str, ObligationResult] = {}
    order_of = {name: number for number, name in enumerate(names)}
    for outcome in sorted(proof.broken, key=lambda outcome: order_of.get(outcome.obligation.lemma, -1)):
        action = outcome.obligation.action
        shown[action.name if action else ""] = outcome
    order = [a.name for a in proof.machine.actions]
    return [shown[name] for name in ("", *order) if name in shown]


def _print_counterexample(
    proof: Proof, outcome: ObligationResult, options: argparse.Namespace
) -> dict[str, Any]:
    """Print a counterexample to induction; gives the same as JSON data.

    `reachable_after` is after how many states a run reaches its first state; null where no run is known to.
    """
    obligation = outcome.obligation
    machine, instance = proof.machine, outcome.instances[-1] if obligation.action else None
    data: dict[str, Any] = {
        "lemma": obligation.lemma,
        "action": str(instance) if instance else None,
        "states": [machine.type.show(machine.decode(state)) for state in outcome.states],
        "reachable_after": None if instance else 1,
    }
    breaks = (
        f"Counterexample to induction: {instance.action.name} breaks {obligation.lemma}" if instance else ""
    )
    choice = "" if instance else machine.initial_states.text(outcome.states[0])
    start = f"the start, with {choice}" if choice else "the start"
    print("\n" + (breaks or f"{obligation.lemma} does not hold at {start}:"))
    print("\n".join(f"   {line}" for line in state_lines(machine, outcome.states[0])))
    try:
        counterexample = proof.run(outcome)
    except OutOfRange as error:
        print(f"   then {error}")
        return data
    for before, step in pairwise(counterexample.steps):
        print(f"   then {step.instance}")
        for change in changes(machine.type, machine.decode(before.state), machine.decode(step.state)):
            print(f"        {change.sentence}")
    if instance and options.check_reachable:
        most = options.max_states or MAX_STATES
        data["reachable_after"], explanation = reachability(machine, counterexample, most)
        print(f"   {explanation}")
    return data


def state_lines(machine: Machine, state: tuple[int, ...]) -> list[str]:
    """A state in full: a line for each field, and for each element of an array of records."""
    value, lines = machine.decode(state), []
    for name, field in machine.type.fields.items():
        part = getattr(value, name)
        if isinstance(field, ArrayType) and isinstance(field.element, RecordType):
            for index, record in zip(field.index.values(), part, strict=True):
                lines.append(f"{name}[{field.index.show(index)}]: {field.element.text(record)}")
        else:
            lines.append(f"{name}: {field.text(part)}")
    return lines


def reachability(machine: Machine, counterexample: Run, max_states: int) -> tuple[int | None, str]:
    """Whether, and after how many states, the state where a counterexample to induction begins is reached; in words."""
    target = counterexample.steps[0].state

    def differs(state: Any) -> Any:
        fields: list[Any] = []
        machine.type.flatten(state, fields)
        return any_of(
            field != (field.graph.const(plain, leaf.kind) if isinstance(field, Expr) else plain)
            for field, plain, leaf in zip(fields, target, machine.leaves, strict=True)
        )

    elsewhere = Promise("elsewhere", differs)
    result = search(replace(machine, promises=[elsewhere]), Limits(max_states=max_states))
    result.require_no_interrupt()
    match result.promises["elsewhere"].verdict:
        case "violated":
            length = result.promises["elsewhere"].length
            after = count_of(length or 0, "state")
            return length, f"That state is reachable, after {after}: the protocol breaks it."
        case "holds":
            states = count_of(result.distinct_states, "state")
            return None, f"That state is not reachable, among {states}: the lemmas are too weak."
        case _:
            return None, f"Whether that state is reachable is not known: {result.stopped}."


def _conclude(proof: Proof, promise: Promise) -> None:
    if proof.is_proof:
        print(
            f"\n{promise.name} holds in every reachable state: proved by induction in {proof.seconds:.1f} s."
        )
    elif proof.broken:
        print(f"\nNot proved: {len(proof.broken)} of {len(proof.outcomes)} steps of the proof fail.")
    else:
        print(f"\nNot decided: z3 ran out of time for {len(proof.unknown)} of {len(proof.outcomes)} steps.")
