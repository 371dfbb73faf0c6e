"""Followers that lag. A leader takes them out of its ISR unasked, in real time, but must do so only when the run does.

A leader looks every half of `replica.lag.time.max.ms` which followers lag.
"""

from __future__ import annotations

import contextlib
import itertools
import time
from collections.abc import Iterable, Iterator
from typing import Any

from tidemark.impl.kafka.cluster import Stage
from tidemark.real.brokers.needs import LAG, find_shrinks, late_fetches
from tidemark.real.brokers.observer import as_set, members
from tidemark.real.brokers.processes import wait_for
from tidemark.real.brokers.run_progress import RunProgress
from tidemark.real.brokers.wire import FETCH, OFFSET_FOR_LEADER_EPOCH
from tidemark.spec.families.system import Fact, Inconclusive


class LagControl:
    """Decides when a follower lags: it lets the others fetch, and waits."""

    def __init__(self, progress: RunProgress) -> None:
        self._progress = progress
        self._gate, self._controller = progress.cluster.gate, progress.cluster.controller
        self._late_fetches, self._shrinks = late_fetches(progress.course), find_shrinks(progress.course)

    def await_shrink(self, leader: int, follower: int) -> None:
        """Wait until the leader has taken the follower out, unasked; meanwhile unaffected followers fetch."""
        states = self._progress.before, self._progress.after
        others = [b for b in members(states[0].quorum.isr) if b not in (leader, follower)]
        caught_up = [b for b in others if all(self._is_caught_up(b, leader, state) for state in states)]
        with self._fetching(leader, caught_up):
            wait_for(
                f"an ISR without broker {follower}", lambda: follower not in self._controller.state().isr
            )
        if gone := set(others) - set(self._controller.state().isr):
            raise Inconclusive(f"the leader took out {as_set(gone)} as well, which had lagged for as long")

    @contextlib.contextmanager
    def _fetching(self, leader: int, followers: list[int]) -> Iterator[None]:
        """Let followers fetch as they like meanwhile; then hold their fetches again."""
        apis = (FETCH, OFFSET_FOR_LEADER_EPOCH)
        for follower, api in itertools.product(followers, apis):
            self._gate.set_free(api, follower, leader)
        yield
        for follower in followers:
            for api in apis:
                self._gate.set_free(api, follower, leader, free=False)
            self._progress.await_fetch(follower, leader)
            if self._progress.after.replicas[follower].exchange.stage == Stage.waiting:
                self._progress.release_request(follower, leader)

    def _is_caught_up(self, follower: int, leader: int, state: Any) -> bool:
        """Whether more fetches of a follower would change nothing: it has all that there is, and knows it."""
        mine, its = state.replicas[follower], state.replicas[leader]
        is_equal = mine.log == its.log and mine.high_watermark == its.high_watermark
        follows = mine.leader == leader and (
            mine.leader_epoch == its.leader_epoch or not self._progress.traits.fenced
        )
        return bool(mine.up and follows and is_equal and mine.exchange.stage in (Stage.idle, Stage.waiting))

    def begin(self, leader: int) -> None:
        """No follower lags yet. Those that stay in the ISR fetch longer now than the one that leaves it next."""
        brokers = self._progress.cluster.brokers
        self._progress.heard.update({(leader, broker.id): time.monotonic() for broker in brokers})
        shrink = self._next_shrink()
        if shrink is None or shrink[0] != leader:
            return
        state = self._progress.after
        others = [b for b in members(state.quorum.isr) if b not in shrink]
        if staying := [b for b in others if self._is_caught_up(b, leader, state)]:
            with self._fetching(leader, staying):
                self._await_lag(shrink)

    def note_fetch(self, leader: int, follower: int) -> None:
        """The leader has heard of the follower."""
        self._progress.heard[leader, follower] = time.monotonic()

    @property
    def is_late_fetch(self) -> bool:
        """Whether the step is the last fetch of a follower that stays in the ISR when another one has left it."""
        return self._progress.number in self._late_fetches

    def let_others_lag(self) -> None:
        """Wait before such a fetch, so that the other follower lags first."""
        if shrink := self._next_shrink():
            self._await_lag(shrink)

    def _next_shrink(self) -> tuple[int, int] | None:
        return next((pair for at, pair in self._shrinks.items() if at > self._progress.number), None)

    def _await_lag(self, pair: tuple[int, int]) -> None:
        """Wait until the leader, when the follower has lagged enough, looks before one does that is heard now."""
        time.sleep(max(0.0, self._progress.heard[pair] + LAG / 2 + 1 - time.monotonic()))

    def require_no_early_shrink(self, facts: Iterable[Fact]) -> None:
        """Distinguish a broker that lagged too early from one that the leader does not take back.

        Where a log is not as in the model, the ISR is not the reason, and may differ because it took time to see that.

        Raises:
            Inconclusive: the leader has taken one out that the run keeps in the ISR.
        """
        if self._progress.number == 1 or not self._shrinks:
            return
        if any(fact.name.startswith("log ") and not fact.agrees for fact in facts):
            return
        before, after = self._progress.before.quorum.isr, self._progress.after.quorum.isr
        if gone := {b for b in members(before) if after.has(b)} - set(self._controller.state().isr):
            raise Inconclusive(f"the leader took out {as_set(gone)} too early: this machine is too slow now")
