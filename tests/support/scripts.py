"""The scripts of docs/examples, run with the jars of a release alone."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tests.support.blocks import ROOT
from tidemark.real.brokers import jars
from tidemark.real.brokers.processes import java

FOLDER = ROOT / "docs/examples"


@contextlib.contextmanager
def started(script: Path, version: str, folder: Path, *more: Path) -> Iterator[subprocess.Popen[str]]:
    """A script with the jars of a release and more; what it makes goes into the folder. It ends with the block."""
    path = os.pathsep.join([f"{jars.fetch(version).folder}/*", *map(str, more)])
    command = [java(), f"-Djava.io.tmpdir={folder}", "-cp", path, str(script)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        try:
            yield process
        finally:
            process.terminate()  # it ends what it has started


def children(folder: Path) -> list[int]:
    """The processes whose command line has something in the folder: what a script has started, and not the script."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes()
        except OSError:
            continue
        if f"{folder}/".encode() in words:
            found.append(int(process.name))
    return found
