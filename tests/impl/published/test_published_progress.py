"""Progress of the published models: every verdict that TLC gave, by both engines, with lassos no longer than TLC's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.support.agreement import at
from tests.support.temporal import agree_on_runs
from tidemark.checker.engines.liveness.plan import Plan
from tidemark.checker.engines.liveness.reference_lassos import ReachableGraph
from tidemark.checker.engines.native import liveness
from tidemark.checker.runs.results import State
from tidemark.impl.published.replication.rules import EXPAND
from tidemark.spec import Disabled, Fairness, fair
from tidemark.spec.machines.fairness import Condition

PUBLISHED: tuple[Fairness, ...] = ()
FETCHING = (fair("follower_fetch", each=False),)
CUTTING = (*FETCHING, fair("follower_truncate", each=False))
ADOPT, END, FULL = "all-adopt-epoch", "high-watermark-reaches-end", "isr-is-full"


@pytest.mark.parametrize(
    ("protocol", "bounds", "promise", "more", "tlc"),
    [
        ("high-watermark", "2/2/2/1", ADOPT, PUBLISHED, None),
        ("high-watermark", "2/2/2/1", END, FETCHING, None),
        ("high-watermark", "2/2/2/1", FULL, FETCHING, None),
        ("kip-101", "2/2/2/1", ADOPT, PUBLISHED, 10),
        ("kip-101", "2/2/2/1", END, FETCHING, None),
        ("kip-101", "2/2/2/1", FULL, FETCHING, None),
        pytest.param("kip-101", "2/2/2/2", END, FETCHING, 12, marks=pytest.mark.slow),
        pytest.param("kip-101", "2/2/2/2", FULL, FETCHING, 14, marks=pytest.mark.slow),
        ("kip-279", "2/2/2/1", ADOPT, PUBLISHED, None),
        ("kip-279", "2/2/2/1", END, FETCHING, None),
        ("kip-279", "2/2/2/1", FULL, FETCHING, None),
        ("kip-320-first-try", "2/2/2/1", ADOPT, PUBLISHED, None),
        ("kip-320-first-try", "2/2/2/1", END, FETCHING, 8),
        ("kip-320-first-try", "2/2/2/1", END, CUTTING, None),
        ("kip-320-first-try", "2/2/2/1", FULL, CUTTING, None),
        ("kip-320", "2/2/2/1", ADOPT, PUBLISHED, None),
        ("kip-320", "2/2/2/1", END, FETCHING, None),
        ("kip-320", "2/2/2/1", END, PUBLISHED, 6),
        ("kip-320", "2/2/2/1", FULL, FETCHING, None),
    ],
    ids=str,
)
def test_verdicts_are_those_of_tlc(
    protocol: str, bounds: str, promise: str, more: tuple[Fairness, ...], tlc: int | None
) -> None:
    machine = at(f"published/{protocol}", bounds).with_promises(promise).with_fairness(more)
    verdict = agree_on_runs(machine)[promise]
    if tlc is None:
        assert verdict.verdict == "holds"
    else:
        assert verdict.run
        assert verdict.run.is_still  # as with TLC: every violation ends in stuttering
        assert verdict.length <= tlc


def test_the_high_watermark_reaches_the_end_with_three_replicas() -> None:
    machine = at("published/kip-320", "3/2/2/1").with_promises(END).with_fairness(FETCHING)
    result = liveness.check(machine)
    assert (result.promises[END].verdict, result.distinct_states) == ("holds", 39_619)


class WithPublishedExpansion(ReachableGraph):
    """The states of `Kip320FirstTry`, with strong fairness of an action that it lacks, as published.

    Its `Spec` names `LeaderExpandIsr`, an action of a module that it extends: not `LeaderExpandIsrBetterFencing`,
    which takes its place. What that asks for can be impossible: the run is then no behaviour of the specification.
    """

    def __init__(self, machine: Any) -> None:
        super().__init__(machine, lambda: None)
        (action,) = EXPAND.actions
        first = len(machine.instances)
        brokers = machine.domains["replica"].values()
        pairs = [(leader, follower) for leader in brokers for follower in brokers]
        self.enabled: dict[State, set[int]] = {state: set() for state in self.graph}
        for state in self.graph:
            for number, (leader, follower) in enumerate(pairs, first):
                try:
                    after = machine.encode(action.function(machine.decode(state), leader, follower))
                except Disabled:
                    continue
                self.enabled[state].add(number)
                if self.graph.has_edge(state, after):
                    self.graph.edges[state, after]["instances"].add(number)
        expansion = Condition("LeaderExpandIsr", True, frozenset(range(first, first + len(pairs))))
        kept = [fairness for fairness in self.fairness if "leader_expand_isr" not in fairness.text]
        self.fairness = [*kept, expansion]

    def _fair_requirements(self) -> Any:
        requirements = super()._fair_requirements()
        for state, numbers in self.enabled.items():
            requirements.enabled[state] |= self._bits_of(numbers)
        return requirements


def test_the_first_try_fills_the_isr_only_by_fairness_of_an_action_that_it_lacks() -> None:
    """TLC's verdict, *holds*, with the published formula; with fairness of the module's own action it is violated."""
    machine = at("published/kip-320-first-try", "2/2/2/1").with_promises(FULL).with_fairness(FETCHING)
    (question,) = Plan(machine).of_graph
    assert WithPublishedExpansion(machine).answer(question).run is None
    verdicts: Mapping[str, Any] = agree_on_runs(machine)
    assert (verdicts[FULL].verdict, verdicts[FULL].length) == ("violated", 10)
