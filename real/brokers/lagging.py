"""Followers that lag: the leader takes them out of its ISR by itself, in real time, and only when a run wants it."""

from __future__ import annotations

import contextlib
import itertools
import time
from collections.abc import Iterable, Iterator
from typing import Any

from tidemark.impl.kafka.cluster import Stage
from tidemark.real.brokers.cluster import Cluster
from tidemark.real.brokers.links import Links
from tidemark.real.brokers.needs import LAG, late_fetches, shrinks
from tidemark.real.brokers.observer import as_set, members
from tidemark.real.brokers.processes import wait_for
from tidemark.real.brokers.wire import FETCH, OFFSET_FOR_LEADER_EPOCH
from tidemark.spec.families.system import DecodedRun, Fact, Inconclusive


class Lagging(Links):
    """The links in a run, and how far that is. A leader looks every half of `replica.lag.time.max.ms` who lags.

    fenced: whether a fetch has its follower's leader epoch (from 2.1 on, KIP-320).
    """

    def __init__(self, cluster: Cluster, course: DecodedRun, *, fenced: bool) -> None:
        super().__init__(cluster)
        self._course, self._fenced = course, fenced
        self._controller = cluster.controller
        self._late_fetches, self._shrinks = late_fetches(course), shrinks(course)
        self._heard: dict[tuple[int, int], float] = {}
        self.number = 1
        """The state of the run that the brokers are in, or on their way to."""

    @property
    def _before(self) -> Any:
        return self._course.states[self.number - 2]

    @property
    def _after(self) -> Any:
        return self._course.states[self.number - 1]

    def leader_shrinks_isr(self, leader: int, follower: int) -> None:
        """Wait until the leader, by itself, has taken the follower out; meanwhile unaffected followers fetch."""
        others = [b for b in members(self._before.quorum.isr) if b not in (leader, follower)]
        states = self._before, self._after
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
            self._fetch(follower, leader)
            if self._after.replicas[follower].exchange.stage == Stage.waiting:
                self._request(follower, leader)

    def _is_caught_up(self, follower: int, leader: int, state: Any) -> bool:
        """Whether more fetches of a follower would change nothing: it has all that there is, and knows it."""
        one, other = state.replicas[follower], state.replicas[leader]
        same = one.log == other.log and one.high_watermark == other.high_watermark
        heard = one.leader == leader and (one.leader_epoch == other.leader_epoch or not self._fenced)
        return bool(one.up and heard and same and one.exchange.stage in (Stage.idle, Stage.waiting))

    def _begin_lags(self, leader: int) -> None:
        """No follower lags yet; those that stay in the ISR fetch longer now than the one that leaves it next."""
        self._heard.update({(leader, broker.id): time.monotonic() for broker in self._cluster.brokers})
        following = self._next_shrink()
        if following is None or following[0] != leader:
            return
        others = [b for b in members(self._after.quorum.isr) if b not in following]
        if stay := [b for b in others if self._is_caught_up(b, leader, self._after)]:
            with self._fetching(leader, stay):
                self._await_lag(following)

    def _note_fetch(self, leader: int, follower: int) -> None:
        """The leader has heard of the follower."""
        self._heard[leader, follower] = time.monotonic()

    def _let_others_lag(self) -> None:
        """Wait before the last fetch of a follower that will still be in the ISR when another one has left it."""
        if following := self._next_shrink():
            self._await_lag(following)

    def _next_shrink(self) -> tuple[int, int] | None:
        return next((pair for number, pair in self._shrinks.items() if number > self.number), None)

    def _await_lag(self, pair: tuple[int, int]) -> None:
        """Wait until the leader, when the follower has lagged enough, looks before one does that is heard now."""
        time.sleep(max(0.0, self._heard[pair] + LAG / 2 + 1 - time.monotonic()))

    def require_no_early_shrink(self, facts: Iterable[Fact]) -> None:
        """Tell a broker that lagged before the run wanted it from one that the leader does not take back.

        Where a log is not as in the model, the ISR is not the reason, and may be otherwise as it took time to see that.

        Raises:
            Inconclusive: the leader has taken one out that the run keeps in the ISR.
        """
        if self.number == 1 or not self._shrinks:
            return
        if any(fact.name.startswith("log ") and not fact.agrees for fact in facts):
            return
        before, after = self._before.quorum.isr, self._after.quorum.isr
        if gone := {b for b in members(before) if after.has(b)} - set(self._controller.state().isr):
            raise Inconclusive(f"the leader took out {as_set(gone)} too early: this machine is too slow now")
