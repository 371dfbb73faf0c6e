"""One member of a group under the classic protocol, with kafka-python's consumer. Its log is what it prints, as JSON.

The library logs each request and each answer (`kafka.net.connection`, level debug): those of the group are written here
in another form, and what the map does not read is left out. Besides, the member says which record it has processed. On
SIGTERM it leaves the group.
"""

import json
import logging
import signal
import sys
import threading
import time

from kafka import KafkaConsumer
from kafka.coordinator.assignors.cooperative_sticky import CooperativeStickyAssignor
from kafka.coordinator.assignors.range import RangePartitionAssignor
from kafka.coordinator.base import MemberState
from kafka.errors import CommitFailedError, RebalanceInProgressError, for_code
from kafka.protocol.consumer.metadata import ConsumerProtocolAssignment
from kafka.structs import OffsetAndMetadata

POLL = 2000
"""Milliseconds. Where a poll ends while the member joins, kafka-python may join once more: see README.md."""
ASSIGNORS = {"eager": RangePartitionAssignor, "cooperative": CooperativeStickyAssignor}


def assigned(raw):
    """The partitions in an assignment, which the answer has as bytes."""
    one = ConsumerProtocolAssignment.decode(raw) if isinstance(raw, bytes) else raw
    return [partition for _, partitions in one.assigned_partitions for partition in partitions]


def committed(message):
    """The one partition of a commit, or of its answer."""
    return message.topics[0].partitions[0]


def fetched(message):
    """The committed offsets in an answer; -1 where there is none."""
    return {p.partition_index: p.committed_offset for t in message.groups[0].topics for p in t.partitions}


FIELDS = {
    "JoinGroupRequest": lambda m: {"member": m.member_id, "assignor": m.protocols[0][0]},
    "JoinGroupResponse": lambda m: {"generation": m.generation_id, "leader": m.leader, "error": m.error_code},
    "SyncGroupRequest": lambda m: {"assigned": {member: assigned(raw) for member, raw in m.assignments}},
    "SyncGroupResponse": lambda m: {"error": m.error_code, "assigned": assigned(m.assignment or b"\0" * 10)},
    "HeartbeatRequest": lambda m: {"generation": m.generation_id},
    "HeartbeatResponse": lambda m: {"error": m.error_code},
    "LeaveGroupRequest": lambda _: {},
    "LeaveGroupResponse": lambda m: {"error": m.error_code or m.members[0].error_code},
    "OffsetCommitRequest": lambda m: {
        "generation": m.generation_id_or_member_epoch,
        "partition": committed(m).partition_index,
        "offset": committed(m).committed_offset,
    },
    "OffsetCommitResponse": lambda m: {"error": committed(m).error_code},
    "OffsetFetchRequest": lambda _: {},
    "OffsetFetchResponse": lambda m: {"offsets": fetched(m), "error": m.groups[0].error_code},
}


class Log(logging.Handler):
    """Prints the requests and answers of the group that the library logs. The clock is that of the machine."""

    def __init__(self, client):
        super().__init__()
        self.client = client

    def say(self, event, **fields):
        """Print a line, at once: the library has a thread of its own, which logs too."""
        if "error" in fields:
            fields["error"] = for_code(fields["error"]).message
        with self.lock:
            line = {"at": time.monotonic(), "client": self.client, "event": event, **fields}
            print(json.dumps(line), flush=True)

    def emit(self, record):
        """Print what a line of the library's has, if it is of the group."""
        message = record.args[-1] if record.args else None
        name = type(message).__name__
        if name in FIELDS:
            connection, number = record.args[:2]
            self.say(name, id=f"{self.client}-{id(connection)}-{number}", **FIELDS[name](message))

    def handleError(self, _record):
        """End where a line of the library's is not as expected: without it the log would say nothing."""
        raise


def main(kind, session, server, topic, name):
    """Read a topic as a member of the group of its name, a record at a time, and commit after each."""
    log = Log(name)
    library = logging.getLogger("kafka.net.connection")
    library.setLevel(logging.DEBUG)
    library.addHandler(log)
    library.propagate = False
    ends = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: ends.set())
    consumer = KafkaConsumer(
        topic,
        bootstrap_servers=server,
        group_id=topic,
        client_id=name,
        partition_assignment_strategy=[ASSIGNORS[kind]],
        enable_auto_commit=False,
        auto_offset_reset="earliest",
        session_timeout_ms=int(session),
        heartbeat_interval_ms=300,
        fetch_max_wait_ms=200,
    )
    uncommitted = {}
    while not (ends.is_set() and consumer.group_metadata().state is MemberState.STABLE):
        for one, records in consumer.poll(POLL, max_records=1).items():
            log.say("processed", partition=one.partition, offset=records[0].offset)
            uncommitted[one] = records[0].offset + 1
            consumer.pause(one)  # no other record of the partition until this one is committed
            time.sleep(0.1)
        uncommitted = {one: offset for one, offset in uncommitted.items() if commit(consumer, one, offset)}
    consumer.close()


def commit(consumer, one, offset):
    """Commit an offset; gives whether to try again."""
    if one not in consumer.assignment():
        return False
    try:
        consumer.commit({one: OffsetAndMetadata(offset, "", -1)})
    except RebalanceInProgressError:
        return True  # a member that keeps its partitions while it rejoins
    except CommitFailedError:
        return False  # it is no member any more: whoever has the partition now reads the record again
    consumer.resume(one)
    return False


main(*sys.argv[1:])
