"""`tidemark export --tla`: every machine has a module, and TLC finds in it what the engines find in the machine."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings

from tests.support.nested_promises import Nested, nested_walks
from tests.support.pages import ROOT
from tests.support.protocols import FIRST_OF_EACH_FAMILY, small
from tests.support.published_models import NAMES, PINS, machine_of
from tests.support.random_machines import QUICK, corners, machines
from tests.support.tlc import compare_with_tlc, names_of, needs_tlc, run_tlc
from tidemark import check
from tidemark.checker import cli
from tidemark.checker.export import composing, loops, lowering, networks, patterns
from tidemark.checker.export.module import Export, export
from tidemark.checker.export.names import RESERVED
from tidemark.checker.export.terms import plus, term
from tidemark.checker.user_files import machines as user_machines
from tidemark.spec import Machine
from tidemark.spec.machines.machine import OutOfRange

EXAMPLES = ("paxos.py", "lease/lease.py", "lease/mutex.py")
"""The examples with a machine that are no models of docs/examples/models, and have few states."""
SMALLEST = {"paxos": {"replicas": 3, "values": 2, "ballots": 2}}
"""The bounds of models whose smallest pin is too large for TLC."""


def small_model(name: str) -> Machine:
    """A model at the smallest bounds that are pinned."""
    pins = [pin for pin in PINS[name]["pins"] if not pin.get("symmetry")]
    pin = min(pins, key=lambda pin: pin["states"])
    return machine_of(name, pin.get("fair", True), **SMALLEST.get(name, pin.get("bounds", {})))


def require_sound(exported: Export) -> None:
    """Every name is defined or bound, and what is opened is closed."""
    words = re.findall(r"EXTENDS (.*)", exported.text)[0].split(", ")
    unknown = names_of(
        exported.text, {*RESERVED, *words, "EXTENDS", "MODULE", exported.name, "m", "x", "i", "j"}
    )
    assert not unknown, unknown
    code = re.sub(r'\\\*.*|"[^"]*"', "", exported.text)
    for opening, closing in ("()", "[]", "{}"):
        assert code.count(opening) == code.count(closing)
    assert code.count("<<") == code.count(">>")
    for name in re.findall(
        r"^(?:INVARIANT|PROPERTY|CONSTANT|SYMMETRY) (\w+)", exported.configuration, re.MULTILINE
    ):
        assert re.search(rf"^(?:{name} ==|CONSTANTS .*\b{name}\b)", exported.text, re.MULTILINE), name


LARGE = {"published/kraft-3.5", "kafka-kraft/3.3", "kafka/0.10.2", "published-kraft/raft-tlaplus"}
LARGE |= {"raft", "paxos", "multi_paxos", "paxos_commit", "vsr"}
"""What takes a second or more to write."""


def quick(names: Iterable[str]) -> list[Any]:
    """Names as parameters: those of what is large are slow."""
    return [pytest.param(name, marks=[pytest.mark.slow] if name in LARGE else []) for name in names]


@pytest.mark.parametrize("name", quick(FIRST_OF_EACH_FAMILY))
def test_every_family_has_a_module(name: str) -> None:
    require_sound(export(small(name)))


@pytest.mark.parametrize("name", quick(NAMES))
def test_every_model_has_a_module(name: str) -> None:
    require_sound(export(small_model(name)))


def test_the_page_shows_the_module_that_the_command_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (ROOT / "docs" / "tla.md").read_text(encoding="utf-8")
    command, printed = re.findall(r"```console\n\$ tidemark (.*?)\n(.*?)```", page, re.DOTALL)[0]
    (module,) = re.findall(r"```text\n(.*?)```", page, re.DOTALL)
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    monkeypatch.chdir(tmp_path)
    assert cli.main(command.split()) == 0
    assert capsys.readouterr().out == printed
    assert Path("build/Increment.tla").read_text(encoding="utf-8") == module


def test_symmetric_ids_are_model_values() -> None:
    exported = export(small_model("two_phase_commit"), symmetry=True)
    require_sound(exported)
    assert "Manager == {manager_0, manager_1, manager_2}" in exported.text
    assert "CONSTANT manager_2 = manager_2\n" in exported.configuration
    assert "SYMMETRY Symmetry\n" in exported.configuration


def test_a_promise_that_has_no_formula_is_left_out_and_refused_where_it_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "can-be-stable" in export(small("group/eager")).left_out
    words = ["export", "--tla", "group/eager", "--output", str(tmp_path), "--promise", "can-be-stable"]
    assert cli.main(words) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "words",
    [
        ["published/kip-320"],
        ["published/kip-320", "--tla", "--output", "1st.tla"],
        ["published/kip-320", "--tla", "--output", "/dev/null/folder"],
        ["published/kip-320", "--tla", "--promise", "no-such"],
    ],
)
def test_what_is_wrong_with_the_command_is_said_in_a_line(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    try:
        status = cli.main(["export", *words])
    except SystemExit as end:
        status = int(str(end.code))
    assert status == 2
    assert "Traceback" not in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def _other(head: str) -> Any:
    """A lowering that makes a term of another head."""
    return lambda _to, _node, *operands: term(head, *operands)


FAULTS: dict[str, tuple[Any, str, Any]] = {
    "less is at most": (lowering.LOWERINGS, "lt", _other("at most")),
    "a member stays": (lowering.LOWERINGS, "remove", lambda _to, _node, group, _member: group),
    "a member is not included": (lowering.LOWERINGS, "insert", lambda _to, _node, group, _member: group),
    "not is nothing": (lowering.LOWERINGS, "not", lambda _to, _node, a: a),
    "a choice is the first": (lowering.LOWERINGS, "ite", lambda _to, _node, _condition, then, _else: then),
    "messages are never received": (
        networks.NetworkLowering,
        "derive",
        lambda _self, _derivation, source: source,
    ),
    "updates are lost": (composing, "_except", lambda base, _updates: base),
    "the other quantifier": (
        loops,
        "bind",
        lambda head, *rest: patterns.bind({"all": "exists", "exists": "all"}.get(head, head), *rest),
    ),
    "sums are one too large": (
        lowering.LOWERINGS,
        "add",
        lambda _to, _node, a, b: plus(term("plus", a, b), 1),
    ),
}
"""Wrong translations: where each is planted."""


@needs_tlc
@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
def test_a_wrong_translation_is_noticed(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    owner, name, wrong = FAULTS[fault]
    with monkeypatch.context() as planted:
        (planted.setitem if isinstance(owner, dict) else planted.setattr)(owner, name, wrong)
        noticed = 0
        for machine in (corners(), *map(small_model, ("two_phase_commit", "peterson", "chang_roberts"))):
            try:
                compare_with_tlc(machine)
            except AssertionError:
                noticed += 1
                break
    assert noticed, fault


@needs_tlc
@pytest.mark.slow
@pytest.mark.parametrize("name", FIRST_OF_EACH_FAMILY)
def test_tlc_agrees_on_every_family(name: str) -> None:
    compare_with_tlc(small(name))


@needs_tlc
@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_tlc_agrees_on_every_model(name: str) -> None:
    compare_with_tlc(small_model(name))


@needs_tlc
@pytest.mark.slow
@pytest.mark.parametrize("path", EXAMPLES)
def test_tlc_agrees_on_the_examples(path: str) -> None:
    compare_with_tlc(user_machines.protocol(str(ROOT / "docs/examples" / path)).machine({}))


@needs_tlc
@pytest.mark.slow
@settings(QUICK, max_examples=50)
@given(machines())
def test_tlc_agrees_on_random_machines(machine: Machine) -> None:
    bare = replace(machine, promises=(), temporal=(), fairness=())
    try:
        assume(check(bare, max_states=20_000).complete)
    except OutOfRange:
        assert run_tlc(export(bare)).violated == "TypeOK"
    else:
        compare_with_tlc(machine)


@needs_tlc
@pytest.mark.slow
@settings(QUICK, max_examples=10)
@given(nested_walks())
def test_tlc_agrees_on_nested_promises(drawn: tuple[Machine, list[Nested]]) -> None:
    compare_with_tlc(drawn[0])
