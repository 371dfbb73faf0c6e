"""JUnit XML: what a CI server shows of a check, as one test case for each promise or each pin.

A violated promise carries its whole story, since who reads a failed job has nothing but this file: what was lost, the
steps of the run in sentences, and the commands that show it again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal
from xml.etree import ElementTree

from tidemark.base.errors import escape_text
from tidemark.checker.runs.results import Result, Verdict
from tidemark.checker.telling.explanation import DOES_NOT_HOLD, explain
from tidemark.checker.views import terminal
from tidemark.checker.views.screen import Screen
from tidemark.spec.families.family import family_of

PAGE = Screen(100)
"""The page of a CI server is wider than a terminal, and has no colors."""

Outcome = Literal["passed", "failure", "error", "skipped"]


@dataclass(frozen=True)
class Case:
    """A test case. message: what a server shows in its list. text: what it shows of the case when it is opened; of one
    that passed, its output.
    """

    classname: str
    name: str
    outcome: Outcome = "passed"
    message: str = ""
    text: str = ""
    seconds: float | None = None


def suite(name: str, cases: Sequence[Case], seconds: float = 0) -> str:
    """The XML text of a suite."""
    return document(suite_element(name, cases, seconds))


def suite_element(name: str, cases: Sequence[Case], seconds: float) -> ElementTree.Element:
    """A suite, which may be one of several in a document."""
    outcomes = Counter(case.outcome for case in cases)
    root = ElementTree.Element(
        "testsuite",
        name=name,
        tests=str(len(cases)),
        failures=str(outcomes["failure"]),
        errors=str(outcomes["error"]),
        skipped=str(outcomes["skipped"]),
        time=f"{seconds:.3f}",
    )
    for case in cases:
        element = ElementTree.SubElement(root, "testcase", classname=case.classname, name=case.name)
        if case.seconds is not None:
            element.set("time", f"{case.seconds:.3f}")
        if case.outcome != "passed":
            ElementTree.SubElement(element, case.outcome, message=case.message).text = case.text
        elif case.text:
            ElementTree.SubElement(element, "system-out").text = case.text
    return root


def document(root: ElementTree.Element) -> str:
    """The XML text of a suite, or of several."""
    ElementTree.indent(root)
    return escape_text(ElementTree.tostring(root, encoding="unicode", xml_declaration=True)) + "\n"


def report(result: Result, command: str, replays: Mapping[str, str]) -> str:
    """The XML text of a result.

    command: the command line that found it. replays: by promise, the one that replays its counterexample.
    """
    cases = [
        _case(result, name, verdict, [command, *([replays[name]] if name in replays else [])])
        for name, verdict in result.promises.items()
    ]
    return suite(f"tidemark {result.machine.name}", cases, result.seconds)


def _case(result: Result, name: str, verdict: Verdict, commands: list[str]) -> Case:
    machine = result.machine.name
    if verdict.verdict == "holds":
        return Case(machine, name, text=verdict.text if verdict.within else "")
    if verdict.verdict == "unknown":
        return Case(machine, name, "skipped", result.stopped or "not decided")
    # The story tries which steps were needed: not where the time is over.
    is_late = result.interrupted or verdict.minimality == "not minimized"
    message, parts = verdict.text, []
    if verdict.run and (is_late or not family_of(verdict.run.machine).telling.stories):
        parts.append(terminal.describe_run(verdict.run, by_fields=True, on=PAGE))
    elif verdict.run:
        explanation = explain(verdict.run)
        if not explanation.loss.sentence.startswith(DOES_NOT_HOLD):
            message += f": {explanation.loss.sentence}"
        parts.append(terminal.body(explanation, PAGE))
    if verdict.note:
        parts.append(verdict.note)
    parts.append("Again:\n" + "\n".join(f"  {command}" for command in commands))
    return Case(machine, name, "failure", message, "\n\n".join(parts))


def mistake(command: str, subject: str, message: str, details: str) -> str:
    """The XML text of a command that ended before it had a verdict: wrong usage, or a broken model."""
    return suite(command, [Case(command, subject, "error", message, details)])
