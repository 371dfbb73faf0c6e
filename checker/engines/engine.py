"""The interface of an engine: a name, the options that it takes, and one function that searches.

A light module of its own: an engine declares its value with it, and imports its libraries only when it searches. z3,
Spark, Hypothesis and LLVM are slow to import, and listing the engines or refusing an option needs none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, TypeVar

from tidemark.base.errors import UsageError
from tidemark.base.names import look_up
from tidemark.checker.engines.amounts import integer, natural, positive, seconds, size
from tidemark.checker.runs.results import Limits, Report, Result
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.temporal import every_step


@dataclass(frozen=True)
class Option:
    """An option of an engine. `name` is as on the command line, without the dashes before it (`max-states`).

    `parse` converts a text to its value, and raises `argparse.ArgumentTypeError` if it can't; an option without it is
    a switch. `default` is its value where it is not given.
    """

    name: str
    help: str
    parse: Callable[[str], Any] | None = None
    metavar: str | None = None
    default: Any = None

    @property
    def summary(self) -> str:
        """What it says, and its default, if that is a plain value."""
        shown = self.parse is not None and self.default is not None
        return f"{self.help} (default: {self.default})" if shown else self.help


SYMMETRY = Option("symmetry", "keep one state of each class of renamed ids", default=False)
KEEP_GOING = Option("keep-going", "continue after every promise is decided", default=False)
MAX_STATES = Option("max-states", "stop, incomplete, at N states", positive, "N")
MAX_MEMORY = Option("max-memory", "stop, incomplete, at SIZE of resident memory, as in 8G", size, "SIZE")
SECONDS = Option("seconds", "stop, incomplete, after S seconds of search", seconds, "S")
WORKDIR = Option("workdir", "where the levels are kept; on Spark also s3://bucket/prefix", str, "DIR")
RESUME = Option("resume", "go on from the last finished level in --workdir", default=False)
SPOT_CHECKS = Option(
    "spot-checks",
    "compare N evaluations with the machine's own functions (default: as many as 0.1 s or 2 % of the search allow)",
    natural,
    "N",
)
SEED = Option("seed", "the seed of the random choices", integer, "N", default=0)


class SearchRequest:
    """A request to an engine: values by the names of options, as in `SearchRequest(max_states=1000)`."""

    def __init__(self, **given: Any) -> None:
        self.given = {name.replace("_", "-"): value for name, value in given.items()}

    def __getitem__(self, name: str) -> Any:
        """The value of an option that the engine takes: an engine gets a request with all defaults filled in."""
        return self.given[name]

    @property
    def limits(self) -> Limits:
        """When to stop early."""
        names = {field.name: field.name.replace("_", "-") for field in fields(Limits)}
        return Limits(**{field: self.given[name] for field, name in names.items() if name in self.given})


@dataclass(frozen=True, kw_only=True)
class Choice:
    """A choice of `--engine`, and the options that it takes.

    `reasons` says, by the name of an option that only others take, why this one does not, where that is not obvious.
    """

    name: str
    options: tuple[Option, ...]
    reasons: Mapping[str, str] = field(default_factory=dict)

    def takes(self, option: str) -> bool:
        """Whether it takes the option of that name."""
        return any(supported.name == option for supported in self.options)

    def with_defaults(self, request: SearchRequest) -> SearchRequest:
        """A request with the default of each option that is not given."""
        defaults = {option.name: option.default for option in self.options}
        return SearchRequest(**defaults | request.given)


GIVEN = "given"
"""In place of the name of a kind: all promises that are given others."""
NESTED = (GIVEN, "until", "weak-until", "always-eventually-step", "eventually-every-step")
"""What only an engine checks that sees the steps of the whole graph, and what comes again and again together."""


@dataclass(frozen=True, kw_only=True)
class Engine(Choice):
    """One way to search a machine. `start` is called with a request that has a value for each of `options`.

    temporal: what is called in its place for a machine with promises about runs; None where it can't check them.
    lacks: the kinds of such promises, by name, that it can't check all the same, and why; `GIVEN` for what has given=.
    undecided: what to know of a promise that it leaves undecided, as a clause; empty where why it ended says enough.
    """

    summary: str
    start: Callable[[Machine, SearchRequest, Report | None], Result]
    temporal: Callable[[Machine, SearchRequest, Report | None], Result] | None = None
    lacks: Mapping[str, str] = field(default_factory=dict)
    undecided: str = ""

    def search(
        self, machine: Machine, request: SearchRequest | None = None, report: Report | None = None
    ) -> Result:
        """What it finds.

        Raises:
            UsageError: it can't do what is asked.
            ModelError: the machine is broken.
        """
        request = self.with_defaults(request or SearchRequest())
        machine = _without_unnamed_promises(machine)
        machine.require_traceable()
        result = (self._about_runs if machine.temporal else self._about_states)(machine, request, report)
        if machine.constraints:
            result.note_constraints()
        return result

    def _about_states(self, machine: Machine, request: SearchRequest, report: Report | None) -> Result:
        if request.given.get("symmetry"):
            from tidemark.checker.engines.symmetry.interchangeable import require_interchangeable

            require_interchangeable(machine)
        return self.start(machine, request, report)

    def _about_runs(self, machine: Machine, request: SearchRequest, report: Report | None) -> Result:
        names = ", ".join(promise.name for promise in machine.temporal)
        of_whole_runs = [promise.name for promise in machine.temporal if promise.kind != every_step]
        if machine.constraints and of_whole_runs:
            raise UsageError(
                f"within a constraint runs end that would go on, so promises about runs ({', '.join(of_whole_runs)}) "
                "are not checked there, but for @every_step: name others with --promise"
            )
        if self.temporal is None:
            raise UsageError(
                f"the engine {self.name} does not check promises about runs ({names}) yet: take --engine native or "
                "reference, or name other promises with --promise"
            )
        for about_runs in machine.temporal:
            forms = [about_runs.kind.name, *([GIVEN] if about_runs.given else [])]
            if reasons := [self.lacks[form] for form in forms if form in self.lacks]:
                raise UsageError(
                    f"the engine {self.name} does not check @{about_runs.kind.word} ({about_runs.name})"
                    f"{' with given=' if about_runs.given else ''}: {reasons[0]}; take --engine native or reference, "
                    "or name other promises with --promise"
                )
        return self.temporal(machine, request, report)


def _without_unnamed_promises(machine: Machine) -> Machine:
    """A machine without the promises about runs that are checked only where they are named, unless they are."""
    if machine.origin is None or machine.origin.promises is not None or not machine.temporal:
        return machine
    return replace(machine, temporal=[promise for promise in machine.temporal if not promise.only_named])


_Choice = TypeVar("_Choice", bound=Choice)


def choose(engines: Mapping[str, _Choice], name: str, request: SearchRequest) -> _Choice:
    """The one of that name, if it takes every option that is given.

    Raises:
        UsageError: there is none, or it does not.
    """
    chosen: _Choice = look_up(engines, name, "there is no engine")
    for option in request.given:
        if not chosen.takes(option):
            raise UsageError(_refusal(engines, chosen, option))
    return chosen


def _refusal(engines: Mapping[str, Choice], chosen: Choice, option: str) -> str:
    """The refusal of an option that a choice does not take, with those that do, and why."""
    others = [engine.name for engine in engines.values() if engine.takes(option)]
    if not others:
        return f"no engine takes --{option}"
    *most, last = others
    named = f"engines {', '.join(most)} and {last}" if most else f"engine {last}"
    reason = f": {chosen.reasons[option]}" if option in chosen.reasons else ""
    return f"--{option} is for the {named}, not for {chosen.name}{reason}"
