"""`tidemark why` and `tidemark graph`: what every loss needs, tried against the whole state graph."""

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

from tidemark import impl
from tidemark.checker.analyses.cause import Cause, cause_of
from tidemark.checker.analyses.graph import LOSS, RunGraph, state_graph
from tidemark.checker.cli import main
from tidemark.checker.engines import reference
from tidemark.checker.engines.native import search as native
from tidemark.checker.runs import files
from tidemark.spec.families.family import family_of
from tidemark.spec.machines.declarations import Action

TWO = {"replicas": 2, "log-size": 1, "records": 1, "max-epoch": 1}
KAFKA = {**TWO, "consumers": "no", "checkpoint": "at-once", "election-order": "any"}
"""One crash loses where any member of the ISR may be elected. That the disk lags only adds states."""
NEW_EPOCH = "a leader change (a new leader epoch after the first)"
OTHER_LEADER = "a leader change to another broker"
CUT_TO_HIGH_WATERMARK = "a log that is cut to its high watermark"


@cache
def _graph(name: str, promise: str, bounds: tuple[tuple[str, Any], ...], symmetric: bool) -> RunGraph:
    machine = impl.protocol(name).machine(dict(bounds))
    return state_graph(machine, promise, 50_000, symmetric, family_of(machine).telling.events)


def graph(name: str, promise: str, bounds: dict[str, Any], symmetric: bool = True) -> RunGraph:
    return _graph(name, promise, tuple(bounds.items()), symmetric)


@cache
def _cause(name: str, promise: str, bounds: tuple[tuple[str, Any], ...]) -> Cause:
    return cause_of(graph(name, promise, dict(bounds)))


def cause(name: str, promise: str, **more: int) -> Cause:
    return _cause(name, promise, tuple({**TWO, **more}.items()))


def cause_in_kafka() -> Cause:
    return _cause("kafka/0.10.2", "acknowledged-survives", tuple(KAFKA.items()))


@pytest.mark.parametrize("more", [{}, {"max-epoch": 2}, {"log-size": 2, "records": 2}], ids=str)
def test_published_truncation_to_the_high_watermark_is_the_cause(more: dict[str, int]) -> None:
    found = cause("published/high-watermark", "strong-isr", **more)
    assert "become_follower" in found.needed_actions
    assert {NEW_EPOCH, CUT_TO_HIGH_WATERMARK} <= set(found.needed_events)


def test_larger_bounds_never_need_more() -> None:
    small = cause("published/high-watermark", "strong-isr")
    large = cause("published/high-watermark", "strong-isr", **{"max-epoch": 2})
    assert set(large.needed_actions) < set(small.needed_actions)
    assert set(large.needed_events) <= set(small.needed_events)
    assert set(large.situations) <= set(small.situations)


def test_no_isr_change_is_needed_on_two_replicas() -> None:
    found = cause("published/high-watermark", "strong-isr", **{"max-epoch": 2})
    assert {"leader_expand_isr", "leader_shrink_isr", "controller_shrink_isr"} <= set(found.other_actions)
    assert "an ISR change" in found.other_events


def test_an_acknowledged_record_is_lost_by_truncation_and_a_change_of_leader() -> None:
    found = cause_in_kafka()
    assert {"become_follower", "become_leader", "controller_moves_leadership"} <= set(found.needed_actions)
    assert {"broker_crashes", "broker_restarts", "controller_sends_state"} <= set(found.needed_actions)
    assert {NEW_EPOCH, OTHER_LEADER, CUT_TO_HIGH_WATERMARK} <= set(found.needed_events)
    assert "leader_shrinks_isr" in found.other_actions
    assert "an ISR change" in found.other_events
    assert "a broker holds a committed record above its own high watermark" in found.situations


def test_without_a_needed_action_the_machine_keeps_the_promise_and_without_another_it_does_not() -> None:
    found = cause_in_kafka()
    for names, verdict in ((found.needed_actions, "holds"), (found.other_actions, "violated")):
        for name in names:
            machine = impl.protocol("kafka/0.10.2").machine(KAFKA)
            left = [a for a in machine.actions if a.name != name]
            machine = replace(machine, actions=left, fairness=()).only("acknowledged-survives")
            assert native.search(machine).promises["acknowledged-survives"].verdict == verdict, name


def test_of_two_actions_that_do_the_same_neither_is_needed() -> None:
    machine = impl.protocol("published/high-watermark").machine(TWO)
    write = next(a for a in machine.actions if a.name == "leader_write")
    again = Action("leader_write_too", write.function, write.parameters)
    machine = replace(machine, actions=[*machine.actions, again])
    found = cause_of(state_graph(machine, "strong-isr", 50_000, events=family_of(machine).telling.events))
    assert {"leader_write", "leader_write_too"} <= set(found.other_actions)
    assert "follower_fetch" in found.needed_actions


def test_a_dominator_is_on_every_way_to_the_loss() -> None:
    found = graph("kafka/0.10.2", "acknowledged-survives", KAFKA)
    dominators = cause_of(found).dominators
    assert dominators
    whole = found.graph.copy()
    whole.add_edges_from((node, LOSS) for node in found.broken)
    for node in set(whole) - {0, LOSS}:
        without = nx.restricted_view(whole, [node], [])
        assert nx.has_path(without, 0, LOSS) is (node not in dominators)


def test_the_graph_without_symmetry_has_the_states_of_the_reference_engine() -> None:
    machine = impl.protocol("published/kip-320").machine(TWO)
    machine = machine.only("weak-isr")
    found = graph("published/kip-320", "weak-isr", TWO, symmetric=False)
    assert not found.broken
    assert len(found.states) == reference.search(machine).distinct_states
    assert len(graph("published/kip-320", "weak-isr", TWO).states) < len(found.states)


@pytest.mark.parametrize(
    ("name", "promise", "options"),
    [
        ("kafka/0.10.2", "acknowledged-survives", [f"--{name}={value}" for name, value in KAFKA.items()]),
        ("published/high-watermark", "strong-isr", []),
    ],
)
def test_why_says_in_short_what_every_losing_run_needs(
    name: str, promise: str, options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["why", name, promise, *options]) == 1
    printed = " ".join(capsys.readouterr().out.split())
    assert "cuts its log to its own high watermark" in printed
    short = re.sub(r"\s+", " ", printed[printed.index("In short:") :])
    needed, spare = short.split("Not needed")
    assert "every run that breaks it passes a state in which" in needed
    assert "become_follower" in needed
    assert NEW_EPOCH in needed
    assert CUT_TO_HIGH_WATERMARK in needed
    assert "an ISR change" in spare
    for change in ("ISR change", "expand", "shrink"):
        assert change not in needed


def test_why_of_a_promise_that_holds_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    bounds = [f"--{name}={value}" for name, value in TWO.items()]
    assert main(["why", "published/kip-320", "weak-isr", *bounds]) == 0
    assert "No run breaks weak-isr." in capsys.readouterr().out


def test_too_large_a_graph_is_refused_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["why", "published/kip-320", "weak-isr", "--replicas=3", "--max-states=100"]
    assert main(command) == 2
    assert capsys.readouterr().err == (
        "tidemark: published/kip-320 has more than 100 states at these bounds: "
        "give smaller ones, or a larger --max-states\n"
    )


def test_graphml_reads_back_with_every_state_and_edge(tmp_path: Path) -> None:
    bounds = [f"--{name}={value}" for name, value in TWO.items()]
    command = ["graph", "published/high-watermark", "strong-isr", *bounds, "--format=graphml"]
    assert main([*command, f"--output={tmp_path / 'g.graphml'}"]) == 0
    read = nx.read_graphml(tmp_path / "g.graphml")
    found = graph("published/high-watermark", "strong-isr", TWO)
    assert set(read) == {str(node) for node in found.graph}
    assert set(read.edges) == {(str(a), str(b)) for a, b in found.graph.edges}
    assert sum(kind == "broken" for _, kind in read.nodes(data="kind")) == len(found.broken)


def test_dot_around_a_run_has_its_states_in_a_row(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    machine = impl.protocol("published/high-watermark").machine(TWO)
    run = reference.search(machine).promises["strong-isr"].run
    assert run is not None
    files.save(run, tmp_path / "run.json")
    around = [f"--around={tmp_path / 'run.json'}", "--distance=0"]
    assert main(["graph", "published/high-watermark", "strong-isr", *around]) == 0
    text = capsys.readouterr().out
    assert text.startswith("digraph {\n")
    assert len(re.findall(r"^  \d+ \[label=", text, re.MULTILINE)) == run.length
    for step in run.steps[1:]:
        assert step.instance
        assert step.instance.action.name in text


def test_dot_around_a_run_of_another_machine_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    machine = impl.protocol("published/high-watermark").machine(TWO)
    run = reference.search(machine).promises["strong-isr"].run
    assert run is not None
    files.save(run, tmp_path / "run.json")
    assert main(["graph", "published/kip-101", "strong-isr", f"--around={tmp_path / 'run.json'}"]) == 2
    assert "is a run of published/high-watermark that breaks strong-isr" in capsys.readouterr().err
