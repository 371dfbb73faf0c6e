"""The family of Kafka's releases: bounds, rules, and the machine that comes of them."""

from pathlib import Path
from typing import Any

from tidemark.impl.kafka import clients, controller, faults, fetching, isr, leadership, retries, truncation
from tidemark.impl.kafka.cluster import Cluster, cluster_type, initial_cluster
from tidemark.impl.kafka.domains import domains
from tidemark.impl.kafka.lessons import LESSONS
from tidemark.impl.kafka.promises import OF_CONSUMERS, PROMISES
from tidemark.impl.kafka.settings import Beyond, Restart
from tidemark.impl.kafka.sources import references
from tidemark.impl.kafka.stories import STORIES
from tidemark.impl.kafka.telling import KafkaTelling
from tidemark.impl.partition.costs import LEADER_CHANGES, isr_shrinks
from tidemark.spec import Action, Bound, Cost, Family, Machine, Number, Rule, UsageError, settings_of, spent

RULES = {
    "truncation": "where a follower cuts its log so that it agrees with the leader's",
    "answer": "what a leader answers that is asked where an epoch ends",
    "cache": "when a leader enters its epoch into its leader epoch cache",
    "following": "what a follower does that is told of a newer epoch of the leader that it follows",
    "fencing": "whether a follower's requests carry its leader epoch",
    "expand": "when a follower that fetches joins the ISR",
    "shrink": "when a follower leaves the ISR",
    "out-of-range": "what a follower does whose log goes beyond its leader's",
    "restart": "whether a broker may be back before the controller has noticed its failure",
    "commit": "which replicas a record must be on to be committed",
    "visible": "what consumers are shown",
    "producer": "what a producer does that gets no answer",
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
    Bound("shutdowns", "controlled shutdowns: brokers that an operator may stop", 0, 0, 8, role="budget"),
    Bound("reorders", "changes of the order of assigned replicas", 0, 0, 8, role="budget"),
    Bound("old-fetches", "fetches that may outlive their sender in the leader's queue", 0, 0, 8, role="budget"),
    Bound("unclean", "unclean.leader.election.enable", "no", choices=YES_NO),
    Bound("flush", "when the log is flushed to disk", "always", choices=("always", "free")),
    Bound("checkpoint", "when the high watermark is written to disk", "at-once", choices=("at-once", "lazy")),
    Bound("epoch-cache", "when the leader epoch cache is written to disk", "at-once", choices=("at-once", "lazy")),
    Bound("remote-leo", "what a broker that believes that it leads already keeps of its followers' log ends",
          "kept", choices=("kept", "reset")),
    Bound("metadata", "whether a broker gets the controller's requests in order, or several merged into one",
          "in-order", choices=("in-order", "merged")),
    Bound("election-order", "which live member of the ISR is elected: the first assigned, or any", "assigned",
          choices=("assigned", "any")),
    Bound("fetch-size", "records that an answer to a fetch can hold", 1, 1, 8, role="setting"),
)  # fmt: skip


def build(name: str, bounds: dict[str, Any], chosen: dict[str, Rule]) -> Machine:
    """The machine of these bounds and rules."""
    if bounds["min-isr"] > bounds["replicas"]:
        raise UsageError(f"--min-isr is {bounds['min-isr']}: there are {bounds['replicas']} replicas")
    if bounds["reorders"] and bounds["election-order"] == "any":
        raise UsageError(
            "--reorders changes nothing where any member may be elected: leave out --election-order any"
        )
    sends_again = bool(chosen["producer"].actions)
    if sends_again and bounds["acks"] != "all":
        raise UsageError(f"--acks is {bounds['acks']}: a producer sends again with acks=all alone")
    settings = settings_of(chosen)
    state = cluster_type(bounds, settings)
    absent = _left_out(bounds, settings)
    consumers = bounds["consumers"] == "yes"
    return Machine(
        name=name,
        bounds=bounds,
        type=state,
        initial=initial_cluster(state, bounds),
        actions=[a for a in _actions(bounds, chosen) if a.name not in absent],
        promises=[
            *(p for p in PROMISES if consumers or p not in OF_CONSUMERS),
            *(retries.PROMISES if sends_again else ()),
        ],
        domains=domains(bounds),
    )


def _actions(bounds: dict[str, Any], chosen: dict[str, Rule]) -> list[Action]:
    return [
        *(() if chosen["producer"].actions else clients.PRODUCE[bounds["acks"]]),
        clients.consumer_reads,
        *(a for rule in RULES for a in chosen[rule].actions),
        truncation.leader_answers_epoch_request,
        *fetching.SHARED,
        leadership.become_leader,
        isr.leader_shrinks_isr,
        *controller.elections(bounds["election-order"], bounds["reorders"]),
        *faults.FAULTS,
    ]


def _left_out(bounds: dict[str, Any], settings: dict[str, Any]) -> set[str]:
    """The names of the actions that can never happen at these bounds: they would only be reported as idle."""
    dies = bounds["crashes"] + bounds["power-losses"] > 0
    halts = settings["beyond"] != Beyond.truncates and bounds["unclean"] == "no"
    ends = dies or bounds["shutdowns"] > 0 or halts
    # Without fencing an answer is dropped only where the log was cut, or is asked about again, while it was under way.
    # A follower that goes on with its leader keeps its log, and every other new epoch ends the exchange.
    ignores = settings["fenced"] or settings["restart"] != Restart.goes_on
    possible = {
        "consumer_reads": bounds["consumers"] == "yes",
        "follower_asks_for_end_offset": settings["asks"],
        "leader_answers_epoch_request": settings["asks"],
        "follower_ignores_answer": ignores,
        "follower_halts": halts,
        "follower_truncates_to_leader_end": not halts,
        "produce_to_failed_leader": ends,
        "controller_sends_state": ends and settings["bounces_unnoticed"],
        "controller_notices_failed_follower": ends,
        "controller_fails_over": ends,
        "controller_elects_leader": ends or bounds["zombies"] > 0,
        "controller_moves_leadership_away": bounds["shutdowns"] > 0,
        "controller_reorders_replicas": bounds["reorders"] > 0,
        "leader_is_cut_off": bounds["zombies"] > 0,
        "broker_crashes": bounds["crashes"] > 0,
        "broker_loses_epoch_cache": (
            settings["asks"] and bounds["epoch-cache"] == "lazy" and bounds["crashes"] > 0
        ),
        "broker_loses_power": bounds["power-losses"] > 0,
        "broker_stops": bounds["shutdowns"] > 0,
        "broker_restarts": ends,
        "broker_reconnects": bounds["zombies"] > 0,
        "message_is_lost": bounds["message-losses"] > 0,
        "connection_breaks": bounds["message-losses"] > 0,
        "follower_gives_up_fetch": bounds["old-fetches"] > 0,
        "leader_handles_old_fetch": bounds["old-fetches"] > 0,
        "checkpoint_high_watermark": bounds["checkpoint"] == "lazy",
    }
    return {name for name, can_happen in possible.items() if not can_happen}


def _faults(before: Cluster, after: Cluster) -> Number:
    """What a step pays from the budget, and a member that leaves the ISR."""
    paid: Number = spent(before.budget, after.budget)
    return paid + isr_shrinks(before, after)


FAMILY = Family(
    name="kafka",
    bounds=BOUNDS,
    rules=RULES,
    promises=(*PROMISES, *retries.PROMISES),
    build=build,
    telling=KafkaTelling(STORIES),
    costs=(Cost("faults", _faults), LEADER_CHANGES),
    pins=Path(__file__).with_name("pins.toml"),
    lessons=LESSONS,
    grid=Path(__file__).with_name("grid.toml"),
    scenarios=Path(__file__).with_name("scenarios"),
    references=references,
)
