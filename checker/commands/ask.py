"""`tidemark ask`: every minimal set of faults that breaks a promise, of a protocol or a release, within a time."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from tidemark import impl
from tidemark.base.counts import count_of
from tidemark.base.errors import UsageError
from tidemark.base.names import look_up
from tidemark.checker.analyses import asking
from tidemark.checker.analyses.asking import FaultAnswer, FaultQuestion, FaultSetLoss
from tidemark.checker.analyses.fault_sets import FaultSet
from tidemark.checker.commands.shared import engine_options, junit, output
from tidemark.checker.commands.shared import options as shared
from tidemark.checker.engines.amounts import integer
from tidemark.checker.engines.engine import MAX_MEMORY, MAX_STATES, SECONDS, Choice, choose
from tidemark.checker.runs import files
from tidemark.checker.telling.explanation import capital, explain
from tidemark.checker.views import page, screen
from tidemark.checker.views.answers import junit as answer_junit
from tidemark.checker.views.answers import page as answer_page
from tidemark.checker.views.answers.words import nothing_breaks, size_rows
from tidemark.checker.views.console import live_line
from tidemark.spec.families.protocol import Protocol

ENGINES = {"native": Choice(name="native", options=(MAX_STATES, MAX_MEMORY, SECONDS))}
DEFAULT_SECONDS = 60.0
MAX_UNSEARCHED_NAMES = 3
"""Sets that were not searched and are named, for each size."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    shared.add_protocol(parser)
    shared.add_own_promises(parser)
    shared.add_repeated(
        parser, "--promise", "NAME", "a promise to break; of a release, any that `tidemark list` shows"
    )
    help_of_faults = "how many faults a set has at most (default: %(default)s)"
    parser.add_argument(
        "--faults", type=integer, default=asking.MOST_FAULTS, metavar="N", help=help_of_faults
    )
    help_of_labels = (
        "of a release, ask only the protocols with this label; `tidemark list RELEASE` shows the labels; may be "
        "repeated, and a protocol needs all of them"
    )
    shared.add_repeated(parser, "--only", "LABEL", help_of_labels)
    engine_options.add_engines(parser, ENGINES)
    output.add_json(parser)
    junit.add(parser, "the sets")
    parser.add_argument(
        "--html", metavar="FILE", help="write one page with the run of each set; - is standard output"
    )


def run(options: argparse.Namespace) -> int:
    """Ask; 1 where a set of faults breaks a promise, 0 where all were searched and none does, 3 where time was over."""
    request = engine_options.request_of(options)
    choose(ENGINES, options.engine, request)
    limits = request.limits
    questions = _questions(options)
    seconds = DEFAULT_SECONDS if limits.seconds is None else limits.seconds
    several = len(questions) > 1
    alone = output.alone(options, ("json", "junit", "html"))
    for path in (options.junit, options.html):
        output.require_writable(path)
    with output.document(options) as document, output.silent(alone is not None):
        with live_line() as say:
            limits = replace(limits, seconds=seconds)
            answers = asking.ask(questions, limits, partial(_print_loss, several), say or (lambda _: None))
        for answer in answers:
            if several:
                protocol = answer.question.protocol
                print(screen.here().paragraph(f"{protocol.name}: {protocol.summary}") + "\n")
            _print_answer(answer)
        if several:
            _print_overview(answers)
        document.data = {"answers": [as_json(answer) for answer in answers]}
    if options.junit:
        output.write(options.junit, answer_junit.report(answers))
    if options.html:
        output.write(options.html, answer_page.page(answers, options.protocol))
    statuses = {answer.exit_status for answer in answers}
    return next(status for status in (130, 1, 3, 0) if status in statuses)


def _questions(options: argparse.Namespace) -> list[FaultQuestion]:
    """One for each protocol: a release has those that are true to it, and know the bounds and promises that are named.

    If none does for which it stands alone, these are the ones for which it stands with what is named.

    Raises:
        UsageError: none does.
    """
    bounds, promise_names = shared.bounds_of(options), tuple(options.promise)
    of_release = _protocols_of_release(options.protocol, options.only)
    own_promises = shared.own_promises(options) if of_release else []
    protocols = of_release or [shared.protocol_of(options)]
    beside = [] if options.only else impl.beside_release(options.protocol)
    fitting = _fitting(protocols, bounds, promise_names) or _fitting(beside, bounds, promise_names)
    if not fitting and len(protocols) == 1:
        fitting = protocols  # which says what it lacks
    if not fitting:
        names = ", ".join(protocol.name for protocol in [*protocols, *beside])
        raise UsageError(
            f"none of {names} has all of these bounds and promises: name one, and see its `--help`"
        )
    if of_release and len(fitting) == 1:
        shared.print_release(options.protocol, fitting[0])
    return [
        FaultQuestion(
            protocol.with_own(own_promises),
            promise_names,
            bounds,
            shared.exchanged_of(protocol, options.exchanged),
            options.faults,
        )
        for protocol in fitting
    ]


def _protocols_of_release(word: str, labels: Sequence[str]) -> list[Protocol]:
    """The protocols that are true to a release and have all these labels; none where the word is no release.

    Raises:
        UsageError: no protocol has them, or there are labels and no release.
    """
    protocols = impl.of_release(word)
    if labels and not protocols:
        raise UsageError(f"--only chooses among the protocols of a release, and {word} is no release")
    if labels:
        protocols += impl.beside_release(word)
    for label in labels:
        choices = dict.fromkeys(choice for protocol in protocols for choice in protocol.all_labels)
        look_up(choices, label, f"no protocol that is true to {word} is labelled")
        protocols = [protocol for protocol in protocols if label in protocol.all_labels]
    return protocols


def _fitting(
    protocols: Sequence[Protocol], bounds: Mapping[str, Any], promises: Sequence[str]
) -> list[Protocol]:
    """The protocols that have all of these bounds and promises."""
    return [
        protocol
        for protocol in protocols
        if bounds.keys() <= {bound.name for bound in protocol.bounds}
        and set(promises) <= {promise.name for promise in protocol.family.promises}
    ]


def _print_loss(several: bool, question: FaultQuestion, loss: FaultSetLoss) -> None:
    """Print a set that breaks a promise, as soon as it is found; with the protocol where several are asked."""
    console = screen.here()
    if several:
        print(f"{question.protocol.name}:")
    faults = capital(loss.faults.describe(question.kinds))
    sentence = f"{faults}: {loss.promise} breaks after {count_of(loss.run.length, 'state')}."
    print(console.paragraph(console.mark(sentence, "broken")))
    for line in (explain(loss.run).loss.sentence, page.command(loss.run)):
        print("\n".join(console.wrap(line, "  ", "    ")))
    print()


def _print_answer(answer: FaultAnswer) -> None:
    """All losses in a table, what was searched, and what was not."""
    console, kinds = screen.here(), answer.question.kinds
    if not kinds:
        print(console.paragraph(f"{answer.question.protocol.name} has no faults that may be chosen."))
    if answer.losses:
        print(console.table(*_loss_table(answer)) + "\n")
    rows = [
        [row.size, str(row.searched), str(len(row.unfinished_sets)), f"{row.states:,}"]
        for row in size_rows(answer)
        if row.searched
    ]
    if rows:
        headers = ["size", "sets searched", "not searched", "states"]
        print(console.table(rows, headers, ("left", *("right",) * 3)) + "\n")
    if answer.exit_status == 0:
        print(console.paragraph(nothing_breaks(answer)))
    if answer.stopped:
        print(
            console.paragraph(f"{answer.stopped}. {_unsearched_sentence(answer)} --seconds gives more time.")
        )


def _print_overview(answers: Sequence[FaultAnswer]) -> None:
    """Which protocols lose by which minimal set, and which do not: what differs between two of them."""
    sets = dict[str, tuple[int, FaultSet]]()
    for answer in answers:
        for loss in answer.losses_in_order:
            cost = loss.faults.cost(answer.question.kinds)
            sets.setdefault(answer.describe(loss.faults), (cost, loss.faults))
    rows = []
    for clause, (_, faults) in sorted(sets.items(), key=lambda item: item[1][0]):
        broken, kept = [], []
        for answer in answers:
            name = answer.question.protocol.name
            if answer.broken_by(faults):
                broken.append(name)
            elif any(answer.is_searched(faults, step) for step in range(len(answer.steps))):
                kept.append(name)
        rows.append([clause, ", ".join(broken), ", ".join(kept) or "–"])
    if rows:
        console = screen.here()
        explanation = "All together. What is in neither column was not searched with these faults."
        print(console.paragraph(explanation) + "\n")
        print(console.table(rows, ["minimal set of faults", "breaks", "holds"]) + "\n")


def _loss_table(answer: FaultAnswer) -> tuple[list[list[str]], list[str]]:
    several = answer.breaks_several_promises
    rows = [
        [
            answer.describe(loss.faults),
            *([loss.promise] if several else []),
            count_of(loss.run.length, "state"),
            answer.describe_size(loss.search.scope.step),
        ]
        for loss in answer.losses_in_order
    ]
    return rows, ["minimal set of faults", *(["breaks"] if several else []), "after", "size"]


def _unsearched_sentence(answer: FaultAnswer) -> str:
    """Which sets were not searched to the end, the most ordinary ones of each size."""
    parts = []
    for row in size_rows(answer):
        if sets := row.unfinished_sets:
            descriptions = [answer.describe(faults) for faults in sets[:MAX_UNSEARCHED_NAMES]]
            unnamed = len(sets) - len(descriptions)
            remainder = f"; and {unnamed:,} more sets" if unnamed else ""
            parts.append(f"Not searched to the end at {row.size}: {'; '.join(descriptions)}{remainder}.")
    return " ".join(parts)


def as_json(answer: FaultAnswer) -> dict[str, Any]:
    """The answer as a document."""
    kinds = answer.question.kinds
    return {
        "protocol": answer.question.protocol.name,
        "losses": [
            {
                "faults": dict(loss.faults.counts),
                "told": loss.faults.describe(kinds),
                "promise": loss.promise,
                "length": loss.run.length,
                "sentence": explain(loss.run).loss.sentence,
                "command": page.command(loss.run),
                "trace": files.to_json(loss.run),
                "bounds": answer.bounds(loss.faults, loss.search.scope.step),
                "states": loss.search.states,
            }
            for loss in answer.losses
        ],
        "searches": [
            {
                "faults": sorted(search.scope.names),
                "chosen": dict(search.scope.chosen.counts),
                "most": search.scope.most,
                "size": dict(answer.steps[search.scope.step]),
                "states": search.states,
                "seconds": search.seconds,
                "stopped": search.stopped,
            }
            for search in answer.searches
        ],
        "unsearched": [
            {"size": dict(size), "faults": [dict(faults.counts) for faults in answer.unfinished_sets(step)]}
            for step, size in enumerate(answer.steps)
        ],
        "stopped": answer.stopped,
        "seconds": answer.seconds,
    }
