"""The floor plan: which room may import which, what the checker must not know, and how long a file may be."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import networkx as nx
import pytest

from tidemark import ROOMS, impl
from tidemark.spec import Machine
from tidemark.spec.types.composites import ArrayType, RecordType
from tidemark.spec.types.leaves import LeafType, Type
from tidemark.spec.types.sequences import SequenceType

ROOT = Path(__file__).parents[1]
STOREYS = (
    "tidemark.base",
    "tidemark.spec.expressions",
    "tidemark.spec.types",
    "tidemark.spec.machines",
    "tidemark.spec.logs",
    "tidemark.spec.families",
    "tidemark.spec",
    "tidemark.impl",
    "tidemark.real",
    "tidemark.checker.user_files",
    "tidemark.checker.runs",
    "tidemark.checker.engines",
    "tidemark.checker.analyses",
    "tidemark.checker.telling",
    "tidemark.checker.export",
    "tidemark.checker.validation",
    "tidemark.checker.views",
    "tidemark.checker.explorer",
    "tidemark.checker.evidence",
    "tidemark.checker.audits",
    "tidemark.checker.api",
    "tidemark.checker.commands",
    "tidemark.checker.installation",
    "tidemark.checker.cli",
    "tidemark.__main__",
)
"""The rooms, the ground floor first: a room imports from itself and from those before it."""
FRONT_DOOR = ("tidemark", "tidemark.checker")
"""The facade, and the package of the engines, which has nothing but its rooms."""
LONGEST, SCREEN = 450, 60
"""The most lines of a file, and of a function."""
CODE = (".py", ".c", ".h", ".js", ".css", ".html", ".sh", ".m", ".pml", ".rs", ".tla", "")
"""What people write line by line: not what is generated from it (.ll), and no data (.toml)."""


def modules() -> dict[str, Path]:
    """Every module of the package, by its name."""
    files = [path for package in ROOMS for path in (ROOT / package).rglob("*.py")]
    named = {".".join(("tidemark", *path.relative_to(ROOT).with_suffix("").parts)): path for path in files}
    named |= {f"tidemark.{path.stem}": path for path in (ROOT / "tidemark").glob("*.py")}
    return {name.removesuffix(".__init__"): path for name, path in named.items()}


MODULES = modules()


def imports(name: str) -> Iterator[str]:
    """The modules that a module imports, at its top or later."""
    for node in ast.walk(ast.parse(MODULES[name].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in MODULES)
        if isinstance(node, ast.ImportFrom) and node.module in MODULES:
            for alias in node.names:
                below = f"{node.module}.{alias.name}"
                yield below if below in MODULES else node.module


def storey(name: str) -> int:
    rooms = [(len(room), k) for k, room in enumerate(STOREYS) if name == room or name.startswith(f"{room}.")]
    assert rooms or name in FRONT_DOOR, f"{name} is in no room: give it one"
    return max(rooms, default=(0, 0))[1]


def test_the_front_door_opens_the_language_and_the_api_alone() -> None:
    assert set(imports("tidemark")) == {"tidemark.checker.api", "tidemark.spec"}
    assert set(imports("tidemark.checker")) == set()


def test_no_arrow_goes_upwards() -> None:
    wrong = [
        f"{name} -> {other}"
        for name in MODULES
        for other in imports(name)
        if storey(other) > storey(name) and name not in FRONT_DOOR
    ]
    assert wrong == []


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph = nx.DiGraph((name, other) for name in MODULES for other in imports(name) if name != other)
    assert [sorted(circle) for circle in nx.strongly_connected_components(graph) if len(circle) > 1] == []


def package_of(name: str) -> str:
    """The folder of a module."""
    return name if MODULES[name].name == "__init__.py" else name.rpartition(".")[0]


def is_within(name: str, package: str) -> bool:
    return f"{name}.".startswith(f"{package}.")


def test_no_packages_import_each_other_in_a_circle() -> None:
    """Apart from a package and one within it: the inner one is a part of the outer one."""
    pairs = {(package_of(name), package_of(other)) for name in MODULES for other in imports(name)}
    graph = nx.DiGraph(
        (importer, imported)
        for importer, imported in pairs
        if not is_within(importer, imported) and not is_within(imported, importer)
    )
    assert [sorted(circle) for circle in nx.strongly_connected_components(graph) if len(circle) > 1] == []


def test_no_file_is_longer_than_an_engineer_reads_at_once() -> None:
    folders = (*ROOMS, "tidemark", "tests", "bench", "tools", ".ci")
    files = [path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file()]
    long = {
        path.relative_to(ROOT).as_posix(): lines
        for path in [*files, *ROOT.glob("*")]
        if path.is_file() and path.suffix in CODE and "__pycache__" not in path.parts
        if (lines := len(path.read_text(encoding="utf-8", errors="replace").splitlines())) > LONGEST
    }
    assert long == {}


@pytest.mark.parametrize("name", sorted(MODULES))
def test_a_function_fits_a_screen(name: str) -> None:
    tree = ast.parse(MODULES[name].read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    assert [f.name for f in functions if (f.end_lineno or 0) - f.lineno >= SCREEN] == []


def test_the_tests_are_laid_out_as_the_rooms_are() -> None:
    packages = [room for room in STOREYS if MODULES[room].name == "__init__.py"]
    folders = [re.sub(r"^tidemark\.(checker\.)?", "", room).replace(".", "/") for room in packages]
    folders = [name for name in folders if not name.startswith("spec/")]  # of the language as a whole
    assert "real" in folders
    assert [name for name in folders if not any((ROOT / "tests" / name).rglob("test_*.py"))] == []


WORDS = re.compile(
    r"\b(kafka|brokers?|replicas?|isr|leaders?|followers?|high.?watermarks?|leo|quorum|acks|producers?|consumers?"
    r"|controllers?|leader.?epochs?|truncat\w+ to|kip-?\d+)\b",
    re.IGNORECASE,
)
"""What only Kafka's families may speak of."""


EVERYWHERE = {
    "OK",
    "after", "answer", "before", "cache", "changes", "commit", "exchange", "expand", "fetch", "flush", "following",
    "group", "id", "item", "log", "messages", "metadata", "offset", "pauses", "process", "progress", "record",
    "refusals",
    "reads", "remembered", "reserved", "resolve", "settings", "shrink", "status", "visible", "waiting",
}  # fmt: skip
"""Names of families that are words of any program too: a successor's expansion, the log of Spark, `cache`."""


def names_of(type_: Type) -> Iterator[str]:
    """The fields and labels of a state type."""
    match type_:
        case RecordType():
            for name, field in type_.fields.items():
                yield name
                yield from names_of(field)
        case ArrayType() | SequenceType():
            yield from names_of(type_.element)
        case LeafType():
            yield from type_.kind.labels


def machines() -> list[Machine]:
    return [protocol.machine(traced=False) for protocol in impl.protocols().values()]


@cache
def known_to_families() -> frozenset[str]:
    """Every name that a family gives: fields, labels, actions, promises, bounds, rules, protocols, itself."""
    found: set[str] = set()
    for machine in machines():
        family = impl.protocol(machine.protocol).family
        found |= {machine.protocol, family.name, *family.rules, *(b.name for b in family.bounds)}
        found |= {a.name for a in machine.actions} | {a.function.__name__ for a in machine.actions}
        found |= {p.name for p in family.promises} | set(names_of(machine.type))
    return frozenset(found)


def said(path: Path) -> Iterator[str]:
    """Every attribute, keyword and string of a Python file, the words of dotted and bracketed strings apart."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute):
            yield node.attr
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
            yield from re.split(r"[.\[\]]", node.value) if " " not in node.value else ()


CHECKER = [
    path for path in sorted((ROOT / "checker").rglob("*")) if path.suffix and "__pycache__" not in path.parts
]


@pytest.mark.parametrize("path", CHECKER, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_the_checker_names_nothing_that_a_family_does(path: Path) -> None:
    text = path.read_text(encoding="utf-8", errors="replace")
    assert [match[0] for match in WORDS.finditer(text)] == []
    if path.suffix == ".py":
        assert set(said(path)) & known_to_families() <= EVERYWHERE


def test_the_names_of_families_are_found() -> None:
    known = known_to_families()
    assert {
        "isr",
        "high_watermark",
        "out_of_range",
        "become_follower",
        "strong-isr",
        "kafka",
        "acks",
    } <= known
    assert "published/kip-320" in known


@pytest.mark.parametrize("name", sorted(MODULES))
def test_what_an_attribute_means_is_said_in_the_docstring_of_its_class(name: str) -> None:
    """One form: `name: what it means.` below the sentence of the class, and no string behind an attribute."""
    for class_ in ast.walk(ast.parse(MODULES[name].read_text(encoding="utf-8"))):
        if isinstance(class_, ast.ClassDef):
            strings = [
                one
                for one in class_.body[1:]
                if isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)
            ]
            assert [one.lineno for one in strings if isinstance(one.value.value, str)] == []
