"""Random machines whose states hold ids in every way: in sequences, arrays, sets and networks, or perhaps none.

Reads are guarded or not, an element may be an id by default, a list is cut, shifted and copied. So some of the machines
treat their ids alike, and others name id 0 where a read is outside, or say plainly which one they mean.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Annotated, Any

from hypothesis import strategies as st

from tests.support.random_machines import applied, constant, field, some
from tidemark.spec import (
    Action,
    Array,
    Bag,
    Domain,
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
    TemporalPromise,
    all_of,
    any_of,
    choose,
    count,
    implies,
    maximum,
    minimum,
    next_id,
    none,
    not_,
    require,
    steps_between,
    where,
)  # fmt: skip
from tidemark.spec.machines.temporal import TemporalKind, can_always_reach, every_step, no_deadlock, sometimes

Function = Callable[[Any, dict[str, Any]], Any]
ANSWERED = (every_step, no_deadlock, sometimes, can_always_reach)
"""The kinds of promises about runs that are checked with symmetry."""


class Item(Record):
    who: Identity
    number: Number


class Hall(Record):
    log: Sequence[Any]
    rows: Sequence[Item]
    by: Array[Identity]
    queues: Array[Any]
    owner: Identity
    group: IdSet
    mail: Network[Item]
    marks: Set[Item]
    turn: Number


def guarded(list_: Any, at: Any, otherwise: Any) -> Any:
    return where(at < list_.length, list_[at], otherwise)


def appended(list_: Any, element: Any) -> Any:
    return where(list_.length < list_.capacity, list_.append(element), list_)


def shifted(list_: Any) -> Any:
    rest = list_.truncate(0)
    for place in range(1, list_.capacity):
        rest = where(place < list_.length, rest.append(list_[place]), rest)
    return rest


def sent(mail: Any, who: Any, number: Any) -> Any:
    return where(mail.size() < mail.capacity, mail.send(who=who, number=number), mail)


def members(list_: Any, group: Any) -> Any:
    """The ids of a list, as a set."""
    group = group - group
    for place in range(list_.capacity):
        group = where(place < list_.length, group.including(list_[place]), group)
    return group


def mark_of(marks: Any, who: Any, number: Any) -> Any:
    return marks.type.element(who=who, number=below(1)(number))


def present(identity: Any, otherwise: Any) -> Any:
    return where(identity == none, otherwise, identity)


def of_argument(_state: Any, arguments: dict[str, Any]) -> Any:
    return arguments["one"]


def below(bound: int) -> Callable[[Any], Any]:
    return lambda number: minimum(maximum(number, 0), bound)


class Expressions:
    """Strategies for expressions of a hall. names: the ids that they may name in particular.

    in_logs, in_items: whether an id in a list, or in a message and a row, may be `none`. on_ring: whether the ids stand
    on a ring. is_ordered: whether they take the first message of several, so that ids have an order.
    """

    def __init__(
        self,
        names: list[Any],
        in_logs: bool,
        in_items: bool,
        on_ring: bool,
        depth: int,
        is_ordered: bool = False,
    ) -> None:
        self._in_logs, self._in_items, self._on_ring = in_logs, in_items, on_ring
        self._is_ordered = is_ordered
        self.numbers = st.sampled_from([constant(0), constant(1), field("turn"), lambda s, a: s.log.length])
        self.truths = st.sampled_from(
            [constant(True), lambda s, a: s.turn == 0, lambda s, a: s.log.length > 0]
        )
        self.ids = st.sampled_from([field("owner"), of_argument, of_argument, *map(constant, names)])
        self.logs = st.sampled_from([field("log"), lambda s, a: s.queues[a["one"]]])
        self.rows, self.groups, self.mails = (st.just(field(name)) for name in ("rows", "group", "mail"))
        self.marks = st.just(field("marks"))
        for _ in range(depth):
            self._nest()

    def held(self, may_be_none: bool) -> st.SearchStrategy[Function]:
        """Ids for a place that may hold `none`, or not."""
        return self.ids if may_be_none else some(present, self.ids, st.just(of_argument))

    def first_ids(self, m: Any, n: Any) -> st.SearchStrategy[Function]:
        """Ids in the first message of several."""
        return some([_first, _greatest], m, n, self.held(self._in_items))

    def _nest(self) -> None:
        n, t, i, g, q, r, m = (
            self.numbers, self.truths, self.ids, self.groups, self.logs, self.rows, self.mails
        )  # fmt: skip
        s = self.marks
        by, queues = st.just(field("by")), st.just(field("queues"))
        in_log, in_item = self.held(self._in_logs), self.held(self._in_items)
        self.ids = st.one_of(
            i,
            some(guarded, q, n, i),
            some(lambda queue: queue[0], q),
            some(operator.getitem, q, st.just(field("turn"))),
            some(lambda rows, k, x: where(rows.length > k, rows[k].who, x), r, n, i),
            some(lambda rows: rows[0].who, r),
            some(operator.getitem, by, i),
            some(lambda array, x, y: where(x == none, y, array[x]), by, i, i),
            some(lambda array, x: array[x][0], queues, i),
            some(_single, m, n, in_item),
            *([self.first_ids(m, n)] if self._is_ordered else []),
            some(where, t, i, i),
        )
        self.numbers = st.one_of(
            n,
            some(lambda group: group.size(), g),
            some(lambda queue: queue.length, q),
            some(lambda array, x: count(y == x for y in array), by, i),
            some(lambda mail, x: mail.count(lambda it: it.who == x), m, i),
            some(
                lambda mail, x: maximum((it.number for it in mail.filter(lambda it: it.who != x)), default=1),
                m,
                i,
            ),
            some(lambda marks, x: count(mark.who == x for mark in marks), s, i),
            some(lambda rows, k: rows[below(2)(k)].number, r, n),
            some(where, t, n, n),
        )
        if self._on_ring:
            self.ids = st.one_of(self.ids, some(next_id, i), some(next_id, i, n))
            self.numbers = st.one_of(self.numbers, some(steps_between, i, i))
        self.truths = st.one_of(
            t,
            some([operator.eq, operator.ne, operator.lt, operator.le], n, n),
            some([operator.eq, operator.ne], i, i),
            some([operator.eq, operator.ne], q, q),
            some(operator.eq, r, r),
            some(operator.eq, g, g),
            some([operator.and_, operator.or_], t, t),
            some(not_, t),
            some(lambda group, x: group.has(x), g, i),
            some(lambda marks, x, k: marks.has(mark_of(marks, x, k)), s, i, n),
            some(lambda marks, group: all_of(group.has(mark.who) for mark in marks), s, g),
            some([operator.eq, operator.le], s, s),
            some(lambda mail, x: mail.any(lambda it: it.who == x), m, i),
            some(lambda mail, x, y: mail.all(lambda it: implies(it.who == x, y)), m, i, t),
            some(lambda mail, x, y: all_of(implies(it.who == x, y) for it in mail), m, i, t),
            some(lambda mail, more: any_of(a.who == b.who for a in mail for b in more), m, m),
            some(lambda array, x: any_of(y == x for y in array), by, i),
            some(lambda array, x: any_of((y.length > 0) & (y[0] == x) for y in array), queues, i),
            some(implies, t, t),
        )
        self.logs = st.one_of(
            q,
            some(lambda queue: queue.truncate(0), q),
            some(lambda queue, k: queue.truncate(below(2)(k)), q, n),
            some(appended, q, in_log),
            some(shifted, q),
            some(operator.getitem, queues, i),
            some(where, t, q, q),
        )
        self.rows = st.one_of(
            r,
            some(lambda rows, k: rows.truncate(below(2)(k)), r, n),
            some(
                lambda rows, x, k: appended(rows, rows.type.element(who=x, number=below(1)(k))), r, in_item, n
            ),
            some(shifted, r),
            some(where, t, r, r),
        )
        self.groups = st.one_of(
            g,
            some(lambda group, x: group.including(x), g, i),
            some(lambda group, x: group.excluding(x), g, i),
            some(members, q, g),
            some(where, t, g, g),
        )
        self.mails = st.one_of(
            m,
            some(lambda mail, x, k: sent(mail, x, below(1)(k)), m, in_item, n),
            some(lambda mail, x, k: mail.discard(who=x, number=below(1)(k)), m, in_item, n),
            some(lambda mail, x: mail.filter(lambda it: it.who != x), m, i),
            some(lambda mail, g, k: mail.filter(lambda it: g.has(it.who) | (it.number == k)), m, g, n),
            some(where, t, m, m),
        )
        self.marks = st.one_of(
            s,
            some(lambda marks, x, k: marks.including(mark_of(marks, x, k)), s, i, n),
            some(lambda marks, x: marks.filter(lambda mark: mark.who != x), s, i),
            some([operator.or_, operator.sub, operator.and_], s, s),
            some(where, t, s, s),
        )


@st.composite
def id_machines(draw: st.DrawFn, names_ids: bool | None = None, about_runs: bool = False) -> Machine:
    """A machine of two to six actions, with two promises about states.

    names_ids: whether it may name an id in particular; None: sometimes. about_runs: whether it has a promise of each
    kind about runs that classes of renamed states answer. On a ring there may be four ids.
    """
    on_ring = draw(st.booleans())
    size = draw(st.integers(2, 4 if on_ring and not about_runs else 3))
    client = Id("client", size)
    # An id that may be absent has a default that no renaming changes; one that is always there is the harder case.
    held = [draw(st.sampled_from([client, client, Optional(client)])) for _ in range(4)]
    log = Sequence.of(held[0], 2)
    item = Item.of(who=held[1], number=Int(0, 1))
    domain = Hall.of(
        log=log,
        rows=Sequence.of(item, 2),
        by=Array.of(client, held[2]),
        queues=Array.of(client, log),
        owner=held[3],
        group=IdSet.of(client),
        mail=draw(st.sampled_from([Network, Bag])).of(item, draw(st.integers(1, 2))),
        marks=Set.of(Item.of(who=Optional(client), number=Int(0, 1))),
        turn=Int(0, 2),
    )
    names = client.values() if (draw(st.integers(0, 4)) == 0 if names_ids is None else names_ids) else []
    is_optional = [type.lo < 0 for type in held]
    is_ordered = names_ids is not False and draw(st.integers(0, 4)) == 0
    drawn = Expressions(
        names, is_optional[0], is_optional[1], on_ring, depth=draw(st.integers(1, 2)), is_ordered=is_ordered
    )
    values: dict[str, st.SearchStrategy[Function]] = {
        "log": drawn.logs,
        "rows": drawn.rows,
        "by": some(
            lambda array, x, y: array.but(x, y), st.just(field("by")), drawn.ids, drawn.held(is_optional[2])
        ),
        "queues": some(lambda array, x, q: array.but(x, q), st.just(field("queues")), drawn.ids, drawn.logs),
        "owner": drawn.held(is_optional[3]),
        "group": drawn.groups,
        "mail": drawn.mails,
        "marks": drawn.marks,
        "turn": drawn.numbers.map(lambda number: applied(below(2), number)),
    }
    actions = []
    for number in range(draw(st.integers(2, 4))):
        guard = draw(st.one_of(st.just(constant(True)), drawn.truths))
        written = draw(st.lists(st.sampled_from(sorted(values)), min_size=1, max_size=2, unique=True))
        actions.append(_action(f"act_{number}", guard, {name: draw(values[name]) for name in written}))
    movers = draw(st.lists(st.sampled_from([PUSH, POST, RECEIVE, MARK, REGROUP]), max_size=2, unique_by=id))
    if is_ordered:
        first = some(present, drawn.first_ids(drawn.mails, drawn.numbers), st.just(of_argument))
        actions.append(_action("take", constant(True), {"owner": draw(first)}))
        movers = [POST]
    promises = [_promise(f"promise-{k}", draw(drawn.truths)) for k in range(2)]
    first = domain.read(draw(st.one_of(st.just(domain.show(domain.default)), _states(domain, size))), "")
    if about_runs:
        names_none = is_optional[2] and is_optional[3] and bool(first == domain.default)
        of_one = (every_step, no_deadlock, sometimes) if names_none else (every_step, no_deadlock)
        promises += [
            _about_runs(kind, draw(drawn.truths), draw(drawn.truths), kind in of_one) for kind in ANSWERED
        ]
    return Machine(
        "hall", {}, domain, first, [*actions, *movers], promises, {"client": client, "some": IdSet.of(client)}
    )


def _single(mail: Any, number: Any, otherwise: Any) -> Any:
    return mail.single(lambda it: it.number == number, mail.type.element(who=otherwise)).who


def _first(mail: Any, number: Any, otherwise: Any) -> Any:
    return choose(mail, lambda it: it.number >= number, mail.type.element(who=otherwise)).who


def _greatest(mail: Any, number: Any, otherwise: Any) -> Any:
    return maximum(mail, key=lambda it: it.number * number, default=mail.type.element(who=otherwise)).who


def _action(name: str, guard: Function, changes: dict[str, Function]) -> Action:
    def act(hall: Hall, one: Annotated[Identity, Domain("client")]) -> Hall:
        require(guard(hall, {"one": one}), "the guard")
        return hall.but(**{name: value(hall, {"one": one}) for name, value in changes.items()})

    return Action(name, act, {"one": "client"})


def _promise(name: str, holds: Function) -> Promise:
    """A promise of all ids."""
    return Promise(name, lambda hall: all_of(holds(hall, {"one": x}) for x in hall.by.indices()))


def _about_runs(kind: TemporalKind, first: Function, second: Function, of_one: bool) -> Promise:
    """A promise about runs: of each id by itself, or of all of them."""
    if not of_one:
        return TemporalPromise(kind.name, _promise(kind.name, first).function, kind=kind)

    def kept(before: Hall, after: Hall, x: Any) -> Any:
        return implies(first(before, {"one": x}), second(after, {"one": x}))

    def holds(hall: Hall, x: Any) -> Any:
        return first(hall, {"one": x})

    function = kept if kind is every_step else holds
    return TemporalPromise(kind.name, function, kind=kind, parameters={"x": "client"})


def _push(hall: Hall, one: Annotated[Identity, Domain("client")]) -> Hall:
    require(hall.log.length < 2, "there is room")
    return hall.but(log=hall.log.append(one))


def _post(hall: Hall, one: Annotated[Identity, Domain("client")]) -> Hall:
    require(hall.mail.size() < hall.mail.capacity, "there is room")
    return hall.but(mail=hall.mail.send(who=one, number=1))


def _receive(hall: Hall, item: Annotated[Item, Domain("mail")]) -> Hall:
    return hall.but(group=hall.group.including(item.who), mail=hall.mail.discard(item))


def _mark(hall: Hall, mark: Annotated[Item, Domain("marks")]) -> Hall:
    return hall.but(marks=hall.marks.excluding(mark), group=hall.group.including(mark.who))


def _regroup(hall: Hall, some: Annotated[IdSet, Domain("some")]) -> Hall:
    require(some.size() <= hall.group.size(), "there are enough of them")
    return hall.but(group=some)


PUSH, POST = Action("push", _push, {"one": "client"}), Action("post", _post, {"one": "client"})
RECEIVE = Action("receive", _receive, {"item": "mail"})
MARK, REGROUP = Action("mark", _mark, {"mark": "marks"}), Action("regroup", _regroup, {"some": "some"})


@st.composite
def _states(draw: st.DrawFn, domain: Any, size: int) -> Any:
    """An initial state as JSON, which may name ids."""
    ids = st.integers(0, size - 1)
    return domain.show(domain.default) | {
        "log": draw(st.lists(ids, max_size=2)),
        "owner": draw(ids),
        "group": sorted(draw(st.sets(ids))),
    }
