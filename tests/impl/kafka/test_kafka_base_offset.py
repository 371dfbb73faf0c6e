"""Logs that begin at an offset above 0: the same runs, with each offset told that much higher and nothing else changed.

A run of a machine whose logs begin at 0 is taken step by step by the machine whose logs begin at 100, and all that is
told of both is compared number by number. A number that stays must be something else than an offset by what is before
it, so that a sentence which counts from 0 is found.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from tidemark import impl
from tidemark.checker.analyses.scenario import play
from tidemark.checker.engines import reference
from tidemark.checker.engines.native.search import search
from tidemark.checker.runs.results import Limits, Run, RunStep
from tidemark.checker.runs.scenarios import load
from tidemark.checker.telling.explanation import explain
from tidemark.checker.views.markdown import markdown
from tidemark.checker.views.terminal import row
from tidemark.impl.kafka.family import FAMILY
from tidemark.spec.families.family import family_of
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symbolic import Instance

BASE = 100
SCENARIOS = impl.scenarios([FAMILY])
PROTOCOLS = [name for name in impl.protocols() if impl.protocol(name).family is FAMILY]
OFFSETS = {"offset"}
"""The parameters of actions that are offsets."""
BEGIN = re.compile(rf", and begin at offset {BASE}(?=\.)")
"""What is said of logs only if they do not begin at 0."""
NO_OFFSET = re.compile(
    r"(?:\b[Bb]rokers? |\b[Bb]rokers \d+ and |\bleader |\bfollows |\bB|^\| |\{[\d, ]*"  # brokers
    r"|\bepoch |\bepoch is |\bepoch up to |\bup to \d+ is |\bepochs after -?|\bepoch -|@"  # epochs
    r"|\bm|\bstep +"  # a record, a step
    r"|\blog of |\blog of \d+ to |\bdisk keeps |\bdisk keeps \d+ of |\buntil that has |\backs=)$"  # how many
)
"""What is before a number that is no offset."""


def above(machine: Machine) -> Machine:
    """The same machine, whose logs begin `BASE` higher."""
    bounds = {**machine.bounds, "base-offset": machine.bounds["base-offset"] + BASE}
    return impl.protocol(machine.protocol).machine(bounds)


def raised(run: Run) -> Run:
    """The same run of the machine whose logs begin `BASE` higher."""
    machine = above(run.machine)
    state = machine.encode(machine.initial)
    steps = [RunStep(None, state)]
    for step in run.steps[1:]:
        assert step.instance
        key_above = key(step.instance, BASE)
        state, instance = next(
            (after, one) for one, after in reference.successors(machine, state) if key(one, 0) == key_above
        )
        steps.append(RunStep(instance, state))
    return Run(machine, run.promise, steps)


def key(instance: Instance, higher: int) -> tuple[object, ...]:
    """An action with its arguments, offsets so much higher."""
    return (
        instance.action.name,
        *(int(value) + (higher if name in OFFSETS else 0) for name, value in instance.arguments.items()),
    )


def all_told(run: Run) -> Iterator[str]:
    """Every text about a run: as a report, as a picture, to a scenario, and what each state would have lost."""
    explanation, telling = explain(run), family_of(run.machine).telling
    report = markdown(explanation)
    yield from report[report.index("## At the end") :].partition("## Who told whom")[0].splitlines()
    yield from (explanation.loss.sentence, explanation.how)
    for step in explanation.steps:
        yield from (
            BEGIN.sub("", step.text),
            *(arrow.text for arrow in step.arrows),
            *(note.text for note in step.notes),
        )
        yield from step.picture.lines()
        for lane in step.picture.lanes:
            yield from (lane.role, lane.standing, *lane.lines, row(lane))
    yield from (event.text for event in explanation.life)
    for at in run.steps:
        view = telling.see(run.machine.decode(at.state))
        for finder in telling.losses.values():
            yield from (
                f"{loss.sentence} {loss.short} {loss.values and f'm{loss.values[0]}'}"
                for loss in finder(view)
            )


def forgotten(low: str, high: str) -> list[str]:
    """The numbers of two texts, with what is before them, that are neither `BASE` apart nor known to be no offset."""
    numbers = [list(re.finditer(r"\d+", sentence)) for sentence in (low, high)]
    assert re.sub(r"\d+", "#", low) == re.sub(r"\d+", "#", high), (low, high)
    return [
        f"{low[: number.start()][-30:]}[{number[0]}]"
        for number, number_above in zip(*numbers, strict=True)
        if int(number_above[0]) != int(number[0]) + BASE
        and not (number[0] == number_above[0] and NO_OFFSET.search(low[: number.start()]))
    ]


def compare(run: Run) -> None:
    """Require that a run and the same one from `BASE` on are told alike."""
    higher = raised(run)
    for low, high in zip(all_told(run), all_told(higher), strict=True):
        assert not forgotten(low, high), (low, high)
    telling = family_of(run.machine).telling
    for below, beyond in zip(run.steps, higher.steps, strict=True):
        low_words = telling.observe(telling.see(run.machine.decode(below.state)))
        high_words = telling.observe(telling.see(higher.machine.decode(beyond.state)))
        assert {name: as_higher(name, value) for name, value in low_words.items()} == high_words


def as_higher(name: str, value: str) -> str:
    """A word of a scenario, if it has offsets, with each of them `BASE` higher."""
    before = {"LEO": "^", "HW": "^", "remote LEO": "^", "cache": r"\d:", "shown": "at "}
    offset = before.get(re.sub(r" [\d.]+$", "", name))
    if offset is None:
        return value
    return re.sub(rf"({offset})(\d+)", lambda found: f"{found[1]}{int(found[2]) + BASE}", value)


def each(names: Iterable[str], quick: int) -> list[Any]:
    """Parameters of a test: one of `quick` is quick, the others are slow."""
    return [pytest.param(name, marks=pytest.mark.slow if k % quick else ()) for k, name in enumerate(names)]


@pytest.mark.parametrize("name", each(SCENARIOS, 4))
def test_a_scenario_is_told_100_higher(name: str) -> None:
    compare(play(load(SCENARIOS[name])).run)


WALKED = {"max-epoch": 3, "log-size": 3, "records": 3, "crashes": 2, "zombies": 1, "old-fetches": 1}
WALKED |= {"power-losses": 2, "message-losses": 1, "shutdowns": 1, "checkpoint": "lazy", "flush": "free"}
WALKED |= {"disk-losses": 1, "unclean": "yes", "election-order": "any", "epoch-cache": "lazy"}


def walk(machine: Machine, seed: int, length: int) -> Run:
    """A random run, in which a broker fails or a leader changes no more often than anything else."""
    chosen = random.Random(seed)
    steps = [RunStep(None, machine.encode(machine.initial))]
    while len(steps) < length:
        following = {
            instance_key.key: (instance_key, after)
            for instance_key, after in reference.successors(machine, steps[-1].state)
        }
        names = sorted({name for name, *_ in following})
        if not names:
            break
        name = chosen.choice(names)
        instance, state = following[
            chosen.choice(sorted(instance_key for instance_key in following if instance_key[0] == name))
        ]
        steps.append(RunStep(instance, state))
    return Run(machine, "", steps)


@pytest.mark.parametrize("name", each(PROTOCOLS, 4))
def test_a_random_run_is_told_100_higher(name: str) -> None:
    protocol = impl.protocol(name)
    for seed in range(3):
        compare(walk(protocol.machine(WALKED), seed, 30))


@pytest.mark.parametrize(
    "name", ["kafka/0.10.2", "kafka/0.11", "claimed/commit-on-leader", "claimed/read-to-log-end"]
)
def test_a_loss_is_told_100_higher_with_its_cause(name: str) -> None:
    machine = impl.protocol(name).machine(
        {"log-size": 1, "records": 1, "max-epoch": 1, "election-order": "any"}
    )
    verdicts = search(machine).promises
    runs = [verdict.run for verdict in verdicts.values() if verdict.run]
    assert runs
    for run in runs:
        compare(run)


def any_state(machine: Machine, seed: int) -> Any:
    """A state with logs, high watermarks and leaders by chance, possible or not, so that every promise is broken."""
    chosen = random.Random(seed)
    c = machine.initial
    for broker in c.replicas.indices():
        me = c.replicas[broker]
        log = me.log
        for _ in range(chosen.randint(0, log.capacity)):
            entry = log.type.element.default.but(id=chosen.randint(0, 2), epoch=chosen.randint(0, 2))
            log = log.append(entry)
        high_watermark = log.start_offset + chosen.randint(0, log.capacity)
        leader = broker if chosen.random() < 0.5 else me.leader
        me = me.but(log=log, high_watermark=high_watermark, leader=leader, leader_epoch=chosen.randint(0, 2))
        c = c.but(replicas=c.replicas.but(broker, me))
    for record in c.produced.indices():
        c = c.but(produced=c.produced.but(record, acknowledged=chosen.random() < 0.5))
    isr = c.quorum.isr.excluding(chosen.choice(c.replicas.indices()))
    c = c.but(quorum=c.quorum.but(isr=isr))
    offset = c.replicas[c.replicas.indices()[0]].log.start_offset + chosen.randint(0, 2)
    return c.but(shown=c.shown.but(offset=offset, record=chosen.randint(0, 2)))


def test_every_loss_is_told_100_higher_and_every_kind_of_step_is_the_same() -> None:
    low = impl.protocol("kafka/2.6.1").machine({"log-size": 3, "records": 3})
    machines, telling, explained = (low, above(low)), FAMILY.telling, set()
    previous = [telling.see(machine.initial) for machine in machines]
    for seed in range(150):
        views = [telling.see(any_state(machine, seed)) for machine in machines]
        for name, finder in telling.losses.items():
            for loss, loss_above in zip(*(finder(view) for view in views), strict=True):
                explained.add(name)
                assert not forgotten(
                    f"{loss.sentence} {loss.short}", f"{loss_above.sentence} {loss_above.short}"
                ), name
        kinds = [
            [event(before, view) for event in telling.events.values()]
            + [situation(view) for situation in telling.situations.values()]
            for before, view in zip(previous, views, strict=True)
        ]
        assert kinds[0] == kinds[1]
        previous = views
    assert explained == set(telling.losses)


@pytest.mark.parametrize("name", ["kafka/0.10.2", "kafka/2.0.1", "kafka/2.6.1"])
def test_as_many_states_are_reached_from_100_as_from_0(name: str) -> None:
    machines = [impl.protocol(name).machine({"base-offset": base}) for base in (0, BASE)]
    low, high = (search(machine, Limits(keep_going=True)) for machine in machines)
    assert (low.distinct_states, low.depth) == (high.distinct_states, high.depth)
    assert {p: v.length for p, v in low.promises.items()} == {p: v.length for p, v in high.promises.items()}


def test_a_number_that_counts_from_0_is_found() -> None:
    assert forgotten("broker 1 has m0 at offset 0", "broker 1 has m0 at offset 100") == []
    assert forgotten("broker 1 has m0 at offset 0", "broker 1 has m0 at offset 0") == [
        "broker 1 has m0 at offset [0]"
    ]
