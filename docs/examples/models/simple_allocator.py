"""Resources that clients ask for, get bit by bit and give back, after `SimpleAllocator.tla` of tlaplus/Examples by
Stephan Merz.

The original is fair to `Return(c, alloc[c])`; here that is an action, `give_all_back`, and one of the steps of
`give_back`.
"""

from typing import Annotated

from tidemark import Array, Domain, Id, Identity, Machine, Record, Set, Truth, action, all_of  # fmt: skip
from tidemark import always_eventually, fair, leads_to, promise, require, strongly_fair


class Allocator(Record):
    """Of each client, what it asks for and has not got, and what it has."""

    unsat: Array[Set[Identity]]
    alloc: Array[Set[Identity]]


Client = Annotated[Identity, Domain("client")]
Resource = Annotated[Identity, Domain("resource")]
Resources = Annotated[Set[Identity], Domain("resources")]


@action
def request(a: Allocator, c: Client, s: Resources) -> Allocator:
    """A client that has nothing, and waits for nothing, asks for resources."""
    require(a.unsat[c].is_empty() & a.alloc[c].is_empty(), "the client has nothing and waits for nothing")
    require(s.size() > 0, "it asks for something")
    return a.but("unsat", c, s)


@action
def allocate(a: Allocator, c: Client, s: Resources) -> Allocator:
    """A client gets some of the resources that it asks for and nobody has."""
    available = a.alloc[c].everyone()
    for taken in a.alloc:
        available = available - taken
    require((s.size() > 0) & (s <= available & a.unsat[c]), "the client asks for them, and nobody has them")
    return a.but("alloc", c, a.alloc[c] | s).but("unsat", c, a.unsat[c] - s)


@action
def give_back(a: Allocator, c: Client, s: Resources) -> Allocator:
    """A client gives back some of its resources."""
    require((s.size() > 0) & (s <= a.alloc[c]), "the client has them")
    return a.but("alloc", c, a.alloc[c] - s)


@action
def give_all_back(a: Allocator, c: Client) -> Allocator:
    """A client gives all its resources back."""
    require(a.alloc[c].size() > 0, "the client has resources")
    return a.but("alloc", c, a.alloc[c] - a.alloc[c])


@promise
def resource_mutex(a: Allocator) -> Truth:
    """No resource is two clients'."""
    clients = a.alloc.indices()
    return all_of((a.alloc[c] & a.alloc[d]).is_empty() for c in clients for d in clients if c != d)


@leads_to
def clients_will_return(a: Allocator, c: Client) -> tuple[Truth, Truth]:
    """A client that has got all that it asked for gives it back."""
    return a.unsat[c].is_empty(), a.alloc[c].is_empty()


@leads_to
def clients_will_obtain(a: Allocator, c: Client, r: Resource) -> tuple[Truth, Truth]:
    """A client gets what it asks for."""
    return a.unsat[c].has(r), a.alloc[c].has(r)


@always_eventually
def inf_often_satisfied(a: Allocator, c: Client) -> Truth:
    """Again and again a client waits for nothing."""
    return a.unsat[c].is_empty()


def machine(clients: int = 3, resources: int = 2) -> Machine:
    """This many clients and resources."""
    client, resource = Id("client", clients), Id("resource", resources)
    held, bounds = Array.of(client, Set.of(resource)), {"clients": clients, "resources": resources}
    state = Allocator.of(unsat=held, alloc=held)
    domains = {"client": client, "resource": resource, "resources": Set.of(resource)}
    actions = [request, allocate, give_back, give_all_back]
    promises = [resource_mutex, clients_will_return, clients_will_obtain, inf_often_satisfied]
    fairness = [fair(give_all_back), strongly_fair(allocate, each="c")]
    return Machine(
        "simple-allocator", bounds, state, state.default, actions, promises, domains, fairness=fairness
    )
