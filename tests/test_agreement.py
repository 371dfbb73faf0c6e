"""All engines read one machine alike: the published protocols, random machines, and back ends made wrong on purpose.

`agree` compares every engine with the reference engine. The random machines are made of drawn expressions,
so that operators meet that no protocol brings together. That a wrong back end would be caught is tried:
each fault of `FAULTS` changes one operator, one fold or one range, and the comparison must fail.
"""

from __future__ import annotations

import operator
import os
import re
from collections.abc import Callable
from typing import Annotated, Any

import pytest
import z3
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import impl
from checker import native, reference, stateful
from checker.native import lowering as native_lowering
from checker.results import Limits, Result
from checker.smt import bounded
from checker.smt import lowering as smt_lowering
from spec import (
    Action,
    Array,
    Bool,
    Domain,
    Enum,
    Id,
    Identity,
    IdSet,
    Int,
    Machine,
    Number,
    Optional,
    Promise,
    Record,
    Sequence,
    Truth,
    all_of,
    any_of,
    count,
    maximum,
    minimum,
    none,
    not_,
    require,
    where,
)
from spec.expression import Graph
from spec.machine import OutOfRange

SMT_LENGTH = 6
"""How many states bounded search looks ahead in random machines; the published violations are looked for in full."""


# Comparing.


def outcome(search: Callable[[], Result]) -> Result | OutOfRange:
    """A result, or the error of a write outside a domain."""
    try:
        return search()
    except OutOfRange as error:
        return error


def agree(
    machine: Machine, length: int = SMT_LENGTH, max_states: int | None = None, engines: str = "native and z3"
) -> None:
    """Compare every engine (of those named) with the reference engine.

    Raises:
        AssertionError: one differs.
    """
    truth = outcome(lambda: reference.search(machine, Limits(max_states=max_states, keep_going=True)))
    if isinstance(truth, Result) and not truth.complete:
        return  # too large to be enumerated by the reference engine
    for threads in (1, 2) if "native" in engines else ():
        found = outcome(lambda: native.search(machine, Limits(keep_going=True), threads=threads))  # noqa: B023
        agree_exhaustively(truth, found)
    if "native" in engines and bounded.interchangeable(machine) and not isinstance(truth, OutOfRange):
        agree_on_verdicts(
            truth, outcome(lambda: native.search(machine, Limits(keep_going=True), symmetry=True))
        )
    if "z3" in engines:
        found = outcome(lambda: bounded.search(machine, Limits(keep_going=True), max_length=length))
        agree_within(truth, found, length)
    # A further engine is compared here: `spark` in tests/test_spark.py, for it needs Java.


def agree_exhaustively(truth: Result | OutOfRange, found: Result | OutOfRange) -> None:
    """Everything is the same: counts, verdicts, runs; or the run to a write outside a domain is as long."""
    if isinstance(truth, OutOfRange) or isinstance(found, OutOfRange):
        assert isinstance(truth, OutOfRange)
        assert isinstance(found, OutOfRange)
        assert truth.run.length == found.run.length
        return
    counts = operator.attrgetter("distinct_states", "generated_states", "depth")
    assert counts(truth) == counts(found)
    agree_on_verdicts(truth, found)
    for name, verdict in truth.promises.items():
        assert (verdict.run and verdict.run.steps[-1]) == (
            found.promises[name].run and found.promises[name].run.steps[-1]
        )


def agree_on_verdicts(truth: Result, found: Result | OutOfRange) -> None:
    assert isinstance(found, Result)
    for name, verdict in truth.promises.items():
        other = found.promises[name]
        assert (verdict.verdict, verdict.length) == (other.verdict, other.length), name


def agree_within(truth: Result | OutOfRange, found: Result | OutOfRange, length: int) -> None:
    """What there is within so many states was found, as short; and nothing else."""
    if isinstance(truth, OutOfRange):
        if truth.run.length < length:
            assert isinstance(found, OutOfRange)
            assert found.run.length == truth.run.length
        return
    assert isinstance(found, Result)
    for name, verdict in truth.promises.items():
        other = found.promises[name]
        if verdict.length is not None and verdict.length <= length:
            assert (other.verdict, other.length) == ("violated", verdict.length), name
        else:
            assert other.verdict in ("unknown", verdict.verdict), name


# The protocols.


def published(protocol: str, bounds: str) -> Machine:
    names = ("replicas", "log-size", "records", "max-epoch")
    return impl.protocol(protocol).machine(dict(zip(names, map(int, bounds.split("/")), strict=True)))


PUBLISHED = [name for name in impl.protocols() if name.startswith("published/")]
REPLICATION = [name for name in impl.protocols() if name.startswith("replication/")]


@pytest.mark.parametrize("bounds", ["2/1/1/1", "2/2/2/1", pytest.param("3/1/1/1", marks=pytest.mark.slow)])
@pytest.mark.parametrize("protocol", PUBLISHED)
def test_engines_agree_on_the_published_protocols(protocol: str, bounds: str) -> None:
    agree(published(protocol, bounds), length=7)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("protocol", "length"),
    [("published/high-watermark", 10), ("published/kip-101", 12), ("published/kip-320", 9)],
)
def test_engines_agree_where_records_are_lost(protocol: str, length: int) -> None:
    agree(published(protocol, "2/2/2/2"), length=length)


@pytest.mark.parametrize("protocol", REPLICATION)
def test_engines_agree_on_the_message_level_protocols(protocol: str) -> None:
    machine = impl.protocol(protocol).machine({"replicas": 2, "log-size": 1, "records": 1, "max-epoch": 1})
    truth = native.search(machine, Limits(keep_going=True))
    agree_on_verdicts(
        truth, native.search(machine, Limits(keep_going=True), symmetry=bool(machine.symmetric_kinds()))
    )
    agree_within(truth, bounded.search(machine, Limits(keep_going=True), max_length=5), 5)


@pytest.mark.parametrize("protocol", ["published/high-watermark", "published/kip-320"])
def test_hypothesis_breaks_nothing_that_holds_and_finds_what_does_not(protocol: str) -> None:
    machine = published(protocol, "2/2/2/2")
    truth = reference.search(machine, Limits(keep_going=True))
    found = stateful.search(machine, seconds=4, seed=1)
    for name, verdict in found.promises.items():
        if verdict.run:
            assert truth.promises[name].verdict == "violated"
            assert verdict.length >= truth.promises[name].length
    assert found.promises["leader-in-isr"].length == 1


# Random machines: a state of every kind of field, and actions and promises of drawn expressions.


class State(Record):
    number: Number
    other: Number
    flag: Truth
    who: Identity
    color: Any
    group: IdSet
    counts: Array
    queue: Sequence


COLOR = Enum("color", "red", "green", "blue")
Function = Callable[[State, dict[str, Any]], Any]


def constant(value: Any) -> Function:
    return lambda _state, _arguments: value


def applied(function: Callable[..., Any], *parts: Function) -> Function:
    return lambda state, arguments: function(*(part(state, arguments) for part in parts))


def field(name: str) -> Function:
    return lambda state, _arguments: getattr(state, name)


class Expressions:
    """Strategies for expressions over one state type, none nested deeper than `depth`."""

    def __init__(self, ids: list[Any], depth: int) -> None:
        self.numbers = st.one_of(
            st.integers(-2, 4).map(constant),
            st.sampled_from(
                [field("number"), field("other"), lambda s, a: a["step"], lambda s, a: s.queue.length]
            ),
        )
        self.truths = st.sampled_from([constant(True), field("flag")])
        self.ids = st.sampled_from([field("who"), lambda s, a: a["one"], constant(none), *map(constant, ids)])
        self.groups = st.just(field("group"))
        self.colors = st.sampled_from([constant(COLOR.red), constant(COLOR.blue), field("color")])
        self.queues = st.just(field("queue"))
        for _ in range(depth):
            self._nest()

    def _nest(self) -> None:
        n, t, i, g, c, q = self.numbers, self.truths, self.ids, self.groups, self.colors, self.queues
        compare = [operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge]
        equal = [operator.eq, operator.ne]
        self.numbers = st.one_of(
            n,
            some(operator.add, n, n),
            some(operator.sub, n, n),
            some([minimum, maximum], n, n),
            some(where, t, n, n),
            some(operator.getitem, st.just(field("counts")), i),
            some(operator.getitem, st.just(field("queue")), n),
            some(lambda group: group.size(), g),
            some(lambda a, b: count([a, b]), t, t),
        )
        self.truths = st.one_of(
            some(compare, n, n),
            some(compare, n, n),
            some([operator.and_, operator.or_], t, t),
            some(not_, t),
            some(equal, i, i),
            some(equal, g, g),
            some(equal, c, c),
            some(lambda group, one: group.has(one), g, i),
            some(lambda array, k: any_of(x < k for x in array), st.just(field("counts")), n),
            some(lambda array, k: all_of(x < k for x in array), st.just(field("counts")), n),
        )
        self.ids = st.one_of(i, some(where, t, i, i))
        self.groups = st.one_of(
            some(lambda group, one: group.including(one), g, i),
            some(lambda group, one: group.excluding(one), g, i),
            some([operator.or_, operator.sub], g, g),
            some(where, t, g, g),
        )
        self.colors = st.one_of(c, some(where, t, c, c))
        self.queues = st.one_of(
            q,
            some(lambda queue, k: queue.truncate(minimum(maximum(k, 0), queue.length)), q, n),
            some(
                lambda queue, k: where(queue.length < 2, queue.append(minimum(maximum(k, 0), 2)), queue), q, n
            ),
        )


def some(functions: Any, *parts: st.SearchStrategy[Function]) -> st.SearchStrategy[Function]:
    """One of the functions, applied to parts."""
    chosen = functions if isinstance(functions, list) else [functions]
    return st.builds(applied, st.sampled_from(chosen), *parts)


def clamped(low: int, high: int) -> Callable[[Function], Function]:
    return lambda part: applied(lambda n: minimum(maximum(n, low), high), part)


@st.composite
def machines(draw: st.DrawFn) -> Machine:
    """A machine of one to three actions; one in some writes outside a domain."""
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
    }
    domain = State.of(**types)
    drawn = Expressions(replica.domain(), depth=2)
    careful = draw(st.integers(0, 5)) > 0
    values: dict[str, st.SearchStrategy[Function]] = {
        "number": drawn.numbers.map(clamped(low, high)) if careful else drawn.numbers,
        "other": drawn.numbers.map(clamped(0, 2)),
        "flag": drawn.truths,
        "who": drawn.ids,
        "color": drawn.colors,
        "group": drawn.groups,
        "counts": some(
            lambda array, one, n: array.but(one, n),
            st.just(field("counts")),
            drawn.ids,
            drawn.numbers.map(clamped(0, 2)),
        ),
        "queue": drawn.queues,
    }
    actions = []
    for number in range(draw(st.integers(2, 4))):
        guard = draw(st.one_of(st.just(constant(True)), drawn.truths, drawn.truths))
        written = draw(st.lists(st.sampled_from(sorted(values)), min_size=2, max_size=5, unique=True))
        actions.append(made_action(f"act_{number}", guard, {name: draw(values[name]) for name in written}))
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
        },
        "",
    )
    return Machine("random", {}, domain, first, actions, promises, {"replica": replica, "step": step})


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


def corners() -> Machine:
    """A machine in which intervals touch, sums are summed again, and sets are asked for what was just removed."""
    replica = Id("replica", 2)

    def climb(state: Corner) -> Corner:
        require(state.low < 2, "it is low")
        return state.but(low=state.low + 1)

    def swap(state: Corner, one: Annotated[Identity, Domain("replica")]) -> Corner:
        return state.but(
            group=where(not_(state.group.has(one)), state.group.including(one), state.group.excluding(one))
        )

    domain = Corner.of(low=Int(0, 2), high=Int(2, 4), group=IdSet.of(replica))
    promises = [
        Promise("apart", lambda s: s.low != s.high),
        Promise("below", lambda s: s.low < s.high),
        Promise("summed", lambda s: s.low + 1 + 2 < 5),
        Promise("gone", lambda s: all_of(not_(s.group.excluding(r).has(r)) for r in s.group.domain())),
        Promise("come", lambda s: all_of(s.group.including(r).has(r) for r in s.group.domain())),
    ]
    actions = [Action("climb", climb, {}), Action("swap", swap, {"one": "replica"})]
    return Machine("corners", {}, domain, domain.default, actions, promises, {"replica": replica})


def test_engines_agree_on_the_corners_of_the_language() -> None:
    agree(corners())


QUICK = settings(
    max_examples=40,
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@QUICK
@given(machines())
def test_engines_agree_on_random_machines(machine: Machine) -> None:
    agree(machine, max_states=600)


@pytest.mark.slow
@settings(
    QUICK, max_examples=int(os.environ.get("TIDEMARK_EXAMPLES", "600")), derandomize=False, phases=list(Phase)
)
@given(machines())
def test_engines_agree_on_many_random_machines(machine: Machine) -> None:
    agree(machine, max_states=3000)


# Back ends made wrong on purpose.


def wrong_text(old: str, new: str) -> Callable[[pytest.MonkeyPatch], None]:
    """A native back end that writes one instruction (a pattern) for another."""

    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        right = native_lowering.Emitter.__call__
        monkeypatch.setattr(
            native_lowering.Emitter, "__call__", lambda self, text: right(self, re.sub(old, new, text))
        )

    return patch


def wrong_term(op: str, function: Callable[[Any, Any], Any]) -> Callable[[pytest.MonkeyPatch], None]:
    """A z3 back end with another meaning of one operator."""
    return lambda monkeypatch: monkeypatch.setitem(smt_lowering._BINARY, op, function)


def wrong_fold(name: str, function: Callable[..., Any]) -> Callable[[pytest.MonkeyPatch], None]:
    """A graph that folds wrongly: the function gets the right method, and the graph and arguments of a call."""

    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        right = getattr(Graph, name)
        monkeypatch.setattr(Graph, name, lambda self, *args: function(right, self, *args))

    return patch


def less_when_touching(right: Any, graph: Graph, a: Any, b: Any) -> Any:
    x, y = graph.lift(a), graph.lift(b)
    return graph.true if x.hi == y.lo and x is not y else right(graph, x, y)


def unequal_when_touching(right: Any, graph: Graph, a: Any, b: Any) -> Any:
    x, y = graph.lift(a), graph.lift(b)
    touching = (
        x.kind.family == "number" and x.hi == y.lo and x.op != "const" and y.op != "const" and x is not y
    )
    return graph.false if touching else right(graph, a, b)


def narrow_sum(right: Any, graph: Graph, a: Any, b: Any) -> Any:
    made = right(graph, a, b)
    if made.op == "add" and made.hi > made.lo:
        made.hi -= 1
    return made


def swapped_negation(right: Any, graph: Graph, condition: Any, a: Any, b: Any) -> Any:
    c = graph.lift(condition)
    return right(graph, c.args[0], a, b) if c.op == "not" else right(graph, c, a, b)


def forgotten_constant(right: Any, graph: Graph, a: Any, b: Any) -> Any:
    x, y = graph.lift(a), graph.lift(b)
    twice = x.op == "add" and x.args[1].op == "const" and y.op == "const"
    return right(graph, x.args[0], y) if twice else right(graph, x, y)


def member_after_removal(right: Any, graph: Graph, group: Any, member: Any) -> Any:
    removed = group.op == "remove" and group.args[1].constant is not None
    return right(graph, group.args[0] if removed else group, member)


FAULTS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "z3: < is <=": wrong_term("lt", lambda a, b: a <= b),
    "z3: < is unsigned": wrong_term("lt", lambda a, b: z3.ULT(a, b)),
    "z3: + is -": wrong_term("add", lambda a, b: a - b),
    "z3: or is exclusive": wrong_term("or", lambda a, b: z3.Xor(a, b)),
    "z3: set minus takes nothing away": wrong_term("minus", lambda a, b: a),
    "z3: none is member 0": lambda monkeypatch: monkeypatch.setattr(
        smt_lowering.Lowering,
        "_singleton",
        lambda self, m: z3.If(
            self._terms[m.number] == 1, z3.BitVecVal(2, m.kind.size), z3.BitVecVal(1, m.kind.size)
        ),
    ),
    "z3: domains end one early": lambda monkeypatch: monkeypatch.setattr(
        smt_lowering.Lowering,
        "in_domain",
        lambda self, term, i: z3.And(term >= self._leaves[i].lo, term < self._leaves[i].hi),
    ),
    "z3: ids may only appear one too late": lambda monkeypatch: monkeypatch.setattr(
        bounded, "needed_before", lambda ids: min(1, len(ids))
    ),
    "z3: a written number gets any value": lambda monkeypatch: monkeypatch.setattr(
        smt_lowering.Lowering, "narrowed", lambda self, term, i: self.variable(i, " anything")
    ),
    "native: < is <=": wrong_text(r"\bicmp slt", "icmp sle"),
    "native: < is unsigned": wrong_text(r"\bicmp slt", "icmp ult"),
    "native: - is +": wrong_text(r"\bsub i32", "add i32"),
    "native: the range check ends one early": wrong_text(r"\bicmp ule", "icmp ult"),
    "native: or is exclusive": wrong_text(r"\bor i1", "xor i1"),
    "native: not changes nothing": wrong_text(r"(\bxor i1 .*), true", r"\1, false"),
    "fold: a < b where they touch": wrong_fold("lt", less_when_touching),
    "fold: a != b where they touch": wrong_fold("eq", unequal_when_touching),
    "fold: where(not c, a, b) is where(c, a, b)": wrong_fold("ite", swapped_negation),
    "fold: x + 1 + 2 is x + 2": wrong_fold("add", forgotten_constant),
    "fold: a removed id stays": wrong_fold("has", member_after_removal),
    "range: the interval of a sum ends one early": wrong_fold("add", narrow_sum),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_wrong_back_end_is_caught(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    FAULTS[fault](monkeypatch)
    with pytest.raises(Exception) as caught:  # noqa: PT011  # whichever engine stumbles first, it must be by disagreeing
        campaign(engines=fault if fault.startswith(("native", "z3")) else "native and z3")
    print(fault, "->", type(caught.value).__name__, str(caught.value)[:100])


def campaign(engines: str) -> None:
    """The comparison, on the same machines every time."""

    @settings(QUICK, max_examples=150)
    @given(machines())
    def on_random_machines(machine: Machine) -> None:
        agree(machine, max_states=600, engines=engines)

    agree(published("published/high-watermark", "2/1/1/1"), engines=engines)
    agree(corners(), engines=engines)
    on_random_machines()
    agree(published("published/kip-320", "2/2/2/1"), length=7, engines=engines)
    agree(published("published/high-watermark", "2/2/2/2"), length=10, engines=engines)
