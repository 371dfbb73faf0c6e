"""What is wrong in a state that breaks a promise of KIP-848, in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from tidemark.impl.published.groups.promises import PROMISES
from tidemark.impl.published.groups.state import Group
from tidemark.spec import Loss, Promise


def _said(sentence: str) -> Loss:
    return Loss([], f"{sentence}.", sentence)


def owners(g: Group, one: int) -> list[int]:
    """The clients that believe that they own a partition."""
    return [me for me in g.clients.indices() if g.clients[me].owned.has(one)]


def _finder(promise: Promise, sentence: Callable[[Group], str]) -> Callable[[Group], Iterator[Loss]]:
    def find(g: Group) -> Iterator[Loss]:
        if not promise.function(g):
            yield _said(sentence(g))

    return find


def _twice(g: Group) -> str:
    shared = [(one, owners(g, one)) for one in g.partition_epoch.indices() if len(owners(g, one)) > 1]
    one, clients = shared[0]
    return f"Clients {' and '.join(map(str, clients))} are members, and both own partition {one}"


SENTENCES: Mapping[str, Callable[[Group], str]] = {
    "legal-transitions": lambda _: "A client has made a transition that is not allowed",
    "legal-target-assignment": lambda _: "The target assignment does not give every partition to one member",
    "no-double-client-assignment": _twice,
    "valid-member-epoch": lambda _: "A client in the target's epoch owns a partition that is another's there",
    "valid-stable-group-state": lambda _: "The group is stable, and a member has not reached its target",
    "valid-partition-epoch": lambda _: "A partition that counts as free is with a member",
    "owners-commit": lambda _: "An offset was committed by a member that does not have the partition",
}
LOSSES: Mapping[str, Callable[[Group], Iterator[Loss]]] = {
    promise.name: _finder(promise, SENTENCES[promise.name]) for promise in PROMISES
}
