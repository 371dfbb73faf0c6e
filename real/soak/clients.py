"""The clients of a soak: a producer that sends one record after another, and a consumer that reads meanwhile.

Both come from kafka-python. The producer waits for each answer before it sends again, and never sends a record
twice, so after an error it is not known whether the record is in the log, or comes into it later. Only a refusal for
too small an ISR is certain.
"""

from __future__ import annotations

import itertools
import random
import threading
from abc import ABC, abstractmethod

from kafka import KafkaConsumer, KafkaProducer, TopicPartition
from kafka.errors import KafkaError, NotEnoughReplicasError

from tidemark.real.brokers.clients import end
from tidemark.real.brokers.processes import NoAnswer
from tidemark.real.brokers.recorder import Recorder

PAUSE = (0.05, 2.5)
"""Seconds between an answer and the next record."""
LONGEST = 90.0
"""Seconds that a client may take to end."""
ANSWER = 4.0
"""Seconds after which a producer takes a record for failed."""


class ClientThread(ABC):
    """A client at work in its own thread, until `end` is called."""

    def __init__(self) -> None:
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Begin nothing more, and wait for what is under way.

        Raises:
            NoAnswer: the library does not come back from a call.
        """
        self._ends.set()
        self._thread.join(LONGEST)
        if self._thread.is_alive():
            raise NoAnswer(f"{type(self).__name__} does not come back from a call")

    @abstractmethod
    def _run(self) -> None:
        """Work until it ends."""


class ProducerThread(ClientThread):
    """A producer at work, until `end` is called or all its records are sent."""

    def __init__(self, topic: str, servers: list[str], records: int, recorder: Recorder, seed: str) -> None:
        self._topic, self._servers, self._records = topic, servers, records
        self._recorder, self._chance = recorder, random.Random(seed)
        super().__init__()

    def _run(self) -> None:
        milliseconds = int(ANSWER * 1000)
        producer = KafkaProducer(
            bootstrap_servers=self._servers,
            acks="all",
            retries=0,
            enable_idempotence=False,
            request_timeout_ms=milliseconds,
            delivery_timeout_ms=milliseconds,
            max_block_ms=milliseconds,
            metadata_max_age_ms=1000,
        )
        remaining = self._records
        for number in itertools.count():
            if not remaining or self._ends.wait(self._chance.uniform(*PAUSE)):
                break
            record = f"m{number}"
            remaining -= 1
            self._recorder.note("send", record=record)
            try:
                answer = producer.send(self._topic, record.encode(), partition=0).get(2 * ANSWER)
                self._recorder.note("acknowledge", record=record, offset=answer.offset)
            except NotEnoughReplicasError:  # nothing was appended: that is another error
                self._recorder.note("refuse", record=record)
                remaining += 1
            except KafkaError as error:
                self._recorder.note("fail", record=record, error=type(error).__name__)
        end(producer)


class ConsumerThread(ClientThread):
    """A consumer at work, from the beginning of the partition on, until `end` is called."""

    def __init__(self, topic: str, servers: list[str], recorder: Recorder) -> None:
        self._partition, self._servers, self._recorder = TopicPartition(topic, 0), servers, recorder
        super().__init__()

    def _run(self) -> None:
        consumer = KafkaConsumer(
            bootstrap_servers=self._servers,
            enable_auto_commit=False,
            group_id=None,
            auto_offset_reset="earliest",
            metadata_max_age_ms=1000,
            request_timeout_ms=5000,
            fetch_max_wait_ms=200,
        )
        consumer.assign([self._partition])
        consumer.seek(self._partition, 0)
        while not self._ends.is_set():
            try:
                batches = consumer.poll(200)
            except KafkaError as error:
                self._recorder.note("consumer fails", error=type(error).__name__)
                continue
            for record in itertools.chain.from_iterable(batches.values()):
                epoch = {} if record.leader_epoch in (None, -1) else {"epoch": record.leader_epoch}
                self._recorder.note("read", record=record.value.decode(), offset=record.offset, **epoch)
        consumer.close()
