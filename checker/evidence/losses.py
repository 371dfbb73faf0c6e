"""Questions whose answers are kept: which minimal sets of faults break a promise, of several protocols and clusters.

A file of questions says what is searched (for Kafka: impl/kafka/questions.toml), and a file of answers what was found.
Tables are made of the answers, and tests search them again.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tidemark import impl
from tidemark.checker.analyses.asking import Answer, Question, decide
from tidemark.checker.analyses.fault_sets import FaultSet


@dataclass(frozen=True)
class Asked:
    """One question: which faults break a promise of a protocol, in a cluster, within these scopes."""

    protocol: str
    cluster: str
    bounds: Mapping[str, Any]
    promise: str
    scopes: Sequence[Mapping[str, Any]]

    @property
    def question(self) -> Question:
        """As `ask` has it."""
        return Question(impl.protocol(self.protocol), (self.promise,), self.bounds)

    def search(self, threads: int) -> Answer:
        """Search for the answer.

        Raises:
            UsageError: there is too little memory.
        """
        scopes = [(scope["faults"], scope.get("chosen", {}), scope["most"]) for scope in self.scopes]
        return decide(self.question, scopes, threads)


@dataclass(frozen=True)
class Kept:
    """A kept answer: the length of the shortest run for each minimal set of faults, and the states of each scope."""

    protocol: str
    cluster: str
    losses: Mapping[FaultSet, int]
    states: Sequence[int]

    @classmethod
    def of(cls, asked: Asked, answer: Answer) -> Kept:
        """What is kept of an answer."""
        losses = {loss.faults: loss.run.length for loss in answer.losses}
        return cls(asked.protocol, asked.cluster, losses, [search.states for search in answer.searches])

    @property
    def text(self) -> str:
        """As the file has it."""
        lines = [
            "[[answer]]",
            f'protocol = "{self.protocol}"',
            f'cluster = "{self.cluster}"',
            f"states = {list(self.states)}",
            "losses = [",
        ]
        for faults, length in self.losses.items():
            counts = ", ".join(f"{name} = {count}" for name, count in faults.counts)
            lines.append(f"    {{ length = {length}, faults = {{ {counts} }} }},")
        return "\n".join([*lines, "]"]) + "\n"


def questions(path: Path) -> list[Asked]:
    """The questions of a file, cluster by cluster."""
    document = tomllib.loads(path.read_text(encoding="utf-8"))
    return [
        Asked(
            protocol,
            cluster,
            {**question["bounds"], **sizes},
            document["promise"],
            question["scopes"],
        )
        for cluster, sizes in document["clusters"].items()
        for question in document["question"]
        for protocol in question["protocols"]
    ]


def answers(path: Path) -> Iterator[Kept]:
    """The answers of a file."""
    for answer in tomllib.loads(path.read_text(encoding="utf-8")).get("answer", []):
        losses = {FaultSet(tuple(loss["faults"].items())): loss["length"] for loss in answer["losses"]}
        yield Kept(answer["protocol"], answer["cluster"], losses, answer["states"])
