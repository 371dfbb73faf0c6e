"""The structs and the functions of the files of C, as Python has them: what C declares is read from its files.

So nothing is declared twice. Fields and arguments have one of a few types; another one is an error, where it is first
asked for. A pointer takes an array of the same kind of number, and keeps it alive. A struct that only one module uses
is in that module.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from ctypes import CFUNCTYPE, POINTER, Structure, c_uint8, c_uint16, c_uint32, c_uint64
from functools import cache
from importlib import resources
from typing import Any, TypeVar

S = TypeVar("S", bound=type[Structure])

WORDS, SHORTS = POINTER(c_uint64), POINTER(c_uint16)
NUMBERS, BYTES = POINTER(c_uint32), POINTER(c_uint8)

SOURCES = (
    *(
        f"engines/native/{name}.c"
        for name in ("runtime", "seen", "blocks", "state_index", "shrinking", "state_query")
    ),
    *(f"engines/native/liveness/{name}.c" for name in ("state_graph", "fair_loops")),
    "engines/spark/rows.c",
    *(f"validation/{name}" for name in ("product.c", "product.h", "places.h", "scan.c")),
)
"""The files of C whose functions are called, below `checker`; those that every search needs come first."""
_TYPES: dict[str, Any] = {
    "void": None,
    "uint64_t": c_uint64,
    "uint32_t": c_uint32,
    "uint64_t *": WORDS,
    "uint32_t *": NUMBERS,
    "uint16_t *": SHORTS,
    "uint8_t *": BYTES,
    "global *": c_uint64,  # an address in the memory of a GPU
}
"""The types of C by their names, to which each struct is added."""
_FIELD = re.compile(r"(struct \w+|\w+) (.+)", re.DOTALL)
_NAME = re.compile(r"(\*?)(\w+)(?:\[(\d+)\])?")
_FUNCTION = re.compile(r"^(?:NOINLINE )?(uint64_t|void) (\w+)\(([^)]*)\) {", re.MULTILINE)
_ARGUMENT = re.compile(r"\s*(?:const )?((?:struct )?\w+ \*?)\w+\s*")


@cache
def _code(file: str) -> str:
    """A file of C without its comments."""
    text = resources.files("tidemark.checker").joinpath(file).read_text("utf-8")
    return re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)


def declared_in(file: str, struct: str) -> Callable[[S], S]:
    """Give a class the fields of a struct, as a file of C declares them: `uint64_t head, tail; uint8_t *marks;`.

    Raises:
        LookupError: the file has no such struct, or a field has a type that Python does not know.
    """

    def complete(cls: S) -> S:
        body = re.search(rf"^{struct} {{(.*?)^}};", _code(file), re.DOTALL | re.MULTILINE)
        if body is None:
            raise LookupError(f"{file} declares no {struct}")
        cls._fields_ = [
            field for line in body[1].split(";") if line.strip() for field in _fields(line.strip())
        ]
        _TYPES[struct], _TYPES[f"{struct} *"] = cls, POINTER(cls)
        return cls

    return complete


def _fields(line: str) -> list[tuple[str, Any]]:
    """The fields that a line declares, such as `uint64_t word, watched` or `uint64_t choices[8]`."""
    declaration = _FIELD.fullmatch(line)
    names = [_NAME.fullmatch(name.strip()) for name in declaration[2].split(",")] if declaration else [None]
    fields = []
    for name in names:
        if declaration is None or name is None:
            raise LookupError(f"this declares no field: {line}")
        kind = _type(f"{declaration[1]} {name[1]}".strip())
        fields.append((name[2], kind * int(name[3]) if name[3] else kind))
    return fields


def _type(name: str) -> Any:
    try:
        return _TYPES[name]
    except KeyError:
        raise LookupError(f"Python has no type for {name}") from None


@cache
def _functions(file: str) -> dict[str, tuple[str, str]]:
    """The result and the arguments of each function that a file of C defines for Python."""
    return {name: (result, arguments) for result, name, arguments in _FUNCTION.findall(_code(file))}


@cache
def function_type(name: str) -> Any:
    """The type of a function of the files of C, by its name.

    Raises:
        LookupError: the file has no such function, or an argument has a type that Python does not know.
    """
    for file in SOURCES:
        if name in _functions(file):
            result, arguments = _functions(file)[name]
            kinds = [_ARGUMENT.fullmatch(argument) for argument in arguments.split(",")]
            return CFUNCTYPE(_type(result), *(_type(kind[1].strip()) for kind in kinds if kind))
    raise LookupError(f"no file of C has the function {name}")


@declared_in("engines/native/seen.c", "struct seen")
class Seen(Structure):
    """A table of the states seen, and its measures."""

    __slots__ = ()


@declared_in("engines/native/seen.c", "struct numbering")
class Numbering(Structure):
    """Numbers for words."""

    __slots__ = ()


@declared_in("engines/native/seen.c", "struct set")
class SeenStates(Structure):
    """The set of the states seen, for all threads."""

    __slots__ = ()


INSERT = _TYPES["insert_function *"] = function_type("insert_all")


@declared_in("engines/native/runtime.c", "struct space")
class SearchSpace(Structure):
    """What all threads share: the states, their index, successors, and how far the frontier is explored."""

    __slots__ = ()


@declared_in("engines/native/runtime.c", "struct worker")
class Worker(Structure):
    """One thread's own part: its place in the batch, its states' numbers, and what it counts."""

    __slots__ = ()


EXPAND = _TYPES["expand_function *"] = function_type("expand")
EVALUATE = _TYPES["evaluate_function *"] = function_type("evaluate")
