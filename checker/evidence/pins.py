"""The pinned figures: what every protocol must give at named bounds. A file beside its family holds them.

The corpus of reported bugs has two pins for each bug that is reproduced. A pin says the counts of the whole reachable
space and, for each promise, the length of its shortest violation or that it holds. `tidemark verify` compares them with
what the native engine finds.
"""

from __future__ import annotations

import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from tidemark import impl
from tidemark.base.errors import UsageError
from tidemark.base.names import look_up
from tidemark.checker.runs.results import Limits, Result
from tidemark.impl import bugs
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.origin import Origin


@dataclass(frozen=True)
class Pin:
    """One machine with the figures it must give.

    The counts are those of the whole reachable space or, where `whole` is false, of the levels up to the one in which
    the last promise is decided. `large` ones run under `tidemark verify --all` only, or by name. `kept`: whether the
    folder of counterexamples has its runs. `name`: its protocol and its number among the pins of that protocol, as in
    `lock/careful:2`.
    """

    protocol: str
    bounds: Mapping[str, Any]
    distinct_states: int
    depth: int
    violated: Mapping[str, int]
    holds: tuple[str, ...]
    generated_states: int | None = None
    symmetry: bool = False
    whole: bool = True
    large: bool = False
    exchanged: Mapping[str, str] = field(default_factory=dict)
    kept: bool = True
    name: str = ""

    def machine(self, *, traced: bool = True) -> Machine:
        """The machine, with the pinned promises; `traced` is as in `Family.machine`."""
        whole = impl.machine(Origin(self.protocol, self.bounds, self.exchanged), traced=traced)
        pinned = {*self.violated, *self.holds}
        if unknown := pinned - {p.name for p in whole.all_promises}:
            raise UsageError(f"{', '.join(unknown)} is pinned, and {self.protocol} makes no such promise")
        return whole.with_promises(*(p.name for p in whole.all_promises if p.name in pinned))

    @property
    def limits(self) -> Limits:
        """How far its search goes."""
        return Limits(keep_going=self.whole)

    @property
    def at(self) -> str:
        """The bounds in short: `3/2/2/2` where the pin has all of them, else those that it has."""
        names = [bound.name for bound in impl.protocol(self.protocol).family.bounds]
        if set(self.bounds) == set(names):
            return "/".join(str(self.bounds[name]) for name in names)
        return " ".join(f"{name}={value}" for name, value in self.bounds.items())

    def differences(self, result: Result) -> list[str]:
        """How a result differs from the pin, one short sentence each."""
        mismatches: list[str] = []
        for name in ("distinct_states", "depth", "generated_states"):
            counted, pinned = getattr(result, name), getattr(self, name)
            if pinned is not None and counted != pinned:
                mismatches.append(f"{name.replace('_', ' ')}: {counted:,}, pinned {pinned:,}")
        for promise, verdict in result.promises.items():
            expected = f"violated after {self.violated[promise]}" if promise in self.violated else "holds"
            got = f"violated after {verdict.length}" if verdict.verdict == "violated" else verdict.verdict
            if got != expected:
                mismatches.append(f"{promise}: {got}, pinned {expected}")
        return mismatches


def pins() -> list[Pin]:
    """Every pin of every family, in the order of their files.

    Raises:
        UsageError: a file is damaged.
    """
    numbers = Counter[str]()
    all_pins = []
    for pin in (pin for family in impl.families() if family.pins for pin in _read(family.pins)):
        numbers[pin.protocol] += 1
        all_pins.append(replace(pin, name=f"{pin.protocol}:{numbers[pin.protocol]}"))
    return all_pins


def bug_pins() -> Iterator[Pin]:
    """For each bug that is reproduced: the affected machine breaks its promise, and the repaired one keeps it."""
    for bug in bugs.bugs():
        if reproduction := bug.reproduction:
            promise, affected, repaired = reproduction.promise, reproduction.affected, reproduction.repaired
            for side, violated in ((affected, {promise: reproduction.length}), (repaired, {})):
                yield Pin(
                    side.protocol,
                    {**reproduction.bounds, **side.settings},
                    side.distinct_states,
                    side.depth,
                    violated,
                    () if violated else (promise,),
                    symmetry=reproduction.symmetry,
                    exchanged=side.exchanged,
                    whole=not violated,
                    large=not reproduction.quick,
                    kept=False,
                    name=f"{bug.key}:{'affected' if violated else 'repaired'}",
                )


def select_pins(words: Iterable[str]) -> list[Pin]:
    """The pins of that name, or all those of a protocol, a subject or a bug, each once, in the order of the files.

    Raises:
        UsageError: there is none; the message has the nearest name.
    """
    pins_by_name = defaultdict[str, list[Pin]](list)
    of_families, of_bugs = pins(), list(bug_pins())
    for pin in of_families:
        for name in (pin.name, pin.protocol, pin.protocol.partition("/")[0]):
            pins_by_name[name].append(pin)
    for pin in of_bugs:
        for name in (pin.name, pin.name.partition(":")[0]):
            pins_by_name[name].append(pin)
    chosen = {pin.name for word in words for pin in look_up(pins_by_name, word, "there is no pin")}
    return [pin for pin in (*of_families, *of_bugs) if pin.name in chosen]


@cache
def _read(path: Path) -> list[Pin]:
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        return [Pin(**{**entry, "holds": tuple(entry.get("holds", ()))}) for entry in data["pin"]]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UsageError(f"the pins of {path} can't be read: {error}") from error
