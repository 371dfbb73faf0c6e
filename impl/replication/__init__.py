"""Kafka's replication of one partition, message by message: crashes, fetch rounds, acknowledgements and
elections.

The protocols share the state of `cluster` and everything else but three rules: how a follower truncates its
log, whether its requests are fenced by the leader epoch, and when it may join the ISR.
"""

from pathlib import Path
from typing import Any

from impl.kafka.costs import LEADER_CHANGES, isr_shrinks
from impl.replication import clients, controller, faults, fetching, isr, leadership, truncation
from impl.replication.cluster import Cluster, cluster_type, initial_cluster
from impl.replication.domains import domains
from impl.replication.lessons import LESSONS
from impl.replication.promises import PROMISES, reads_are_stable
from impl.replication.stories import STORIES
from impl.replication.telling import ReplicationTelling
from spec import Action, Bound, Cost, Family, Machine, Number, Protocol, Rule, UsageError

RULES = {
    "truncation": "where a follower cuts its log so that it agrees with the leader's",
    "fencing": "whether a follower's requests carry its leader epoch",
    "expand": "when a follower that fetches joins the ISR",
}

YES_NO = ("yes", "no")

BOUNDS = (
    Bound("replicas", "brokers that have a replica of the partition", 2, 1, 5),
    Bound("log-size", "records that a log can hold", 2, 1, 8),
    Bound("records", "records that producers write", 2, 1, 8),
    Bound("max-epoch", "the largest leader epoch; they start at 0", 2, 0, 8, spare=1),
    Bound("acks", "what a producer waits for", "all", choices=("0", "1", "all")),
    Bound("min-isr", "min.insync.replicas: a smaller ISR refuses acks=all", 1, 1, 5, role="setting"),
    Bound("consumers", "whether a consumer reads", "yes", choices=YES_NO),
    Bound("crashes", "processes that may crash", 1, 0, 8, role="budget"),
    Bound("power-losses", "machines that may lose power", 0, 0, 8, role="budget"),
    Bound("message-losses", "messages between a follower and its leader that may be lost", 0, 0, 8,
          role="budget"),
    Bound("zombies", "leaders that may be cut off from the controller and go on", 0, 0, 8, role="budget"),
    Bound("unclean", "unclean.leader.election.enable", "no", choices=YES_NO),
    Bound("flush", "when the log is flushed to disk", "always", choices=("always", "free")),
    Bound("checkpoint", "when the high watermark is written to disk", "at-once", choices=("at-once", "lazy")),
    Bound("remote-leo", "what a leader that is elected again knows of its followers' logs", "reset",
          choices=("reset", "kept")),
    Bound("bounce", "whether a broker may be back before the controller has noticed its failure", "unnoticed",
          choices=("unnoticed", "noticed")),
    Bound("election-order", "which live member of the ISR is elected: any, or the first assigned", "isr",
          choices=("isr", "assigned")),
)  # fmt: skip


def _build(name: str, bounds: dict[str, Any], chosen: dict[str, Rule]) -> Machine:
    if bounds["min-isr"] > bounds["replicas"]:
        raise UsageError(f"--min-isr is {bounds['min-isr']}: there are {bounds['replicas']} replicas")
    state = cluster_type(bounds)
    return Machine(
        name=name,
        bounds=bounds,
        type=state,
        initial=initial_cluster(state, bounds),
        actions=[a for a in _actions(bounds, chosen) if a.name not in _left_out(bounds, chosen)],
        promises=[p for p in PROMISES if bounds["consumers"] == "yes" or p is not reads_are_stable],
        domains=domains(bounds),
    )


def _actions(bounds: dict[str, Any], chosen: dict[str, Rule]) -> list[Action]:
    return [
        *clients.PRODUCE[bounds["acks"]],
        clients.consumer_reads,
        *(a for rule in RULES for a in chosen[rule].actions),
        *fetching.SHARED,
        leadership.become_leader,
        isr.leader_shrinks_isr,
        *controller.elections(bounds["election-order"]),
        *faults.FAULTS,
    ]


def _left_out(bounds: dict[str, Any], chosen: dict[str, Rule]) -> set[str]:
    """The names of the actions that can never happen at these bounds: they would only be reported as idle."""
    fails = bounds["crashes"] + bounds["power-losses"] > 0
    asks = any(a.name == "leader_answers_epoch_request" for a in chosen["truncation"].actions)
    possible = {
        "consumer_reads": bounds["consumers"] == "yes",
        "follower_asks_for_end_offset": asks,
        "produce_to_failed_leader": fails,
        "controller_notices_failed_follower": fails,
        "controller_fails_over": fails,
        "controller_elects_leader": fails or bounds["zombies"] > 0,
        "leader_is_cut_off": bounds["zombies"] > 0,
        "broker_crashes": bounds["crashes"] > 0,
        "broker_loses_power": bounds["power-losses"] > 0,
        "broker_restarts": fails,
        "broker_reconnects": bounds["zombies"] > 0,
        "message_is_lost": bounds["message-losses"] > 0,
        "checkpoint_high_watermark": bounds["checkpoint"] == "lazy",
    }
    return {name for name, can_happen in possible.items() if not can_happen}


def _faults(before: Cluster, after: Cluster) -> Number:
    """What a step pays from the budget, and a member that leaves the ISR."""
    was, now = before.budget, after.budget
    paid = sum(getattr(was, fault) - getattr(now, fault) for fault in was.type.fields)
    return paid + isr_shrinks(before, after)


FAMILY = Family(
    name="replication",
    bounds=BOUNDS,
    rules=RULES,
    promises=PROMISES,
    build=_build,
    telling=ReplicationTelling(STORIES),
    costs=(Cost("faults", _faults), LEADER_CHANGES),
    pins=Path(__file__).with_name("pins.toml"),
    lessons=LESSONS,
    grid=Path(__file__).with_name("grid.toml"),
    scenarios=Path(__file__).with_name("scenarios"),
)

_UNFENCED = {
    "fencing": Rule(fetching.UNFENCED, "they do not: any broker that leads answers"),
    "expand": Rule(fetching.EXPAND, "when it has reached the high watermark"),
}
_FENCED = {
    "fencing": Rule(fetching.FENCED, "they do, and a leader of another epoch refuses them"),
    "expand": Rule(
        fetching.EXPAND_FENCED,
        "when it has reached the high watermark, and that is in the leader's own epoch",
    ),
}
_TRUNCATE_KIP_279 = Rule(
    truncation.KIP_279, "to the largest epoch that both know, asked until the logs agree"
)

PROTOCOLS = (
    Protocol(
        "replication/high-watermark",
        "truncation to the high watermark: Kafka before 0.11",
        FAMILY,
        {"truncation": Rule(truncation.HIGH_WATERMARK, "to its own high watermark"), **_UNFENCED},
    ),
    Protocol(
        "replication/kip-101",
        "truncation by leader epoch: Kafka 0.11",
        FAMILY,
        {"truncation": Rule(truncation.KIP_101, "to the leader's end of its own last epoch"), **_UNFENCED},
    ),
    Protocol(
        "replication/kip-279",
        "truncation by leader epoch, repeated until the logs agree: Kafka 2.0",
        FAMILY,
        {"truncation": _TRUNCATE_KIP_279, **_UNFENCED},
    ),
    Protocol(
        "replication/kip-320",
        "as KIP-279, and every request fenced by the leader epoch: Kafka 2.1",
        FAMILY,
        {"truncation": _TRUNCATE_KIP_279, **_FENCED},
    ),
)
