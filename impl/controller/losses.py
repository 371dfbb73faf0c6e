"""What is wrong in a state that breaks a promise of the controller's: which broker, and against what."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from tidemark.impl.controller.cluster import ControllerCluster
from tidemark.spec import Loss


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
