"""Requests to a cluster with KRaft: a topic, elections, settings, and what a broker knows of the partition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kafka.protocol.admin.configs import IncrementalAlterConfigsRequest
from kafka.protocol.admin.topics import (
    CreateTopicsRequest,
    DescribeTopicPartitionsRequest,
    DescribeTopicPartitionsResponse,
    ElectLeadersRequest,
)
from kafka.protocol.admin.transactions import DescribeTransactionsRequest, DescribeTransactionsResponse
from kafka.protocol.consumer.group import OffsetFetchRequest, OffsetFetchResponse
from kafka.protocol.metadata import MetadataRequest

from tidemark.real.brokers.wire import connect

TOPIC = "t"
MIN_ISR = "min.insync.replicas"
PREFERRED, UNCLEAN = 0, 1
_TOPIC_EXISTS = 36
_UNSTABLE_OFFSET_COMMIT = 88
_OF_A_TOPIC = 2
"""The type of resource that a topic's settings belong to."""


@dataclass(frozen=True)
class PartitionView:
    """What brokers know of the partition. leader: None if there is none."""

    leader: int | None
    epoch: int
    isr: tuple[int, ...]
    elr: tuple[int, ...]


def create_topic(port: int, replicas: Sequence[int], settings: Mapping[str, str], topic: str = TOPIC) -> bool:
    """Create a topic, one partition on these replicas; returns whether it exists now."""
    new = CreateTopicsRequest.CreatableTopic
    topic_data = new(
        name=topic,
        num_partitions=-1,
        replication_factor=-1,
        assignments=[new.CreatableReplicaAssignment(partition_index=0, broker_ids=list(replicas))],
        configs=[new.CreatableTopicConfig(name=name, value=value) for name, value in settings.items()],
    )
    answer = _ask(port, CreateTopicsRequest[4](topics=[topic_data], timeout_ms=30000, validate_only=False))
    return answer.topics[0].error_code in (0, _TOPIC_EXISTS)  # the answer to an earlier request came too late


def elect(port: int, kind: int) -> int:
    """Ask for an election, PREFERRED or UNCLEAN; returns the error code, 0 if there was one."""
    partitions = [ElectLeadersRequest.TopicPartitions(topic=TOPIC, partitions=[0])]
    request = ElectLeadersRequest[1](election_type=kind, topic_partitions=partitions, timeout_ms=30000)
    answer = _ask(port, request)
    results = [p.error_code for t in answer.replica_election_results for p in t.partition_result]
    return int(answer.error_code or next(iter(results), 0))


def set_config(port: int, name: str, value: str) -> None:
    """Set a setting of the topic."""
    resource = IncrementalAlterConfigsRequest.AlterConfigsResource
    change = resource.AlterableConfig(name=name, config_operation=0, value=value)
    topic = resource(resource_type=_OF_A_TOPIC, resource_name=TOPIC, configs=[change])
    _ask(port, IncrementalAlterConfigsRequest[0](resources=[topic], validate_only=False))


def look_by_metadata(port: int, topic: str = TOPIC) -> PartitionView | None:
    """As `look`, by the older request, whose answer has no ELR."""
    topics = [MetadataRequest.MetadataRequestTopic(name=topic)]
    answer = _ask(port, MetadataRequest[7](topics=topics, allow_auto_topic_creation=False))
    return _view(answer)


def look(port: int, topic: str = TOPIC) -> PartitionView | None:
    """What a broker knows of the partition; None if it has not heard of the topic yet. From 3.8 on.

    Raises:
        OSError: it does not answer.
    """
    request = DescribeTopicPartitionsRequest[0](
        topics=[DescribeTopicPartitionsRequest.TopicRequest(name=topic)],
        response_partition_limit=1,
        cursor=None,
    )
    return _view(DescribeTopicPartitionsResponse[0].decode(_ask_flexible(port, request)))


def group_offset(port: int, group: str) -> str | None:
    """The offset of the partition that a group has committed, for a consumer that waits for stable offsets (KIP-447).

    `none`, or `unstable` while a transaction is open that commits one; None if this broker can't say.

    Raises:
        OSError: it does not answer.
    """
    topic = OffsetFetchRequest.OffsetFetchRequestTopic(name=TOPIC, partition_indexes=[0])
    request = OffsetFetchRequest[7](group_id=group, topics=[topic], require_stable=True)
    answer = OffsetFetchResponse[7].decode(_ask_flexible(port, request))
    [partition] = [p for topic in answer.topics for p in topic.partitions] or [None]
    if partition is None or answer.error_code:  # it is not the coordinator, or there is no coordinator yet
        return None
    if partition.error_code == _UNSTABLE_OFFSET_COMMIT:
        return "unstable"
    return "none" if partition.committed_offset < 0 else str(partition.committed_offset)


def transaction_state(port: int, transactional_id: str) -> str | None:
    """The state of a producer's last transaction, as `Ongoing`, in the coordinator's words (KIP-664).

    None if this broker can't say.

    Raises:
        OSError: it does not answer.
    """
    request = DescribeTransactionsRequest[0](transactional_ids=[transactional_id])
    answer = DescribeTransactionsResponse[0].decode(_ask_flexible(port, request))
    states = [state.transaction_state for state in answer.transaction_states if not state.error_code]
    return next(iter(states), None)


def _view(answer: Any) -> PartitionView | None:
    for partition in (partition for topic in answer.topics for partition in topic.partitions):
        return PartitionView(
            None if partition.leader_id < 0 else partition.leader_id,
            partition.leader_epoch,
            tuple(sorted(partition.isr_nodes)),
            tuple(sorted(getattr(partition, "eligible_leader_replicas", None) or ())),
        )
    return None


def _ask_flexible(port: int, request: Any) -> bytes:
    """The answer to a message that has tagged fields: its head ends in their count, and so does that of the answer."""
    with connect(port) as connection:
        return connection.ask(request.API_KEY, request.API_VERSION, b"\0" + request.encode())[1:]


def _ask(port: int, request: Any) -> Any:
    with connect(port) as connection:
        return connection.call(request)
