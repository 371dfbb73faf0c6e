"""Schedules with late requests, without brokers: what the client is told to do, and what is read from a coordinator."""

from __future__ import annotations

import socket
import threading
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import pytest
from kafka.protocol.admin.transactions import DescribeTransactionsRequest, DescribeTransactionsResponse
from kafka.protocol.consumer.group import OffsetFetchRequest, OffsetFetchResponse

from tidemark.base.errors import UsageError
from tidemark.real.brokers import schedules, wire
from tidemark.real.brokers.kraft import KRaftCluster
from tidemark.real.brokers.kraft_requests import TOPIC, PartitionView, group_offset, transaction_state
from tidemark.real.brokers.schedule_run import ScheduleRun
from tidemark.real.brokers.schedule_words import ScheduleStep
from tidemark.real.brokers.transactional_client import GROUP, ID, REQUESTS
from tidemark.spec.families.system import Refused

UNSTABLE, NOT_COORDINATOR = 88, 16


class Coordinator:
    """Answers requests of one kind, which have tagged fields, as a broker does."""

    def __init__(self, kind: Any, answer: Any) -> None:
        self._kind, self._answer = kind, answer
        self.requests: list[Any] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._run, daemon=True).start()

    def close(self) -> None:
        self._listener.close()

    def _run(self) -> None:
        connection, _ = self._listener.accept()
        with connection:
            for frame in wire.frames(connection):
                version = self._answer.API_VERSION
                self.requests.append(self._kind.decode(frame, version=version, header=True))
                connection.sendall(wire.with_length(frame[4:8] + b"\0" + self._answer.encode()))


@pytest.mark.parametrize(
    ("offset", "error", "error_of_group", "value"),
    [
        (7, 0, 0, "7"),
        (-1, 0, 0, "none"),
        (-1, UNSTABLE, 0, "unstable"),
        (-1, 0, NOT_COORDINATOR, None),
    ],
)
def test_the_offset_of_a_group_is_what_a_consumer_is_given(
    offset: int, error: int, error_of_group: int, value: str | None
) -> None:
    topic = OffsetFetchResponse.OffsetFetchResponseTopic
    partition = topic.OffsetFetchResponsePartition(
        partition_index=0, committed_offset=offset, metadata="", error_code=error
    )
    topics = [] if error_of_group else [topic(name=TOPIC, partitions=[partition])]
    answer = OffsetFetchResponse[7](topics=topics, error_code=error_of_group)
    with closing(Coordinator(OffsetFetchRequest, answer)) as broker:
        assert group_offset(broker.port, GROUP) == value
    [request] = broker.requests
    assert (request.group_id, request.require_stable) == (GROUP, True)
    assert [(topic.name, topic.partition_indexes) for topic in request.topics] == [(TOPIC, [0])]


@pytest.mark.parametrize(("error", "value"), [(0, "Ongoing"), (NOT_COORDINATOR, None)])
def test_the_state_of_a_transaction_is_in_the_words_of_its_coordinator(error: int, value: str | None) -> None:
    state = DescribeTransactionsResponse.TransactionState(
        error_code=error,
        transactional_id=ID,
        transaction_state="" if error else "Ongoing",
        transaction_timeout_ms=0,
        transaction_start_time_ms=0,
        producer_id=1,
        producer_epoch=0,
        topics=[],
    )
    answer = DescribeTransactionsResponse[0](throttle_time_ms=0, transaction_states=[state])
    with closing(Coordinator(DescribeTransactionsRequest, answer)) as broker:
        assert transaction_state(broker.port, ID) == value
    assert [request.transactional_ids for request in broker.requests] == [[ID]]


def test_every_request_of_the_client_can_be_held_by_a_word() -> None:
    for request in REQUESTS:
        for word in ("hold", "release"):
            assert ScheduleStep(f"{word} {request}", "", {}, 60, False).arguments == {"request": request}


class FakeClient:
    """Does what it is told at once, and keeps the commands."""

    def __init__(self) -> None:
        self.commands: list[str] = []

    def do(self, command: str) -> None:
        self.commands.append(command)

    @property
    def outcomes(self) -> list[str]:
        return [" ".join(command.split()[:2]) for command in self.commands]


class FakeCluster:
    """One broker without a process; its coordinator has an offset, and its gate a list of requests."""

    brokers = range(1)

    def __init__(self) -> None:
        self.client, self.properties = FakeClient(), dict[str, str]()
        self.waiting: list[str] = []
        self.released: list[str] = []

    def start_client(self, properties: Mapping[str, str]) -> FakeClient:
        self.properties = dict(properties)
        return self.client

    def catch(self, request: str) -> None:
        self.waiting.append(request)

    def release_caught(self, request: str) -> None:
        self.waiting.remove(request)
        self.released.append(request)

    def caught(self) -> list[str]:
        return self.waiting

    def offset(self) -> str:
        commits = [command.split()[1] for command in self.client.commands if command.startswith("offset")]
        return commits[0 if self.released else -1] if commits else "none"

    def transaction(self) -> str:
        return "Ongoing" if self.client.commands else "not known"

    def look(self) -> PartitionView:
        return PartitionView(0, 0, (0,), ())

    def hearing(self) -> list[int]:
        return [0]

    def log(self, _: int) -> str:
        return ""

    def is_up(self, _: int) -> bool:
        return True


BEGIN = """
title = "A story"
text = "Of an offset."
brokers = 1
replicas = [0]
ends = "any"
producer = { "transaction.timeout.ms" = 5000 }
"""
STEPS = (
    'do = "begin"\nsee = { client = "begin" }',
    'do = "hold offset"',
    'do = "offset 1"\nsee = { client = "offset 1", held = "offset" }',
    'do = "offset 2"\nsee = { offset = "2" }',
    'do = "release offset"\nsee = { offset = "1", held = "" }',
)


@pytest.fixture
def run(tmp_path: Path) -> tuple[ScheduleRun, FakeCluster]:
    path = tmp_path / "mine.toml"
    path.write_text(BEGIN + "".join(f"[[step]]\n{step}\nwithin = 0\n" for step in STEPS))
    cluster = FakeCluster()
    return ScheduleRun(schedules.load(path), cast("KRaftCluster", cluster)), cluster


def test_a_schedule_commits_offsets_and_holds_one(run: tuple[ScheduleRun, FakeCluster]) -> None:
    played, cluster = run
    for step in played.schedule.steps:
        played.do(step)
    assert cluster.client.commands == ["begin", f"offset 1 {GROUP} {TOPIC}", f"offset 2 {GROUP} {TOPIC}"]
    assert cluster.properties == {"transaction.timeout.ms": "5000"}
    assert cluster.released == ["offset"]
    assert {name: played.facts()[name] for name in ("client", "held", "offset", "transaction")} == {
        "client": "offset 2",
        "held": "",
        "offset": "1",
        "transaction": "Ongoing",
    }


def test_an_offset_that_does_not_go_back_is_a_refusal(run: tuple[ScheduleRun, FakeCluster]) -> None:
    played, cluster = run
    for step in played.schedule.steps[:4]:
        played.do(step)
    cluster.offset = lambda: "2"  # type: ignore[method-assign]
    with pytest.raises(Refused, match="offset is 2, and not 1"):
        played.do(played.schedule.steps[4])


@pytest.mark.parametrize("value", ["-1", "1 2", "stable"])
def test_what_no_group_has_committed_is_told(value: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f'{BEGIN}[[step]]\ndo = "look"\nsee = {{ offset = "{value}" }}\n')
    with pytest.raises(UsageError, match=f"offset is never {value}: it is as 1, or none, or unstable"):
        schedules.load(path)
