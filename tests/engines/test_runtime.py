"""The C of the engine, the texts generated from it, and what is declared of it to Python: all three must agree."""

from __future__ import annotations

import ctypes
import hashlib
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tidemark.checker.engines.gpu.search import FIELDS
from tidemark.checker.engines.native import functions, structures

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


SOURCE = code(*FILES)
CLANG = ROOT / "build/runtime/bin/python"
STRUCTS = {
    "space": structures.SearchSpace,
    "worker": structures.Worker,
    "seen": structures.Seen,
    "numbering": structures.Numbering,
    "set": structures.Set,
    "walk": structures.WalkStruct,
    "attempt": structures.Attempt,
    "graph": structures.GraphStruct,
    "descent": structures.Descent,
    "loop": structures.Loop,
    "product": structures.ProductStruct,
    "state_index": structures.StateIndex,
    "steps": structures.Steps,
    "pursuit": structures.Pursuit,
    "survey": structures.SurveyPart,
    "gathered": structures.GatheredStruct,
    "run": structures.SortedRun,
}

KINDS = {
    "uint64_t": ctypes.c_uint64,
    "uint32_t": ctypes.c_uint32,
    "uint64_t *": structures.WORDS,
    "uint16_t *": structures.SHORTS,
    "uint32_t *": structures.NUMBERS,
    "uint8_t *": structures.BYTES,
    **{f"struct {name}": python for name, python in STRUCTS.items()},
    **{f"struct {name} *": ctypes.POINTER(python) for name, python in STRUCTS.items()},
    "expand_function *": structures.EXPAND,
    "evaluate_function *": structures.EVALUATE,
    "insert_function *": structures.INSERT,
}


def declared(kind: str, name: str) -> tuple[str, Any]:
    """The name and the ctypes type of a declaration in C, such as `uint64_t least[64]` or `uint16_t *path`."""
    pointer, name, length = re.fullmatch(r"(\*?)(\w+)(?:\[(\d+)\])?", name.strip()).groups()  # type: ignore[union-attr]
    python = KINDS[f"{kind} {pointer}".strip()]
    return name, python * int(length) if length else python


def fields(struct: str) -> list[tuple[str, Any]]:
    body = re.search(rf"^struct {struct} {{(.*?)^}};", SOURCE, re.DOTALL | re.MULTILINE)
    assert body
    lines = re.findall(r"^ +(uint\d+_t|struct \w+|\w+_function) (.*);", body[1], re.MULTILINE)
    return [declared(kind, name) for kind, names in lines for name in names.split(",")]


@pytest.mark.parametrize("name", STRUCTS)
def test_a_struct_has_the_same_fields_in_c_and_in_python(name: str) -> None:
    assert fields(name) == list(STRUCTS[name]._fields_)


def test_the_gpu_engine_has_the_fields_of_its_struct() -> None:
    body = re.search(r"^struct search {(.*?)^};", code(KERNELS), re.DOTALL | re.MULTILINE)
    assert body
    assert re.findall(r"(\w+);", body[1]) == list(FIELDS)


def exported() -> dict[str, tuple[Any, list[Any]]]:
    """The result and the arguments of each function that runtime.c defines for Python."""
    found = re.findall(r"^(?:NOINLINE )?(uint64_t|void) (\w+)\(([^)]*)\) {", SOURCE, re.MULTILINE)
    kinds = {}
    for result, name, arguments in found:
        parts = [re.fullmatch(r"(.*\W)(\w+)", a.strip().removeprefix("const ")) for a in arguments.split(",")]
        kinds[name] = KINDS.get(result), [KINDS[part[1].strip()] for part in parts if part]
    return kinds


def test_a_function_has_the_same_signature_in_c_and_in_python() -> None:
    python = {
        name: (kind._restype_, list(kind._argtypes_))  # type: ignore[attr-defined]
        for name, kind in functions.FUNCTIONS.items()
    }
    assert exported() == python


def test_a_name_that_no_struct_has_is_refused() -> None:
    with pytest.raises(AttributeError):
        structures.Worker().positions = 1


def test_a_function_refuses_another_struct_than_its_own() -> None:
    with pytest.raises(ctypes.ArgumentError):
        functions.FUNCTIONS["walk"](1)(structures.SearchSpace(), 1)


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
