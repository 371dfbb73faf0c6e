"""Kafka's own code, asked for what it decides: one process of Java for each release, its jars from the user's cache.

`needs_jars` marks the tests that ask. Where the jars are, those are ordinary tests, which fail without Java. Where they
are not, they are marked as the tests with real brokers are. `make brokers`, which fetches them, runs them in any case.
"""

from __future__ import annotations

import atexit
import functools
import json
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest

from tidemark.impl.functions.clients.assignors.groups import Assignment, AssignorGroup
from tidemark.impl.functions.clients.java import TopicPartition
from tidemark.real.brokers import jars, processes

HERE = Path(__file__).parent
CLIENT, SERVER = "3.9.2", "4.3.1"
"""The releases that are asked: the last with ZooKeeper's controller, and the last of all here, which has KIP-848's."""
Test = TypeVar("Test", bound=Callable[..., object])


def marks(*versions: str) -> list[pytest.MarkDecorator]:
    """What marks a test that asks these releases: `brokers`, unless all were fetched; `smoke`, if CI fetches them.

    And a group, so that one process of the suite has the processes of Java.
    """
    found = [pytest.mark.oracle, pytest.mark.xdist_group("oracle")]
    if not all(jars.is_here(jars.release(version)) for version in versions):
        found.append(pytest.mark.brokers)
    if set(versions) == {CLIENT}:
        found.append(pytest.mark.smoke)
    return found


def needs_jars(*versions: str) -> Callable[[Test], Test]:
    """Mark a test that asks these releases."""

    def marked(test: Test) -> Test:
        for mark in marks(*versions):
            test = mark(test)
        return test

    return marked


class Oracle:
    """A process that answers questions with the jars of a release, through a small program in Java."""

    def __init__(self, version: str, program: str) -> None:
        path = ":".join(str(jar) for jar in jars.jars(version))
        quiet = [flag for flag in processes.FLAGS if "preferIPv4" not in flag]
        command = [processes.java(), *quiet, "-cp", path, str(HERE / program)]
        self.errors = tempfile.TemporaryFile("w+")  # noqa: SIM115  (it lives as long as the process)
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, text=True
        )
        atexit.register(self.process.kill)

    def ask(self, questions: Sequence[dict[str, Any]]) -> list[Any]:
        """The answers, in the order of the questions."""
        assert self.process.stdin
        assert self.process.stdout
        answers = []
        for start in range(0, len(questions), 50):  # as many as fit into a pipe
            some = questions[start : start + 50]
            self.process.stdin.write("".join(json.dumps(one) + "\n" for one in some))
            self.process.stdin.flush()
            for _ in some:
                line = self.process.stdout.readline()
                assert line, f"Java ended with status {self.process.wait()}: {self._said()}"
                answers.append(json.loads(line))
        return answers

    def _said(self) -> str:
        self.errors.seek(0)
        return self.errors.read()[-2000:]


@functools.cache
def oracle(version: str, program: str = "KafkaOracle.java") -> Oracle:
    """The process for a release, started once."""
    return Oracle(version, program)


def question(what: str, group: AssignorGroup) -> dict[str, Any]:
    """A group, as the program reads it."""
    members = {
        name: {
            "topics": sorted(member.topics),
            "owned": [list(one) for one in member.owned],
            "generation": member.generation,
            "instance": member.instance,
        }
        for name, member in group.members.items()
    }
    return {"what": what, "topics": dict(group.topics), "members": members}


def assignments(version: str, what: str, groups: Sequence[AssignorGroup]) -> list[Assignment | str]:
    """The result of a release's assignor for each group, partitions sorted; or the exception, as text."""
    found: list[Assignment | str] = []
    for group, answer in zip(
        groups, oracle(version).ask([question(what, one) for one in groups]), strict=True
    ):
        if "refused" in answer:
            found.append(answer["refused"])
        else:
            found.append(
                {name: tuple(sorted(TopicPartition(*one) for one in answer[name])) for name in group.members}
            )
    return found
