"""What a scenario may say of a group: what the coordinator knows, what each client does, the fate of the records."""

from __future__ import annotations

from collections.abc import Iterable

from tidemark.impl.group.state import ConsumerGroup
from tidemark.impl.group.words import members_of, state_of
from tidemark.spec import Identity, none


def observe(g: ConsumerGroup) -> dict[str, str]:
    """The observations of a state by their names; in docs/traces.md, `N` is a client and `P` a partition."""
    now = g.coordinator
    observations = {
        "group": state_of(g),
        "generation": str(now.generation),
        "leader": _or_none(now.leader),
        "members": _in_a_row(members_of(now.members)),
        "joined": _in_a_row(members_of(now.awaiting)),
    }
    for me in g.clients.indices():
        client = g.clients[me]
        observations |= {
            f"phase {me}": str(client.phase),
            f"generation {me}": str(client.generation),
            f"reads {me}": _in_a_row(members_of(client.owned)),
        }
    for partition in g.partitions.indices():
        partition_state = g.partitions[partition]
        done = [offset for offset in partition_state.processed.indices() if partition_state.processed[offset]]
        observations |= {
            f"assigned {partition}": _or_none(now.assignment[partition]),
            f"committed {partition}": str(partition_state.committed),
            f"processed {partition}": _in_a_row(f"r{offset}" for offset in done),
        }
    return observations


def _in_a_row(parts: Iterable[object]) -> str:
    return " ".join(map(str, parts))


def _or_none(client: Identity) -> str:
    return "none" if client == none else str(client)
