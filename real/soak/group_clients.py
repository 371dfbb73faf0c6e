"""The clients of an episode that use transactions and a consumer group, on a topic of their own.

One writes transactions, which it commits or aborts. Others are members of a group: they get what is committed, and
commit how far they are; each leaves after a while, and another one joins. What they call and get is recorded as in a
history of clients (`impl.histories.kafka`), each client a process.
"""

from __future__ import annotations

import contextlib
import itertools
import random
import time
from collections.abc import Sequence
from typing import Any

from kafka import ConsumerRebalanceListener, KafkaConsumer, KafkaProducer, TopicPartition
from kafka.errors import CommitFailedError, KafkaError
from kafka.structs import OffsetAndMetadata

from tidemark.real.brokers.clients import read_with_offsets
from tidemark.real.brokers.recorder import Recorder
from tidemark.real.soak.clients import ANSWER, PAUSE, ClientThread
from tidemark.spec.logs.client_histories import FAIL, INFO, OK

KEY = "group"
"""What histories call the partition."""
STAYS = (3.0, 12.0)
"""Seconds that a member stays in its group."""
MILLISECONDS = int(ANSWER * 1000)


class CallRecorder:
    """Notes calls of a process and their answers."""

    def __init__(self, recorder: Recorder, process: str) -> None:
        self._recorder, self._process = recorder, process

    def call(self, name: str, value: Any, at: float | None = None) -> None:
        """Note that a call began; `at`, by the clock, where that is only known later."""
        self._recorder.note("call", at, process=self._process, f=name, value=value)

    def answer(self, name: str, outcome: str, value: Any, **fields: Any) -> None:
        """Note its answer."""
        self._recorder.note("answer", process=self._process, f=name, type=outcome, value=value, **fields)


class TransactionThread(ClientThread):
    """A producer of transactions, until `end` is called. After an unknown outcome a new one takes its place."""

    def __init__(self, topic: str, servers: list[str], recorder: Recorder, seed: str) -> None:
        self._topic, self._servers, self._recorder = topic, servers, recorder
        self._chance = random.Random(f"{seed}-transactions")
        self._values = itertools.count()
        super().__init__()

    def _run(self) -> None:
        for number in itertools.count():
            if self._ends.is_set():
                break
            producer = KafkaProducer(
                bootstrap_servers=self._servers,
                transactional_id=self._topic,
                request_timeout_ms=MILLISECONDS,
                delivery_timeout_ms=MILLISECONDS + 1000,
                max_block_ms=MILLISECONDS,
                transaction_timeout_ms=MILLISECONDS * 2,
                metadata_max_age_ms=1000,
            )
            try:
                producer.init_transactions()
                calls = CallRecorder(self._recorder, f"writer {number}")
                while not self._ends.wait(self._chance.uniform(*PAUSE)) and self._transact(producer, calls):
                    pass
            except (KafkaError, AssertionError):  # the coordinator is not there: begin again
                self._ends.wait(1.0)
            finally:
                with contextlib.suppress(KafkaError):  # what it has not sent by then has failed
                    producer.close(timeout=2 * ANSWER)

    def _transact(self, producer: KafkaProducer, calls: CallRecorder) -> bool:
        """Run a transaction; false where nobody knows how it ended."""
        values = [f"t{next(self._values)}" for _ in range(self._chance.randint(1, 3))]
        asked = [["send", KEY, value] for value in values]
        calls.call("txn", asked)
        try:
            producer.begin_transaction()
            sent = [producer.send(self._topic, value.encode(), partition=0) for value in values]
            offsets = [future.get(ANSWER).offset for future in sent]
            commits = self._chance.random() < 0.7
            (producer.commit_transaction if commits else producer.abort_transaction)()
        except (KafkaError, AssertionError):
            calls.answer("txn", INFO, asked)
            return False
        answer = [["send", KEY, [offset, value]] for offset, value in zip(offsets, values, strict=True)]
        calls.answer("txn", OK if commits else FAIL, answer)
        return True


class MemberThread(ClientThread):
    """Members of a group, one after another, until `end` is called."""

    def __init__(self, topic: str, servers: list[str], recorder: Recorder, seed: str) -> None:
        self._partition, self._servers, self._recorder = TopicPartition(topic, 0), servers, recorder
        self._chance, self._name = random.Random(seed), f"member {seed}"
        super().__init__()

    def _run(self) -> None:
        for number in itertools.count():
            if self._ends.is_set():
                break
            consumer = KafkaConsumer(
                bootstrap_servers=self._servers,
                group_id=self._partition.topic,
                enable_auto_commit=False,
                auto_offset_reset="earliest",
                isolation_level="read_committed",
                metadata_max_age_ms=1000,
                request_timeout_ms=8000,
                session_timeout_ms=6000,
                heartbeat_interval_ms=500,
                fetch_max_wait_ms=200,
            )
            calls = CallRecorder(self._recorder, f"{self._name} {number}")
            try:
                self._work(consumer, calls)
            except (KafkaError, AssertionError):  # what it did last has an unknown outcome
                self._ends.wait(0.5)
            finally:
                consumer.close(autocommit=False, timeout_ms=2000)

    def _work(self, consumer: KafkaConsumer, calls: CallRecorder) -> None:
        assignment = _Assignment()
        consumer.subscribe([self._partition.topic], listener=assignment)
        calls.call("subscribe", [KEY])
        calls.answer("subscribe", OK, [KEY])
        until = time.monotonic() + self._chance.uniform(*STAYS)
        while time.monotonic() < until and not self._ends.is_set():
            began = time.time()
            polled = list(itertools.chain.from_iterable(consumer.poll(200).values()))
            if assignment.take_change():
                calls.call("poll", [["poll"]], began)
                calls.answer(
                    "poll", OK, [["poll", {KEY: _pairs(polled)}]], **{"rebalance-log": [{"keys": [KEY]}]}
                )
                self._fetch_offset(consumer, calls)
            elif polled:
                calls.call("poll", [["poll"]], began)
                calls.answer("poll", OK, [["poll", {KEY: _pairs(polled)}]])
            if polled:
                self._commit(consumer, calls, polled[-1].offset + 1)

    def _commit(self, consumer: KafkaConsumer, calls: CallRecorder, offset: int) -> None:
        calls.call("commit", {KEY: offset})
        outcome = INFO
        try:
            consumer.commit({self._partition: OffsetAndMetadata(offset, "", -1)}, timeout_ms=MILLISECONDS)
            outcome = OK
        except CommitFailedError:  # it is no member any more, and has committed nothing
            outcome = FAIL
        finally:
            calls.answer("commit", outcome, {KEY: offset})

    def _fetch_offset(self, consumer: KafkaConsumer, calls: CallRecorder) -> None:
        if self._partition not in consumer.assignment():
            return
        calls.call("committed", [KEY])
        outcome, offset = INFO, None
        try:
            offset = consumer.committed(self._partition, timeout_ms=MILLISECONDS)
            outcome = OK
        finally:
            calls.answer("committed", outcome, {KEY: offset})


class _Assignment(ConsumerRebalanceListener):  # type: ignore[misc]
    """Notes that a member was given partitions, or lost them."""

    def __init__(self) -> None:
        self._has_changed = False

    def _note(self, partitions: object) -> None:
        del partitions
        self._has_changed = True

    on_partitions_assigned = on_partitions_revoked = _note

    def take_change(self) -> bool:
        """Whether there was a change since the last question."""
        has_changed, self._has_changed = self._has_changed, False
        return has_changed


def note_group_ending(recorder: Recorder, topic: str, ports: Sequence[int]) -> None:
    """Note what a consumer reads in the end of what is committed."""
    began = time.time()
    pairs = read_with_offsets(topic, ports, "read_committed")
    calls = CallRecorder(recorder, "reader of the group's topic at the end")
    calls.call("poll", [["poll"]], began)
    calls.answer("poll", OK, [["poll", {KEY: [list(pair) for pair in pairs]}]])


def _pairs(records: list[Any]) -> list[list[Any]]:
    return [[record.offset, record.value.decode()] for record in records]
