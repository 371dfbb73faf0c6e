"""The releases of Kafka that can be run: where their jars come from, and what must be in them.

Maven resolves a release and all that it needs from its registry, once, into the user's cache. `releases.toml` pins what
must come: one SHA-256 over the names and contents of all jars of a release.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import shutil
import stat
import subprocess
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

from tidemark.base.cache_directory import cache_directory
from tidemark.base.errors import UsageError
from tidemark.base.names import look_up

RELEASES = Path(__file__).with_name("releases.toml")
PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies"
ALONE = "<exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions>"
NEEDED = "`sudo apt-get install maven default-jre-headless`"


@dataclass(frozen=True)
class Release:
    """A release that can be run.

    artifact: its name in the registry, with the version of Scala. beside: what it also needs on Java 17.
    sha256: over all its jars. alone: jars that come without what they depend on.
    """

    version: str
    artifact: str
    sha256: str
    beside: tuple[str, ...] = ()
    alone: tuple[str, ...] = ()

    @property
    def number(self) -> tuple[int, ...]:
        """The version as numbers, which compare as versions do."""
        return number(self.version)

    @property
    def kraft(self) -> bool:
        """Whether it no longer has a ZooKeeper (KIP-500)."""
        return self.number >= (4,)

    @property
    def folder(self) -> Path:
        """The folder of its jars, once they are fetched."""
        return cache() / self.version


def number(version: str) -> tuple[int, ...]:
    """A version as numbers, which compare as versions do."""
    return tuple(int(part) for part in version.split("."))


@functools.cache
def releases() -> dict[str, Release]:
    """All releases by their version."""
    releases = {}
    for version, row in tomllib.loads(RELEASES.read_text(encoding="utf-8")).items():
        row |= {name: tuple(row.get(name, ())) for name in ("beside", "alone")}
        releases[version] = Release(version, **row)
    return releases


def release(version: str) -> Release:
    """The release of that version.

    Raises:
        UsageError: there is none; the message has the nearest version.
    """
    release: Release = look_up(releases(), version, "there is no release of Kafka to run")
    return release


def cache() -> Path:
    """The user's cache of jars: below XDG_CACHE_HOME, or `~/.cache`.

    Raises:
        UsageError: there is no home.
    """
    folder = cache_directory()
    if folder is None:
        raise UsageError("there is no cache without a home: set HOME, or XDG_CACHE_HOME")
    return folder / "kafka"


def jars(version: str) -> list[Path]:
    """The jars of a release that was fetched.

    Raises:
        UsageError: it was not, or is not what was pinned, or others may change it.
    """
    pinned = release(version)
    paths = sorted(pinned.folder.glob("*.jar"))
    if not paths:
        raise UsageError(f"Kafka {version} is not here yet: run `tidemark kafka fetch {version}`")
    if problem := _problem(pinned):
        raise UsageError(f"{problem}: run `tidemark kafka fetch {version}`, which fetches it again")
    return paths


def _problem(pinned: Release) -> str:
    """Why the jars of a release are not to be run; empty if they are what was pinned, and only this user's."""
    folder = pinned.folder
    statuses = {path: path.lstat() for path in [folder, *sorted(folder.glob("*.jar"))]}
    for path, status in statuses.items():
        if path != folder and not stat.S_ISREG(status.st_mode):
            return f"{path} is no file"
        if status.st_uid not in (0, os.geteuid()):
            return f"{path} belongs to another user"
        if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            return f"other users may change {path}"
    # Every change of a file changes its ctime, which no program can set.
    marks = tuple((str(p), s.st_ino, s.st_size, s.st_ctime_ns) for p, s in statuses.items() if p != folder)
    if (sha256 := _digest(folder, marks)) != pinned.sha256:
        return f"the jars in {folder} have the SHA-256 {sha256}, and not {pinned.sha256}, which is pinned"
    return ""


@functools.cache
def _digest(folder: Path, marks: tuple[tuple[str, int, int, int], ...]) -> str:
    """The digest of a folder whose files have these marks: computed once in a process, as long as nothing changes."""
    del marks
    return digest(folder)


def is_here(pinned: Release) -> bool:
    """Whether the jars of a release were fetched, and are those that are pinned."""
    return pinned.folder.is_dir() and not _problem(pinned)


def fetch(version: str) -> Release:
    """Fetch a release into the cache with Maven, unless it is there as pinned.

    Raises:
        UsageError: there is no Maven, the registry does not answer, or what came is not what was pinned.
    """
    pinned = release(version)
    if is_here(pinned):
        return pinned
    maven = shutil.which("mvn")
    if not maven or not shutil.which("java"):
        raise UsageError(f"Maven and Java fetch Kafka, and one of them is missing: {NEEDED}")
    cache().mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{version}-", dir=cache()) as scratch:
        folder = Path(scratch) / "jars"
        (Path(scratch) / "pom.xml").write_text(_project(pinned), encoding="utf-8")
        command = [maven, "-B", "-q", PLUGIN, f"-DoutputDirectory={folder}", "-DincludeScope=runtime"]
        process = subprocess.run(
            command, cwd=scratch, capture_output=True, text=True, check=False, process_group=0
        )
        if process.returncode:
            output = process.stdout + process.stderr
            lines = [line for line in output.splitlines() if "ERROR" in line]
            raise UsageError(f"Maven could not fetch Kafka {version}: {(lines or ['it said nothing'])[0]}")
        if (sha256 := digest(folder)) != pinned.sha256:
            raise UsageError(
                f"what Maven fetched of Kafka {version} has the SHA-256 {sha256}, "
                f"and not {pinned.sha256}, which is pinned"
            )
        for path in (folder, *folder.iterdir()):
            path.chmod(path.stat().st_mode & ~(stat.S_IWGRP | stat.S_IWOTH))
        with contextlib.suppress(FileNotFoundError):
            pinned.folder.rename(Path(scratch) / "old")  # what is damaged goes with the scratch folder
        try:
            folder.rename(pinned.folder)
        except OSError:
            if not is_here(pinned):  # another process was first
                raise
    return pinned


def digest(folder: Path) -> str:
    """The SHA-256 over the names and contents of all jars in a folder."""
    whole = hashlib.sha256()
    for jar in sorted(folder.glob("*.jar")):
        with jar.open("rb") as file:
            whole.update(f"{jar.name} {hashlib.file_digest(file, 'sha256').hexdigest()}\n".encode())
    return whole.hexdigest()


def _project(pinned: Release) -> str:
    """A project of Maven's that depends on the release alone."""
    coordinates = [f"org.apache.kafka:{pinned.artifact}:{pinned.version}", *pinned.beside]
    rows = "".join(
        [_dependency(name) for name in coordinates] + [_dependency(name, ALONE) for name in pinned.alone]
    )
    return (
        '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>'
        "<groupId>tidemark</groupId><artifactId>brokers</artifactId><version>1</version><packaging>pom</packaging>"
        f"<dependencies>{rows}</dependencies></project>"
    )


def _dependency(coordinates: str, exclusions: str = "") -> str:
    group, artifact, version = map(escape, coordinates.split(":"))
    return (
        f"<dependency><groupId>{group}</groupId><artifactId>{artifact}</artifactId>"
        f"<version>{version}</version>{exclusions}</dependency>"
    )
