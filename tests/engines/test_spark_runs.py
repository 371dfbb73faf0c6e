"""Promises about runs on Spark: the same verdicts and the same endless runs as the native engine's and the reference's.

Rounds that are not worth a job are made in the driver's process by the same functions, so random graphs are compared
there, in one part and in many; some protocols on the executors.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest
from hypothesis import Phase, given, settings

from tests.support.initial_states import begun_anywhere
from tests.support.object_store import BUCKET, Server, serving
from tests.support.random_machines import QUICK
from tests.support.spark import one_session
from tests.support.temporal import about_runs as promise_of
from tests.support.temporal import agree_on_verdict, graph, graphs, temporal_machines
from tidemark import impl
from tidemark.base.errors import UsageError
from tidemark.checker.engines.liveness import by_reference
from tidemark.checker.engines.native import liveness as native
from tidemark.checker.engines.spark import about_runs, edges, level, liveness
from tidemark.checker.runs.results import Limits, Result
from tidemark.spec import (
    Int,
    Machine,
    Number,
    Promise,
    Record,
    Truth,
    action,
    eventually,
    fair,
    leads_to_always,
    require,
    strongly_fair,
)
from tidemark.spec.machines.machine import OutOfRange

pytestmark = pytest.mark.spark

PLACE = f"s3://{BUCKET}/votes"


class Chain(Record):
    at: Number


def agree(machine: Machine, truth: Result, **how: Any) -> Result:
    """Spark's verdicts are these.

    Raises:
        AssertionError: one is not.
    """
    found = about_runs.check(machine, **how)
    assert (truth.distinct_states, truth.generated_states) == (found.distinct_states, found.generated_states)
    assert list(truth.promises) == list(found.promises)
    for name, verdict in truth.promises.items():
        agree_on_verdict(name, verdict, found.promises[name])
    return found


def agree_in_one_part_and_in_many(machine: Machine, max_states: int = 10_000) -> None:
    """In the driver's process, with all states in one part, and with a part for each."""
    try:
        truth = by_reference.check(machine, Limits(max_states=max_states))
    except OutOfRange:
        return
    if truth.complete:
        agree(machine, truth)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(liveness, "FULL_PART", 8)
            agree(machine, truth)


@settings(QUICK, max_examples=8)
@given(graphs())
def test_rounds_agree_on_walks_on_random_graphs(machine: Machine) -> None:
    agree_in_one_part_and_in_many(machine)


def test_rounds_agree_on_what_leads_to_something_for_ever() -> None:
    edges = {"a": (0, 1), "b": (1, 2), "c": (2, 1), "d": (1, 3)}
    first, second = (Promise(f"at-{k}", lambda place, k=k: place.at == k) for k in (0, 3))
    for fairness in ((), (fair(*edges),), (fair("a"), strongly_fair("d"))):
        agree_in_one_part_and_in_many(graph(edges, [promise_of(leads_to_always, first, second)], fairness))


@settings(QUICK, max_examples=6)
@given(begun_anywhere(graphs()))
def test_rounds_agree_where_walks_begin_in_several_states(machine: Machine) -> None:
    agree_in_one_part_and_in_many(machine)


@pytest.mark.parametrize("states", [1, 2, 5])
def test_states_of_one_word_are_taken_from_a_file_even_one_at_a_time(
    states: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One state of one word is as it lies in the file, which is mapped and can't be written."""
    monkeypatch.setattr(edges, "CHUNK", 2)

    @action
    def go_on(chain: Chain) -> Chain:
        """Goes on."""
        require(chain.at < states - 1, "it has not ended")
        return chain.but(at=chain.at + 1)

    @eventually
    def ends(chain: Chain) -> Truth:
        """It ends."""
        return chain.at == states - 1

    chain = Chain.of(at=Int(0, states - 1))
    machine = Machine("chain", {}, chain, chain.default, [go_on], [ends], {}, fairness=[fair(go_on)])
    agree_in_one_part_and_in_many(machine)


@pytest.mark.parametrize(
    ("module", "send", "says"),
    [(level, "expand", b'"generated": '), (edges, "send_successors", b""), (edges, "send_edges", b"")],
)
def test_a_block_that_changes_on_its_way_is_found(
    module: ModuleType, send: str, says: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = getattr(module, send)

    def damaged(*arguments: Any) -> Iterator[tuple[int, int, bytes]]:
        for target, count, block in right(*arguments):
            content = bytearray(block)
            if says in block:  # a digit, or a number of the first edge, becomes another one
                content[block.index(says) + len(says)] ^= 1
            yield target, count, bytes(content)

    monkeypatch.setattr(module, send, damaged)
    machine = impl.protocol("votes/votes-again").machine({"servers": 2}).with_promises("led-again")
    with pytest.raises(UsageError, match="what a task was sent is damaged"):
        about_runs.check(machine)


@pytest.mark.slow
@settings(
    QUICK, max_examples=int(os.environ.get("TIDEMARK_EXAMPLES", "150")), derandomize=False, phases=list(Phase)
)
@given(graphs())
def test_rounds_agree_on_walks_on_many_random_graphs(machine: Machine) -> None:
    agree_in_one_part_and_in_many(machine)


@pytest.mark.slow
@settings(
    QUICK, max_examples=int(os.environ.get("TIDEMARK_EXAMPLES", "100")), derandomize=False, phases=list(Phase)
)
@given(temporal_machines())
def test_rounds_agree_on_runs_of_many_random_machines(machine: Machine) -> None:
    agree_in_one_part_and_in_many(machine, max_states=200)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    with serving() as found:
        for name, value in found.environment.items():
            monkeypatch.setenv(name, value)
        yield found


@pytest.mark.usefixtures("master")
def test_executors_keep_their_files_in_an_object_store(server: Server) -> None:
    """They take the address of the server and the key from the driver, and what they map from Spark's own folder."""
    on_executors("votes/votes-again", {"servers": 2}, ["led-again"], workdir=PLACE)
    read = {name for method, name in server.asked if method == "GET"}
    assert {name.split("/")[1] for name in read if name.count("/") > 1} == {"runs", "graph"}


@pytest.mark.usefixtures("master")
def test_rounds_whose_store_goes_away_end_as_incomplete(server: Server) -> None:
    server.fails = lambda method, name: method == "PUT" and "/graph/" in name
    machine = impl.protocol("votes/votes-again").machine({"servers": 2}).with_promises("led-again")
    found = about_runs.check(machine, master="local[2]", handover=0, workdir=PLACE)
    assert not found.complete
    assert str(found.stopped).startswith(
        f"the work directory {PLACE} can't be written: no answer from http://"
    )
    assert (found.distinct_states, found.promises["led-again"].verdict) == (18, "unknown")


@pytest.fixture(scope="module")
def master(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with one_session("local[2]", tmp_path_factory.mktemp("spark")):
        yield "local[2]"


def on_executors(
    protocol: str,
    bounds: dict[str, Any],
    promises: list[str],
    fetch: bool = False,
    workdir: str | None = None,
) -> Result:
    """A protocol's promises by the native engine, and by jobs alone."""
    machine = impl.protocol(protocol).machine(bounds)
    if fetch:
        machine = machine.with_fairness([fair("follower_fetch", each=False)])
    machine = machine.with_promises(*promises)
    found = agree(machine, native.check(machine), master="local[2]", handover=0, workdir=workdir)
    assert found.phases["starting Spark"] > 0
    return found


@pytest.mark.usefixtures("master")
def test_a_promise_about_runs_is_as_native_on_executors() -> None:
    small = {"servers": 2}
    found = on_executors("votes/votes-again", small, ["led-again", "can-be-led"])
    assert found.promises["led-again"].verdict == "violated"


@pytest.mark.slow
@pytest.mark.usefixtures("master")
@pytest.mark.parametrize(
    ("protocol", "bounds", "promises", "fetch"),
    [
        ("published/kip-101", {"replicas": 2}, ["high-watermark-reaches-end", "isr-is-full"], True),
        ("published/kip-320", {"replicas": 2, "max-epoch": 1}, ["high-watermark-reaches-end"], True),
        (
            "elections/3.7",
            {"crashes": 2, "power-losses": 0, "departures": 1},
            ["can-be-led", "back-in-isr"],
            False,
        ),
        ("transactions/kip-98", {"transactions": 1, "max-epoch": 4, "timeouts": 2}, ["can-be-ended"], False),
    ],
)
def test_promises_about_runs_are_as_native_on_executors(
    protocol: str, bounds: dict[str, Any], promises: list[str], fetch: bool
) -> None:
    on_executors(protocol, bounds, promises, fetch)
