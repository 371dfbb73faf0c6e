"""The models in docs/examples/models have the states, the depth and the verdicts that another checker found for their
originals, and no more lines of code.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from typing import Any

import pytest

from tests.support.agreement import agree
from tests.support.published_models import FOLDER, NAMES, PINS, machine_of
from tidemark import Result, check
from tidemark.checker.user_files import machines

REFERENCE_STATES = 1_000
"""Up to how many states the reference engine searches a model too."""
FEW_STATES = 700
"""Up to how many states z3 and the code for GPUs are compared with it."""
LAYOUT = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


def figures(result: Result, pin: dict[str, Any]) -> dict[str, Any]:
    """What a search found, as the pin says it: whoever shows a run that never ends need not show the shortest."""
    assert result.exhausted
    found = {"states": result.distinct_states, "depth": result.depth, "generated": result.generated_states}
    promises = {
        name: verdict.length if verdict.verdict == "violated" else verdict.verdict
        for name, verdict in result.promises.items()
    }
    for name, expected in pin["promises"].items():
        if expected == "violated" and isinstance(promises.get(name), int):
            promises[name] = "violated"
    return {name: value for name, value in found.items() if name in pin} | {"promises": promises}


def pinned(pin: dict[str, Any]) -> dict[str, Any]:
    return {name: pin[name] for name in ("states", "depth", "generated", "promises") if name in pin}


def label(name: str, pin: dict[str, Any]) -> str:
    bounds = [f"{key}={value}" for key, value in pin.get("bounds", {}).items()]
    without = [] if pin.get("fair", True) else ["no-fairness"]
    return "-".join([name, *bounds, *without, *(["symmetry"] if pin.get("symmetry") else [])])


def sizes(at_most: int | None = None) -> list[Any]:
    """Each pin with the name of its model."""
    return [
        pytest.param(name, pin, id=label(name, pin), marks=[pytest.mark.slow] if pin.get("slow") else [])
        for name in NAMES
        for pin in PINS[name]["pins"]
        if at_most is None or pin["states"] <= at_most
    ]


def lines_of_code(source: str) -> int:
    """How many lines have code: no comment, no docstring, no blank line."""
    lines = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in LAYOUT:
            lines |= set(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(source)):
        if (
            isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
            and ast.get_docstring(node) is not None
        ):
            lines -= set(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    return len(lines)


@pytest.mark.parametrize(("name", "pin"), sizes())
def test_the_native_engine_finds_what_is_pinned(name: str, pin: dict[str, Any]) -> None:
    machine = machine_of(name, pin.get("fair", True), **pin.get("bounds", {}))
    promises = pin["promises"] if pin.get("slow") else [p.name for p in machine.all_promises]
    result = check(machine, *promises, keep_going=True, symmetry=pin.get("symmetry", False))
    assert figures(result, pin) == pinned(pin)


@pytest.mark.parametrize(("name", "pin"), sizes(REFERENCE_STATES))
def test_the_reference_engine_finds_it_too(name: str, pin: dict[str, Any]) -> None:
    machine = machine_of(name, pin.get("fair", True), **pin.get("bounds", {}))
    promises = [promise.name for promise in machine.all_promises]
    result = check(
        machine, *promises, engine="reference", keep_going=True, symmetry=pin.get("symmetry", False)
    )
    assert figures(result, pin) == pinned(pin)


@pytest.mark.parametrize(("name", "pin"), sizes(FEW_STATES))
def test_z3_and_the_code_for_gpus_agree_with_the_reference_engine(name: str, pin: dict[str, Any]) -> None:
    agree(machine_of(name, pin.get("fair", True), **pin.get("bounds", {})), length=3, engines=("smt", "gpu"))


@pytest.mark.parametrize("name", NAMES)
def test_a_model_has_no_more_lines_of_code_than_its_original(name: str) -> None:
    assert lines_of_code((FOLDER / f"{name}.py").read_text(encoding="utf-8")) <= PINS[name]["lines"]


@pytest.mark.parametrize("name", NAMES)
def test_the_command_line_finds_the_machine_of_a_model(name: str) -> None:
    protocol = machines.protocol(str(FOLDER / f"{name}.py"))
    assert protocol.name == machine_of(name).name


@pytest.mark.parametrize("name", NAMES)
def test_a_model_begins_in_its_initial_states(name: str) -> None:
    """No action makes them, as one would where a machine can begin in one state alone."""
    machine = machine_of(name)
    assert [action.name for action in machine.actions if re.match("begin(_|$)", action.name)] == []


def test_every_model_is_pinned_in_the_order_of_the_names() -> None:
    assert list(PINS) == sorted(path.stem for path in FOLDER.glob("*.py"))
    assert all(pin["source"] for name in NAMES for pin in PINS[name]["pins"])


def test_each_model_has_a_row_in_the_table() -> None:
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| [")]
    assert rows == [row(name) for name in NAMES]


def row(name: str) -> str:
    """A model's row in the table: the greatest size that the ordinary tests search, without symmetry."""
    model = PINS[name]
    pin = max(
        (p for p in model["pins"] if not p.get("symmetry") and not p.get("slow")), key=lambda p: p["states"]
    )
    words = {True: "yes", False: "no"}
    bounds = ", ".join(
        f"{n} {words[b] if isinstance(b, bool) else b}" for n, b in pin.get("bounds", {}).items()
    )
    lines = lines_of_code((FOLDER / f"{name}.py").read_text(encoding="utf-8"))
    original = model["original"].split()[-1].rpartition("/")[2]
    return (
        f"| [{name}.py]({name}.py) | {model['about']} | {bounds or '–'} | {pin['states']:,} · {pin['depth']} "
        f"| {lines} of {model['lines']} | `{original}` |"
    )


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ('"""It is\na module."""\n\nx = 1  # one\n# a comment\n', 1),
        ('def f():\n    """It does."""\n    return (\n        1\n    )\n', 4),
        ('x = """a\n\nb"""\n', 3),
    ],
)
def test_lines_of_code_are_counted(source: str, count: int) -> None:
    assert lines_of_code(source) == count
