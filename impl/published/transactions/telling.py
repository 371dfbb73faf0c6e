"""How a run of the published models is explained."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tidemark.impl.published.transactions.network import Code
from tidemark.spec import Loss
from tidemark.spec.families.telling import Story

_RECEIVES = "Broker {message.broker!s} receives the request of client {message.client!s}."
_LEARNS = "Client {message.client!s} is answered {message.code} by broker {message.broker!s}."


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
    "receive_init_pid_request": _RECEIVES,
    "receive_init_pid_response": _LEARNS,
    "complete_init_pid_request": "The entry is committed, and the client is answered.",
}
ADD_PARTITIONS_STORIES: dict[str, Story] = {
    "send_init_pid_request": "Client {client} asks the coordinator for a producer id.",
    "receive_init_pid_request": _RECEIVES,
    "receive_init_pid_response": _LEARNS,
    "send_add_partitions": "Client {client} adds partition {partition} to its transaction.",
    "receive_add_partitions_request": _RECEIVES,
    "receive_add_partitions_response": _LEARNS,
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
