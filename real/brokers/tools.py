"""A tool of Kafka's own, run with the jars of a release: so that what is found here can be checked there.

`bin/kafka-dump-log.sh` is the class `kafka.tools.DumpLogSegments`; from 4.3 on it is in another package. So a class
that a release lacks is looked for by its last name.
"""

from __future__ import annotations

import subprocess
import sys
import zipfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from tidemark.base.errors import UsageError, printable
from tidemark.base.names import nearest
from tidemark.real.brokers import jars
from tidemark.real.brokers.processes import java

_PACKAGES = ("kafka.", "org.apache.kafka.")


def run(version: str, words: Sequence[str]) -> int:
    """Run a class of a release with the words that follow it; gives its exit status, above 128 if a signal ended it.

    Raises:
        UsageError: the release was not fetched, or has no such class; there is no Java.
    """
    path = jars.jars(version)
    name, *rest = words
    found = main_class(name, path, version)
    if found != name:
        print(f"tidemark: {printable(name)} is {found} in Kafka {version}", file=sys.stderr)
    sys.stdout.flush()
    done = subprocess.run([java(), "-cp", ":".join(map(str, path)), found, *rest], check=False)
    return done.returncode if done.returncode >= 0 else 128 - done.returncode


def main_class(name: str, path: Iterable[Path], version: str) -> str:
    """The full name of a class among the jars: the same, or the one of Kafka's own that has its last name.

    Raises:
        UsageError: there is none, or there are several.
    """
    known = {one for jar in path for one in _classes(jar)}
    if name in known:
        return name
    own = [one for one in known if one.startswith(_PACKAGES)]
    last = name.rpartition(".")[2]
    match sorted(one for one in own if one.rpartition(".")[2] == last):
        case [found]:
            return found
        case []:
            near = nearest(last, [one.rpartition(".")[2] for one in own if ".tools." in one])
            raise UsageError(f"Kafka {version} has no class {printable(name)}{near}")
        case several:
            raise UsageError(f"name one class of Kafka {version}: {', '.join(several)}")


def _classes(jar: Path) -> Iterable[str]:
    with zipfile.ZipFile(jar) as file:
        for entry in file.namelist():
            if entry.endswith(".class") and "$" not in entry:
                yield entry.removesuffix(".class").replace("/", ".")
