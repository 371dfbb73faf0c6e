"""From the lines of Kafka's logs to events: who leads, cuts a log, changes the ISR, comes and goes.

For example, `[2026-11-28 03:52:24,883] INFO [Broker id=2] Follower t-0 starts at leader epoch 4 from offset 0 with …`
becomes `{"event": "follows", "broker": 2, "partition": "t-0", "epoch": 4, "offset": 0, …}`.

All of them are logged at INFO, from 4.0.0 to 4.3.1. Lines without a time at their beginning go on with an entry (a
stack trace, the properties of a broker), and are left out, as all other entries are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

TIME = re.compile(
    r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)[.,](\d{3})\d*\s*(Z|[+-]\d\d:?\d\d)?(?=[\]\s|])", re.ASCII
)
"""The time of an entry, as log4j's `%d` writes it, or `%d{ISO8601}`; within the first characters of a line."""
FIRST = 80
"""Characters of a line in which its time begins and ends: a container's name may come before it."""
METADATA = "__cluster_metadata-0"
"""The log of the controllers, which is no partition of a topic."""

Fields = dict[str, Any]
TOPIC_PARTITION = r"(?P<partition>[\w.-]+-\d+)"
_IDS = r"\[(?P<{}>[\d, ]*)\]"


def _ids(digits: str) -> tuple[int, ...]:
    return tuple(int(word) for word in re.findall(r"\d+", digits))


def _leader(word: str) -> int | None:
    """A leader as `Some(2)`, `None`, `2` or `-1` name it."""
    return (
        int(digits.group())
        if (digits := re.fullmatch(r"\d+", word.removeprefix("Some(").rstrip(")")))
        else None
    )


_CONVERT: Mapping[str, Callable[[str], Any]] = {
    **dict.fromkeys(
        ("broker", "epoch", "offset", "high_watermark", "before_epoch", "end_epoch", "end_offset", "version"),
        int,
    ),
    **dict.fromkeys(("isr", "replicas", "old", "new"), _ids),
    **dict.fromkeys(("leader", "before"), _leader),
}
"""What makes a field of the text of a group; all others stay text."""

_BROKER = r"\[Broker id=(?P<broker>\d+)\]"
_FETCHER = r"\[ReplicaFetcher replicaId=(?P<broker>\d+),[^\]]*\]"
_OF_PARTITION = rf"\[Partition {TOPIC_PARTITION} broker=(?P<broker>\d+)\]"
_OF_LOG = rf"\[UnifiedLog partition={TOPIC_PARTITION},[^\]]*\]"
_BEFORE = r"Previous leader (?P<before>\S+) and previous leader epoch was (?P<before_epoch>-?\d+)"
_SUBJECT = r"broker (?P<broker>\d+)"

KINDS: Mapping[str, str] = {
    # state-change.log
    "leads": rf"{_BROKER} Leader {TOPIC_PARTITION} .*starts at leader epoch (?P<epoch>\d+) from offset "
             r"(?P<offset>\d+) with partition epoch (?P<version>\d+), high watermark (?P<high_watermark>\d+), "
             rf"ISR {_IDS.format('isr')}.*{_BEFORE}",
    "follows": rf"{_BROKER} Follower {TOPIC_PARTITION} starts at leader epoch (?P<epoch>\d+) from offset "
               rf"(?P<offset>\d+) with partition epoch \d+ and high watermark (?P<high_watermark>\d+)\. "
               rf"Current leader is (?P<leader>-?\d+)\. {_BEFORE}",
    "leads_on": rf"{_BROKER} Skipped the become-leader state change for {TOPIC_PARTITION} "
                rf"(?=.*\breplicas={_IDS.format('replicas')})(?=.*\bpartitionEpoch=(?P<version>\d+)).*since it "
                r"is already the leader with leader epoch (?P<epoch>\d+)\. Current high watermark "
                rf"(?P<high_watermark>\d+), ISR {_IDS.format('isr')}",
    "follows_on": rf"{_BROKER} Skipped the become-follower state change for {TOPIC_PARTITION} "
                  rf".*\bleader=(?P<leader>-?\d+).*since it is already a follower with leader epoch (?P<epoch>\d+)",
    # server.log
    "starts": r"Registered signal handlers for TERM",
    "loads": r"Completed load of Log\(dir=[^)]*, topic=(?P<topic>[\w.-]+), partition=(?P<number>\d+), "
             r"[^)]*logEndOffset=(?P<offset>\d+)\)",
    "checkpoint": rf"{_OF_PARTITION} Log loaded for partition \S+ with initial high watermark (?P<high_watermark>\d+)",
    "isr": rf"{_OF_PARTITION} ISR updated to (?P<isr>[\d,]*) .*version updated to (?P<version>\d+)",
    "shrinks": rf"{_OF_PARTITION} Shrinking ISR from (?P<old>[\d,]*) to (?P<new>[\d,]*)\. Leader: \(highWatermark: "
               r"(?P<high_watermark>\d+), endOffset: (?P<offset>\d+)\)",
    "truncates": rf"{_FETCHER} Truncating partition {TOPIC_PARTITION} with TruncationState\(offset=(?P<offset>\d+), "
                 r".*due to leader epoch and offset EpochEndOffset\(.*leaderEpoch=(?P<end_epoch>-?\d+), "
                 r"endOffset=(?P<end_offset>-?\d+)\)",
    "truncates_to_high_watermark": rf"{_FETCHER} Truncating partition {TOPIC_PARTITION} with TruncationState\("
                                   r"offset=(?P<offset>\d+), .*due to local high watermark (?P<high_watermark>\d+)",
    "out_of_range": rf"{_FETCHER} Current offset \d+ for partition {TOPIC_PARTITION} is out of range, which typically "
                    r"implies a leader change\. Reset fetch offset to (?P<offset>\d+)",
    "cuts": rf"{_OF_LOG} Truncating to offset (?P<offset>\d+)",
    "keeps": rf"{_OF_LOG} Truncating to \d+ has no effect as the largest offset in the log is (?P<offset>-?\d+)",
    # controller.log
    "creates": rf"Replayed PartitionRecord for new partition {TOPIC_PARTITION} with topic ID \S+ and "
               rf"PartitionRegistration\(replicas={_IDS.format('replicas')}.*\bisr={_IDS.format('isr')}.*"
               r"\bleader=(?P<leader>-?\d+), .*leaderEpoch=(?P<epoch>\d+)",
    "sets": r"Replayed ConfigRecord for ConfigResource\(type=(?P<type>BROKER|TOPIC), name='(?P<topic>[^']*)'\) which "
            r"set configuration (?P<setting>min\.insync\.replicas|unclean\.leader\.election\.enable) to (?P<value>\S+)",
    "elects_uncleanly": rf"UNCLEAN partition change for {TOPIC_PARTITION} ",
    "registers": rf"Registering a new incarnation of {_SUBJECT}\.",
    "unfences": rf"The request from {_SUBJECT} to unfence has been granted",
    "fences": rf"(?:Fencing|Unfenced) {_SUBJECT} "
              r"(?:(?:at epoch \d+ )?because its session has timed out|has requested and been granted fencing)",
    "lets_leave": rf"Unfenced {_SUBJECT} has requested and been granted a controlled shutdown",
    "stops": rf"The request from {_SUBJECT} to shut down has been granted",
    "stops_at_once": rf"Unfenced {_SUBJECT} has requested and been granted an immediate shutdown",
    "stops_fenced": rf"Fenced {_SUBJECT} has requested and been granted an immediate shutdown",
}  # fmt: skip
"""What each kind of event looks like in the logs."""
CONTROLLERS = frozenset(list(KINDS)[list(KINDS).index("creates") :])
"""The kinds of which a controller is the node, and a broker at most the subject."""

ROLES = frozenset({"leads", "follows"})
"""What a broker writes of each leader epoch."""

_HINT = re.compile(
    r"starts at leader epoch|Skipped the become-|Registered signal|Completed load|Log loaded|ISR updated|Shrinking ISR"
    r"|Truncating|out of range, which|Replayed (?:Part|Conf)|incarnation of|The request from"
    r"|encing broker|enced broker|UNCLEAN"
)
"""What one of the kinds has in its line: most lines are left out by this alone."""
_PATTERNS = tuple((kind, re.compile(pattern, re.ASCII)) for kind, pattern in KINDS.items())


def read_entries(lines: Iterable[str]) -> Iterator[tuple[int, Fields]]:
    """The entries that concern a partition or the life of a broker."""
    has_time = False
    number = 0
    for number, line in enumerate(lines, 1):
        if not has_time:
            has_time = TIME.search(line, 0, FIRST) is not None
        if _HINT.search(line) and (fields := _entry(line)):
            yield number, fields
    if number and not has_time:
        raise ValueError(
            "no line begins with its time: Kafka's pattern [%d] %p %m (%c)%n is read, with a date and milliseconds"
        )


def _entry(line: str) -> Fields | None:
    for kind, pattern in _PATTERNS:
        match = pattern.search(line)
        if match is None:
            continue
        groups = match.groupdict()
        if kind == "loads":
            groups["partition"] = f"{groups.pop('topic')}-{groups.pop('number')}"
        if groups.get("partition") == METADATA:
            return None
        fields = {name: _CONVERT.get(name, str)(text) for name, text in groups.items()}
        fields.update(event=kind, at=_time_of(line), text=_text(line))
        fields["began"] = fields["at"]
        fields["node"] = "controller" if kind in CONTROLLERS else str(fields.get("broker", "?"))
        return fields
    return None


def _time_of(line: str) -> float:
    """When an entry was written, in seconds.

    Raises:
        ValueError: it does not say.
    """
    match = TIME.search(line, 0, FIRST)
    if match is None:
        raise ValueError(
            "this entry has no time with a date and milliseconds at its beginning, as Kafka's pattern "
            "[%d] %p %m (%c)%n has it"
        )
    date, clock, milliseconds, zone = match.groups()
    moment = datetime.fromisoformat(f"{date} {clock}.{milliseconds}{(zone or '').replace('Z', '+00:00')}")
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()


def _text(line: str) -> str:
    """What an entry says, without its time, level and logger, and not too long."""
    time = TIME.search(line)
    rest = line[time.end() :] if time else line
    message = re.sub(r"^\W*(?:TRACE|DEBUG|INFO|WARN|ERROR)\W\s*", "", rest).strip()
    message = re.sub(r" \([\w.$]+\)$", "", message)
    return message if len(message) <= 300 else f"{message[:299]}…"
