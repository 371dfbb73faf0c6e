"""What is wrong in a state that breaks a promise of KIP-848, where more is known than the promise says."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from tidemark.impl.published.groups.promises import no_double_client_assignment
from tidemark.impl.published.groups.state import Kip848Group
from tidemark.spec import Identity, Loss


def owners(g: Kip848Group, partition: Identity) -> list[Identity]:
    """The clients that believe that they own a partition."""
    return [me for me in g.clients.indices() if g.clients[me].owned.has(partition)]


def _twice(g: Kip848Group) -> Iterator[Loss]:
    if not no_double_client_assignment.function(g):
        partition, clients = next(
            (partition, owners(g, partition))
            for partition in g.partition_epoch.indices()
            if len(owners(g, partition)) > 1
        )
        said = f"Clients {' and '.join(map(str, clients))} are members, and both own partition {partition}"
        yield Loss([], f"{said}.", said)


LOSSES: Mapping[str, Callable[[Kip848Group], Iterator[Loss]]] = {"no-double-client-assignment": _twice}
