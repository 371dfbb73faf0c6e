"""The wheel and the source distribution, as a user gets them: installed without a network, run from anywhere."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.support.blocks import blocks
from tests.support.logs import unpack_archive
from tidemark import ROOMS
from tidemark.base import authors
from tidemark.base.extras import SPARK

ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.xdist_group("install")  # what is built and installed is so once
pytest.importorskip("hatchling", reason="hatchling builds the distributions, and is not installed")


def run(*words: str | Path, cwd: Path, expected: int = 0) -> str:
    done = subprocess.run(list(map(str, words)), cwd=cwd, capture_output=True, text=True, timeout=600)
    assert done.returncode == expected, done.stdout + done.stderr
    return done.stdout


def build(source: Path, target: Path, kind: str) -> Path:
    target.mkdir()
    run(sys.executable, "-m", "hatchling", "build", "-d", target, "-t", kind, cwd=source)
    (built,) = target.iterdir()
    return built


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked source distribution."""
    folder = tmp_path_factory.mktemp("sdist")
    with tarfile.open(build(ROOT, folder / "built", "sdist")) as archive:
        # before Python 3.11.4 there are no filters
        archive.extractall(folder, **({"filter": "data"} if hasattr(tarfile, "data_filter") else {}))
    (unpacked,) = folder.glob("tidemark_kafka-*")
    return unpacked


@pytest.fixture(scope="module")
def wheel(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that `pip install` makes from the source distribution."""
    return build(sdist, tmp_path_factory.mktemp("wheel") / "built", "wheel")


def install(home: Path, *what: str | Path) -> Path:
    """The command, in an environment of its own; what Tidemark needs comes from the environment of the tests."""
    run(sys.executable, "-m", "venv", "--without-pip", home, cwd=ROOT)
    python = home / "bin" / "python"
    (site,) = home.glob("lib/python*/site-packages")
    (site / "needed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    options = ["--quiet", "--no-deps", "--no-index", "--no-build-isolation", "--disable-pip-version-check"]
    run(sys.executable, "-m", "pip", "--python", python, "install", *options, *what, cwd=home)
    return home / "bin" / "tidemark"


@pytest.fixture(scope="module")
def basic(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command where the libraries of no extra are installed."""
    home = tmp_path_factory.mktemp("basic")
    command = install(home / "venv", wheel)
    (home / "needed").mkdir()
    for installed in Path(sysconfig.get_path("purelib")).iterdir():
        if installed.name not in SPARK and "tidemark" not in installed.name:
            (home / "needed" / installed.name).symlink_to(installed)
    (path_file,) = (home / "venv").glob("lib/python*/site-packages/needed.pth")
    path_file.write_text(f"{home / 'needed'}\n")
    for library in SPARK:
        assert f"No module named '{library}'" in run_failing(
            command.with_name("python"), f"import {library}", cwd=home
        )
    return command


@pytest.fixture(scope="module")
def tidemark(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(tmp_path_factory.mktemp("home") / "venv", wheel)


@pytest.fixture(
    scope="module",
    params=[
        "wheel",
        pytest.param("source distribution", marks=pytest.mark.slow),
        "clone without links",
    ],
)
def installed(
    request: pytest.FixtureRequest, wheel: Path, sdist: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The command as each kind of installation gives it; a source distribution and a clone are installed editable."""
    home = tmp_path_factory.mktemp("installed")
    if request.param == "wheel":
        return install(home / "venv", wheel)
    checkout = home / "checkout"
    if request.param == "source distribution":
        shutil.copytree(sdist, checkout)
    elif not (ROOT / ".git").exists():
        pytest.skip("the tests run outside a repository, which has nothing to clone")
    else:
        run("git", "clone", "--quiet", "--config", "core.symlinks=false", ROOT, checkout, cwd=home)
    return install(home / "venv", "--editable", checkout)


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A directory with folders that are called as Tidemark's packages are."""
    for name in ("spec", "impl", "checker"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise SystemExit('this is not the package')\n")
    return tmp_path


def test_the_source_distribution_has_all_that_the_readme_speaks_of(sdist: Path) -> None:
    for name in (
        "README.md",
        "LICENSE",
        "CHANGELOG.md",
        "Makefile",
        "docs/engines.md",
        "tools/java-home",
        "tests/conftest.py",
    ):
        assert (sdist / name).is_file(), name
    assert "# Tidemark" in (sdist / "PKG-INFO").read_text()


def test_the_wheel_of_the_source_distribution_is_that_of_the_checkout(wheel: Path, tmp_path: Path) -> None:
    ours = zipfile.ZipFile(build(ROOT, tmp_path / "built", "wheel"))
    theirs = zipfile.ZipFile(wheel)
    assert sorted(ours.namelist()) == sorted(theirs.namelist())
    assert {name.split("/")[0] for name in ours.namelist() if ".dist-info" not in name} == {"tidemark"}


def test_a_second_build_has_the_same_bytes(wheel: Path, sdist: Path, tmp_path: Path) -> None:
    source = tmp_path / "moved"
    shutil.copytree(sdist, source)
    for path in source.rglob("*"):
        os.utime(path, (10**9, 10**9))
    assert build(source, tmp_path / "wheel", "wheel").read_bytes() == wheel.read_bytes()
    builds = [build(source, tmp_path / name, "sdist").read_bytes() for name in ("first", "second")]
    assert builds[0] == builds[1]


def test_every_list_of_the_rooms_has_the_same(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        folders = {name.split("/")[1] for name in archive.namelist() if name.count("/") > 1}
    assert folders - {"licenses"} == set(ROOMS) == set(authors.ROOMS)


def test_the_installed_command_does_what_the_readme_says_from_any_directory(
    tidemark: Path, elsewhere: Path
) -> None:
    words = ["check", "published/kip-101", "--replicas", "2", "--promise", "strong-isr"]
    assert "violated after 12 states" in run(tidemark, *words, cwd=elsewhere, expected=1)
    trace = "traces/published-kip-101_strong-isr_2-2-2-2.json"
    assert json.loads((elsewhere / trace).read_text())["promise"] == "strong-isr"
    run(tidemark, "replay", trace, "--html", "run.html", cwd=elsewhere)
    assert "published/kip-101" in (elsewhere / "run.html").read_text()
    small = ["--replicas", "2", "--log-size", "1", "--records", "1"]
    proved = run(tidemark, "prove", "published/kip-320", "strong-isr", *small, "--jobs", "2", cwd=elsewhere)
    assert "proved by induction" in proved


OWN = """
import checker, impl, spec
from typing import Annotated
from tidemark import Domain, Id, Identity, IdSet, Machine, Record, Truth, action, not_, promise, require

assert spec.MINE and impl.MINE and checker.MINE


class Room(Record):
    inside: IdSet


Guest = Annotated[Identity, Domain("guest")]


@action
def enter(room: Room, guest: Guest) -> Room:
    require(not_(room.inside.has(guest)), "the guest is outside")
    return room.but(inside=room.inside.including(guest))


@promise
def not_full(room: Room) -> Truth:
    return room.inside.size() < 3


guest = Id("guest", 3)
type = Room.of(inside=IdSet.of(guest))
machine = Machine("room", {}, type, type.default, [enter], [not_full], {"guest": guest})
"""
TEST = """
import spec
from mine import machine
from tidemark import Result, assert_holds, check


def test_three_guests_fill_the_room() -> None:
    assert spec.MINE
    result: Result = check(machine)
    assert result.promises["not-full"].length == 4
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A user's project that has packages which are called as those of Tidemark, and uses them."""
    for name in ("spec", "impl", "checker"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("MINE = True\n")
    (tmp_path / "mine.py").write_text(OWN)
    (tmp_path / "test_mine.py").write_text(TEST)
    return tmp_path


def test_a_users_pytest_and_mypy_find_tidemark_beside_packages_of_those_names(
    tidemark: Path, project: Path
) -> None:
    python = tidemark.with_name("python")
    assert "1 passed" in run(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", cwd=project)
    mypy = [sys.executable, "-m", "mypy", "--strict", "--python-executable", python]
    assert "Success" in run(*mypy, "mine.py", "test_mine.py", cwd=project)
    (project / "test_mine.py").write_text(TEST.replace("check(machine)", "check(3)"))
    assert 'Argument 1 to "check" has incompatible type "int"' in run(
        *mypy, "test_mine.py", cwd=project, expected=1
    )


def test_every_kind_of_installation_checks_a_protocol_and_has_types_and_nothing_but_tidemark(
    installed: Path, project: Path
) -> None:
    words = ["check", "kafka/0.10.2", "--crashes", "2", "--promise", "acknowledged-survives"]
    assert "violated after 14 states" in run(installed, *words, cwd=project, expected=1)
    python = installed.with_name("python")
    assert "1 passed" in run(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", cwd=project)
    (project / "typed.py").write_text(
        "from tidemark import Machine, check\n"
        "from tidemark.base.errors import UsageError\n"
        "reveal_type(check)\nreveal_type(Machine.only)\nreveal_type(UsageError)\n"
    )
    mypy = [sys.executable, "-m", "mypy", "--strict", "--python-executable", python]
    revealed = run(*mypy, "typed.py", "mine.py", cwd=project)
    assert "tidemark.checker.runs.results.Result" in revealed
    assert "def (message: str) -> tidemark.base.errors.UsageError" in revealed
    for folder in ("tests", "bench", "tools", "docs", "hatch_build", "tidemark.tests", "tidemark.docs"):
        assert "No module named" in run_failing(python, f"import {folder}", cwd=project)


def run_failing(python: Path, code: str, cwd: Path) -> str:
    done = subprocess.run([python, "-c", code], cwd=cwd, capture_output=True, text=True, timeout=600)
    assert done.returncode == 1
    return done.stderr


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        ("check kafka/0.10.2 --crashes 2 --promise acknowledged-survives", 1, "violated after 14 states"),
        ("check counter.py", 1, "violated after 3 states"),
        ("replay traces/counter_nobody-lags.json --from counter.py", 0, "3 states replayed"),
        ("why counter.py nobody-lags", 1, "every run that breaks it"),
        ("list ISR", 0, "in-sync replicas"),
    ],
)
def test_the_readmes_examples_run_with_the_wheel_alone(
    words: str, status: int, said: str, tidemark: Path, project: Path
) -> None:
    assert f"tidemark {words}" in (ROOT / "README.md").read_text(encoding="utf-8")
    (project / "counter.py").write_text(blocks("README.md")[0])
    if words.startswith("replay"):
        run(tidemark, "check", "counter.py", cwd=project, expected=1)
    assert said in run(tidemark, *words.split(), cwd=project, expected=status)


MAP = """
from tidemark import EventMap, take

log = EventMap()
guest = log.names("guest")


@log.event("entered")
def entered(e):
    return take("enter", guest=guest(e.guest))
"""
GRID = """
promises = ["acknowledged-survives"]
protocols = ["kafka/0.10.2"]
bounds = { log-size = 1, records = 1, max-epoch = 2, consumers = "no" }

[axes.faults]
"a process crashes" = { crashes = 1 }
"""


def prepare(folder: Path) -> None:
    """Write a grid, a log with its map, and the data directories of brokers."""
    (folder / "grid.toml").write_text(GRID)
    (folder / "map.py").write_text(MAP)
    events = ({"event": "entered", "guest": guest} for guest in ("ann", "bob"))
    (folder / "guests.jsonl").write_text("".join(f"{json.dumps(event)}\n" for event in events))
    unpack_archive("every-kind", folder)


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        ("check published/kip-101 --replicas 2 --promise strong-isr --workdir kept", 1, "violated after 12"),
        ("check mine.py --engine reference", 1, "violated after 4 states"),
        ("check mine.py --engine hypothesis", 1, "violated after"),
        (
            "prove published/kip-320 strong-isr --replicas 2 --log-size 1 --records 1",
            0,
            "proved by induction",
        ),
        ("fuzz mine.py --seconds 2", 1, "violated after"),
        ("why mine.py not-full", 1, "every run that breaks it"),
        ("minimize published/kip-101 --promise strong-isr --replicas 2", 1, "breaks after"),
        ("graph mine.py not-full", 0, "digraph"),
        ("matrix --grid grid.toml", 0, "kafka/0.10.2"),
        ("audit every-kind/broker-1", 0, "nothing is wrong"),
        ("validate mine.py guests.jsonl --map map.py", 0, "explained"),
    ],
)
def test_without_an_extra_a_command_works_in_one_process(
    words: str, status: int, said: str, basic: Path, project: Path
) -> None:
    prepare(project)
    assert said in run(basic, *words.split(), cwd=project, expected=status)


@pytest.mark.parametrize(
    "words",
    [
        "check published/kip-101 --engine spark",
        "fuzz published/kip-101 --engine spark",
        "check published/kip-101 --engine spark --workdir s3://bucket/prefix",
        "matrix --grid grid.toml --dataset kept",
        "matrix --grid grid.toml --engine spark",
        "query kept",
        "audit every-kind/broker-1 --out kept",
        "audit every-kind/broker-1 --engine spark",
        "validate mine.py guests.jsonl --map map.py --each --engine spark",
    ],
)
def test_without_an_extra_a_command_that_needs_one_says_how_to_install_it(
    words: str, basic: Path, project: Path
) -> None:
    prepare(project)
    done = subprocess.run([basic, *words.split()], cwd=project, capture_output=True, text=True, timeout=600)
    assert done.returncode == 2
    assert "pip install 'tidemark-kafka[spark]'" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.spark
def test_spark_checks_a_users_file_beside_packages_of_those_names(tidemark: Path, project: Path) -> None:
    words = ["check", "mine.py", "--engine", "spark", "--master", "local[2]"]
    assert "violated after 4 states" in run(tidemark, *words, cwd=project, expected=1)


PYTHONS = ("3.11", "3.12", "3.13", "3.14")


def test_every_python_that_the_wheel_names_is_one_that_make_and_the_pages_name(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        told = archive.read(name).decode()
    assert tuple(re.findall(r"^Classifier: Programming Language :: Python :: (.+)$", told, re.M)) == PYTHONS
    assert set(re.findall(r"^Requires-Python: (.+)$", told, re.M)[0].split(",")) == {">=3.11", "<3.15"}
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "not (3, 11) <= sys.version_info < (3, 15)" in makefile
    assert f"Python {', '.join(PYTHONS[:-1])} or {PYTHONS[-1]} is needed" in makefile
    for page in ("README.md", "docs/tutorial.md"):
        assert f"{PYTHONS[0]} to {PYTHONS[-1]}" in (ROOT / page).read_text(encoding="utf-8")


def python_of(version: str) -> str:
    """A Python of that version, on the path or among pyenv's. A test is skipped where there is none."""
    among = sorted((Path.home() / ".pyenv/versions").glob(f"{version}.*/bin/python"))
    for found in (shutil.which(f"python{version}"), *map(str, among)):
        if found and subprocess.run([found, "-c", "import ensurepip"], capture_output=True).returncode == 0:
            return found
    pytest.skip(f"there is no Python {version} here")


@pytest.mark.slow  # all that Tidemark needs is fetched and installed twice
@pytest.mark.parametrize("version", PYTHONS)
def test_pip_and_pipx_run_the_wheel_on_every_python_that_is_here(
    version: str, wheel: Path, project: Path, tmp_path: Path
) -> None:
    python, pipx = python_of(version), tmp_path / "pipx"
    for home, wanted in ((pipx, "pipx"), (tmp_path / "venv", wheel)):
        run(python, "-m", "venv", home, cwd=tmp_path)
        run(home / "bin" / "pip", "install", "--quiet", wanted, cwd=tmp_path)
    size = sum(path.lstat().st_blocks * 512 for path in (tmp_path / "venv").rglob("*"))
    assert size < 450 * 10**6
    words = ["check", "published/kip-101", "--replicas", "2", "--promise", "strong-isr"]
    for command in (
        [tmp_path / "venv" / "bin" / "tidemark"],
        [pipx / "bin" / "pipx", "run", "--python", python, "--spec", wheel, "tidemark"],
    ):
        assert "violated after 12 states" in run(*command, *words, cwd=tmp_path, expected=1)
        assert "violated after 4 states" in run(*command, "check", "mine.py", cwd=project, expected=1)


@pytest.mark.slow
def test_the_installed_command_verifies_from_any_directory(tidemark: Path, elsewhere: Path) -> None:
    run(tidemark, "counterexamples", cwd=elsewhere)
    assert "all as pinned" in run(tidemark, "verify", cwd=elsewhere)
