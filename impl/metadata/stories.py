"""The sentence of each action in a run, by the name of the action's function.

A template names the arguments and `state`, the states before (`was`) and after the step (`now`).
"""

from collections.abc import Mapping
from typing import Any

from tidemark.impl.metadata.cluster import Stage
from tidemark.spec.families.telling import Story


def _record(state: Any) -> str:
    return f"m{state.was.producer.acknowledged}"


def _obeys(broker: Any, state: Any, **_: Any) -> str:
    epoch = state.now.brokers[broker].obeyed
    leader = state.now.leaders[epoch]
    role = "leads" if state.now.presumes_leadership(broker) else f"follows broker {leader}"
    return f"Broker {broker} receives the LeaderAndIsr request of epoch {epoch}, and {role}."


def _learns(broker: Any, state: Any, **_: Any) -> str:
    epoch = state.now.brokers[broker].known_epoch
    return f"Broker {broker} receives metadata: broker {state.now.leaders[epoch]} leads epoch {epoch}."


def _copies(follower: Any, state: Any, **_: Any) -> str:
    log = state.now.brokers[follower].log
    names = " ".join(f"m{number}" for number in log.items[: log.length]) or "nothing"
    leader = state.now.leaders[state.now.brokers[follower].obeyed]
    return f"Broker {follower} makes its log equal to that of broker {leader}: {names}."


def _sends(state: Any, **_: Any) -> str:
    recipient, epoch = state.now.producer.asked, state.now.producer.known_epoch
    return f"The producer sends {_record(state)} to broker {recipient}, its leader in epoch {epoch}."


def _handles(state: Any, **_: Any) -> str:
    was, now = state.was, state.now
    recipient, record = was.producer.asked, _record(state)
    if now.producer.stage == Stage.was_refused:
        return f"Broker {recipient} does not lead, and refuses {record}: NOT_LEADER_FOR_PARTITION."
    grown = now.brokers[recipient].log.length > was.brokers[recipient].log.length
    outcome = f"appends {record}" if grown else f"has {record} already, by its sequence number"
    if not was.presumes_leadership(recipient):
        return f"Broker {recipient}, although it does not lead, {outcome}, and acknowledges it."
    if now.producer.stage == Stage.waiting:
        return f"Broker {recipient} {outcome}, and waits for the followers."
    return f"Broker {recipient} {outcome}, and acknowledges it."


def _looks_up(broker: Any, state: Any, **_: Any) -> str:
    epoch, kept_epoch = state.was.brokers[broker].known_epoch, state.now.producer.known_epoch
    answer = (
        f"The producer asks broker {broker} who leads: broker {state.now.leaders[epoch]}, in epoch {epoch}."
    )
    if kept_epoch != epoch:
        return f"{answer} It knows epoch {kept_epoch}, and keeps to that."
    if epoch < state.was.producer.known_epoch:
        return f"{answer} It had known epoch {state.was.producer.known_epoch}, and goes back."
    return answer


STORIES: Mapping[str, Story] = {
    "controller_moves_leadership": (
        "The controller makes broker {leader} leader in epoch {state.now.epoch}. Its requests are on their way."
    ),
    "broker_obeys": _obeys,
    "broker_learns": _learns,
    "follower_copies": _copies,
    "broker_handles_produce": _handles,
    "leader_acknowledges": lambda state, **_: (
        f"Broker {state.was.producer.asked} has heard that every replica has {_record(state)}, and acknowledges it."
    ),
    "delayed_produce_is_refused": lambda state, **_: (
        f"Broker {state.was.producer.asked} no longer leads. It answers NOT_LEADER_FOR_PARTITION to {_record(state)}, "
        "which it had appended."
    ),
    "producer_sends": _sends,
    "producer_looks_up": _looks_up,
    "producer_insists": "The producer does not ask who leads, and will send the record to the same broker again.",
}
