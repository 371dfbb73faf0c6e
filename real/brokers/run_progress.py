"""How far real brokers are in a run of the model: everything that changes while they are driven is here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tidemark.real.brokers.cluster import ZooKeeperCluster
from tidemark.real.brokers.proxy import Frame
from tidemark.spec.families.system import DecodedRun, Fact
from tidemark.spec.machines.symbolic import Instance


@dataclass(frozen=True)
class Traits:
    """How the brokers of a run differ from those of other releases and runs.

    on_fetch: whether a follower asks and cuts within its fetches (from 2.8 on, KIP-595), and sends no epoch requests.
    forgets: whether only the first fetch of a session is checked for its epoch (2.1 to 2.4, KAFKA-9338).
    fenced: whether a fetch has its follower's leader epoch (from 2.1 on, KIP-320).
    late: whether checkpoints are never written. own: whether the run is of the protocol that models the release.
    """

    on_fetch: bool = False
    forgets: bool = False
    fenced: bool = False
    late: bool = False
    own: bool = False


@dataclass
class RunProgress:
    """A run, the brokers that take it, and how far they are.

    number: the state of the run that the brokers are in, or on their way to; the first one is 1.
    requests: for each follower its request that was let go last, until its answer arrives.
    given_up: for each follower the fetch that it no longer waits for.
    heard: for each leader and follower when the leader last heard of the follower, by `time.monotonic`.
    facts: what was seen last. emulations: what was done to the brokers that only resembles the real event.
    """

    cluster: ZooKeeperCluster
    course: DecodedRun
    traits: Traits = Traits()
    number: int = 1
    requests: dict[int, Frame] = field(default_factory=dict)
    given_up: dict[int, Frame] = field(default_factory=dict)
    heard: dict[tuple[int, int], float] = field(default_factory=dict)
    facts: list[Fact] = field(default_factory=list)
    emulations: list[str] = field(default_factory=list)

    @property
    def before(self) -> Any:
        """The state of the model before the step that is being taken."""
        return self.course.states[self.number - 2]

    @property
    def after(self) -> Any:
        """The state of the model after it."""
        return self.course.states[self.number - 1]

    @property
    def instance(self) -> Instance:
        """The step itself."""
        instance = self.course.instances[self.number - 1]
        assert instance is not None
        return instance
