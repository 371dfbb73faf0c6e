"""Answers as one HTML page that needs no network: the minimal sets of faults, their runs, and what was searched."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from tidemark.base.counts import count_of
from tidemark.checker.analyses.asking import FaultAnswer, FaultSetLoss
from tidemark.checker.analyses.fault_sets import FaultSet
from tidemark.checker.telling.explanation import Explanation, ToldStep, capital, explain
from tidemark.checker.views import page as run_page
from tidemark.checker.views import template
from tidemark.checker.views.answers.words import nothing_breaks, size_rows
from tidemark.checker.views.markdown import bounds
from tidemark.checker.views.step_table import step_words
from tidemark.spec.families.releases import in_words

MAX_UNSEARCHED_NAMES = 500
"""Sets that were not searched and are named, for each size."""


def page(answers: Sequence[FaultAnswer], name: str) -> str:
    """The page; `name` is what was asked about: a protocol, or a release."""
    explained_answers = [
        (answer, [(loss, explain(loss.run)) for loss in answer.losses_in_order]) for answer in answers
    ]
    runs = [_run(explanation) for _, losses in explained_answers for _, explanation in losses]
    headline, sections, begin = _headline(answers, name), [], 0
    for answer, losses in explained_answers:
        sections.append(_answer_section(answer, losses, begin, is_alone=len(answers) == 1))
        begin += len(losses)
    parts = {
        "title": escape(f"Ask: {headline}"),
        "headline": escape(headline),
        "summary": escape(_summary(answers[0]) if len(answers) == 1 else ""),
        "style": template.file("tidemark.checker.views.answers", "page.css"),
        **run_page.run_parts(),
        "script": template.file("tidemark.checker.views.answers", "page.js"),
        "answers": "".join(sections),
        "data": template.script_data(runs),
    }
    return template.fill("tidemark.checker.views.answers", "page.html", parts)


def _run(explanation: Explanation) -> dict[str, Any]:
    """A run with what its legend says."""
    return {
        **run_page.run_data(explanation, explanation),
        "noun": explanation.telling.noun,
        "legend": list(explanation.telling.legend),
        "turn": explanation.turn,
    }


def _headline(answers: Sequence[FaultAnswer], name: str) -> str:
    """How many sets break what, or that none does."""
    if len(answers) > 1:
        broken = sum(bool(answer.losses) for answer in answers)
        return f"{name}: faults break a promise in {broken} of {len(answers)} protocols"
    (answer,) = answers
    protocol = answer.question.protocol.name
    if answer.losses:
        count = len({loss.faults for loss in answer.losses})
        promises = sorted({loss.promise for loss in answer.losses})
        promise = promises[0] if len(promises) == 1 else f"{len(promises)} promises"
        sets = "One minimal set of faults breaks" if count == 1 else f"{count} minimal sets of faults break"
        return f"{sets} {promise} in {protocol}"
    promise = answer.promises[0] if len(answer.promises) == 1 else "a promise"
    so_far = "of those that were searched " if answer.stopped else ""
    return f"No set of at most {answer.question.most} faults {so_far}breaks {promise} in {protocol}"


def _summary(answer: FaultAnswer) -> str:
    protocol = answer.question.protocol
    releases = f"; true to {in_words(protocol.releases)}" if protocol.releases else ""
    return f"{protocol.name}: {protocol.summary}{releases}"


def _answer_section(
    answer: FaultAnswer, losses: Sequence[tuple[FaultSetLoss, Explanation]], begin: int, *, is_alone: bool
) -> str:
    """The cards of an answer. `begin` is the number of its first run in the page."""
    title = "" if is_alone else f"<h2>{escape(_summary(answer))}</h2>\n"
    cards = [
        _minimal_sets(answer, [loss for loss, _ in losses], begin),
        *(_details(answer, *loss, number) for number, loss in enumerate(losses, begin)),
        _searched_card(answer),
        _unsearched_card(answer),
    ]
    return f"{title}{''.join(cards)}{_assumptions(answer)}"


def _card(title: str, inside: str) -> str:
    return f'<section class="run"><header><h3>{escape(title)}</h3></header>\n{inside}</section>\n'


def _minimal_sets(answer: FaultAnswer, losses: Sequence[FaultSetLoss], begin: int) -> str:
    """The table of the minimal sets, each with a link to its run."""
    if not losses:
        some = "No set that was searched breaks a promise."
        sentence = some if answer.exit_status else nothing_breaks(answer)
        return _card("Minimal sets of faults", f"<p>{escape(sentence)}</p>\n")
    several = answer.breaks_several_promises
    titles = ["minimal set of faults", *(["breaks"] if several else []), "after", "size", "command"]
    rows = [
        [
            f'<a href="#set-{number}">{escape(capital(answer.describe(loss.faults)))}</a>',
            *([escape(loss.promise)] if several else []),
            count_of(loss.run.length, "state"),
            escape(answer.describe_size(loss.search.scope.step)),
            _command(loss),
        ]
        for number, loss in enumerate(losses, begin)
    ]
    note = "Without any one of its faults a set breaks nothing at its size. A click selects a command."
    table = template.table("sets", titles, rows)
    return _card("Minimal sets of faults", f'{table}<p class="soft">{note}</p>\n')


def _details(answer: FaultAnswer, loss: FaultSetLoss, explanation: Explanation, number: int) -> str:
    """The run of a set: its chart and the state after a step, which the script draws, beside its steps."""
    steps = "".join(f"<li>{_step(k, step)}</li>\n" for k, step in enumerate(explanation.steps, 1))
    command, after = _command(loss), count_of(loss.run.length, "state")
    command_line = f'<p class="soft">Found again: {command}</p>\n' if command else ""
    summary = (
        f"<summary><b>{escape(capital(answer.describe(loss.faults)))}</b> "
        f'<span class="verdict lost">{escape(loss.promise)} breaks after {after}</span></summary>\n'
    )
    drawn = (
        '<div class="drawn"><div class="legend"></div>'
        '<div class="whole" tabindex="0" role="group" aria-label="The whole run"></div>'
        '<div class="state"></div></div>\n'
    )
    return (
        f'<details class="run set" id="set-{number}"{" open" if number == 0 else ""}>\n{summary}'
        f"<p>{escape(explanation.headline)}</p>\n"
        f'<p class="soft">With {escape(bounds(loss.run.machine))}.</p>\n{command_line}'
        f'<div class="beside">{drawn}<ol class="steps">{steps}</ol></div>\n</details>\n'
    )


def _command(loss: FaultSetLoss) -> str:
    """The command that finds a run again, which may be broken at its spaces; empty without one."""
    words = run_page.command(loss.run).split()
    return f"<code>{' '.join(f'<span>{escape(word)}</span>' for word in words)}</code>" if words else ""


def _step(number: int, step: ToldStep) -> str:
    return f'<button type="button" data-to="{number}"><b>{number}.</b> {step_words(step)}</button>'


def _searched_card(answer: FaultAnswer) -> str:
    """The sizes, with the numbers of sets and states."""
    rows = [
        [escape(row.size), str(row.searched), str(row.held), str(len(row.unfinished_sets)), f"{row.states:,}"]
        for row in size_rows(answer)
    ]
    titles = ["size", "sets searched", "break nothing", "not searched", "states of the largest search"]
    states = sum(search.states for search in answer.searches)
    whole = f"{len(answer.searches)} searches had {states:,} states and took {answer.seconds:.1f} seconds."
    table = template.table("sizes", titles, rows)
    return _card("What was searched", f'{table}<p class="soft">{whole}</p>\n')


def _unsearched_card(answer: FaultAnswer) -> str:
    """Which sets were not searched to the end, at each size; empty where there are none."""
    unfinished = [(row.size, row.unfinished_sets) for row in size_rows(answer) if row.unfinished_sets]
    lists = "".join(_list(answer, *row) for row in unfinished)
    if not lists:
        return ""
    why = f"<p>{escape(capital(answer.stopped or ''))}. Each of these sets may break a promise.</p>\n"
    return _card("What was not searched to the end", why + lists)


def _list(answer: FaultAnswer, size: str, sets: Sequence[FaultSet]) -> str:
    listed = sets[:MAX_UNSEARCHED_NAMES]
    items = "".join(f"<li>{escape(answer.describe(faults))}</li>\n" for faults in listed)
    unlisted = len(sets) - len(listed)
    remainder = f"<p>and {unlisted:,} more</p>" if unlisted else ""
    return f"<details><summary>{len(sets):,} sets at {escape(size)}</summary><ul>{items}</ul>{remainder}</details>\n"


def _assumptions(answer: FaultAnswer) -> str:
    """What the answer is about: the promises, the faults that may be chosen, and the bounds that were fixed."""
    question = answer.question
    protocol = question.protocol
    promises = [p for p in (*protocol.family.promises, *protocol.own) if p.name in answer.promises]
    said = "".join(f"<li><b>{escape(p.name)}</b>: {escape(p.summary)}</li>\n" for p in promises)
    faults = "".join(f"<li>{escape(kind.describe(1))}</li>\n" for kind in question.kinds.values())
    fixed = [
        [f"<code>{escape(bound.name)}={escape(str(question.bounds.get(bound.name, bound.default)))}</code>",
         escape(bound.summary)]
        for bound in protocol.bounds
        if bound.name not in question.kinds and not (bound.is_size and bound.name not in question.bounds)
    ]  # fmt: skip
    exchanged = question.exchanged.items()
    rules = "".join(f"<li>{escape(rule)} as in {escape(source.name)}</li>\n" for rule, source in exchanged)
    inside = f"<p>The promises:</p><ul>{said}</ul>\n" if said else ""
    if faults:
        most = f"A set has at most {question.most} of these faults, and may have several of a kind:"
        inside += f"<p>{most}</p>\n<ul>{faults}</ul>\n"
    if rules:
        inside += f"<p>Rules that were exchanged:</p><ul>{rules}</ul>\n"
    if fixed:
        inside += "<p>These do not change:</p>\n" + template.table("bounds", ("bound", "meaning"), fixed)
    inside += (
        '<p class="soft">The answer is about these sizes: at a larger one another set may break a promise. '
        "Each run was taken again, step by step, with its faults alone, and confirmed.</p>\n"
    )
    return _card("What the answer assumes", inside)
