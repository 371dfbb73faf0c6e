"""What a network costs: two-phase commit with a network beside the same protocol with one slot for each message.

Both have the same states, so the ratios are those of the state's form alone.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Annotated, Any

from tabulate import tabulate

from tidemark.checker.engines.native import search as native
from tidemark.checker.runs.results import Limits, Result
from tidemark.spec import Action, Array, Bool, Domain, Identity, Machine, Record, Truth, require

MANAGERS = 8
RUNS = 5


class Channels(Record):
    """The state of two-phase commit, with a slot for each message that can be sent."""

    managers: Array[Any]
    decision: Any
    prepared: Any
    says_prepared: Array[Truth]
    says_commit: Truth
    says_abort: Truth


ManagerId = Annotated[Identity, Domain("manager")]


def with_network(managers: int) -> Any:
    """The example of the documentation: its module, and the machine with that many resource managers."""
    path = Path(__file__).parents[1] / "docs" / "examples" / "models" / "two_phase_commit.py"
    spec = importlib.util.spec_from_file_location("two_phase_commit", path)
    assert spec is not None
    assert spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    return example, example.machine(managers)


def with_channels(example: Any, original: Machine) -> Machine:
    """The same protocol without a network."""
    manager, fields = original.domains["manager"], original.type.fields
    state = Channels.of(
        managers=fields["managers"],
        decision=fields["decision"],
        prepared=fields["prepared"],
        says_prepared=Array.of(manager, Bool()),
        says_commit=Bool(),
        says_abort=Bool(),
    )
    states, decisions = example.Manager, example.Decision

    def prepare(c: Channels, one: ManagerId) -> Channels:
        require(c.managers[one] == states.working, "the resource manager is working")
        return c.but(
            managers=c.managers.but(one, states.prepared), says_prepared=c.says_prepared.but(one, True)
        )

    def receive_prepared(c: Channels, one: ManagerId) -> Channels:
        require(c.says_prepared[one] & (c.decision == decisions.open), "it says prepared")
        return c.but(prepared=c.prepared.including(one))

    def commit(c: Channels) -> Channels:
        require(c.decision == decisions.open, "nothing is decided")
        require(c.prepared == c.prepared.everyone(), "all resource managers are prepared")
        return c.but(decision=decisions.committed, says_commit=True)

    def abort(c: Channels) -> Channels:
        require(c.decision == decisions.open, "nothing is decided")
        return c.but(decision=decisions.aborted, says_abort=True)

    def receive_commit(c: Channels, one: ManagerId) -> Channels:
        require(c.says_commit, "the message says commit")
        return c.but(managers=c.managers.but(one, states.committed))

    def receive_abort(c: Channels, one: ManagerId) -> Channels:
        require(c.says_abort, "the message says abort")
        return c.but(managers=c.managers.but(one, states.aborted))

    alone = [Action(f.__name__, f, {}) for f in (commit, abort)]
    told = [prepare, receive_prepared, receive_commit, receive_abort]
    by_one = [Action(f.__name__, f, {"one": "manager"}) for f in told]
    actions = [*alone, *by_one, example.choose_to_abort]
    return Machine(
        "channels", original.bounds, state, state.default, actions, original.promises, {"manager": manager}
    )


def _searched(machine: Machine) -> tuple[Result, float]:
    """The result of a search, and the fewest seconds that any of several took, without compiling."""
    results = [native.search(machine, Limits(keep_going=True), threads=1) for _ in range(RUNS)]
    return results[0], min(result.phases["searching"] for result in results)


def network() -> str:
    """Two-phase commit with a network beside one slot a message."""
    example, messages = with_network(MANAGERS)
    slots = with_channels(example, messages)
    base, slot_seconds = _searched(slots)
    rows = []
    for name, machine in (("one slot a message", slots), ("network", messages)):
        result, seconds = (base, slot_seconds) if machine is slots else _searched(machine)
        nodes = len(machine.symbolic.graph.nodes) / len(slots.symbolic.graph.nodes)
        counts = [f"{result.distinct_states:,}", f"{result.generated_states:,}"]
        bits = sum(leaf.bits for leaf in machine.leaves)
        rows.append([name, *counts, str(bits), f"{nodes:.1f}", f"{seconds / slot_seconds:.2f}"])
    headers = ["", "states", "transitions", "bits a state", "expressions ratio", "search ratio"]
    title = f"two-phase commit with {MANAGERS} resource managers, 1 thread, ratios to one slot a message\n\n"
    return title + tabulate(rows, headers, disable_numparse=True, colalign=("left", *["right"] * 5))
