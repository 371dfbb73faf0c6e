"""How runs of the controller are told: a sentence for each action, and what is wrong in the last state."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Any

from tidemark.impl.controller.cluster import NO_LEADER_EPOCH, ControllerCluster
from tidemark.spec import Loss, none
from tidemark.spec.families.telling import Story

_FINDS_NONE = "Broker {me} finds no /controller"
_READS_EPOCH = "reads /controller_epoch: {state.was.zookeeper.controller_epoch}"


def _takes_over(me: Any, state: Any, **_: Any) -> str:
    read, cached = state.now.zookeeper.partition_state, state.now.controllers[me].cached_state
    if read.leader_epoch == NO_LEADER_EPOCH:
        return f"Broker {me}, now active, reads that the partition has had no leader yet."
    node = f"leader {read.leader} in leader epoch {read.leader_epoch}, version {read.zk_version}"
    if cached.leader == none:
        return f"Broker {me}, now active, reads {node}; it does not take that broker for live."
    epoch = state.now.controllers[me].controller_epoch
    return f"Broker {me}, now active, reads {node}, and sends that to the live brokers in controller epoch {epoch}."


def _reads_partition(me: Any, state: Any, **_: Any) -> str:
    read = state.now.zookeeper.partition_state
    has_leader = state.was.controllers[me].cached_state.leader != none
    why = "to balance the load" if has_leader else "it knows of no live leader"
    return (
        f"Broker {me} is about to elect a leader ({why}). It reads leader epoch {read.leader_epoch} and version "
        f"{read.zk_version}."
    )


def _elects(me: Any, leader: Any, state: Any, **_: Any) -> str:
    epoch, written = state.now.controllers[me].controller_epoch, state.now.zookeeper.partition_state
    sentences = (
        f"Broker {me}, in controller epoch {epoch}, writes broker {leader} as leader in leader epoch "
        f"{written.leader_epoch}; the node now has version {written.zk_version}. Requests are on their way."
    )
    read = state.was.controllers[me].cached_state.zk_version
    overwritten = state.was.zookeeper.partition_state.zk_version
    if read != overwritten:
        sentences += f" It had read version {read}, and overwrites version {overwritten}."
    newest = state.now.zookeeper.controller_epoch
    if epoch < newest:
        sentences += f" The controller epoch in ZooKeeper is {newest} already."
    return sentences


def _obeys(broker: Any, controller_epoch: Any, leader_epoch: Any, state: Any, **_: Any) -> str:
    was, now = state.was.replicas[broker], state.now.replicas[broker]
    leader = state.was.requests[controller_epoch][leader_epoch].leader
    sentences = (
        f"Broker {broker} receives from controller epoch {controller_epoch}: broker {leader} leads in leader epoch "
        f"{leader_epoch}. "
    )
    if was == now:
        had = f"controller epoch {was.controller_epoch} and leader epoch {was.obeyed.leader_epoch}"
        return f"{sentences}It knows {had}: no effect."
    if was.obeyed == now.obeyed:
        return sentences + "It notes the controller epoch; the leader epoch is not newer than its own."
    sentences += "It leads." if leader == broker else f"It follows broker {leader}."
    newest = state.was.newest[broker]
    if controller_epoch < newest.controller_epoch:
        sentences += f" It had obeyed controller epoch {newest.controller_epoch}."
    if leader_epoch < newest.leader_epoch:
        sentences += f" It had been in leader epoch {newest.leader_epoch}."
    return sentences


def _registers_with_epoch(me: Any, state: Any, **_: Any) -> str:
    if state.now.zookeeper.controller != me:
        return f"Broker {me} is too late: ZooKeeper refuses its /controller and its epoch together."
    epoch = state.now.zookeeper.controller_epoch
    return f"Broker {me} creates /controller and raises the controller epoch to {epoch}, in one transaction."


STORIES: Mapping[str, Story] = {
    "broker_registers": f"{_FINDS_NONE}, and creates it.",
    "candidate_reads_epoch": f"Broker {{me}} {_READS_EPOCH}.",
    "candidate_raises_epoch":
        "Broker {me} raises the controller epoch to {state.now.zookeeper.controller_epoch}; registered is "
        "{state.now.zookeeper.controller!s}.",
    "candidate_raises_epoch_blindly":
        "Broker {me} writes the controller epoch {state.now.zookeeper.controller_epoch}, in place of "
        "{state.was.zookeeper.controller_epoch}.",
    "candidate_goes_on":
        "ZooKeeper refuses the epoch of broker {me}, since another has raised it. The broker logs the error, and goes "
        "on as controller in the epoch that it read.",
    "candidate_gives_up":
        "ZooKeeper refuses the epoch of broker {me}, since another has raised it. The broker gives up, and deletes "
        "/controller; registered was {state.was.zookeeper.controller!s}.",
    "candidate_reads_epoch_first": f"{_FINDS_NONE}, and {_READS_EPOCH}.",
    "broker_registers_with_epoch": _registers_with_epoch,
    "controller_resigns": "Broker {me} learns that it is not registered any more, and gives up its role.",
    "controller_takes_over": _takes_over,
    "controller_reads_partition": _reads_partition,
    "controller_elects": _elects,
    "controller_notices_failure": "Controller {me} learns that the session of broker {broker} is over.",
    "controller_notices_start":
        "Controller {me} learns that broker {broker} has a session, and sends it what it knows, if that has a leader.",
    "broker_obeys": _obeys,
    "leader_shrinks_isr": "Leader {leader} takes broker {follower} out of the ISR.",
    "leader_expands_isr": "Leader {leader} takes broker {follower} back into the ISR.",
    "session_expires":
        "The session of broker {broker} expires, and what it had created in ZooKeeper is gone. The broker is alive, "
        "and does not know.",
    "broker_reconnects": "Broker {broker} has a new session.",
    "broker_restarts": "Broker {broker} restarts at once. It has a new session, and has forgotten what it was told.",
    "operator_deletes_controller":
        "An operator deletes /controller. Broker {state.was.zookeeper.controller!s} keeps its session.",
}  # fmt: skip


def _one_controller_per_epoch(c: ControllerCluster) -> Iterator[Loss]:
    for (broker, mine), (rival, theirs) in combinations(enumerate(c.controllers), 2):
        both = mine.is_controller() and theirs.is_controller()
        if both and mine.controller_epoch == theirs.controller_epoch:
            epoch = f"controller epoch {mine.controller_epoch}"
            yield Loss([], f"Brokers {broker} and {rival} are both controller in {epoch}.")


def _registered_has_newest_epoch(c: ControllerCluster) -> Iterator[Loss]:
    me, newest = int(c.zookeeper.controller), c.zookeeper.controller_epoch
    if me >= 0 and c.controllers[me].is_controller() and c.controllers[me].controller_epoch != newest:
        epoch = c.controllers[me].controller_epoch
        yield Loss(
            [],
            f"Broker {me} is registered as controller and has controller epoch {epoch}, and the newest is {newest}: "
            "brokers that have heard of it refuse the registered one.",
        )


def _stale_controller_changes_nothing(c: ControllerCluster) -> Iterator[Loss]:
    epoch = f"controller epoch {c.zookeeper.controller_epoch}"
    yield Loss([], f"A controller wrote the partition's node, although {epoch} is newer than its own.")


def _one_leader_per_epoch(c: ControllerCluster) -> Iterator[Loss]:
    leaders = [broker for broker in c.replicas.indices() if c.leads(broker)]
    for leader, rival in combinations(leaders, 2):
        epoch = c.replicas[leader].obeyed.leader_epoch
        if epoch == c.replicas[rival].obeyed.leader_epoch:
            yield Loss([], f"Brokers {leader} and {rival} both believe to lead leader epoch {epoch}.")


LOSSES: dict[str, Callable[[ControllerCluster], Iterator[Loss]]] = {
    "one-controller-per-epoch": _one_controller_per_epoch,
    "registered-has-newest-epoch": _registered_has_newest_epoch,
    "stale-controller-changes-nothing": _stale_controller_changes_nothing,
    "one-leader-per-epoch": _one_leader_per_epoch,
}
