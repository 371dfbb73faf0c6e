"""The family of transactions: bounds, rules, and the machine that comes of them."""

from pathlib import Path
from typing import Any

from tidemark.impl.transactions import coordinator, partitions, producers
from tidemark.impl.transactions.cluster import Cluster, cluster_type, initial_cluster
from tidemark.impl.transactions.domains import domains
from tidemark.impl.transactions.lessons import LESSONS
from tidemark.impl.transactions.promises import PROMISES
from tidemark.impl.transactions.telling import TransactionsTelling
from tidemark.spec import Action, Bound, Cost, Family, Machine, Number, Rule, settings_of

RULES = {
    "fencing": "what is refused as old",
    "marker-check": "when a marker ends what is open on a partition",
    "after-failure": "what a producer does after it gave up a record",
    "next-epoch": "which epoch a producer has after a transaction",
    "verification": "what a broker asks before a transaction begins on a partition",
    "marker-sending": "when the coordinator sends markers",
    "isolation": "what a consumer is shown",
}

BOUNDS = (
    Bound("producers", "producers of the transactional id", 2, 1, 4),
    Bound("partitions", "partitions that are written to", 1, 1, 4),
    Bound("transactions", "transactions that producers begin", 2, 1, 6),
    Bound("max-epoch", "the largest producer epoch; they start at 0", 2, 0, 12, spare=1),
    Bound("failovers", "coordinators that may fail", 1, 0, 4, role="budget"),
    Bound(
        "timeouts", "transactions that the coordinator may end for they take too long", 1, 0, 4, role="budget"
    ),
    Bound("marker-repeats", "markers that may be sent twice, as a connection breaks", 0, 0, 2, role="budget"),
)


def _build(name: str, bounds: dict[str, Any], chosen: dict[str, Rule]) -> Machine:
    settings = settings_of(chosen)
    state = cluster_type(bounds, settings)
    return Machine(
        name=name,
        bounds=bounds,
        type=state,
        initial=initial_cluster(state, bounds),
        actions=_actions(bounds, settings),
        promises=list(PROMISES),
        domains=domains(bounds),
    )


def _actions(bounds: dict[str, Any], settings: dict[str, Any]) -> list[Action]:
    """The actions that can happen at these bounds and by these rules."""
    possible = [
        (producers.producer_asks_for_id, True),
        (producers.producer_fences_another, bounds["producers"] > 1),
        (producers.producer_is_fenced, bounds["producers"] > 1 or bounds["timeouts"] > 0),
        (producers.producer_adds_partition, not settings["adds"]),
        (producers.producer_sends, not settings["adds"]),
        (producers.producer_sends_unannounced, settings["adds"]),
        (producers.producer_commits, True),
        (producers.producer_aborts, True),
        (producers.producer_learns_end, bounds["failovers"] > 0),
        (partitions.broker_asks_coordinator, settings["asks"]),
        (coordinator.coordinator_verifies, settings["asks"] and not settings["adds"]),
        (coordinator.coordinator_adds_for_broker, settings["adds"]),
        (coordinator.coordinator_denies, settings["asks"]),
        (partitions.broker_appends, True),
        (partitions.broker_refuses, True),
        (coordinator.log_commits, True),
        (partitions.broker_writes_marker, True),
        (partitions.broker_refuses_marker, bounds["failovers"] + bounds["marker-repeats"] > 0),
        (coordinator.coordinator_completes, True),
        (coordinator.coordinator_times_out, bounds["timeouts"] > 0),
        (coordinator.coordinator_repeats_marker, bounds["marker-repeats"] > 0),
        (coordinator.coordinator_fails_over, bounds["failovers"] > 0),
        (coordinator.coordinator_fails_over_after_commit, bounds["failovers"] > 0),
    ]
    return [one for one, can_happen in possible if can_happen]


def _faults(before: Cluster, after: Cluster) -> Number:
    """A coordinator that fails, a time-out, a marker that is sent twice."""
    failed: Number = after.coordinator.coordinator_epoch - before.coordinator.coordinator_epoch
    late = before.budget.timeouts - after.budget.timeouts
    return failed + late + before.budget.marker_repeats - after.budget.marker_repeats


FAMILY = Family(
    name="transactions",
    bounds=BOUNDS,
    rules=RULES,
    promises=PROMISES,
    build=_build,
    telling=TransactionsTelling(),
    costs=(Cost("faults", _faults),),
    pins=Path(__file__).with_name("pins.toml"),
    lessons=LESSONS,
)
