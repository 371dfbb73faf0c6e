"""Random walks of a model in an adapter's code, by Hypothesis, which shrinks what differs.

Each walk first draws a weight for each call, as `tidemark fuzz` does for each action: so walks differ more than with
even chances.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from hypothesis import HealthCheck, Phase, Verbosity, settings
from hypothesis import strategies as st
from hypothesis.errors import HypothesisException
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule
from hypothesis.stateful import run_state_machine_as_test as run_as_test

from tidemark.base.errors import TidemarkError
from tidemark.checker.analyses.adapters.drive import AdapterDrive, CodeDifference
from tidemark.checker.analyses.adapters.harness import AdapterCall, AdapterMove, Harness
from tidemark.checker.analyses.adapters.outcome import Conformance
from tidemark.checker.analyses.adapters.shortening import SECONDS, shorten
from tidemark.checker.runs.results import Clock
from tidemark.checker.runs.steps import numbered_steps
from tidemark.spec.families.system import Inconclusive

WEIGHTS = tuple(1 << n for n in range(8))
"""The weights of which each walk draws one for each call, as compiled walks do."""
FORBIDDEN = "a forbidden call"
"""What is weighed beside the calls: that one is tried which the model forbids."""


class PrintedMove:
    """A move, printed as it is written in a test."""

    def __init__(self, move: AdapterMove) -> None:
        self.move = move

    def __repr__(self) -> str:
        return self.move.text


class AdapterTest(RuleBasedStateMachine):
    """The base of the class that `conform_test` makes for a machine and an adapter.

    undecided: why the code can't be compared any further in this walk; None where it can. drive: None where it can't be
    begun. chance: drawn first; 0 for a walk without steps, as Hypothesis takes what is simplest for minimal.
    """

    harness: Harness

    def __init__(self) -> None:
        super().__init__()
        self.undecided: str | None = None
        self.drive: AdapterDrive | None = None
        self.chance = 0
        with self.comparing():
            self.drive = AdapterDrive(self.harness)

    @initialize(chance=st.integers(0, 63))
    def begin(self, chance: int) -> None:
        """Begin a walk: without steps, where chance has it so."""
        self.chance = chance

    def take(self, move: AdapterMove) -> None:
        """Take a step in the code, and compare."""
        with self.comparing():
            assert self.drive is not None
            self.drive.take(move)

    @contextmanager
    def comparing(self) -> Iterator[None]:
        """Where the code can't be compared any further, the walk stays where it is."""
        try:
            yield
        except Inconclusive as problem:
            self.undecided = str(problem)
        except CodeDifference as difference:
            difference.add_note(f"The run of the model:\n{numbered_steps(difference.run)}")
            raise

    @property
    def is_over(self) -> bool:
        """Whether this walk takes no more steps."""
        return self.undecided is not None or not self.chance

    def offered_choices(self) -> list[AdapterMove]:
        """The moves that the code must be able to take now."""
        return list(self.drive.offered_choices().values()) if self.drive and not self.is_over else []

    def forbidden(self) -> list[AdapterMove]:
        """The moves that the code must refuse now."""
        return list(self.drive.forbidden().values()) if self.drive and not self.is_over else []

    @precondition(lambda test: not test.offered_choices() and not test.forbidden())
    @rule()
    def nothing_can_happen(self) -> None:
        """Where the model allows nothing, a walk stays where it is: Hypothesis always wants a step."""

    def teardown(self) -> None:
        """End the adapter."""
        if self.drive:
            self.drive.close()


def conform_test(harness: Harness) -> type[RuleBasedStateMachine]:
    """A Hypothesis state machine with a rule for each call, and one for each that the code must refuse."""
    rules: dict[str, Any] = {}
    for call in harness.calls.values():
        rules[f"call {call.name}"] = _rule(call.name, call, AdapterTest.offered_choices)
        if call.must_refuse:
            rules[f"refused {call.name}"] = _rule(f"{call.name}_is_refused", call, AdapterTest.forbidden)
    return type(f"{harness.label}Conforms", (AdapterTest,), {**rules, "harness": harness})


def _rule(name: str, call: AdapterCall, moves: Callable[[Any], list[AdapterMove]]) -> Any:
    def here(test: AdapterTest) -> list[AdapterMove]:
        return [move for move in moves(test) if move.call is call]

    def take(test: AdapterTest, data: st.DataObject) -> None:
        test.take(data.draw(st.sampled_from(here(test)).map(PrintedMove), label=name).move)

    take.__name__ = name
    return precondition(lambda test: bool(here(test)))(rule(data=st.data())(take))


class _WeighedWalk(AdapterTest):
    """A walk by weights: one rule takes any step."""

    weights: dict[str, int]

    @initialize(data=st.data())
    def weigh(self, data: st.DataObject) -> None:
        """Draw a weight for each call."""
        names = [*self.harness.calls, *([FORBIDDEN] if self.harness.tries else [])]
        self.weights = {name: data.draw(st.sampled_from(WEIGHTS)) for name in names}

    @precondition(lambda test: test.offered_choices() or test.forbidden())
    @rule(data=st.data())
    def step(self, data: st.DataObject) -> None:
        """Take any step, by the weights."""
        choices = defaultdict[str, list[AdapterMove]](list)
        for move in self.offered_choices():
            choices[move.call.name].append(move)
        if forbidden := self.forbidden():
            choices[FORBIDDEN] = forbidden
        steps_left = data.draw(st.integers(0, sum(self.weights[name] for name in choices) - 1))
        for name, moves in choices.items():
            steps_left -= self.weights[name]
            if steps_left < 0:
                self.take(data.draw(st.sampled_from(moves)))
                return


class _WalksOver(BaseException):
    """The campaign is over; not an Exception, so that Hypothesis does not take it for a failure of the code."""


class _Campaign:
    """The walks of one seed: what they found, and when they end."""

    def __init__(self, result: Conformance, walks: int) -> None:
        self.result, self.walks = result, walks
        self.differences: list[CodeDifference] = []
        self.mistake: TidemarkError | None = None
        self._clock = Clock()

    @contextmanager
    def noting_differences(self) -> Iterator[None]:
        """Note what goes wrong, and end the walks where they can't go on."""
        try:
            yield
        except CodeDifference as difference:
            if not self.differences:
                self._clock.leave_out(self._clock.seconds)
            self.differences.append(difference)
            if difference.is_endless or self._clock.seconds > SECONDS:
                raise _WalksOver from None
            raise
        except TidemarkError as error:
            self.mistake = error
            raise _WalksOver from None

    def end(self, test: AdapterTest) -> None:
        """Note a walk at its end; further ones are for shrinking."""
        if self.differences or self.mistake or not test.chance:
            return
        if test.drive is None or (test.drive.trail == [] and test.offered_choices()):
            return  # Hypothesis ended it before its first step
        self.result.note(test.drive, test.undecided)
        if len(self.result.walks) >= self.walks:
            raise _WalksOver


def walk(result: Conformance, walks: int, length: int, seed: int = 0) -> None:
    """Take random walks in the code until one differs, which Hypothesis then shrinks.

    result: where each walk is noted. walks: how many. length: of how many steps each at most.

    Raises:
        UsageError, ModelError: the adapter is mistaken, or the machine.
    """
    campaign = _Campaign(result, walks)

    class AdapterWalk(_WeighedWalk):
        harness = result.harness

        @contextmanager
        def comparing(self) -> Iterator[None]:
            with campaign.noting_differences(), super().comparing():
                yield

        offered_choices = campaign.noting_differences()(_WeighedWalk.offered_choices)
        forbidden = campaign.noting_differences()(_WeighedWalk.forbidden)

        def teardown(self) -> None:
            with campaign.noting_differences():
                super().teardown()
            campaign.end(self)

    AdapterWalk._hypothesis_internal_use_seed = seed
    quiet = settings(
        max_examples=2 * walks + 10,  # the campaign counts those that have steps
        stateful_step_count=length + 2,  # chance and the weights take one each
        deadline=None,
        database=None,
        phases=[Phase.generate, Phase.shrink],
        verbosity=Verbosity.quiet,
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )
    try:
        run_as_test(AdapterWalk, settings=quiet)
    except CodeDifference as difference:
        result.refuse(shorten(result.harness, difference))
    except (_WalksOver, HypothesisException):
        # A walk that is stopped in the middle looks flaky to Hypothesis, as does code that does not do the same again.
        if campaign.mistake:
            raise campaign.mistake from None
        if campaign.differences:
            least = min(campaign.differences, key=lambda difference: len(difference.trail))
            result.refuse(shorten(result.harness, least))
        elif len(result.walks) < walks:
            raise
