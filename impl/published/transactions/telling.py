"""How a run of the published models is explained."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tidemark.impl.published.transactions.network import Code
from tidemark.spec import BeforeAfter, Loss, Telling
from tidemark.spec.families.telling import Story
from tidemark.spec.types.members import NetworkMember


def _receives(message: NetworkMember, state: BeforeAfter, **_: Any) -> str:
    received = message.of(state.was)
    return f"Broker {int(received.broker)} receives the request of client {int(received.client)}."


def _learns(message: NetworkMember, state: BeforeAfter, **_: Any) -> str:
    received = message.of(state.was)
    return f"Client {int(received.client)} is answered {received.code} by broker {int(received.broker)}."


def _illegal(c: Any) -> Iterator[Loss]:
    for message in c.under_way.members:
        if message.code == Code.IllegalState:
            yield Loss([int(message.client)], f"Client {int(message.client)} is told of an illegal state.")


def _same_epoch(c: Any) -> Iterator[Loss]:
    seen: dict[tuple[int, int], int] = {}
    for client, client_state in enumerate(c.clients):
        key = (int(client_state.producer_id), int(client_state.producer_epoch))
        if client_state.producer_id >= 0 and key in seen:
            yield Loss([client], f"Clients {seen[key]} and {client} have one producer id and epoch.")
        seen[key] = client


def _two_leaders(c: Any) -> Iterator[Loss]:
    seen: dict[int, int] = {}
    for broker, coordinator in enumerate(c.brokers):
        if coordinator.leader == broker:
            if int(coordinator.leader_epoch) in seen:
                yield Loss([broker], f"Broker {broker} believes that it leads in the epoch of another one.")
            seen[int(coordinator.leader_epoch)] = broker


INIT_PID_STORIES: dict[str, Story] = {
    "send_init_pid_request": "Client {client} asks broker {broker} for a producer id.",
    "receive_init_pid_request": _receives,
    "receive_init_pid_response": _learns,
    "complete_init_pid_request": "The entry is committed, and the client is answered.",
}
ADD_PARTITIONS_STORIES: dict[str, Story] = {
    "send_init_pid_request": "Client {client} asks the coordinator for a producer id.",
    "receive_init_pid_request": _receives,
    "receive_init_pid_response": _learns,
    "send_add_partitions": "Client {client} adds partition {partition} to its transaction.",
    "receive_add_partitions_request": _receives,
    "receive_add_partitions_response": _learns,
    "commit_entry": "The next entry of broker {broker} is committed, and whoever waits is answered.",
    "complete_partial_transaction": "Broker {broker} ends a transaction that it found prepared.",
    "elect_leader": "Broker {broker} is made leader of the transaction log.",
    "become_follower": "Broker {broker} learns that it no longer leads, and cuts its log.",
}
LOSSES: dict[str, Callable[[Any], Iterator[Loss]]] = {
    "no-bad-state-response": _illegal,
    "clients-have-different-epochs": _same_epoch,
    "coordinators-have-different-epochs": _two_leaders,
}


class ClientsTelling(Telling[Any]):
    """The telling of a published model, by the stories of its actions."""

    losses = LOSSES
    noun = "client"

    def names(self, before: Any, arguments: Mapping[str, Any], after: Any) -> dict[str, Any]:
        """The states as `state`, and the arguments."""
        return {"state": BeforeAfter("the state", before, after), **arguments}
