"""The sentence of each action in a run, by the name of the action's function.

A template names the arguments and `state`, the states before (`was`) and after the step (`now`).
"""

from collections.abc import Mapping
from typing import Any

from tidemark.spec.families.telling import Story


def _record(state: Any, number: Any) -> str:
    return f"m{number} of key {int(number) % state.now.settings.record_keys}"


def _first(partition: Any, state: Any) -> str:
    return _record(state, state.was.partitions[partition].in_flight[0])


def _reads(partition: Any, state: Any, **_: Any) -> str:
    read = state.now.records_read
    order = " ".join(f"m{number}" for number in read.items[: read.length])
    newest = _record(state, read.items[read.length - 1])
    return f"The reader reads {newest} from partition {partition}; so far: {order}."


STORIES: Mapping[str, Story] = {
    "producer_sends": lambda partition, state, **_: (
        f"The producer sends {_record(state, state.was.sent)} to partition {partition}."
    ),
    "leader_appends": lambda partition, state, **_: (
        f"The leader of partition {partition} appends {_first(partition, state)}."
    ),
    "request_fails": lambda partition, state, **_: (
        f"The request with {_first(partition, state)} fails. It is sent again, behind the next one to partition "
        f"{partition}."
    ),
    "reader_reads": _reads,
    "topic_grows": "An operator adds a partition; the topic now has {state.now.in_use}.",
}
