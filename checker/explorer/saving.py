"""A path that was taken, in a file: a trace, what the views write, a schedule of a real system, a test, or DOT."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import networkx as nx

from tidemark import impl, real
from tidemark.base.errors import UsageError
from tidemark.checker.analyses.graph import dot
from tidemark.checker.analyses.trial import course_of
from tidemark.checker.engines.reference import broken_promises
from tidemark.checker.runs import files
from tidemark.checker.runs.results import Run, RunStep, State
from tidemark.checker.telling.explanation import explain
from tidemark.checker.views import VIEWS
from tidemark.spec.families.family import telling_of
from tidemark.spec.families.system import Playable
from tidemark.spec.machines.machine import Machine

Tree = Mapping[tuple[int, ...], RunStep]
"""The step that ends each path that was taken."""

ENDS = {
    "trace": ".json", "markdown": ".md", "html": ".html", "svg": ".svg", "itf": ".itf.json", "scenario": ".toml",
    "schedule": ".toml", "test": ".py", "dot": ".dot",
}  # fmt: skip
"""How the name of each kind of file ends."""


def kinds(machine: Machine) -> list[str]:
    """As what a path is saved: a test names its machine; a schedule is of a real system."""
    lacking = {"test": not machine.origin, "schedule": not _players(machine)}
    return [kind for kind in ENDS if not lacking.get(kind)]


def render_file(run: Run, kind: str, name: str, tree: Tree, path: Sequence[int]) -> str:
    """A run as that kind of file, which has this name. tree: all paths that were taken; path: that of the run.

    Raises:
        UsageError: there is no such kind, or the run can't be such a file.
    """
    if kind not in kinds(run.machine):
        raise UsageError(f"a path is not saved as {kind}: there is {', '.join(kinds(run.machine))}")
    match kind:
        case "trace":
            return files.to_text(run)
        case "schedule":
            return _schedule(run)
        case "test":
            return _test(run)
        case "dot":
            return dot(_graph(run.machine, tree, path))
    return next(view for view in VIEWS if view.name == kind).render([explain(run)], name)


def _players(machine: Machine) -> list[Playable]:
    """The real systems for which runs of a machine become schedules."""
    systems = [real.system(name) for name in real.SYSTEMS] if machine.origin else []
    return [s for s in systems if isinstance(s, Playable) and s.schedules_runs_of(machine)]


def _schedule(run: Run) -> str:
    """The schedule for the newest version that the run's protocol models."""
    system = _players(run.machine)[0]
    modelled = [(version, system.protocol_of(run.machine, version)) for version in system.versions()]
    exact = [version for version, name in modelled if name == run.machine.protocol]
    candidates = exact or [version for version, name in modelled if name]
    if not candidates:
        raise UsageError(f"no version of {system.name} is modelled by {run.machine.protocol}")
    return system.schedule_of(course_of(run), candidates[-1])


def _test(run: Run) -> str:
    """A file for pytest, with the run as a test: of one that breaks a promise, that it no longer does."""
    begins = run.machine.initial_states.call(run.steps[0].state)
    origin, steps = (
        run.machine.origin,
        [*([begins] if begins else []), *(str(step.instance) for step in run.steps[1:])],
    )
    assert origin
    if origin.own:
        where = "a file of promises, which a test does not name"
        raise UsageError(f"{origin.own[0].name} is from {where}: leave out --promises")
    file = origin.source.place if origin.source else ""
    shown = f"{file}:{origin.protocol}" if file else origin.protocol
    usual = {bound.name: bound.default for bound in impl.protocol(origin.protocol, origin.source).bounds}
    chosen = {name: value for name, value in run.machine.bounds.items() if usual.get(name) != value}
    bounds = "".join(f", {name.replace('-', '_')}={value!r}" for name, value in chosen.items())
    rules = f", exchanged={dict(origin.exchanged)!r}" if origin.exchanged else ""
    broken = run.promise
    claim = f"breaks {broken}, and fails until it can't" if broken else "is possible, and keeps all promises"
    names = f", {json.dumps(broken)}, possible=False" if broken else ""
    called = (broken or run.machine.name).replace("-", "_").replace("/", "_").replace(".", "_")
    lines = "\n".join(f"    {json.dumps(step)}," for step in steps)
    return (
        f'"""A run of {run.machine.name}, saved by `tidemark explore`: it {claim}."""\n\n'
        "from tidemark import assert_run\n\n"
        f"STEPS = [\n{lines}\n]\n\n\n"
        f"def test_{called}() -> None:\n"
        f"    assert_run({json.dumps(shown)}, STEPS{names}{rules}{bounds})\n"
    )


def _graph(machine: Machine, tree: Tree, path: Sequence[int]) -> Any:
    """The paths as a graph of states: the one that is saved, and the others that were taken."""
    telling, graph, numbers = telling_of(machine), nx.DiGraph(), dict[State, int]()
    mine = [tuple(path[:k]) for k in range(len(path) + 1)]
    for key in [*mine, *sorted(tree.keys() - set(mine), key=lambda key: (len(key), key))]:
        state = tree[key].state
        if state not in numbers:
            numbers[state] = len(numbers)
            is_initial = tree[key].instance is None
            kind = "broken" if broken_promises(machine, state)[0] else "initial" if is_initial else "state"
            picture = telling.picture(telling.see(machine.decode(state)))
            graph.add_node(numbers[state], label="\n".join(picture.lines()), kind=kind)
        if key and tree[key].instance:
            edge = numbers[tree[key[:-1]].state], numbers[state]
            labels = graph.edges[edge]["label"].split("\n") if graph.has_edge(*edge) else []
            labels = dict.fromkeys([*labels, str(tree[key].instance)])
            graph.add_edge(*edge, label="\n".join(labels))
    return graph
