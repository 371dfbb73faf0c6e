"""Questions and answers under way in a network; a promise that is broken once all clients have their answers."""

from typing import Annotated

from tidemark import (
    Domain,
    Enum,
    Id,
    Identity,
    IdSet,
    Label,
    Machine,
    Network,
    Optional,
    Record,
    Truth,
    action,
    not_,
    promise,
    require,
)

Kind = Enum("kind", "ask", "answer")
client = Id("client", 2)


class Message(Record):
    """Who asks, or gets an answer."""

    kind: Label
    to: Identity


class Post(Record):
    """The messages under way, and who has an answer."""

    network: Network[Message]
    served: IdSet


message = Message.of(kind=Kind, to=Optional(client))
state = Post.of(network=Network.of(message, 3), served=IdSet.of(client))
ClientId = Annotated[Identity, Domain("client")]
Some = Annotated[Message, Domain("network")]


@action
def ask(p: Post, one: ClientId) -> Post:
    """A client asks."""
    require(not_(p.network.any(lambda m: m.to == one)), "nothing of it is under way")
    return p.but(network=p.network.send(kind=Kind.ask, to=one))


@action
def answer(p: Post, message: Some) -> Post:
    """The server answers."""
    require(message.kind == Kind.ask, "it is a question")
    return p.but(network=p.network.discard(message).send(message.but(kind=Kind.answer)))


@action
def receive(p: Post, message: Some) -> Post:
    """A client receives its answer."""
    require(message.kind == Kind.answer, "it is an answer")
    return p.but(network=p.network.discard(message), served=p.served.including(message.to))


@promise
def not_all_served(p: Post) -> Truth:
    """Not every client is served."""
    return p.served.size() < 2


actions = [ask, answer, receive]
machine = Machine("post", {}, state, state.default, actions, [not_all_served], {"client": client})
