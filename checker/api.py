"""Tidemark in Python: `check` a machine, `conform` for code of yours, `validate` for logs, and tests of your own.

    from tidemark import assert_holds, check

    check(machine)                                              # a machine of your own
    check("family/protocol", "its-promise", its_bound=2)        # a protocol, at these bounds
    check(machine, my_promise, engine="smt", max_length=10)     # another engine, with its options
    fuzz_test(machine)                                          # a test of Hypothesis, by random runs
    validate(machine, "map.py", "server.ndjson")                # whether the log is a run of it
    conform(machine, MyAdapter)                                 # whether your code does what the machine does

The package `checker` imports this module when one of its names is first asked for.
"""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tidemark.base.errors import UsageError
from tidemark.base.names import look_up
from tidemark.checker import engines
from tidemark.checker.analyses import doubts
from tidemark.checker.analyses.adapters import listed_steps
from tidemark.checker.analyses.adapters.harness import Harness
from tidemark.checker.analyses.adapters.outcome import Conformance
from tidemark.checker.analyses.conformance import LENGTH, WALKS_IN_PROCESS
from tidemark.checker.analyses.named_steps import broken_by_steps
from tidemark.checker.engines.amounts import positive
from tidemark.checker.engines.engine import SearchRequest
from tidemark.checker.runs.results import Limits, Result, Run, Verdict
from tidemark.checker.runs.steps import numbered_steps
from tidemark.checker.user_files.lookup import find_protocol, find_sources
from tidemark.checker.validation.loading import MapFile, load_map, read_events
from tidemark.checker.validation.long_logs import validate_files
from tidemark.checker.validation.readers import pattern
from tidemark.checker.validation.transitions import EngineName
from tidemark.checker.validation.verdicts import MAX_STATES, LogVerdict, Validator
from tidemark.checker.views import notebook  # noqa: F401  # by which results and runs show themselves
from tidemark.spec.families.protocol import Protocol
from tidemark.spec.logs.maps import EventMap
from tidemark.spec.logs.steps import observe, skip, take
from tidemark.spec.machines.declarations import Promise
from tidemark.spec.machines.machine import Machine, OutOfRange

if TYPE_CHECKING:
    from hypothesis.stateful import RuleBasedStateMachine

__all__ = [
    "Conformance",
    "EventMap",
    "LogVerdict",
    "Result",
    "Run",
    "Verdict",
    "assert_conforms",
    "assert_holds",
    "assert_run",
    "check",
    "conform",
    "conform_test",
    "fuzz_test",
    "observe",
    "pattern",
    "skip",
    "take",
    "validate",
]


Exchanged = Mapping[str, Protocol | str]
"""Rules to take from other protocols, each with that protocol, or its name."""


def check(
    machine: Machine | Protocol | str,
    *promises: Promise | str,
    engine: str = "native",
    exchanged: Exchanged | None = None,
    constraints: Sequence[Promise | str] = (),
    **options: Any,
) -> Result:
    """What an engine finds out about the promises: verdicts, counts, and the run to each violation.

    machine: a machine, or a protocol or its name, with bounds among the options (with `_` for `-`).
    promises: those to check, by name or as declared with `@promise`, also one that the machine does not have; without
    any, all that do not fail at the start.
    engine, options: as `tidemark check --help` lists them (`max_states=1000`).
    Set a bound that has the name of an option where its protocol builds the machine (`Protocol.machine`).
    exchanged: rules to take from other protocols, each by its name or itself (`{"rule": "family/protocol"}`).
    constraints: promises that bound the search: no step leaves a state where one of them is false.

    Raises:
        UsageError: there is no such protocol, promise, engine or option, or the engine does not take it.
        ModelError: the machine is broken. Where an action writes out of range, `run` is the run to it.

    >>> result = check(machine)
    >>> result.distinct_states, result.promises["nobody-lags"].verdict
    (6, 'violated')
    """
    names = {option.name: option for declared in engines.ENGINES.values() for option in declared.options}
    values = {name: value for name, value in _name_bounds(options).items() if value is not None}
    requested = {name: values.pop(name) for name in list(values) if name in names}
    built = _machine(machine, values, exchanged, "check", list(names))
    built = _extend(built, constraints)
    more = [built.promise(_name(constraint)) for constraint in constraints]
    chosen = _with(replace(built, constraints=[*built.constraints, *more]), promises)
    parsed = {name: _read(name, names[name].parse, value) for name, value in requested.items()}
    try:
        return doubts.search(chosen, engine, SearchRequest(**parsed))
    except OutOfRange as error:
        if error.run:
            error.add_note("The run to it:\n" + numbered_steps(error.run))
        raise


def assert_holds(
    machine: Machine | Protocol | str,
    *promises: Promise | str,
    engine: str = "native",
    exchanged: Exchanged | None = None,
    **options: Any,
) -> None:
    """Fail unless the promises hold: for a test of your own. It takes what `check` takes.

    A promise that is not decided does not pass. So `engine="hypothesis"` never passes: its random runs prove nothing.
    `fuzz_test` makes a test of them that passes as long as they find no violation.

    Raises:
        AssertionError: a promise is violated, and the message shows the counterexample; or it is not decided, and why.
        UsageError, ModelError: as for `check`.

    >>> assert_holds(machine)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    AssertionError: nobody-lags is violated after 3 states:...
    """
    __tracebackhide__ = True  # pytest then shows the line of the test alone
    result = check(machine, *promises, engine=engine, exchanged=exchanged, **options)
    if not result.promises:
        raise UsageError(f"{result.machine.name} has no promise to check: declare one with @promise")
    if failures := _what_fails(result):
        raise AssertionError("\n\n".join(failures))


def assert_run(
    machine: Machine | Protocol | str,
    steps: Iterable[str],
    *promises: str,
    possible: bool = True,
    exchanged: Exchanged | None = None,
    **bounds: Any,
) -> None:
    """Fail unless a run by these steps keeps the promises about states: for a test of your own, of one run.

    machine, exchanged, bounds: as for `check`. steps: as the page of a run names them, `ask(me=0)`. promises: by name;
    without any, all that are checked by default. possible: whether each step must be possible too. Where False, the run
    ends before one that is not: so the test of a run that broke a promise passes once that run can't happen any more.

    Raises:
        AssertionError: a promise is broken, or a step is not possible: the message has the run.
        UsageError, ModelError: as for `check`; the machine has no such action.
    """
    __tracebackhide__ = True
    built = _machine(machine, _name_bounds(bounds), exchanged, "assert_run", ["possible"])
    if message := broken_by_steps(built, listed_steps.require_words(steps), promises, possible):
        raise AssertionError(message)


def conform(
    machine: Machine | Protocol | str,
    adapter: type,
    steps: Iterable[str] | None = None,
    *,
    walks: int = WALKS_IN_PROCESS,
    length: int = LENGTH,
    seed: int = 0,
    cover: str | None = None,
    without: Iterable[str] = (),
    exchanged: Exchanged | None = None,
    **bounds: Any,
) -> Conformance:
    """Whether code does what a model does, as far as it was tried: random walks, all transitions, or listed steps.

    machine, exchanged, bounds: as for `check`. adapter: the class that drives the code
    (`tidemark.spec.families.adapters`).
    steps: as a difference names them, `ask(me=0)`: these alone are taken. walks, length: how many random walks, and of
    how many steps at most; seed: of their choices. cover: "transitions" for the shortest walks that take each one.
    without: the names of actions that are not taken, and that need no method.

    Raises:
        UsageError, ModelError: as for `check`; the adapter lacks something, or fails.
    """
    options = ["walks", "length", "seed", "cover", "without"]
    built = _machine(machine, _name_bounds(bounds), exchanged, "conform", options)
    result = Conformance(Harness(built, adapter, without))
    if steps is not None:
        if cover is not None:
            raise UsageError("steps and cover both say which steps are taken: leave out one of them")
        listed_steps.take(result, listed_steps.require_words(steps))
    elif cover is not None:
        from tidemark.checker.analyses.adapters.covering import cover as take_all

        look_up(["transitions"], cover, "there is no cover")
        take_all(result)
    else:
        from tidemark.checker.analyses.adapters.walking import walk

        for name, value in (("walks", walks), ("length", length)):
            _read(name, positive, value)
        walk(result, walks, length, seed)
    return result


def assert_conforms(
    machine: Machine | Protocol | str, adapter: type, steps: Iterable[str] | None = None, **options: Any
) -> None:
    """Fail unless code does what a model does: for a test of your own. It takes what `conform` takes.

    Raises:
        AssertionError: the code differs, and the message shows the run; or it could not be followed, and why.
        UsageError, ModelError: as for `conform`.
    """
    __tracebackhide__ = True
    result = conform(machine, adapter, steps, **options)
    if message := _how_it_differs(result):
        raise AssertionError(message)


def conform_test(
    machine: Machine | Protocol | str,
    adapter: type,
    *,
    without: Iterable[str] = (),
    exchanged: Exchanged | None = None,
    **bounds: Any,
) -> type[RuleBasedStateMachine]:
    """A Hypothesis state machine with a rule for each method of an adapter: `TestMine = conform_test(…).TestCase`.

    Everything of Hypothesis applies to it: `@settings` profiles, the example database, `@seed`.

    Raises:
        UsageError, ModelError: as for `conform`.
    """
    from tidemark.checker.analyses.adapters import walking

    built = _machine(machine, _name_bounds(bounds), exchanged, "conform_test", ["without"])
    return walking.conform_test(Harness(built, adapter, without))


def fuzz_test(
    machine: Machine | Protocol | str,
    *promises: Promise | str,
    exchanged: Exchanged | None = None,
    **bounds: Any,
) -> type[RuleBasedStateMachine]:
    """A Hypothesis state machine that takes a machine's actions at random: `TestMine = fuzz_test(…).TestCase`.

    The test fails with the run if one breaks a promise, and proves nothing if none does. A rule is an action, and its
    precondition that the action is enabled. Everything of Hypothesis applies: `@settings` profiles, the example
    database, `@seed`.

    machine, promises, exchanged, bounds: as for `check`; without promises, all about states that do not fail at the
    start.

    Raises:
        UsageError, ModelError: as for `check`; a promise that is named is about runs, or there is none to watch.

    >>> issubclass(fuzz_test(machine).TestCase, object)     # a test class for your own suite
    True
    """
    from tidemark.checker.engines.hypothesis import stateful

    built = _with(_machine(machine, _name_bounds(bounds), exchanged, "fuzz_test", []), promises)
    chosen = built.only(*(p.name for p in built.all_promises)) if promises else built.about_states()
    if not chosen.promises:
        raise UsageError(f"{chosen.name} has no promise about states to watch: declare one with @promise")
    _ = chosen.symbolic  # plain values hide mistakes that the engines refuse
    return stateful.state_machine(chosen, [p.name for p in chosen.promises])


def _how_it_differs(result: Conformance) -> str:
    """The run that differs, as a message; empty where nothing does."""
    from tidemark.checker.views import conformance
    from tidemark.checker.views.screen import Screen

    if result.difference:
        return conformance.describe_difference(result.difference, result.harness, Screen())
    if result.verdict == "confirmed":
        return ""
    open_ends = (walk.trial.confirmation.reason for walk in result.walks)
    return f"{result.harness.label} could not be followed: {next(open_ends, 'nothing was tried')}"


def validate(
    machine: Machine | Protocol | str,
    map: EventMap | str,
    *logs: str | Sequence[Mapping[str, Any]],
    engine: EngineName = "native",
    max_states: int = MAX_STATES,
    **bounds: Any,
) -> LogVerdict:
    """Whether what a system has logged is a run of the machine, as `tidemark validate` says it.

    map: an `EventMap`, or the file that has one. logs: files, or lists of events, each a mapping of fields; each is a
    node. bounds: of a protocol that is named, in addition to those that the map takes from the log.

    Raises:
        UsageError, ModelError: a log, the map or the machine is not in order; the message has the file and the line.
    """
    file = load_map(map) if isinstance(map, str) else MapFile(map)

    def build(of_log: Mapping[str, Any]) -> Machine:
        values = {**of_log, **_name_bounds(bounds)}
        return _machine(machine, values, None, "validate", ["engine", "max-states"])

    validator = Validator(build, file, engine, Limits(max_states=max_states))
    files = [log for log in logs if isinstance(log, str)]
    if len(files) == len(logs):
        return validate_files(validator, files)
    events = [event for number, log in enumerate(logs, 1) for event in read_events(file.map, log, number)]
    return validator.validate(events)


def _what_fails(result: Result) -> list[str]:
    """Each promise that does not hold, with its run."""
    from tidemark.checker.views.screen import Screen
    from tidemark.checker.views.terminal import violation

    undecided = engines.ENGINES[result.engine].undecided
    why = "; ".join(filter(None, (result.stopped, undecided))) or "it was not decided"
    return [
        violation(name, verdict, on=Screen()) if verdict.run else f"{name} is {verdict.text}: {why}"
        for name, verdict in result.promises.items()
        if verdict.verdict != "holds"
    ]


def _name_bounds(keywords: Mapping[str, Any]) -> dict[str, Any]:
    """Bounds and options as the command line names them: with `-` for `_`."""
    return {name.replace("_", "-"): value for name, value in keywords.items()}


def _machine(
    machine: Machine | Protocol | str,
    bounds: dict[str, Any],
    exchanged: Exchanged | None,
    caller: str,
    options: list[str],
) -> Machine:
    """The machine that was named, at these bounds. caller: the function that a user called, which takes the options."""
    if isinstance(machine, Machine):
        for name in bounds:
            look_up(options, name, f"{machine.name} is built already, and {caller}() has no option")
        if exchanged:
            raise UsageError(f"{machine.name} is built already: exchange rules where its protocol is named")
        return machine
    if not isinstance(machine, (Protocol, str)):
        raise UsageError(f"a machine, a protocol or its name is checked, and not {machine!r}")
    protocol = find_protocol(machine) if isinstance(machine, str) else machine
    names = [*(bound.name for bound in protocol.family.bounds), *options]
    for name in bounds:
        look_up(names, name, f"{protocol.name} has no bound, and {caller}() no option,")
    if exchanged is not None and not isinstance(exchanged, Mapping):
        raise UsageError(f"exchanged is {exchanged!r}: write {{rule: protocol}}")
    return protocol.machine(bounds, find_sources(protocol, exchanged or {}))


def _with(machine: Machine, promises: tuple[Promise | str, ...]) -> Machine:
    """The machine with these promises alone; those that it lacks are added to it."""
    if not promises:
        return machine.by_default
    return _extend(machine, promises).with_promises(*map(_name, promises))


def _extend(machine: Machine, promises: Sequence[Promise | str]) -> Machine:
    """The machine with its promises, and with those of these that it lacks."""
    for promise in promises:
        if isinstance(promise, Promise) and promise not in machine.all_promises:
            origin = machine.origin and replace(machine.origin, own=(*machine.origin.own, promise))
            machine = replace(machine, promises=[*machine.promises, promise], origin=origin)
        elif not isinstance(promise, (Promise, str)):
            raise UsageError(f"{promise!r} is no promise: name one, or declare a function with @promise")
    return machine


def _name(promise: Promise | str) -> str:
    return promise.name if isinstance(promise, Promise) else promise


def _read(name: str, parse: Any, value: Any) -> Any:
    """The value of an engine's option, checked as on the command line.

    Raises:
        UsageError: it is not such a value.
    """
    keyword = name.replace("-", "_")
    if parse is None:
        if not isinstance(value, bool):
            raise UsageError(f"{keyword} is {value!r}: it is True or False")
        return value
    try:
        return parse(str(value))
    except ArgumentTypeError as error:
        raise UsageError(f"{keyword}: {error}") from None
