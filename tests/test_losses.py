"""The tables of minimal sets of faults: what they say is what a search finds, and no other page says otherwise."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.support.pages import ROOT
from tidemark import impl
from tidemark.checker import cli
from tidemark.checker.analyses.asking import FaultQuestion
from tidemark.checker.analyses.fault_sets import FaultSet
from tidemark.checker.engines.native.search import search
from tidemark.checker.evidence.pins import pins
from tools.losses import NO_LOSS, KeptAnswer, Key, Tables

TABLES = Tables(ROOT / "impl/kafka/questions.toml", ROOT / "counterexamples/losses.toml")
PROMISE = "acknowledged-survives"
SMALL = [key for key in TABLES.answers if "2 replicas" in key[1] or key[0].startswith("elections")]
UNIMPORTANT = {"consumers", "replicas", "min-isr"}
"""Bounds that a table does not depend on, or that name its cluster."""


def test_every_question_has_its_answer() -> None:
    assert TABLES.answers.keys() == TABLES.questions.keys()
    named = [name for column in TABLES.columns for name in column.protocols]
    assert set(TABLES.protocols) == set(named)


def test_every_release_has_a_column() -> None:
    for family in ("kafka", "kafka-kraft", "elections"):
        covering = {p.name for p in impl.load_subject(family).values() if p.releases}
        assert covering <= {name for column in TABLES.columns for name in column.protocols}


@pytest.mark.parametrize("key", SMALL[::29], ids=" ".join)
def test_an_answer_is_what_a_search_finds(key: Key) -> None:
    question = TABLES.questions[key]
    assert KeptAnswer.of(question, question.search(threads=1)) == TABLES.answers[key]


@pytest.mark.slow  # most of an hour
@pytest.mark.parametrize("key", list(TABLES.answers), ids=" ".join)
def test_every_answer_is_what_a_search_finds(key: Key) -> None:
    question = TABLES.questions[key]
    assert KeptAnswer.of(question, question.search(threads=1)) == TABLES.answers[key]


@pytest.mark.parametrize("key", SMALL[::23], ids=" ".join)
def test_each_set_breaks_the_promise_and_no_smaller_one_does(key: Key) -> None:
    question = TABLES.questions[key].question
    for faults, length in list(TABLES.answers[key].losses.items())[:3]:
        machine = question.machine(faults.values(question.kinds))
        assert search(machine).promises[PROMISE].length == length
        for less in faults.smaller():
            assert search(question.machine(less.values(question.kinds))).promises[PROMISE].length is None


def losing() -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Where a record is lost: a page or a pin, the protocol, and the bounds."""
    for path in sorted((ROOT / "counterexamples").rglob("*.json")):
        run = json.loads(path.read_text(encoding="utf-8"))
        if run.get("promise") == PROMISE and not run["exchanged"]:
            yield str(path.relative_to(ROOT)), run["protocol"], run["bounds"]
    for pin in pins():
        if PROMISE in pin.violated and not pin.exchanged:
            yield pin.name, pin.protocol, pin.bounds


def commands() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """The commands of pages that look for a lost record: each with its protocol and its bounds."""
    for page in ("README.md", "docs/findings.md", "docs/can-i-lose-a-record.md", "docs/losses.md"):
        text = (ROOT / page).read_text(encoding="utf-8").replace("\\\n", " ")
        for line in re.findall(r"tidemark check ([^`\n]+)", text):
            protocol, *words = shlex.split(line, comments=True)
            pairs = dict(zip(words[::2], words[1::2], strict=False))
            if protocol in PROTOCOLS and pairs.pop("--promise", "") == PROMISE and "--with" not in pairs:
                bounds = {name[2:]: int(v) if v.isdigit() else v for name, v in pairs.items()}
                yield line, protocol, bounds


PROTOCOLS = set(TABLES.protocols)
LOSING = [loss for loss in losing() if loss[1] in PROTOCOLS]


def condition(protocol: str, bounds: Mapping[str, Any]) -> tuple[str, FaultSet] | None:
    """The cluster and the faults that bounds allow; None if a setting is other than that of the tables."""
    given = impl.protocol(protocol).machine(bounds, traced=False)
    sizes = {name: given.bounds[name] for name in ("replicas", "min-isr")}
    cluster = next((name for name in TABLES.clusters if TABLES.sizes(name) == sizes), None)
    if cluster is None:
        return None
    kinds = FaultQuestion(impl.protocol(protocol)).kinds
    bounds = next(q.bounds for key, q in TABLES.questions.items() if key[:2] == (protocol, cluster))
    usual = impl.protocol(protocol).machine(bounds, traced=False).bounds
    for bound in impl.protocol(protocol).bounds:
        name = bound.name
        is_setting = name not in kinds and not bound.is_size and name not in UNIMPORTANT
        if is_setting and given.bounds[name] != usual[name]:
            return None
    counts = [
        (name, int(given.bounds[name] == kind.value(1)) if kind.bound.choices else given.bounds[name])
        for name, kind in kinds.items()
    ]
    return cluster, FaultSet(tuple((name, count) for name, count in counts if count))


def test_no_page_has_a_run_that_loses_where_a_table_says_that_nothing_is_lost() -> None:
    compared, wrong = 0, []
    for place, protocol, bounds in LOSING:
        if (found := condition(protocol, bounds)) is None:
            continue
        cluster, faults = found
        column = next(column for column in TABLES.columns if protocol in column.protocols)
        compared += 1
        cell = TABLES.cell(cluster, column, faults)
        if cell.question is not None and cell.length is None:
            wrong.append((place, cluster, faults.describe(TABLES.kinds)))
    assert wrong == []
    assert compared > 20


def test_protocols_of_a_release_agree_where_both_have_the_faults() -> None:
    for cluster in TABLES.clusters:
        for column in TABLES.columns:
            for faults in TABLES.rows(cluster):
                alone = [replace(column, protocols=(protocol,)) for protocol in column.protocols]
                cells = [TABLES.cell(cluster, part, faults) for part in alone]
                lost = {cell.length is not None for cell in cells if cell.question}
                assert len(lost) < 2, (cluster, column.title, faults.describe(TABLES.kinds))


@pytest.mark.parametrize("command", list(commands()), ids=lambda command: command[0])
def test_a_command_of_a_page_that_loses_a_record_contradicts_no_table(
    command: tuple[str, str, dict[str, Any]],
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    line, protocol, bounds = command
    monkeypatch.chdir(tmp_path)
    status = cli.main(["check", *shlex.split(line, comments=True)])
    assert status in (0, 1), capsys.readouterr().err
    if status == 1 and (found := condition(protocol, bounds)):
        column = next(column for column in TABLES.columns if protocol in column.protocols)
        assert TABLES.cell(found[0], column, found[1]).sign != NO_LOSS
