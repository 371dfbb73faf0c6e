"""A counterexample told to someone who knows Kafka: what was lost, a sentence a step, its life.

The sentences come from the templates beside the actions (`Family.stories`); what became of a record is added
here, from the states alone. The views print an `Explanation` and add nothing of their own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import impl
from checker.analyses.necessity import needed_steps
from checker.runs.results import Run
from impl.kafka.lifeline import Event, facts_of, isr_fact, lifeline_of
from impl.kafka.losses import Loss, loss_of
from impl.kafka.scene import Arrow, Scene, arrows_between, can_draw, scene_of, scenes_of
from spec.machine import Instance, Machine


@dataclass(frozen=True)
class ToldStep:
    """One step as told: the template's sentence, and what it meant for records."""

    number: int
    sentence: str
    facts: list[str]
    needed: bool
    arrows: list[Arrow]
    scene: Scene | None

    @property
    def text(self) -> str:
        """Everything, as one line."""
        return " ".join([self.sentence, *self.facts])


@dataclass(frozen=True)
class Explanation:
    """A counterexample as told."""

    run: Run
    promise: str
    loss: Loss
    steps: list[ToldStep]
    lifeline: list[Event]
    broken: bool = True

    @property
    def verdict(self) -> str:
        """What became of the lost record, or of the promise, in two words."""
        if self.record is None:
            return f"{'breaks' if self.broken else 'keeps'} {self.run.promise}"
        return f"loses {f'm{self.record}' if self.broken else 'nothing'}"

    @property
    def record(self) -> int | None:
        """The lost record, if a record was lost."""
        return self.loss.records[0] if self.loss.records else None

    @property
    def how(self) -> str:
        """When the lost record became one to keep, and what went wrong then; empty if nothing is known of it."""
        kept = [e for e in self.lifeline if e.kind in ("committed", "acknowledged")]
        cuts = [e for e in self.lifeline if e.kind == "cut"]
        wrong = [e for e in self.lifeline if e.kind in ("joined", "elected", "behind")]
        if not kept or not (cuts or wrong):
            return ""
        since = f"{kept[-1].kind.capitalize()} in step {kept[-1].step}"
        if cuts:
            steps = " and ".join(f"step {event.step}" for event in cuts)
            return f"{since}, cut in {steps}: {self.steps[cuts[-1].step - 1].sentence}"
        return f"{since}; " + "; ".join(f"in step {event.step} {event.text}" for event in wrong) + "."


class _Seen:
    """A broker, or the whole cluster, in a template: its number, `was` and `now`."""

    def __init__(self, name: str, was: Any, now: Any) -> None:
        self.name, self.was, self.now = name, was, now

    def __format__(self, _: str) -> str:
        return self.name

    @property
    def cut(self) -> str:
        """What became of a broker's log, as a verb."""
        was, now = self.was.log.end_offset, self.now.log.end_offset
        if was == 0:
            return "has an empty log"
        return f"keeps its log of {now}" if was == now else f"cuts its log of {was} to {now}"


def explain(run: Run) -> Explanation:
    """Tell a run."""
    summary = next((p.summary for p in run.machine.promises if p.name == run.promise), run.promise)
    scenes: list[Scene | None] = [*scenes_of(run)] if can_draw(run) else [None] * run.length
    loss = loss_of(run) if can_draw(run) else Loss([], f"This does not hold: {summary}")
    record = loss.records[0] if loss.records else None
    needed = needed_steps(run, record)
    committed: dict[int, int] = {}
    steps = []
    for number, scene in enumerate(scenes, 1):
        before = scenes[number - 2] if number > 1 else None
        facts = list(facts_of(before, scene, committed, number)) if before and scene else []
        arrows = arrows_between(before, scene) if before and scene else []
        sentence = sentence_of(run, number)
        facts += isr_fact(before, scene, sentence) if before and scene else []
        steps.append(ToldStep(number, sentence, facts, number in needed, arrows, scene))
    lifeline = [] if record is None else lifeline_of(scenes, record)
    return Explanation(run, summary, loss, steps, lifeline)


def sentence_of(run: Run, number: int) -> str:
    """What a step says: the template of its action, filled in; the action itself where it has none."""
    instance = run.steps[number - 1].instance
    if instance is None:
        return _beginning(run)
    before, after = (run.machine.decode(run.steps[k].state) for k in (number - 2, number - 1))
    return sentence_between(run.machine, before, instance, after)


def sentence_between(machine: Machine, before: Any, instance: Instance, after: Any) -> str:
    """What an action says that led from one state to the next."""
    stories = impl.protocols()[machine.protocol].family.stories if machine.protocol else {}
    template = stories.get(instance.action.function.__name__)
    names = _names(machine, before, instance, after)
    if callable(template):
        return template(**names)
    return template.format(**names) if template else f"{instance}."


def _beginning(run: Run) -> str:
    if not can_draw(run):
        return "This is how it begins."
    first = scene_of(run.machine.type.show(run.machine.decode(run.steps[0].state)))
    logs = "all logs are empty" if not any(b.log for b in first.brokers) else "the logs are as shown"
    return f"It begins with {first.controller}; {logs}."


def _names(machine: Machine, was: Any, instance: Instance, now: Any) -> dict[str, Any]:
    names: dict[str, Any] = {"cluster": _Seen("the cluster", was, now)}
    for name, value in instance.arguments.items():
        kind = machine.domains[instance.action.parameters[name]].kind
        if kind.family == "id" and kind.name == "replica" and int(value) >= 0:
            names[name] = _Seen(str(int(value)), was.replicas[value], now.replicas[value])
        else:
            names[name] = str(value)
    return names
