"""Questions whose answers are kept: which minimal sets of faults break a promise, of several protocols and clusters.

A file of questions says what is searched, and a file of answers what was found. Tables are made of the answers, and
tests search them again.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Any

from tidemark import impl
from tidemark.checker.analyses.asking import FaultAnswer, FaultQuestion, decide
from tidemark.checker.analyses.fault_sets import FaultKind, FaultSet, minimal
from tidemark.checker.analyses.scopes import Scope
from tidemark.spec.families.releases import Range, in_words, span

Key = tuple[str, str, str]
"""A protocol, a cluster and a size."""
NO_LOSS = "–"
"""The sign of a cell that has no loss at its bounds."""
UNKNOWN = ""
"""The sign of a cell that was not searched."""


@dataclass(frozen=True)
class KeptQuestion:
    """One question: which faults break a promise of a protocol, in a cluster, within these scopes.

    size: how large it is otherwise, in words; a protocol has a question for each cluster and size. mark: a sign for a
    length that was found there.
    """

    protocol: str
    cluster: str
    size: str
    bounds: Mapping[str, Any]
    promise: str
    scopes: Sequence[Scope]
    mark: str = ""

    @property
    def key(self) -> Key:
        """What tells it from others."""
        return self.protocol, self.cluster, self.size

    @cached_property
    def question(self) -> FaultQuestion:
        """The question as `ask` takes it, which finds out once which faults its protocol has."""
        return FaultQuestion(impl.protocol(self.protocol), (self.promise,), self.bounds)

    def covers(self, faults: FaultSet) -> bool:
        """Whether a scope has a set."""
        return any(scope.covers(faults) for scope in self.scopes)

    def search(self, threads: int) -> FaultAnswer:
        """Search for the answer.

        Raises:
            UsageError: there is too little memory.
        """
        return decide(self.question, self.scopes, threads)


@dataclass(frozen=True)
class KeptAnswer:
    """A kept answer: the length of the shortest run for each minimal set of faults, and the states of each scope."""

    protocol: str
    cluster: str
    size: str
    losses: Mapping[FaultSet, int]
    states: Sequence[int]

    @classmethod
    def of(cls, question: KeptQuestion, answer: FaultAnswer) -> KeptAnswer:
        """What is kept of an answer."""
        losses = {loss.faults: loss.run.length for loss in answer.losses}
        return cls(*question.key, losses, [s.states for s in answer.searches])

    @property
    def key(self) -> Key:
        """What tells it from others."""
        return self.protocol, self.cluster, self.size

    @property
    def text(self) -> str:
        """As the file has it."""
        lines = [
            "[[answer]]",
            f'protocol = "{self.protocol}"',
            f'cluster = "{self.cluster}"',
            f'size = "{self.size}"',
            f"states = {list(self.states)}",
            "losses = [",
        ]
        for faults, length in self.losses.items():
            counts = ", ".join(f"{name} = {count}" for name, count in faults.counts)
            lines.append(f"    {{ length = {length}, faults = {{ {counts} }} }},")
        return "\n".join([*lines, "]"]) + "\n"


@dataclass(frozen=True)
class ReleaseColumn:
    """Releases, the first and the last, in a mode of operation, and the protocols that are true to them."""

    releases: Range
    mode: str
    protocols: tuple[str, ...]

    @property
    def title(self) -> str:
        """The releases and the mode, in words."""
        return f"{in_words(self.releases)}, {self.mode}"

    def is_newer_than(self, release: str) -> bool:
        """Whether none of its releases is older than one."""
        return span([self.releases, (release, release)])[0] == release

    def with_older(self, older: ReleaseColumn) -> ReleaseColumn:
        """This column with the next older one."""
        return replace(self, releases=span([older.releases, self.releases]))


@dataclass(frozen=True)
class LossCell:
    """Whether a set of faults loses something: the length of a shortest run, None without one.

    by_fewer: whether some of the faults are enough. question: None if it was not searched, or no protocol has them.
    """

    question: KeptQuestion | None
    length: int | None = None
    by_fewer: bool = False

    @property
    def is_minimal(self) -> bool:
        """Whether something is lost, and by no fewer faults."""
        return self.length is not None and not self.by_fewer

    @property
    def sign(self) -> str:
        """As a table has it."""
        if self.question is None:
            return UNKNOWN
        if self.length is None:
            return NO_LOSS
        length = f"{self.length}{self.question.mark}"
        return f"({length})" if self.by_fewer else length


class Tables:
    """The questions and answers of two files, as tables: rows are minimal sets of faults, columns are releases."""

    def __init__(self, questions_file: Path, answers_file: Path) -> None:
        self._document = tomllib.loads(questions_file.read_text(encoding="utf-8"))
        self.questions = {question.key: question for question in questions(questions_file)}
        self.answers = {answer.key: answer for answer in answers(answers_file)}

    @cached_property
    def columns(self) -> list[ReleaseColumn]:
        """Every column, the newest first."""
        columns = []
        for column in self._document["column"]:
            releases = impl.protocol(column["protocols"][0]).releases
            assert releases, column
            columns.append(ReleaseColumn(releases, column["mode"], tuple(column["protocols"])))
        return columns

    @property
    def clusters(self) -> list[str]:
        """The clusters, by name."""
        return list(self._document["clusters"])

    @cached_property
    def kinds(self) -> dict[str, FaultKind]:
        """The faults of all protocols."""
        return {name: kind for kinds in self._kinds_of.values() for name, kind in kinds.items()}

    @cached_property
    def _kinds_of(self) -> dict[str, dict[str, FaultKind]]:
        """The faults of each protocol."""
        return {name: FaultQuestion(impl.protocol(name)).kinds for name in self.protocols}

    def sizes(self, cluster: str) -> dict[str, int]:
        """The bounds of a cluster."""
        sizes: dict[str, int] = self._document["clusters"][cluster]
        return sizes

    def rows(self, cluster: str) -> list[FaultSet]:
        """The minimal sets of some protocol in a cluster, ordinary ones first."""
        sets = {f for protocol in self.protocols for f in minimal(list(self._losses(cluster, protocol)))}
        return sorted(sets, key=lambda f: (f.cost(self.kinds), f.size, f.describe(self.kinds)))

    @property
    def protocols(self) -> list[str]:
        """All protocols."""
        return list(dict.fromkeys(question.protocol for question in self.questions.values()))

    def _losses(self, cluster: str, protocol: str) -> dict[FaultSet, tuple[int, KeptQuestion]]:
        """For each set that loses something: the length of the shortest run at any size, and its question."""
        losses: dict[FaultSet, tuple[int, KeptQuestion]] = {}
        for key, answer in self.answers.items():
            if key[:2] == (protocol, cluster):
                for faults, length in answer.losses.items():
                    if faults not in losses or length < losses[faults][0]:
                        losses[faults] = length, self.questions[key]
        return losses

    def cell(self, cluster: str, column: ReleaseColumn, faults: FaultSet) -> LossCell:
        """What is known of a set of faults: the first protocol that has them speaks for the column."""
        for protocol in column.protocols:
            losses = {f: loss for f, loss in self._losses(cluster, protocol).items() if faults.has(f)}
            if losses:
                fewer = [loss for f, loss in losses.items() if f != faults]
                length, question = min(fewer or losses.values(), key=lambda loss: loss[0])
                return LossCell(question, length, by_fewer=bool(fewer))
            for key, question in self.questions.items():
                if key[:2] == (protocol, cluster) and question.covers(faults):
                    return LossCell(question)
        return LossCell(None)

    def options(self, faults: FaultSet) -> str:
        """The options of a command for a set of faults, of the first protocol that has them."""
        for question in self.questions.values():
            if question.covers(faults):
                kinds = self._kinds_of[question.protocol]
                values = faults.values(kinds).items()
                named = [(n, v) for n, v in values if v != kinds[n].bound.default or n in faults.names]
                return " ".join(f"--{name} {value}" for name, value in named)
        raise ValueError(f"no question has {faults}")

    def merge_columns(
        self, cluster: str, columns: Sequence[ReleaseColumn], rows: Sequence[FaultSet]
    ) -> list[ReleaseColumn]:
        """These columns, those beside one another that agree as one."""

        def signs(column: ReleaseColumn) -> tuple[str, ...]:
            return (column.mode, *(self.cell(cluster, column, faults).sign for faults in rows))

        merged = []
        for _, group in groupby(columns, key=signs):
            newest, *older = group
            merged.append(functools.reduce(ReleaseColumn.with_older, older, newest))
        return merged


def questions(path: Path) -> list[KeptQuestion]:
    """The questions of a file, cluster by cluster."""
    document = tomllib.loads(path.read_text(encoding="utf-8"))
    return [
        KeptQuestion(
            protocol,
            cluster,
            question["size"],
            {**question["bounds"], **sizes},
            document["promise"],
            [_scope(s) for s in question["scopes"] if cluster in s.get("clusters", [cluster])],
            question.get("mark", ""),
        )
        for cluster, sizes in document["clusters"].items()
        for question in document["question"]
        for protocol in question["protocols"]
    ]


def _scope(entry: Mapping[str, Any]) -> Scope:
    """A scope as the file has it, of no size yet."""
    chosen = FaultSet(tuple(entry.get("chosen", {}).items()))
    return Scope(frozenset(entry["faults"]), chosen, entry["most"], step=0)


def answers(path: Path) -> Iterator[KeptAnswer]:
    """The answers of a file."""
    for answer in tomllib.loads(path.read_text(encoding="utf-8")).get("answer", []):
        losses = {FaultSet(tuple(loss["faults"].items())): loss["length"] for loss in answer["losses"]}
        yield KeptAnswer(answer["protocol"], answer["cluster"], answer["size"], losses, answer["states"])
