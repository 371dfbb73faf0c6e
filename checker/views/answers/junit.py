"""Answers as JUnit XML: a failure for each minimal set of faults, and for each size what was searched and what was not.

<testcase classname="house" name="two houses burn: stands"><failure .../></testcase>
<testcase classname="house" name="sets that break nothing at rooms=1"/>
<testcase classname="house" name="sets not searched at rooms=2"><skipped .../></testcase>
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

from tidemark.base.counts import count_of
from tidemark.checker.analyses.asking import FaultAnswer, FaultSetLoss
from tidemark.checker.runs.steps import numbered_steps
from tidemark.checker.telling.explanation import explain
from tidemark.checker.views import page
from tidemark.checker.views.answers.words import SizeRow, size_rows
from tidemark.checker.views.junit import Case, document, suite_element

MAX_UNSEARCHED_NAMES = 20
"""Sets that were not searched and are named, for each size."""


def report(answers: Sequence[FaultAnswer]) -> str:
    """The XML text: a suite for each answer."""
    suites = ElementTree.Element("testsuites")
    for answer in answers:
        name = f"tidemark ask {answer.question.protocol.name}"
        suites.append(suite_element(name, _cases(answer), answer.seconds))
    return document(suites)


def _cases(answer: FaultAnswer) -> list[Case]:
    rows = size_rows(answer)
    return [
        *(_failing_case(answer, loss) for loss in answer.losses_in_order),
        *(_passing_case(answer, row) for row in rows if row.held),
        *(_skipped_case(answer, row) for row in rows if row.unfinished_sets),
    ]


def _failing_case(answer: FaultAnswer, loss: FaultSetLoss) -> Case:
    faults, explanation = answer.describe(loss.faults), explain(loss.run)
    message = f"{loss.promise} breaks after {count_of(loss.run.length, 'state')}: {explanation.loss.sentence}"
    size = answer.describe_size(loss.search.scope.step)
    lines = [f"at {size}" if size else "", page.command(loss.run), numbered_steps(loss.run)]
    details = "\n".join(line for line in lines if line)
    return Case(answer.question.protocol.name, f"{faults}: {loss.promise}", "failure", message, details)


def _passing_case(answer: FaultAnswer, row: SizeRow) -> Case:
    searched = f"{count_of(row.held, 'set')} of at most {answer.question.most} faults"
    details = f"{searched} were searched: {count_of(row.states, 'state')}"
    return Case(answer.question.protocol.name, f"sets that break nothing at {row.size}", text=details)


def _skipped_case(answer: FaultAnswer, row: SizeRow) -> Case:
    named = [answer.describe(faults) for faults in row.unfinished_sets[:MAX_UNSEARCHED_NAMES]]
    remaining = len(row.unfinished_sets) - len(named)
    details = "\n".join([*named, *([f"and {remaining:,} more"] if remaining else [])])
    name, reason = f"sets not searched at {row.size}", answer.stopped or "not searched"
    return Case(answer.question.protocol.name, name, "skipped", reason, details)
