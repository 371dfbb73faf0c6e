"""Answers as JUnit XML: a failure for each minimal set of faults, and for each size what was searched and what was not.

<testcase classname="house" name="two houses burn: stands"><failure .../></testcase>
<testcase classname="house" name="sets that break nothing at rooms=1"/>
<testcase classname="house" name="sets not searched at rooms=2"><skipped .../></testcase>
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

from tidemark.checker.analyses.asking import Answer, Loss
from tidemark.checker.runs.steps import numbered_steps
from tidemark.checker.telling.explanation import explain
from tidemark.checker.views import page
from tidemark.checker.views.answers.words import SizeRow, describe, losses_in_order, size_rows
from tidemark.spec.errors import escaped

SHOWN = 20
"""Sets that were not searched and are named, for each size."""


def report(answers: Sequence[Answer]) -> str:
    """The XML text: a suite for each answer."""
    suites = ElementTree.Element("testsuites")
    for answer in answers:
        suites.append(_suite(answer))
    ElementTree.indent(suites)
    return escaped(ElementTree.tostring(suites, encoding="unicode", xml_declaration=True)) + "\n"


def _suite(answer: Answer) -> ElementTree.Element:
    losses, rows = losses_in_order(answer), size_rows(answer)
    cases = [
        *(_failure(answer, loss) for loss in losses),
        *(_passed(answer, row) for row in rows if row.held),
        *(_skipped(answer, row) for row in rows if row.unsearched),
    ]
    suite = ElementTree.Element(
        "testsuite",
        name=f"tidemark ask {answer.question.protocol.name}",
        tests=str(len(cases)),
        failures=str(len(losses)),
        skipped=str(sum(bool(row.unsearched) for row in rows)),
        time=f"{answer.seconds:.3f}",
    )
    suite.extend(cases)
    return suite


def _case(answer: Answer, name: str) -> ElementTree.Element:
    return ElementTree.Element("testcase", classname=answer.question.protocol.name, name=name)


def _failure(answer: Answer, loss: Loss) -> ElementTree.Element:
    faults, told = describe(answer, loss.faults), explain(loss.run)
    case = _case(answer, f"{faults}: {loss.promise}")
    message = f"{loss.promise} breaks after {loss.run.length} states: {told.loss.sentence}"
    failure = ElementTree.SubElement(case, "failure", message=message)
    size = answer.describe_size(loss.search.scope.step)
    lines = [f"at {size}" if size else "", page.command(loss.run), numbered_steps(loss.run)]
    failure.text = "\n".join(line for line in lines if line)
    return case


def _passed(answer: Answer, row: SizeRow) -> ElementTree.Element:
    case = _case(answer, f"sets that break nothing at {row.size}")
    out = ElementTree.SubElement(case, "system-out")
    out.text = (
        f"{row.held} sets of at most {answer.question.most} faults were searched: {row.states:,} states"
    )
    return case


def _skipped(answer: Answer, row: SizeRow) -> ElementTree.Element:
    case = _case(answer, f"sets not searched at {row.size}")
    skipped = ElementTree.SubElement(case, "skipped", message=answer.stopped or "not searched")
    named = [describe(answer, faults) for faults in row.unsearched[:SHOWN]]
    more = len(row.unsearched) - len(named)
    skipped.text = "\n".join([*named, *([f"and {more:,} more"] if more else [])])
    return case
