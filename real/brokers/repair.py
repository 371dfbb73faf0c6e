"""A repair to try on real brokers: with every new leader epoch a leader forgets what it knew of its followers.

`Partition.makeLeader` passes to each remote replica whether the broker becomes a leader that it was not before. The
repaired class always passes true. It differs from the release's class in two bytes, and is on the class path before the
jars.
"""

from __future__ import annotations

import zipfile
from pathlib import Path

from tidemark.base.errors import UsageError
from tidemark.real.brokers import jars

CLASS = "kafka/cluster/Partition.class"
REPAIR = "changed: a leader forgets its followers' log ends with every new leader epoch"
"""What every output says of such a broker."""
_BEFORE = bytes.fromhex("19061e2015041905")
"""aload 6, lload_0, lload_2, iload 4 (whether it is a new leader), aload 5."""
_AFTER = bytes.fromhex("19061e2004001905")
"""The same with iconst_1 and nop in the place of iload 4."""


def write_repaired_class(version: str, folder: Path) -> Path:
    """Write the repaired class of a release below a folder; returns the folder, for the class path.

    Raises:
        UsageError: the release has no such class, or a different one.
    """
    for jar in jars.jars(version):
        if jar.name.startswith("kafka_"):
            with zipfile.ZipFile(jar) as file:
                code = file.read(CLASS)
            if code.count(_BEFORE) != 1:
                break
            path = folder / CLASS
            path.parent.mkdir(parents=True)
            path.write_bytes(code.replace(_BEFORE, _AFTER))
            return folder
    raise UsageError(f"the repair is not known for Kafka {version}: its class {CLASS} differs")
