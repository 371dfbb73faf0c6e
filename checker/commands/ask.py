"""`tidemark ask`: every minimal set of faults that breaks a promise, of a protocol or a release, within a time."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import Any

from tidemark import impl
from tidemark.checker.analyses import asking
from tidemark.checker.analyses.asking import Answer, Loss, Question, Searched
from tidemark.checker.commands.shared import engine_options, output
from tidemark.checker.commands.shared import options as shared
from tidemark.checker.engines.amounts import integer
from tidemark.checker.engines.engine import MAX_MEMORY, MAX_STATES, SECONDS, Choice, choose
from tidemark.checker.runs import files
from tidemark.checker.telling.explanation import explain
from tidemark.checker.views import page, screen
from tidemark.checker.views.console import live_line
from tidemark.spec.errors import UsageError
from tidemark.spec.protocol import Protocol

ENGINES = {"native": Choice(name="native", options=(MAX_STATES, MAX_MEMORY, SECONDS))}
DEFAULT_SECONDS = 60.0
LEFT_SHOWN = 5
"""Sets that were not looked at and are named."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    shared.add_protocol(parser)
    shared.add_own_promises(parser)
    parser.add_argument("--promise", action="append", default=[], metavar="NAME", help="a promise to break")
    parser.add_argument(
        "--faults",
        type=integer,
        default=asking.MOST_FAULTS,
        metavar="N",
        help="how many faults a set has at most (default: %(default)s)",
    )
    engine_options.add_engines(parser, ENGINES)
    output.add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Ask; 1 where a set of faults breaks a promise, 0 where all were searched and none does, 3 where time was over."""
    request = engine_options.request_of(options)
    choose(ENGINES, options.engine, request)
    limits = request.limits
    questions = _questions(options)
    seconds = (DEFAULT_SECONDS if limits.seconds is None else limits.seconds) / len(questions)
    answers: list[Answer] = []
    with output.document(options) as given:
        for question in questions:
            if len(questions) > 1:
                print(
                    screen.here().paragraph(f"{question.protocol.name}: {question.protocol.summary}") + "\n"
                )
            with live_line() as say:
                tell = partial(_tell, question)
                answers.append(asking.ask(question, replace(limits, seconds=seconds), tell, say or _nowhere))
            _tell_rest(answers[-1])
            if answers[-1].interrupted:
                break
        given.data = {"answers": [as_json(answer) for answer in answers]}
    statuses = {answer.exit_status for answer in answers}
    return next(status for status in (130, 1, 3, 0) if status in statuses)


def _questions(options: argparse.Namespace) -> list[Question]:
    """One for each protocol: a release has those that are true to it, and know the bounds and promises that are named.

    Raises:
        UsageError: none does.
    """
    given, named, own = shared.bounds_of(options), tuple(options.promise), shared.own_promises(options)
    known = impl.of_release(options.protocol)
    if not known:
        known = [shared.protocol_of(options)]
        own = []
    fitting = [one for one in known if len(known) == 1 or _knows(one, given, named)]
    if not fitting:
        told = ", ".join(one.name for one in known)
        raise UsageError(
            f"none of {told} has all of these bounds and promises: name one, and see its `--help`"
        )
    return [
        Question(one.with_own(own), named, given, shared.exchanged_of(one, options.exchanged), options.faults)
        for one in fitting
    ]


def _knows(protocol: Protocol, given: Mapping[str, Any], promises: Sequence[str]) -> bool:
    bounds = {bound.name for bound in protocol.bounds}
    return set(given) <= bounds and set(promises) <= {promise.name for promise in protocol.family.promises}


def _nowhere(_: str) -> None:
    """Show nothing: there is no terminal."""


def _tell(question: Question, loss: Loss) -> None:
    """A set that breaks a promise, as soon as it is found."""
    here = screen.here()
    faults = loss.faults.told(question.kinds)
    told = f"{faults[:1].upper()}{faults[1:]}: {loss.promise} breaks after {loss.run.length} states."
    print(here.paragraph(here.mark(told, "broken")))
    for line in (explain(loss.run).loss.sentence, page.command(loss.run)):
        print("\n".join(here.wrap(line, "  ", "    ")))
    print()


def _tell_rest(found: Answer) -> None:
    """All losses in a table, what was searched without one, and what was not searched."""
    here, kinds = screen.here(), found.question.kinds
    if len(found.losses) > 1:
        ordered = sorted(found.losses, key=lambda one: one.faults.cost(kinds))
        several = len({loss.promise for loss in ordered}) > 1
        losses = [
            [
                loss.faults.told(kinds),
                *([loss.promise] if several else []),
                f"{loss.run.length} states",
                found.size(loss.searched.step),
            ]
            for loss in ordered
        ]
        headers = ["minimal set of faults", *(["breaks"] if several else []), "after", "at"]
        print(here.table(losses, headers) + "\n")
    if found.kept:
        rows = [
            [
                found.size(step),
                str(len(searched)),
                str(max(one.faults.size for one in searched)),
                f"{sum(one.states for one in searched):,}",
            ]
            for step, searched in _by_step(found.kept)
        ]
        print("Searched to the end, and nothing breaks:\n")
        print(here.table(rows, ["at", "sets", "faults at most", "states"], ("left", *("right",) * 3)))
        print()
    if not kinds:
        print(here.paragraph(f"{found.question.protocol.name} knows no faults that are not given."))
    elif found.exit_status == 0:
        print(
            here.paragraph(f"No set of at most {found.question.most} faults breaks a promise at these sizes.")
        )
    if found.stopped:
        waiting = [
            f"{faults.told(kinds)} (at {found.size(step)})" for faults, step in found.left[:LEFT_SHOWN]
        ]
        more = len(found.left) - len(waiting)
        told = f"{found.stopped}. Not searched: {'; '.join(waiting)}" + (
            f"; and {more:,} more" if more else ""
        )
        print(here.paragraph(f"{told}, and what has one of these. --seconds gives more time."))
    for searched, reason in found.undecided:
        told = f"Not decided: {searched.faults.told(kinds)} (at {found.size(searched.step)}): {reason}"
        print(here.paragraph(told))


def _by_step(searched: Sequence[Searched]) -> list[tuple[int, list[Searched]]]:
    ordered = sorted(searched, key=lambda one: one.step)
    return [(step, list(ones)) for step, ones in groupby(ordered, key=lambda one: one.step)]


def as_json(found: Answer) -> dict[str, Any]:
    """The answer as a document."""
    kinds = found.question.kinds
    return {
        "protocol": found.question.protocol.name,
        "losses": [
            {
                "faults": dict(loss.faults.counts),
                "told": loss.faults.told(kinds),
                "promise": loss.promise,
                "length": loss.run.length,
                "sentence": explain(loss.run).loss.sentence,
                "command": page.command(loss.run),
                "trace": files.to_json(loss.run),
                **_searched(found, loss.searched),
            }
            for loss in found.losses
        ],
        "kept": [
            {"faults": dict(one.faults.counts), "holds": [*one.holds], **_searched(found, one)}
            for one in found.kept
        ],
        "undecided": [
            {"faults": dict(one.faults.counts), "reason": reason, **_searched(found, one)}
            for one, reason in found.undecided
        ],
        "left": [
            {"faults": dict(faults.counts), "at": dict(found.steps[step])} for faults, step in found.left
        ],
        "stopped": found.stopped,
        "seconds": found.seconds,
    }


def _searched(found: Answer, searched: Searched) -> dict[str, Any]:
    return {"bounds": found.bounds(searched), "states": searched.states, "seconds": searched.seconds}
