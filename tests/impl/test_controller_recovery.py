"""From which states the partition gets a leader again without another fault: on the whole state graph.

A promise is about one state, and this is about what can follow, so it is computed here, backwards from the states in
which the partition has a leader. A step that pays from the budget is a fault, or a change that nothing forces.
"""

from __future__ import annotations

from typing import Any

import networkx as nx
import pytest

from tidemark.checker.engines.reference import successors
from tidemark.checker.runs.results import State
from tidemark.impl import protocol
from tidemark.spec import Machine, none


def machine(name: str, bounds: dict[str, int]) -> Machine:
    nothing = {"expiries": 0, "deletions": 0, "restarts": 0, "moves": 0}
    return protocol(f"controller/{name}").machine({**nothing, **bounds})


def has_leader(c: Any) -> bool:
    """Whether the leader that the node names lives, knows that it leads, and can write the node."""
    partition = c.zookeeper.partition_state
    leader = partition.leader
    if leader == none or not c.zookeeper.live_brokers.has(leader):
        return False
    obeyed = c.replicas[leader].obeyed
    return (obeyed.leader, obeyed.leader_epoch, obeyed.zk_version) == (
        leader,
        partition.leader_epoch,
        partition.zk_version,
    )


def is_within_bounds(c: Any) -> bool:
    """Whether a member of the ISR lives, and an election of a controller, if one is needed, and of a leader is left."""
    zookeeper, partition = c.zookeeper, c.zookeeper.partition_state
    lives = (partition.isr - (partition.isr - zookeeper.live_brokers)).size() > 0
    owner = zookeeper.controller
    registered = owner != none and c.controllers[owner].is_controller()
    controller_epochs = zookeeper.type.fields["controller_epoch"].hi
    leader_epochs = partition.type.fields["leader_epoch"].hi
    can_elect = registered or zookeeper.controller_epoch < controller_epochs
    return bool(lives and can_elect and partition.leader_epoch < leader_epochs)


def without_faults(built: Machine, start: Any) -> tuple[Any, dict[State, Any]]:
    """The states reachable from one, and the steps between them that pay nothing from the budget."""
    first = built.encode(start)
    graph, values, todo = nx.DiGraph(), {first: start}, [first]
    graph.add_node(first)
    while todo:
        state = todo.pop()
        for _, after in successors(built, state):
            if after not in values:
                values[after] = built.decode(after)
                todo.append(after)
            if values[after].budget == values[state].budget:
                graph.add_edge(state, after)
            else:
                graph.add_node(after)
    return graph, values


def stuck(built: Machine) -> list[Any]:
    """The reachable states, within the bounds, from which no run without a fault leads to a leader."""
    graph, values = without_faults(built, built.initial)
    goal = "a leader"
    graph.add_edges_from([(state, goal) for state, c in values.items() if has_leader(c)])
    recover = nx.ancestors(graph, goal) if goal in graph else set()
    return [c for state, c in values.items() if state not in recover and is_within_bounds(c)]


@pytest.mark.parametrize(
    ("name", "bounds"),
    [
        ("2.2", {"restarts": 1}),
        pytest.param("2.2", {"expiries": 1}, marks=pytest.mark.slow),
        pytest.param("1.1", {"expiries": 1}, marks=pytest.mark.slow),
        pytest.param("0.10.2", {"expiries": 1}, marks=pytest.mark.slow),
        pytest.param("2.2", {"deletions": 1, "moves": 1, "leader-epochs": 3}, marks=pytest.mark.slow),
    ],
)
def test_the_partition_gets_a_leader_again_from_every_state(name: str, bounds: dict[str, int]) -> None:
    assert stuck(machine(name, bounds)) == []


def test_up_to_2_1_a_leader_that_restarts_at_once_is_told_nothing() -> None:
    """KIP-380: the controller compares sets of ids, and the broker is in both."""
    stuck_states = stuck(machine("2.1", {"restarts": 1}))
    assert stuck_states
    for c in stuck_states:
        leader = c.zookeeper.partition_state.leader
        assert c.replicas[leader].obeyed.leader == none
        assert c.controllers[c.zookeeper.controller].believed_live.has(leader)


OVERTAKEN = [
    "broker_registers(me=0)",
    "candidate_reads_epoch(me=0)",
    "candidate_raises_epoch(me=0)",
    "controller_takes_over(me=0)",
    "controller_elects(me=0, leader=0)",
    "controller_reads_partition(me=0)",
    "operator_deletes_controller()",
    "broker_registers(me=1)",
    "candidate_reads_epoch(me=1)",
    "candidate_raises_epoch(me=1)",
    "controller_takes_over(me=1)",
    "controller_elects(me=0, leader=0)",
    "broker_obeys(broker=0, controller_epoch=2, leader_epoch=1)",
]
"""A controller writes the node after its successor has read it."""


def test_up_to_2_0_what_a_stale_controller_writes_nobody_obeys_and_nobody_mends() -> None:
    """The leader in the node refuses the stale controller's request, and what it believes to lead has an old version.

    It can no longer change the ISR, since its version of the node is old: the message of KAFKA-2729.
    """
    built = machine("1.1", {"deletions": 1, "moves": 1, "leader-epochs": 3})
    instances = {str(instance): instance for instance in built.instances}
    c = built.initial
    for step in OVERTAKEN:
        c = built.run(c, instances[step])
    assert c.replicas[0].obeyed.leader_epoch == 1
    assert c.zookeeper.partition_state.leader_epoch == 2
    assert is_within_bounds(c)
    graph, values = without_faults(built, c)
    first = built.encode(c)
    assert not any(has_leader(values[state]) for state in [first, *nx.descendants(graph, first)])


@pytest.mark.slow
def test_every_state_of_1_1_that_is_stuck_was_written_by_a_stale_controller() -> None:
    stuck_states = stuck(machine("1.1", {"deletions": 1, "moves": 1, "leader-epochs": 3}))
    assert len(stuck_states) == 672
    assert all(c.happened.stale_write for c in stuck_states)
