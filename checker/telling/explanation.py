"""A counterexample explained to a person: what was lost, a sentence a step, the life of what was lost.

What there is to say comes from the family (`Family.telling`); each state is seen once, and all is told from that. The
views print an `Explanation` and add nothing of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tidemark.checker.analyses.necessity import needed_steps
from tidemark.checker.runs.results import Run, RunStep, State
from tidemark.checker.runs.steps import describe_step
from tidemark.checker.telling import lassos
from tidemark.spec.families.family import family_of, telling_of
from tidemark.spec.families.picture import Arrow, Lane, Note, Picture
from tidemark.spec.families.telling import Event, HowLost, Loss, Telling
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symbolic import Instance

if TYPE_CHECKING:  # most runs are of no scenario
    from tidemark.checker.analyses.scenario import ScenarioRun

DOES_NOT_HOLD = "This does not hold: "
"""Begins the sentence of a loss of which no more is known than the promise."""


@dataclass(frozen=True)
class ToldStep:
    """One explained step: its sentence, what it meant, the messages and changes of it, and the state after it.

    `needed`: whether the lost value would have survived without it. `seen`: what a scenario looks at after it.
    """

    number: int
    sentence: str
    facts: list[str]
    needed: bool
    arrows: list[Arrow]
    notes: list[Note]
    picture: Picture
    seen: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """Everything that is said, as one line."""
        return " ".join([self.sentence, *self.facts])


def _with_same_lanes(steps: list[ToldStep]) -> list[ToldStep]:
    """The steps; a lane that is always shown in one picture is so in all, so that every view has the same lanes."""
    shown = {lane.actor for step in steps for lane in step.picture.visible}
    return [
        replace(
            step,
            picture=replace(step.picture, lanes=tuple(_shown_in(shown, lane) for lane in step.picture.lanes)),
        )
        for step in steps
    ]


def _shown_in(shown: set[str], lane: Lane) -> Lane:
    return replace(lane, optional=False) if lane.optional and lane.actor in shown else lane


@dataclass(frozen=True)
class Explanation:
    """A counterexample, or the run of a scenario, explained. `promise` is what the promise says.

    title, text: those of the scenario.
    """

    run: Run
    promise: str
    loss: Loss
    steps: list[ToldStep]
    life: list[Event]
    broken: bool = True
    how_lost: HowLost | None = None
    title: str = ""
    text: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "steps", _with_same_lanes(self.steps))

    @property
    def heading(self) -> str:
        """What is explained, in a few words."""
        breaks = f"{self.run.machine.name} breaks {self.run.promise}" if self.run.promise else ""
        return self.title or breaks or f"A run of {self.run.machine.name}"

    @property
    def command(self) -> str:
        """The command that runs its file again."""
        return "tidemark scenario" if self.title else "tidemark replay"

    @property
    def telling(self) -> Telling[Any]:
        """How the run's family explains runs."""
        return family_of(self.run.machine).telling

    @property
    def value(self) -> int | None:
        """The lost value, if a value was lost."""
        return self.loss.values[0] if self.loss.values else None

    @property
    def name(self) -> str:
        """What the lost value is called; empty if no value was lost."""
        return "" if self.value is None else self.telling.name(self.value)

    @property
    def verdict(self) -> str:
        """The outcome for the lost value, or for the promise, in two words; empty where nothing could be lost."""
        if not self.run.promise:
            return ""
        if self.value is None:
            return f"{'breaks' if self.broken else 'keeps'} {self.run.promise}"
        return f"loses {self.name if self.broken else 'nothing'}"

    @property
    def how(self) -> str:
        """How the lost value came to be lost, as a sentence; empty if nothing is known of it."""
        return capital(self.how_lost.sentence) if self.how_lost else ""

    @property
    def headline(self) -> str:
        """What was lost and why, in one sentence; the title of a scenario."""
        if self.title:
            return self.title
        if not self.how_lost or not self.loss.short:
            return self.loss.sentence
        return f"{self.loss.short}: {self.how_lost.sentence}"

    @property
    def says_more(self) -> bool:
        """Whether the headline says more than that the promise does not hold."""
        return bool(self.title) or not self.loss.sentence.startswith(DOES_NOT_HOLD)

    @property
    def turn(self) -> int:
        """The step by which the value was lost; the last one where that is not known, the first where none is lost."""
        if not self.run.promise:
            return 1
        return self.how_lost.step if self.how_lost else len(self.steps)


def explain(run: Run) -> Explanation:
    """Tell a run."""
    machine, telling = run.machine, telling_of(run.machine)
    loss = _loss(run, telling, telling.see(machine.decode(run.steps[-1].state)))
    value = loss.values[0] if loss.values else None
    needed, narration = needed_steps(run, value), Narration(machine, run.steps[0].state)
    for number, step in enumerate(run.steps[1:], 2):
        narration.take([step], number in needed)
    steps, views = narration.steps, narration.views
    if run.loop is not None:
        begin = steps[run.loop - 1]
        steps[run.loop - 1] = replace(begin, facts=[*begin.facts, *lassos.loop_beginning(run)])
    steps[-1] = replace(steps[-1], facts=[*steps[-1].facts, *lassos.ending(run)])
    life, how = ([], None) if value is None else (telling.life(views, value), telling.how(views, value))
    return Explanation(run, summary_of(run), loss, steps, life, bool(run.promise), how)


class Narration:
    """A run explained step by step, from a state on.

    steps: each as explained. views: the state after each step of the machine, as its family sees it. after_steps: those
    after the explained steps, of which one may be several steps of the machine. taken_steps: the machine's steps.
    """

    def __init__(self, machine: Machine, first: State) -> None:
        self._machine, self._telling = machine, telling_of(machine)
        self.taken_steps = [RunStep(None, first)]
        self.views = [self._telling.see(machine.decode(first))]
        self.after_steps, self._numbers = list(self.views), [1]
        beginning, picture = self._telling.beginning(self.views[0]), self._telling.picture(self.views[0])
        choice = machine.initial_states.text(first)
        facts = [f"The run begins with {choice}."] if choice else []
        self.steps = [ToldStep(1, beginning, facts, False, [], [], picture)]

    @property
    def state(self) -> State:
        """The state that the run is in."""
        return self.taken_steps[-1].state

    def take(self, steps: Sequence[RunStep], needed: bool = False) -> None:
        """Explain an event, which is the last of these steps of the machine, after those that lead to it."""
        telling, number = self._telling, len(self.steps) + 1
        sentences, facts, arrows, notes = list[str](), list[str](), list[Arrow](), list[Note]()
        for step in steps:
            assert step.instance
            before, after = self._machine.decode(self.state), self._machine.decode(step.state)
            self.taken_steps.append(step)
            self.views.append(telling.see(after))
            self._numbers.append(number)
            sentences.append(sentence_between(self._machine, before, step.instance, after))
            facts += telling.facts(self.views, self._numbers, sentences[-1])
            arrows += telling.arrows(*self.views[-2:])
            notes += telling.notes(*self.views[-2:])
        self._add(" ".join(sentences), facts, needed, arrows, notes)

    def leave_out(self, why: str) -> None:
        """Explain that an event can't happen here."""
        self._add(f"Not here: {why}.", [], False, [], [])

    def _add(
        self, sentence: str, facts: list[str], needed: bool, arrows: list[Arrow], notes: list[Note]
    ) -> None:
        picture = self._telling.picture(self.views[-1])
        self.steps.append(ToldStep(len(self.steps) + 1, sentence, facts, needed, arrows, notes, picture))
        self.after_steps.append(self.views[-1])


def tell(played: ScenarioRun) -> Explanation:
    """Tell the run of a scenario on its own machine: in its own sentences where it has some."""
    from tidemark.checker.runs.scenarios import EMPTY

    explanation, scenario = explain(played.run), played.scenario
    steps = [
        replace(
            step,
            sentence=expected.say or step.sentence,
            seen=tuple(f"{name} = {seen[name] or EMPTY}" for name in expected.see),
        )
        for step, expected, seen in zip(explanation.steps, scenario.steps, played.seen, strict=False)
    ]
    return replace(explanation, steps=steps, title=scenario.title, text=scenario.text)


def capital(sentence: str) -> str:
    """A clause as the beginning of a sentence."""
    return sentence[:1].upper() + sentence[1:]


def summary_of(run: Run) -> str:
    """What the run's promise says; its name where the machine does not have it."""
    return next((p.summary for p in run.machine.all_promises if p.name == run.promise), run.promise)


def _loss(run: Run, telling: Telling[Any], last: Any) -> Loss:
    """What the last state has lost; where the family does not say, what its promise says of a state that breaks it."""
    if not run.promise:
        return Loss([], "")
    finder = telling.losses.get(run.promise)
    loss = next(finder(last), None) if finder else None
    if loss:
        return loss
    broken = next((p.broken for p in run.machine.all_promises if p.name == run.promise), "")
    if broken:
        return Loss([], f"{broken}.", broken)
    summary = summary_of(run)
    return Loss([], f"{DOES_NOT_HOLD}{summary[:1].lower()}{summary[1:]}")


def sentence_between(machine: Machine, before: Any, instance: Instance, after: Any) -> str:
    """The sentence of the action that led from one plain state to the next; or, without a story, its docstring."""
    telling = family_of(machine).telling
    story = telling.stories.get(instance.action.function.__name__)
    if story is None:
        return f"{describe_step(machine, instance).removesuffix('.')}."
    names = telling.names(before, instance.arguments, after)
    return story(**names) if callable(story) else story.format(**names)
