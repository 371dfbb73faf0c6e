"""Machines for the engines to disagree on: random ones, made of drawn expressions, and one of known corners."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Annotated, Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

from tests.support import message_loops as messages
from tests.support.movers import MOVERS, forward, post, receive, share
from tests.support.named import renamed
from tidemark.spec import (
    Action,
    Array,
    Bag,
    Bool,
    Domain,
    Enum,
    Id,
    Identity,
    IdSet,
    Int,
    Machine,
    Network,
    Number,
    Optional,
    Promise,
    Record,
    Sequence,
    Set,
    Truth,
    all_of,
    any_of,
    choose,
    count,
    id_at,
    maximum,
    minimum,
    next_id,
    none,
    not_,
    position,
    require,
    steps_between,
    where,
)  # fmt: skip

QUICK = settings(
    max_examples=32,
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


class Message(Record):
    to: Identity
    number: Number


class State(Record):
    number: Number
    other: Number
    flag: Truth
    who: Identity
    color: Any
    group: IdSet
    counts: Array
    queue: Sequence
    network: Network
    values: Set


COLOR = Enum("color", "red", "green", "default")
HARD = (
    "value", "lo", "default", "kind", "read", "self", "state", "field", "größe", "match", "_", "items", "index",
)  # fmt: skip
"""Names that types, Python or engines have for something of their own, and that an author may choose all the same."""

Function = Callable[[State, dict[str, Any]], Any]


def _at(queue: Any, number: Any, more: Any) -> Any:
    """An element at an index that depends on the state: one that does not, and is outside, is an error of the model."""
    return queue[number + more]


def constant(value: Any) -> Function:
    return lambda _state, _arguments: value


def applied(function: Callable[..., Any], *parts: Function) -> Function:
    return lambda state, arguments: function(*(part(state, arguments) for part in parts))


def field(name: str) -> Function:
    return lambda state, _arguments: getattr(state, name)


class Expressions:
    """Strategies for expressions over one state type, none nested deeper than `depth`.

    order: "ring" if they ask for the ring of the ids, "line" if for their order.
    """

    def __init__(self, ids: list[Any], depth: int, order: str = "") -> None:
        self._order = order
        self.numbers = st.one_of(
            st.integers(-2, 4).map(constant),
            st.sampled_from(
                [field("number"), field("other"), lambda s, a: a["step"], lambda s, a: s.queue.length]
            ),
        )
        self.truths = st.sampled_from([constant(True), field("flag")])
        self.ids = st.sampled_from([field("who"), lambda s, a: a["one"], constant(none), *map(constant, ids)])
        self.groups = st.just(field("group"))
        self.colors = st.sampled_from([constant(COLOR.red), constant(COLOR.default), field("color")])
        self.queues = st.just(field("queue"))
        self.networks = st.just(field("network"))
        self.sets = st.just(field("values"))
        self._named = ids
        for _ in range(depth):
            self._nest()

    def _nest(self) -> None:
        n, t, i, g, c, q = self.numbers, self.truths, self.ids, self.groups, self.colors, self.queues
        w, v = self.networks, self.sets
        compare = [operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge]
        equal = [operator.eq, operator.ne]
        self.numbers = st.one_of(
            n,
            some(operator.add, n, n),
            some(operator.sub, n, n),
            some([minimum, maximum], n, n),
            some(operator.mul, n, n),
            some([operator.floordiv, operator.mod], n, st.sampled_from([-3, -2, -1, 1, 2, 3]).map(constant)),
            some([lambda a, b: a // maximum(b, 1), lambda a, b: a % (-1 - abs(b))], n, n),
            some([abs, operator.neg], n),
            some(where, t, n, n),
            some(operator.getitem, st.just(field("counts")), i),
            some(_at, st.just(field("queue")), st.just(field("number")), n),
            some([lambda queue: queue.head(), lambda queue: queue.last()], q),
            some(lambda queue, k: queue.index_of(k), q, n),
            some(lambda queue, k: queue.fold(lambda total, x: where(x < k, total + x, total), k), q, n),
            some(lambda queue, k: maximum((x for x in queue), default=k), q, n),
            some(lambda queue, k: minimum((k - x for x in queue), default=0), q, n),
            some(lambda array, k: maximum(k, *array), st.just(field("counts")), n),
            some(lambda queue, k: count(x != k for x in queue), q, n),
            some(lambda group: group.size(), g | v),
            some(lambda values, k: maximum((x + k for x in values), default=k), v, n),
            some(lambda group, one: count(i != one for i in group), g, i),
            some(lambda network: network.size(), w),
            some(lambda network, k: network.count(lambda m: m.number < k), w, n),
            some(messages.NUMBERS, w, n),
            some(lambda k, x: choose(Int(-1, 3), lambda y: y * y > x, k), n, n),
            some(lambda queue, k, x: choose(queue, lambda y: y > k, x), q, n, n),
            some(lambda queue, k: maximum(queue, key=lambda x: (x % 2, k - x), default=k), q, n),
            some(lambda a, b: count([a, b]), t, t),
        )
        self.truths = st.one_of(
            some(compare, n, n),
            some(compare, n, n),
            some([operator.and_, operator.or_], t, t),
            some(not_, t),
            some(equal, i, i),
            some([*equal, operator.le, operator.lt], g, g),
            some([*equal, operator.le, operator.gt], v, v),
            some(lambda values, k: values.has(k), v, n),
            some(lambda values, k: all_of(any_of(x + y == k for y in values) for x in values), v, n),
            some(equal, c, c),
            some(lambda group, one: group.has(one), g, i),
            some(lambda network, one, k: network.has(to=one, number=held(k)), w, i, n),
            some(lambda network, one: network.any(lambda m: m.to == one), w, i),
            some(lambda network, k: network.all(lambda m: m.number <= k), w, n),
            some(equal, w, w),
            some(messages.TRUTHS, w, n),
            some(lambda array, k: any_of(x < k for x in array), st.just(field("counts")), n),
            some(lambda array, k: all_of(x < k for x in array), st.just(field("counts")), n),
            some(lambda queue, k: queue.has(k), q, n),
            some(lambda queue, k: all_of(x < k for x in queue), q, n),
            some(lambda queue, k: any_of(x + place == k for place, x in enumerate(queue)), q, n),
            some(lambda a, b: all_of(x <= y for x, y in zip(a, b[1:], strict=False)), q, q),
            some(equal, q, q),
        )
        self.ids = st.one_of(i, some(where, t, i, i), *self._chosen(n, i, w))
        if self._order == "ring":
            self.numbers = st.one_of(self.numbers, some(steps_between, i, i))
            self.ids = st.one_of(self.ids, some(next_id, i, n))
        elif self._order == "line":
            self.numbers = st.one_of(self.numbers, some(position, i))
            self.ids = st.one_of(self.ids, some(id_at, st.just(field("counts")), n))
        self.groups = st.one_of(
            some(lambda group, one: group.including(one), g, i),
            some(lambda group, one: group.excluding(one), g, i),
            some([operator.or_, operator.sub, operator.and_], g, g),
            some(lambda group, one: group.filter(lambda i: i != one), g, i),
            some(where, t, g, g),
        )
        self.sets = st.one_of(
            v,
            some(lambda values, k: values.including(held(k)), v, n),
            some(lambda values, k: values.excluding(k), v, n),
            some([operator.or_, operator.sub, operator.and_], v, v),
            some(lambda values, k: values.filter(lambda x: x < k), v, n),
            some(lambda values, k: values.including_all(held(x + k) for x in values), v, n),
            some(where, t, v, v),
        )
        self.colors = st.one_of(
            c, some(where, t, c, c), some(lambda x, y: choose(COLOR, lambda one: one != x, y), c, c)
        )
        self.networks = st.one_of(
            w,
            some(lambda network, one, k: network.send(to=one, number=held(k)), w, i, n),
            some(lambda network, one, k: network.discard(to=one, number=held(k)), w, i, n),
            some(messages.NETWORKS, w, n),
            some(where, t, w, w),
        )
        self.queues = st.one_of(
            q,
            some(lambda queue, k: queue.truncate(minimum(maximum(k, 0), queue.length)), q, n),
            some([lambda queue: queue.tail(), lambda queue: queue[:1], lambda queue: queue[1:2]], q),
            some(lambda queue, k, more, x: queue.but(k + more, held(x)), q, st.just(field("number")), n, n),
            some(lambda a, b: where(a.length + b.length <= 2, a + b, a), q, q),
            some(
                lambda queue, k: where(queue.length < 2, queue.append(minimum(maximum(k, 0), 2)), queue), q, n
            ),
        )

    def _chosen(self, n: Any, i: Any, w: Any) -> list[st.SearchStrategy[Function]]:
        """Ids that are the first of several, where a machine may name ids."""
        named, counts = self._named, st.just(field("counts"))
        return [] if not named else [
            some([lambda network, k, first=first: first(network, k).to for first in messages.FIRST], w, n),
            some(lambda array, k, x: choose(named, lambda one: array[one] > k, x), counts, n, i),
            some(lambda array, k: maximum(named, key=lambda one: array[one] * k), counts, n),
        ]  # fmt: skip


def held(number: Any) -> Any:
    """A number that a message can hold."""
    return minimum(maximum(number, 0), 2)


def some(functions: Any, *parts: st.SearchStrategy[Function]) -> st.SearchStrategy[Function]:
    """One of the functions, applied to parts."""
    chosen = functions if isinstance(functions, list) else [functions]
    return st.builds(applied, st.sampled_from(chosen), *parts)


def clamped(low: int, high: int) -> Callable[[Function], Function]:
    return lambda part: applied(lambda n: minimum(maximum(n, low), high), part)


@st.composite
def machines(draw: st.DrawFn, names_ids: bool = True, renames: bool = True) -> Machine:
    """A machine of two to four drawn actions, and one or two that lead to many states; some write outside a domain.

    names_ids: whether its expressions may name an id in particular. renames: whether its fields may have other names.
    """
    size = draw(st.integers(2, 3))
    replica, step = Id("replica", size), Int(0, draw(st.integers(1, 2)))
    low, high = draw(st.integers(-2, 0)), draw(st.integers(1, 3))
    types = {
        "number": Int(low, high),
        "other": Int(0, 2),
        "flag": Bool(),
        "who": Optional(replica),
        "color": COLOR,
        "group": IdSet.of(replica),
        "counts": Array.of(replica, Int(0, 2)),
        "queue": Sequence.of(Int(0, 2), 2),
        "network": draw(st.sampled_from([Network, Bag])).of(
            Message.of(to=Optional(replica), number=Int(0, 2)), draw(st.integers(1, 3))
        ),
        "values": Set.of(Int(0, 2)),
    }
    domain = State.of(**types)
    order = draw(st.sampled_from(["", "ring", "line"] if names_ids else ["", "ring"]))
    drawn = Expressions(replica.values() if names_ids else [], 2, order)
    careful = draw(st.integers(0, 5)) > 0
    values: dict[str, st.SearchStrategy[Function]] = {
        "number": drawn.numbers.map(clamped(low, high)) if careful else drawn.numbers,
        "other": drawn.numbers.map(clamped(0, 2)),
        "flag": drawn.truths,
        "who": drawn.ids,
        "color": drawn.colors,
        "group": drawn.groups,
        "counts": some(
            [
                lambda state, one, n: state.counts.but(one, n),
                lambda state, *path: state.but("counts", *path).counts,
            ],
            st.just(lambda state, _arguments: state),
            drawn.ids,
            drawn.numbers.map(clamped(0, 2)),
        ),
        "queue": drawn.queues,
        "network": drawn.networks,
        "values": drawn.sets,
    }
    actions = []
    for number in range(draw(st.integers(2, 4))):
        guard = draw(st.one_of(st.just(constant(True)), drawn.truths, drawn.truths))
        written = draw(st.lists(st.sampled_from(sorted(values)), min_size=2, max_size=5, unique=True))
        actions.append(made_action(f"act_{number}", guard, {name: draw(values[name]) for name in written}))
    movers = draw(st.lists(st.sampled_from(sorted(MOVERS)), min_size=1, max_size=2, unique=True))
    domains = {"one": "replica", "step": "step"}
    actions += [Action(name, MOVERS[name], domains) for name in movers]
    if draw(st.booleans()):
        mail, into = draw(st.sampled_from([receive, forward])), {"message": "network", "one": "replica"}
        actions += [Action("post", post, domains), Action("mail", mail, into)]
    if draw(st.booleans()):
        actions.append(Action("share", share, {"some": "values", "group": "groups"}))
    promises = [made_promise(f"promise-{number}", draw(drawn.truths)) for number in range(2)]
    first = domain.read(
        {
            "number": draw(st.integers(low, high)),
            "other": draw(st.integers(0, 2)),
            "flag": draw(st.booleans()),
            "who": draw(st.sampled_from([None, 0, 1])),
            "color": "red",
            "group": draw(st.lists(st.integers(0, size - 1), unique=True)),
            "counts": draw(st.lists(st.integers(0, 2), min_size=size, max_size=size)),
            "queue": draw(st.lists(st.integers(0, 2), max_size=2)),
            "network": draw(st.sampled_from([[], [{"to": None, "number": 1}]])),
            "values": draw(st.sampled_from([[], [1], [0, 2]])),
        },
        "",
    )
    over = {"replica": replica, "step": step, "groups": IdSet.of(replica)}
    made = Machine("random", {}, domain, first, actions, promises, over)
    if not renames or draw(st.booleans()):
        return made
    chosen = ["number", "color", "queue", "network", "one", "message", "replica", "act_0", "promise-0"]
    hard = draw(st.lists(st.sampled_from(HARD), min_size=len(chosen), max_size=len(chosen), unique=True))
    return renamed(made, dict(zip(chosen, hard, strict=True)))


def made_action(name: str, guard: Function, changes: dict[str, Function]) -> Action:
    def act(
        state: State, one: Annotated[Identity, Domain("replica")], step: Annotated[Number, Domain("step")]
    ) -> State:
        arguments = {"one": one, "step": step}
        require(guard(state, arguments), "the guard")
        return state.but(**{name: value(state, arguments) for name, value in changes.items()})

    return Action(name, act, {"one": "replica", "step": "step"})


def made_promise(name: str, holds: Function) -> Promise:
    default = {"one": none, "step": 1}
    return Promise(name, lambda state: holds(state, default))


class Corner(Record):
    low: Number
    high: Number
    group: IdSet
    seen: Set
    network: Network
    bag: Bag


def corners() -> Machine:
    """Intervals touch, sums are summed again, sets are asked for what was just removed, networks are in every order.

    In the word of a message a number of two bits has a neighbour whose lowest bit may be set.
    """
    replica = Id("replica", 2)
    message = Message.of(to=Optional(replica), number=Int(0, 2))

    def climb(state: Corner) -> Corner:
        require(state.low < 2, "it is low")
        return state.but(low=state.low + 1)

    def swap(state: Corner, one: Annotated[Identity, Domain("replica")]) -> Corner:
        return state.but(
            group=where(not_(state.group.has(one)), state.group.including(one), state.group.excluding(one))
        )

    def send(state: Corner, one: Annotated[Identity, Domain("replica")]) -> Corner:
        require(state.network.size() < 3, "there is room")
        sent = state.network.send(to=one, number=where(state.low > 0, 1, 0))
        return state.but(network=sent, bag=where(state.bag.size() < 3, state.bag.send(to=one), state.bag))

    def receive(state: Corner, one: Annotated[Message, Domain("network")]) -> Corner:
        is_shown = (state.low == 2) & state.seen.is_empty()
        seen = where(is_shown, state.seen.including(one.but(number=0)), state.seen)
        return state.but(network=state.network.discard(one), bag=state.bag.discard(to=one.to), seen=seen)

    def lose(state: Corner, some: Annotated[Message, Domain("seen")]) -> Corner:
        return state.but(seen=state.seen.excluding(some))

    domain = Corner.of(
        low=Int(0, 2),
        high=Int(2, 4),
        group=IdSet.of(replica),
        seen=Set.of(Message.of(to=Optional(replica), number=Int(0, 1))),
        network=Network.of(message, 3),
        bag=Bag.of(message, 3),
    )
    promises = [
        Promise("apart", lambda s: s.low != s.high),
        Promise("below", lambda s: s.low < s.high),
        Promise("summed", lambda s: s.low + 1 + 2 < 5),
        Promise("gone", lambda s: all_of(not_(s.group.excluding(r).has(r)) for r in s.group.ids())),
        Promise("taken", lambda s: (s.group - s.group).is_empty()),
        Promise("come", lambda s: all_of(s.group.including(r).has(r) for r in s.group.ids())),
        Promise("sent", lambda s: s.network.discard(to=none, number=1) == s.network),
        Promise("unseen", lambda s: all_of(s.group.has(m.to) for m in s.seen)),
        Promise("small", lambda s: s.network.all(lambda m: m.number < 2)),
        Promise("full", lambda s: s.network.size() + s.bag.size() < 5),
        Promise(
            "apart-twice", lambda s: all_of(s.bag.count(lambda m, r=r: m.to == r) < 3 for r in s.group.ids())
        ),
    ]
    actions = [
        Action("climb", climb, {}), Action("swap", swap, {"one": "replica"}), Action("send", send, {"one": "replica"}),
        Action("receive", receive, {"one": "network"}),
        Action("lose", lose, {"some": "seen"}),
    ]  # fmt: skip
    return Machine("corners", {}, domain, domain.default, actions, promises, {"replica": replica})
