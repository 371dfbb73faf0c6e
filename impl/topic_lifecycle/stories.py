"""The sentence of each action in a run, by the name of the action's function.

A template names the arguments and `state`, the states before (`was`) and after the step (`now`).
"""

from collections.abc import Mapping
from typing import Any

from tidemark.impl.topic_lifecycle.topic import NO_TOPIC
from tidemark.spec.families.telling import Story


def _records(number: int) -> str:
    return "1 record" if number == 1 else f"{number} records"


def _old_log(state: Any, broker: Any) -> str:
    was, now = state.was.brokers[broker], state.now.brokers[broker]
    if was.log_of in (NO_TOPIC, state.now.topic_id):
        return ""
    had = f"has a log of topic {was.log_of}, with {_records(was.log)}"
    if now.serves == state.now.topic_id:
        return f" Broker {broker} {had}, and takes it for this topic's."
    return f" Broker {broker} {had}, and refuses: INCONSISTENT_TOPIC_ID."


def _creates(leader: Any, state: Any, **_: Any) -> str:
    now = state.now
    sentence = (
        f"An operator makes topic {now.topic_id} of the name: replicas {now.assigned}, leader {leader}."
    )
    return sentence + "".join(_old_log(state, broker) for broker in now.assigned.ids())


def _deletes(state: Any, **_: Any) -> str:
    was, now = state.was, state.now
    sentences = (
        f"An operator deletes topic {was.topic_id}. StopReplica requests are on their way to {now.stops}."
    )
    down = [str(broker) for broker in was.assigned.ids() if not was.brokers[broker].is_up]
    if now.deleting and down:
        sentences += f" Its nodes in ZooKeeper stay, since broker {', '.join(down)} is down."
    return sentences if now.deleting else f"{sentences} Its nodes in ZooKeeper are gone at once."


def _restarts(broker: Any, state: Any, **_: Any) -> str:
    now, broker_state = state.now, state.now.brokers[broker]
    log, topic = broker_state.log, broker_state.log_of
    kept = f"with a log of topic {topic}, {_records(log)}" if topic else "without a replica"
    request = " A StopReplica request is on its way to it." if now.stops.has(broker) else ""
    return f"Broker {broker} restarts, {kept}.{request}"


STORIES: Mapping[str, Story] = {
    "topic_is_created": _creates,
    "leader_appends": "Leader {state.was.leader!s} appends a record, and the replicas copy its log.",
    "operator_deletes": _deletes,
    "broker_stops_replica": "Broker {broker} receives the StopReplica request, and deletes its replica.",
    "controller_completes_deletion": "No replica is left. The controller removes the topic from ZooKeeper.",
    "broker_crashes": "Broker {broker} crashes.",
    "controller_elects": "The controller makes broker {leader} leader.",
    "broker_restarts": _restarts,
}
