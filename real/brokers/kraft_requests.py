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
from kafka.protocol.metadata import MetadataRequest

from tidemark.real.brokers.wire import connect

TOPIC = "t"
MIN_ISR = "min.insync.replicas"
PREFERRED, UNCLEAN = 0, 1
_TOPIC_EXISTS = 36
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
    with connect(port) as connection:
        # The head of a message that has tagged fields ends in their count, and so does that of the answer.
        answer = connection.ask(request.API_KEY, request.API_VERSION, b"\0" + request.encode())
    return _view(DescribeTopicPartitionsResponse[0].decode(answer[1:]))


def _view(answer: Any) -> PartitionView | None:
    for partition in (partition for topic in answer.topics for partition in topic.partitions):
        return PartitionView(
            None if partition.leader_id < 0 else partition.leader_id,
            partition.leader_epoch,
            tuple(sorted(partition.isr_nodes)),
            tuple(sorted(getattr(partition, "eligible_leader_replicas", None) or ())),
        )
    return None


def _ask(port: int, request: Any) -> Any:
    with connect(port) as connection:
        return connection.call(request)
