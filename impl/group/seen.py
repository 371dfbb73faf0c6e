"""What a scenario may say of a group: what the coordinator knows, what each client does, the fate of the records."""

from __future__ import annotations

from collections.abc import Iterable

from tidemark.impl.group.state import ConsumerGroup
from tidemark.impl.group.words import members_of, state_of
from tidemark.spec import Identity, none


def observed(g: ConsumerGroup) -> dict[str, str]:
    """What is to be seen, each by its name; `N` is a client and `P` a partition in docs/traces.md."""
    now = g.coordinator
    found = {
        "group": state_of(g),
        "generation": str(now.generation),
        "leader": _or_none(now.leader),
        "members": _joined(members_of(now.members)),
        "joined": _joined(members_of(now.awaiting)),
    }
    for me in g.clients.indices():
        client = g.clients[me]
        found |= {
            f"phase {me}": str(client.phase),
            f"generation {me}": str(client.generation),
            f"reads {me}": _joined(members_of(client.owned)),
        }
    for one in g.partitions.indices():
        partition = g.partitions[one]
        done = [offset for offset in partition.processed.indices() if partition.processed[offset]]
        found |= {
            f"assigned {one}": _or_none(now.assignment[one]),
            f"committed {one}": str(partition.committed),
            f"processed {one}": _joined(f"r{offset}" for offset in done),
        }
    return found


def _joined(parts: Iterable[object]) -> str:
    return " ".join(map(str, parts))


def _or_none(one: Identity) -> str:
    return "none" if one == none else str(one)
