"""Copies of data directories, made one after another while their brokers run.

A directory is listed before its files are copied, as every program does that copies directories. So what appears later
is not in the copy, and neither is what is deleted before its turn. The order of the files is drawn, and so are pauses,
so that copies are of many moments, as those of large directories are.
"""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import time
from collections.abc import Mapping
from pathlib import Path

BETWEEN = 2.0
"""Seconds between two directories, at most."""
WITHIN = 0.25
"""Seconds between two partitions of a directory, at most."""


def copy_directories(sources: Mapping[int, Path], target: Path, chance: random.Random) -> dict[int, Path]:
    """Copy the directories of these nodes into a new one; returns the copies, in the order in which they were made."""
    paths = {}
    for node in chance.sample(list(sources), len(sources)):
        paths[node] = target / f"{node}"
        copy_directory(sources[node], paths[node], chance)
        time.sleep(chance.uniform(0, BETWEEN))
    return paths


def copy_directory(source: Path, target: Path, chance: random.Random, within: float = WITHIN) -> None:
    """Copy a directory whose files may appear and disappear meanwhile. within: seconds between two of its folders."""
    target.mkdir(parents=True)
    try:
        entries = list(os.scandir(source))
    except FileNotFoundError:  # deleted, or renamed
        return
    chance.shuffle(entries)
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            time.sleep(chance.uniform(0, within))
            copy_directory(Path(entry.path), target / entry.name, chance, within)
        else:
            with contextlib.suppress(FileNotFoundError):
                shutil.copyfile(entry.path, target / entry.name)
