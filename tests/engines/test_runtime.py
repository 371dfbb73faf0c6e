"""The C of the engine, the texts generated from it, and what is declared of it to Python: all three must agree."""

from __future__ import annotations

import ctypes
import hashlib
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tidemark.checker.engines.gpu.search import DeviceState
from tidemark.checker.engines.native import state_index, state_query, structures, walk
from tidemark.checker.engines.native.liveness import components, fair_loops
from tidemark.checker.engines.native.shrinking import Attempt
from tidemark.checker.engines.native.structures import function_type
from tidemark.checker.engines.spark import rows
from tidemark.checker.validation.product import ProductStruct
from tidemark.checker.validation.scan import ScanStruct

ROOT = Path(__file__).parents[2]
KERNELS = ROOT / "checker/engines/gpu/kernels.c"
FILES = sorted({*(ROOT / "checker").rglob("*.[ch]")} - {KERNELS})
TEXTS = {
    **{path.with_suffix(".ll"): (path, "threads") for path in FILES if path.suffix == ".c"},
    **{KERNELS.with_suffix(f".{target}.ll"): (KERNELS, target) for target in ("threads", "nvptx")},
}
"""The texts, each with the file that it is generated from and for what."""


def of_every_text(test: Callable[..., None]) -> Callable[..., None]:
    return pytest.mark.parametrize("text", TEXTS, ids=lambda text: text.name)(test)


def code(*paths: Path) -> str:
    """Files of C without comments."""
    return re.sub(r"/\*.*?\*/", "", "".join(path.read_text("utf-8") for path in paths), flags=re.DOTALL)


ENGINES = ROOT / "checker/engines"
STRUCTS = [
    (ENGINES / "native/runtime.c", "space", structures.SearchSpace),
    (ENGINES / "native/runtime.c", "worker", structures.Worker),
    (ENGINES / "native/runtime.c", "walk", walk.WalkStruct),
    (ENGINES / "native/seen.c", "seen", structures.Seen),
    (ENGINES / "native/seen.c", "numbering", structures.Numbering),
    (ENGINES / "native/seen.c", "set", structures.SeenStates),
    (ENGINES / "native/shrinking.c", "attempt", Attempt),
    (ENGINES / "native/state_index.c", "state_index", state_index.StateIndex),
    (ENGINES / "native/state_index.c", "steps", state_index.Steps),
    (ENGINES / "native/state_index.c", "pursuit", state_index.Pursuit),
    (ENGINES / "native/state_query.c", "query", state_query.QueryPart),
    (ENGINES / "native/liveness/state_graph.c", "graph", components.GraphStruct),
    (ENGINES / "native/liveness/state_graph.c", "descent", components.Descent),
    (ENGINES / "native/liveness/fair_loops.c", "loop", fair_loops.Loop),
    (ENGINES / "spark/rows.c", "gathered", rows.GatheredStruct),
    (ENGINES / "spark/rows.c", "run", rows.SortedRun),
    (ROOT / "checker/validation/product.h", "product", ProductStruct),
    (ROOT / "checker/validation/scan.c", "scan", ScanStruct),
    (KERNELS, "search", DeviceState),
]
CLANG = ROOT / "build/runtime/bin/python"


def test_a_struct_has_the_fields_that_its_file_of_c_declares() -> None:
    assert structures.SeenStates._fields_ == [
        ("seen", structures.Seen),
        ("before", structures.Seen),
        ("words", ctypes.c_uint64),
        ("numberings", ctypes.POINTER(structures.Numbering)),
        ("room", ctypes.c_uint64),
        ("count", ctypes.c_uint64),
    ]
    assert walk.WalkStruct.choices.size == 8 * ctypes.sizeof(ctypes.c_uint64)
    assert [name for name, _ in Attempt._fields_[9:12]] == ["initial", "word", "watched"]


def test_every_struct_has_as_many_fields_as_c_declares_names() -> None:
    for file, struct, python in STRUCTS:
        body = re.search(rf"^struct {struct} {{(.*?)^}};", code(file), re.DOTALL | re.MULTILINE)
        assert body
        assert len(re.findall("[;,]", body[1])) == len(python._fields_), struct


def test_every_function_that_a_file_of_c_defines_for_python_has_a_type() -> None:
    heads = re.findall(r"^(\w[^\n;={}]*?)\b(\w+)\([^;{}]*?\) {", code(*FILES), re.MULTILINE)
    defined = [name for head, name in heads if not re.search(r"static|\bINLINE", head)]
    assert len(defined) == 58
    for name in defined:
        assert function_type(name)


def test_a_function_has_the_arguments_and_the_result_that_c_declares() -> None:
    kind = function_type("explore")
    assert kind._restype_ is ctypes.c_uint64
    assert kind._argtypes_ == (
        ctypes.POINTER(structures.SearchSpace), ctypes.POINTER(structures.Worker), ctypes.c_uint64
    )  # fmt: skip
    assert function_type("evaluate")._restype_ is None


@pytest.mark.parametrize(
    "field", ["float share;", "int64_t count;", "uint64_t count[SIZE];", "struct other *others;", "uint64_t;"]
)
def test_a_field_that_python_has_no_type_for_is_refused(field: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(structures, "_code", lambda _: f"struct odd {{\n    {field}\n}};")
    with pytest.raises(LookupError):
        structures.declared_in("odd.c", "struct odd")(type("Odd", (ctypes.Structure,), {}))


def test_a_struct_or_a_function_that_no_file_declares_is_refused() -> None:
    with pytest.raises(LookupError):
        structures.declared_in("engines/native/runtime.c", "struct nothing")(
            type("Odd", (ctypes.Structure,), {})
        )
    with pytest.raises(LookupError):
        function_type("nothing")


def test_a_name_that_no_struct_has_is_refused() -> None:
    with pytest.raises(AttributeError):
        structures.Worker().positions = 1


def test_a_function_refuses_another_struct_than_its_own() -> None:
    with pytest.raises(ctypes.ArgumentError):
        function_type("walk")(1)(structures.SearchSpace(), 1)


@of_every_text
def test_the_text_was_generated_from_this_file(text: Path) -> None:
    path, _ = TEXTS[text]
    content = path.read_bytes()
    included = re.findall(rb'^#include "(.+)"', content, re.MULTILINE)
    files = [content, *((path.parent / name.decode()).read_bytes() for name in included)]
    digest = hashlib.sha256(b"".join(files)).hexdigest()
    assert digest in text.read_text("utf-8").splitlines()[1], "run `make runtime`"


@of_every_text
def test_the_text_serves_every_machine(text: Path) -> None:
    written = text.read_text("utf-8").replace(' syncscope("device")', "")
    assert not re.search(r"^target |^!|^source_filename|x86|clang|zig|\"", written, re.MULTILINE)


@pytest.mark.skipif(
    not CLANG.exists(), reason="no clang to generate the texts again: `make clang` installs it"
)
@of_every_text
def test_the_text_is_what_make_runtime_generates(text: Path) -> None:
    path, target = TEXTS[text]
    command = [CLANG, ROOT / "tools/runtime", path, target]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == text.read_text("utf-8")
