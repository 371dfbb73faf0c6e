"""Runs one of Kafka's tools with the jars of a release, so that Kafka itself can check what Tidemark finds.

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
    """Run a class of a release with the words that follow it; returns its exit status, above 128 if a signal ended it.

    Raises:
        UsageError: the release was not fetched, or has no such class; there is no Java.
    """
    path = jars.jars(version)
    name, *rest = words
    full_name = main_class(name, path, version)
    if full_name != name:
        print(f"tidemark: {printable(name)} is {full_name} in Kafka {version}", file=sys.stderr)
    sys.stdout.flush()
    command = [java(), "-cp", ":".join(map(str, path)), full_name, *rest]
    status = subprocess.run(command, check=False).returncode
    return status if status >= 0 else 128 - status


def main_class(name: str, path: Iterable[Path], version: str) -> str:
    """The full name of a class among the jars: the same, or the class of Kafka that has its last name.

    Raises:
        UsageError: there is none, or there are several.
    """
    classes = {class_ for jar in path for class_ in _classes(jar)}
    if name in classes:
        return name
    of_kafka = [class_ for class_ in classes if class_.startswith(_PACKAGES)]
    last = name.rpartition(".")[2]
    match sorted(class_ for class_ in of_kafka if class_.rpartition(".")[2] == last):
        case [full_name]:
            return full_name
        case []:
            near = nearest(last, [class_.rpartition(".")[2] for class_ in of_kafka if ".tools." in class_])
            raise UsageError(f"Kafka {version} has no class {printable(name)}{near}")
        case several:
            raise UsageError(f"name one class of Kafka {version}: {', '.join(several)}")


def _classes(jar: Path) -> Iterable[str]:
    with zipfile.ZipFile(jar) as file:
        for entry in file.namelist():
            if entry.endswith(".class") and "$" not in entry:
                yield entry.removesuffix(".class").replace("/", ".")
