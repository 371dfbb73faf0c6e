"""What each part of a map means, on a register that clients read and write."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import pytest

from tidemark import (
    Array,
    Domain,
    EventMap,
    Id,
    Identity,
    Int,
    LogVerdict,
    Machine,
    ModelError,
    Number,
    Record,
    Truth,
    UsageError,
    action,
    observe,
    pattern,
    promise,
    require,
    skip,
    take,
    validate,
    where,
)
from tidemark.checker.validation import searches
from tidemark.spec.logs.events import LogError

client = Id("client", 3)
ClientId = Annotated[Identity, Domain("client")]
Value = Annotated[Number, Domain("value")]


class Register(Record):
    held: Number
    writes: Number
    seen: Array[Number]


@action
def write(r: Register, me: ClientId, value: Value) -> Register:
    """A client writes a larger value."""
    require(value > r.held, "the value is larger")
    require(r.writes < 9, "a write is left")
    return r.but(held=value, writes=r.writes + 1)


@action
def read(r: Register, me: ClientId) -> Register:
    """A client reads, and keeps what is odd or even by where it was."""
    return r.but(seen=r.seen.but(me, where(r.held > 5, 5, r.held)))


@action
def forget(r: Register) -> Register:
    """The register loses its value."""
    require(r.held > 0, "there is a value")
    return r.but(held=0)


@promise
def small(r: Register) -> Truth:
    """The value stays below 8."""
    return r.held < 8


value = Int(0, 9)
TYPE = Register.of(held=value, writes=value, seen=Array.of(client, value))
MACHINE = Machine(
    "register", {}, TYPE, TYPE.default, [write, read, forget], [small], {"client": client, "value": value}
)
Events = list[dict[str, Any]]


def registers(**about: Any) -> EventMap:
    """A map of writes, and of reads with what was read."""
    log = EventMap(**about)
    me = log.names("client", alike=True)
    log.event("write")(lambda e: take("write", value=e.v))
    log.event("read")(lambda e: take("read", me=me(e.get("me", "a"))).before(lambda r: r.held == e.v))
    return log


def w(v: int, **more: Any) -> dict[str, Any]:
    return {"event": "write", "v": v, **more}


def r(v: int, **more: Any) -> dict[str, Any]:
    return {"event": "read", "v": v, **more}


def found(log: EventMap, *logs: Events, engine: Any = "reference") -> LogVerdict:
    return validate(MACHINE, log, *logs, engine=engine)


def told(verdict: LogVerdict) -> list[str]:
    assert verdict.run
    return [str(step.instance) for step in verdict.run.steps[1:]]


def test_a_log_is_in_the_order_in_which_it_is_written() -> None:
    assert found(registers(), [w(1), r(1), w(2), r(2)]).verdict == "explained"
    refused = found(registers(), [w(1), w(2), r(1)])
    assert (refused.verdict, refused.passed) == ("refused", 2)
    (one,) = refused.refusals
    assert [reason.values for reason in one.reasons] == [("held is 2, and must be 1",)]


def test_between_files_anything_may_have_come_first() -> None:
    assert found(registers(), [w(1), w(2)], [r(1)]).verdict == "explained"
    assert found(registers(), [w(1), w(2)], [r(2), r(1)]).verdict == "refused"


def test_clocks_order_what_is_further_apart_than_their_skew() -> None:
    events = [w(1, n="a", t=1.0), w(2, n="a", t=2.0)], [r(1, n="b", t=2.4)]
    near = registers(node="n", time="t", order="clock", skew=0.5)
    far = registers(node="n", time="t", order="clock", skew=0.3)
    assert found(near, *events).verdict == "explained"
    assert found(far, *events).verdict == "refused"


def test_a_message_is_sent_before_it_is_received() -> None:
    log = registers(node="n")
    log.message("write", "read", id="id")
    assert found(log, [r(1, n="b", id=7), w(1, n="a", id=7)]).verdict == "explained"
    assert found(log, [r(0, n="b", id=7), w(1, n="a", id=7)]).verdict == "refused"
    assert found(registers(node="n"), [r(0, n="b", id=7), w(1, n="a", id=7)]).verdict == "explained"


def test_an_id_is_the_same_as_a_number_and_as_text() -> None:
    log = registers(node="at")
    log.message("write", "read", id="id")
    sent, received = w(2, at="a", id=7), {"event": "read", "v": 0, "at": "b"}
    assert found(log, [sent, {**received, "id": 8}]).verdict == "explained"
    for same in (7, "7", 7.0):
        assert found(log, [sent, {**received, "id": same}]).verdict == "refused"


def test_messages_in_a_circle_are_refused() -> None:
    log = registers(node="n")
    log.message("write", "read", id="id")
    events = [r(1, n="a", id=1), w(1, n="a", id=2), r(1, n="b", id=2), w(1, n="b", id=1)]
    with pytest.raises(LogError, match="in a circle"):
        found(log, events)


def test_silent_actions_come_between_two_events_as_often_as_the_map_says() -> None:
    log = registers()
    assert found(log, [w(3), w(2), w(1)]).verdict == "refused"
    log.silent("forget", most=1)
    explained = found(log, [w(3), w(2), w(1)])
    assert [step.partition("(")[0] for step in told(explained)] == ["write", "forget"] * 2 + ["write"]
    twice = EventMap()
    twice.event("n")(lambda e: observe(lambda r: r.writes == e.n))
    twice.silent("write", most=2)
    assert found(twice, [{"event": "n", "n": 2}, {"event": "n", "n": 4}]).verdict == "explained"
    assert found(twice, [{"event": "n", "n": 3}]).verdict == "refused"


def calls() -> EventMap:
    log = EventMap(node="n")

    @log.call("ask", answer=["done", "failed"], id="op")
    def ask(e: Any, answer: Any) -> Any:
        if answer is not None and answer.name == "failed":
            return skip
        return take("write", value=e.v)

    log.event("read")(lambda e: take("read").before(lambda r: r.held == e.v))
    return log


def ask(op: int, v: int) -> dict[str, Any]:
    return {"event": "ask", "op": op, "v": v, "n": "c"}


def answer(op: int, kind: str = "done") -> dict[str, Any]:
    return {"event": kind, "op": op, "n": "c"}


def reads(*values: int) -> Events:
    return [r(v, n="d") for v in values]


@pytest.mark.parametrize(
    ("events", "verdict"),
    [
        ([ask(1, 4), *reads(0, 4), answer(1), *reads(4)], "explained"),
        ([ask(1, 4), answer(1), ask(2, 5), *reads(0, 4, 5)], "explained"),
        ([ask(1, 4), *reads(0, 0)], "explained"),
        ([ask(1, 4), *reads(0, 4, 0)], "refused"),
        ([ask(1, 4), answer(1, "failed"), *reads(0, 4)], "refused"),
        ([ask(1, 4), answer(1, "failed"), *reads(0, 0)], "explained"),
        ([ask(1, 4), ask(2, 6), answer(2), answer(1), *reads(0, 4, 6)], "explained"),
        ([ask(1, 4), ask(2, 6), answer(2), answer(1), *reads(0, 6)], "explained"),
        ([ask(1, 6), answer(1), ask(2, 4), answer(2)], "refused"),
    ],
)
def test_a_call_takes_effect_between_request_and_answer(events: Events, verdict: str) -> None:
    assert found(calls(), events).verdict == verdict


def test_a_call_whose_answer_is_missing_may_take_effect_later() -> None:
    log = calls()
    log.order = "written"
    late = [ask(1, 4), *reads(0), ask(2, 2), answer(2), *reads(2, 4)]
    assert found(log, late).verdict == "explained"
    answered = [ask(1, 4), answer(1), *reads(0)]
    assert found(log, answered).verdict == "refused"


def test_an_answer_without_a_request_is_refused() -> None:
    with pytest.raises(
        LogError, match="log 1:1: the event done answers a request with the op 1, and there is none"
    ):
        found(calls(), [answer(1)])


def test_an_event_may_be_several_actions_or_one_of_two_or_none() -> None:
    log = EventMap()
    log.event("both")(lambda e: take("write", value=e.v).then(take("forget")))
    log.event("either")(lambda e: take("write", value=e.v) | take("forget"))
    log.event("perhaps")(lambda e: take("write", value=e.v) | skip)
    log.event("held")(lambda e: observe(lambda r: r.held == e.v))

    def events(*pairs: tuple[str, int]) -> Events:
        return [{"event": name, "v": v} for name, v in pairs]

    assert found(log, events(("both", 4), ("held", 0))).verdict == "explained"
    assert found(log, events(("both", 4), ("held", 4))).verdict == "refused"
    assert found(log, events(("either", 4), ("either", 4), ("held", 0))).verdict == "explained"
    assert found(log, events(("perhaps", 4), ("held", 0))).verdict == "explained"
    assert found(log, events(("perhaps", 4), ("held", 4))).verdict == "explained"
    assert found(log, events(("perhaps", 4), ("held", 3))).verdict == "refused"


def test_a_parameter_may_be_a_condition_or_any() -> None:
    log = EventMap()
    log.event("big")(lambda e: take("write", value=lambda v: v >= 6))
    log.event("any")(lambda e: take("write"))
    log.event("held")(lambda e: observe(lambda r: r.held == e.v))
    assert found(log, [{"event": "big"}, {"event": "held", "v": 7}]).verdict == "explained"
    assert found(log, [{"event": "big"}, {"event": "held", "v": 5}]).verdict == "refused"
    assert found(log, [{"event": "any"}, {"event": "held", "v": 5}]).verdict == "explained"


def test_increasing_names_keep_their_order() -> None:
    log = EventMap()
    version = log.names(Int(1, 9), increasing=True)
    log.event("write")(lambda e: take("write", value=version(e.v)))
    assert found(log, [w(1041), w(1042), w(1077)]).verdict == "explained"
    assert found(log, [w(1041), w(1077), w(1042)]).verdict == "refused"


def test_names_are_bound_whichever_way_explains_the_log() -> None:
    log = EventMap()
    me = log.names("client")
    log.event("read")(lambda e: take("read", me=me(e.me)))
    log.event("third")(lambda e: observe(lambda r: r.seen[2] == e.v))
    events = [w(3), {"event": "read", "me": "z"}, {"event": "third", "v": 3}]
    log.event("write")(lambda e: take("write", value=e.v))
    explained = found(log, events)
    assert explained.names == "client 2 is z"


def test_names_that_are_alike_must_be_so_to_the_machine() -> None:
    first = Machine(
        "register",
        {},
        TYPE,
        TYPE(seen=TYPE.default.seen.but(client.values()[0], 1)),
        [read],
        [],
        {"client": client},
    )
    log = EventMap()
    log.names("client", alike=True)
    log.ignore("x")
    with pytest.raises(UsageError, match="are alike, and the initial state of register tells them apart"):
        validate(first, log, [{"event": "x"}])


def test_a_name_is_not_looked_up_in_a_condition() -> None:
    log = EventMap()
    me = log.names("client")
    log.event("read")(lambda e: observe(lambda r: r.seen[me(e.me)] == 0))
    with pytest.raises(ModelError, match="before a condition, as in me = client"):
        found(log, [{"event": "read", "me": "a"}])


def test_a_promise_counts_as_broken_only_where_no_run_keeps_it() -> None:
    log = registers()
    kept = found(log, [w(1), {"event": "write", "v": 7}])
    assert (kept.exit_status, kept.breaks) == (0, {})
    broken = found(log, [w(1), w(9), r(9)])
    assert (broken.verdict, broken.exit_status) == ("explained", 1)
    assert {name: breach.place for name, breach in broken.breaks.items()} == {"small": "log 1:2"}
    free = EventMap()
    free.event("write")(lambda e: take("write"))
    free.silent("forget", most=1)
    assert found(free, [{"event": "write"}] * 8).breaks == {}


@pytest.mark.parametrize("takes_over", [0, 10_000], ids=["native", "plain"])
def test_a_promise_is_broken_also_in_the_midst_of_an_event(
    takes_over: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searches, "PAYS", takes_over)
    log = registers()
    hop = take("write", value=9).then(take("forget"))
    log.event("hop")(lambda e: hop)
    log.event("hop, perhaps")(lambda e: hop | take("write", value=7).then(take("forget")))
    broken = found(log, [w(1), {"event": "hop"}, r(0)], engine="native")
    assert (broken.verdict, broken.exit_status) == ("explained", 1)
    assert {name: breach.place for name, breach in broken.breaks.items()} == {"small": "log 1:2"}
    kept = found(log, [w(1), {"event": "hop, perhaps"}, r(0)], engine="native")
    assert (kept.exit_status, kept.breaks) == (0, {})
    assert "write(me=0, value=7)" in told(kept)


def test_bounds_come_from_the_log() -> None:
    from tidemark import impl

    log = EventMap()
    taken: list[Mapping[str, Any]] = []

    @log.bounds
    def bounds(events: Any) -> Mapping[str, Any]:
        taken.append({"replicas": len({e.me for e in events})})
        return taken[-1]

    log.ignore("x")
    verdict = validate(impl.protocol("published/kip-320"), log, [{"event": "x", "me": n} for n in "abcd"])
    assert verdict.machine.bounds["replicas"] == 4


def test_the_engines_search_the_same_way() -> None:
    log = registers()
    log.silent("forget", most=2)
    events = [w(3), r(3), w(2), r(2), w(9), r(4)]
    native, reference = (found(log, events, engine=engine) for engine in ("native", "reference"))
    assert (native.verdict, native.visited, native.passed) == (reference.verdict, reference.visited, 5)
    assert native.refusals == reference.refusals


def test_a_pattern_reads_lines_and_ignores_others_only_if_it_is_said() -> None:
    from tidemark.checker.validation.loading import events_of

    line = "12:00 register: write v=3\n"
    expression = r"register: (?P<event>\w+) v=(?P<v>\d+)"
    (event,) = events_of(EventMap(reader=pattern(expression)), "log", [line])
    assert (event.name, event.number("v")) == ("write", 3)
    with pytest.raises(LogError, match="log:2: the pattern does not match 'hello'"):
        list(events_of(EventMap(reader=pattern(expression)), "log", [line, "hello\n"]))
    assert (
        len(list(events_of(EventMap(reader=pattern(expression, rest="ignored")), "log", [line, "hello\n"])))
        == 1
    )


@pytest.mark.parametrize("engine", ["native", "reference"])
def test_a_step_that_no_event_asks_for_is_not_taken(engine: Any) -> None:
    @action
    def overflow(r: Register) -> Register:
        """Write more than fits: a mistake of the model."""
        return r.but(held=r.held + 100)

    machine = Machine("register", {}, MACHINE.type, MACHINE.initial, [write, overflow], [], MACHINE.domains)
    log = EventMap()
    log.event("wrote")(lambda e: take("write", me=client.values()[0], value=e.value))
    log.event("overflowed")(lambda e: take("overflow"))
    assert validate(machine, log, [{"event": "wrote", "value": 3}], engine=engine).verdict == "explained"
    with pytest.raises(ModelError, match="overflow"):
        validate(machine, log, [{"event": "overflowed"}], engine=engine)


def test_a_file_is_the_node_of_its_events_where_no_field_is() -> None:
    from tidemark.checker.validation.loading import events_of

    line = '{"event": "write", "host": "b"}\n'
    (event,) = events_of(EventMap(), "logs/alpha.ndjson", [line])
    (told,) = events_of(EventMap(node="host"), "logs/alpha.ndjson", [line])
    assert (event.node, told.node) == ("alpha", "b")
