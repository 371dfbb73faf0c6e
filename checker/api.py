"""Tidemark in Python: `check` a machine, `assert_holds` for a test of your own, `validate` a log of a real system.

    from tidemark import assert_holds, check

    check(machine)                                              # a machine of your own
    check("family/protocol", "its-promise", its_bound=2)        # a protocol, at these bounds
    check(machine, my_promise, engine="smt", max_length=10)     # another engine, with its options
    validate(machine, "map.py", "server.ndjson")                # whether the log is a run of it

The package `checker` imports this module when one of its names is first asked for.
"""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tidemark import impl
from tidemark.checker import engines
from tidemark.checker.analyses import emptiness
from tidemark.checker.commands.shared.options import exchanged_of
from tidemark.checker.engines.engine import SearchRequest
from tidemark.checker.runs.results import Limits, Result, Run, Verdict
from tidemark.checker.runs.steps import numbered_steps
from tidemark.checker.validation.loading import MapFile, given_events, load_map
from tidemark.checker.validation.maps import EventMap
from tidemark.checker.validation.readers import pattern
from tidemark.checker.validation.steps import observe, skip, take
from tidemark.checker.validation.transitions import EngineName
from tidemark.checker.validation.verdicts import MAX_STATES, LogVerdict, Validator
from tidemark.checker.views import notebook  # noqa: F401  # by which results and runs show themselves
from tidemark.spec.declarations import Promise
from tidemark.spec.errors import UsageError
from tidemark.spec.machine import Machine, OutOfRange
from tidemark.spec.names import look_up
from tidemark.spec.protocol import Protocol

__all__ = [
    "EventMap",
    "LogVerdict",
    "Result",
    "Run",
    "Verdict",
    "assert_holds",
    "check",
    "observe",
    "pattern",
    "skip",
    "take",
    "validate",
]


def check(
    machine: Machine | Protocol | str,
    *promises: Promise | str,
    engine: str = "native",
    exchanged: Mapping[str, str] | None = None,
    **options: Any,
) -> Result:
    """What an engine finds out about the promises: verdicts, counts, and the run to each violation.

    machine: a machine, or a protocol or its name, with bounds among the options (with `_` for `-`).
    promises: those to check, by name or as declared with `@promise`, also one that the machine does not have; without
    any, all that do not fail at the start.
    engine, options: as `tidemark check --help` lists them (`max_states=1000`).
    A bound that has the name of an option is given where its protocol builds the machine (`Protocol.machine`).
    exchanged: rules to take from other protocols, by their names (`{"rule": "family/protocol"}`).

    Raises:
        UsageError: there is no such protocol, promise, engine or option, or the engine does not take it.
        ModelError: the machine is broken. Where an action writes out of range, `run` is the run to it.
    """
    known = {option.name: option for one in engines.ENGINES.values() for option in one.options}
    given = {name.replace("_", "-"): value for name, value in options.items() if value is not None}
    wanted = {name: given.pop(name) for name in list(given) if name in known}
    chosen = _with(_machine(machine, given, exchanged or {}, list(known)), promises)
    request = SearchRequest(**{name: _read(name, known[name].parse, value) for name, value in wanted.items()})
    try:
        result = engines.search(engine, chosen, request)
        emptiness.note(result)
        return result
    except OutOfRange as error:
        if error.run:
            error.add_note("The run to it:\n" + numbered_steps(error.run))
        raise


def assert_holds(
    machine: Machine | Protocol | str,
    *promises: Promise | str,
    engine: str = "native",
    exchanged: Mapping[str, str] | None = None,
    **options: Any,
) -> None:
    """Fail unless the promises hold: for a test of your own. It takes what `check` takes.

    A promise that is not decided does not pass, so an engine that proves nothing (`hypothesis`) never does.

    Raises:
        AssertionError: a promise is violated, and the message tells the counterexample; or it is not decided, and why.
        UsageError, ModelError: as for `check`.
    """
    __tracebackhide__ = True  # pytest then shows the line of the test alone
    result = check(machine, *promises, engine=engine, exchanged=exchanged, **options)
    if not result.promises:
        raise UsageError(f"{result.machine.name} has no promise to check: declare one with @promise")
    if told := _what_fails(result):
        raise AssertionError("\n\n".join(told))


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
    node. bounds: of a protocol that is named, besides those that the map takes from the log.

    Raises:
        UsageError, ModelError: a log, the map or the machine is not in order; the message has the file and the line.
    """
    file = load_map(map) if isinstance(map, str) else MapFile(map)
    given = {name.replace("_", "-"): value for name, value in bounds.items()}

    def build(of_log: Mapping[str, Any]) -> Machine:
        return _machine(machine, {**of_log, **given}, {}, [])

    events = [event for number, log in enumerate(logs, 1) for event in given_events(file.map, log, number)]
    return Validator(build, file, engine, Limits(max_states=max_states)).validate(events)


def _what_fails(result: Result) -> list[str]:
    """Each promise that does not hold, with its run."""
    from tidemark.checker.views.screen import Screen
    from tidemark.checker.views.terminal import violation

    why = result.stopped or f"the engine {result.engine} found no violation, and proves nothing"
    return [
        violation(name, verdict, on=Screen()) if verdict.run else f"{name} is {verdict.text}: {why}"
        for name, verdict in result.promises.items()
        if verdict.verdict != "holds"
    ]


def _machine(
    machine: Machine | Protocol | str,
    bounds: dict[str, Any],
    exchanged: Mapping[str, str],
    options: list[str],
) -> Machine:
    """The machine that was named, at these bounds; `options` are the names of the engines' options."""
    if isinstance(machine, Machine):
        for name in bounds:
            look_up(options, name, f"{machine.name} is built already, and check() has no option")
        if exchanged:
            raise UsageError(f"{machine.name} is built already: exchange rules where its protocol is named")
        return machine
    if not isinstance(machine, (Protocol, str)):
        raise UsageError(f"a machine, a protocol or its name is checked, and not {machine!r}")
    protocol = impl.protocol(machine) if isinstance(machine, str) else machine
    names = [*(bound.name for bound in protocol.family.bounds), *options]
    for name in bounds:
        look_up(names, name, f"{protocol.name} has no bound, and check() no option,")
    pairs = [f"{rule}={source}" for rule, source in exchanged.items()]
    return protocol.machine(bounds, exchanged_of(protocol, pairs))


def _with(machine: Machine, promises: tuple[Promise | str, ...]) -> Machine:
    """The machine with these promises alone; those that it lacks are added to it."""
    if not promises:
        return machine.by_default
    for promise in promises:
        if isinstance(promise, Promise) and promise not in machine.all_promises:
            origin = machine.origin and replace(machine.origin, own=(*machine.origin.own, promise))
            machine = replace(machine, promises=[*machine.promises, promise], origin=origin)
        elif not isinstance(promise, (Promise, str)):
            raise UsageError(f"{promise!r} is no promise: name one, or declare a function with @promise")
    return machine.with_promises(*(p.name if isinstance(p, Promise) else p for p in promises))


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
