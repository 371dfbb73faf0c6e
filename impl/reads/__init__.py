"""A read of a leader's log, moment by moment: when it sees the high watermark, the last stable offset, and the file.

In every other family a read is one step. Kafka reads without the log's lock, so appends and a rising high watermark
come in between. Only the leader's reads are here: the broker answers them under `leaderIsrUpdateLock`, so it does not
become a follower meanwhile. That the bytes are sent later is `--answer-bytes` of `kafka`.
"""

from pathlib import Path

from tidemark.impl.reads.appends import APPENDS
from tidemark.impl.reads.bounds import ReadsAt
from tidemark.impl.reads.fetches import FETCHES
from tidemark.impl.reads.leader import initial_leader, leader_type
from tidemark.impl.reads.promises import PROMISES
from tidemark.impl.reads.telling import STORIES, beginning, picture_of
from tidemark.impl.shared.sentences import SentenceTelling
from tidemark.spec import Family, Inquiry, Protocol, Rule

RULES = {
    "last-stable-offset": "how a read_committed fetch finds its upper bound",
    "end-offset": "how the end offset of read_committed is found, which ListOffsets answers",
    "slice": "how often a slice of the file reads the file's size",
    "boundary": "what is read at an upper bound whose position is the end of the earlier segment",
    "stability": "until when a transaction is unstable",
    "aborted-index": "when the index of aborted transactions has a transaction",
}

FAMILY = Family(
    name="reads",
    at=ReadsAt,
    rules=RULES,
    promises=PROMISES,
    state=leader_type,
    initial=initial_leader,
    actions=(*APPENDS, *FETCHES),
    telling=SentenceTelling(STORIES, picture_of, beginning),
    pins=Path(__file__).with_name("pins.toml"),
    inquiry=Inquiry(steps=tuple({"log-size": size} for size in (2, 3, 4))),
)

_2_5_1 = {
    "last-stable-offset": Rule.sets(
        "the high watermark is read once, before the first unstable offset (KAFKA-9807)",
        stable_from_two=False,
    ),
    "end-offset": Rule.sets(
        "the high watermark is read twice, after the first unstable offset (`lastStableOffset`)",
        end_from_two=True,
    ),
    "slice": Rule.sets("once (KAFKA-9835)", sized_twice=False),
    "boundary": Rule.sets("nothing (KAFKA-9838)", whole_segment=False),
    "stability": Rule.sets("until its marker is replicated", until_replicated=True),
    "aborted-index": Rule.sets("before its append releases the lock", indexed_first=True),
}
_FROM_TWO = Rule.sets(
    "the high watermark is read twice, after the first unstable offset", stable_from_two=True
)
_SIZED_TWICE = Rule.sets("twice: once to compare, once for the end", sized_twice=True)
_WHOLE = Rule.sets("the later segment up to the end of its file", whole_segment=True)

_0_11 = {**_2_5_1, "last-stable-offset": _FROM_TWO}
_1_1 = {**_0_11, "slice": _SIZED_TWICE}
_2_4 = {**_1_1, "boundary": _WHOLE}

PROTOCOLS = (
    Protocol("reads/0.11", "the last stable offset from two reads of the high watermark: 0.11 and 1.0", FAMILY, _0_11),
    Protocol("reads/1.1", "and slices that grow: 1.1 to 2.3", FAMILY, _1_1),
    Protocol("reads/2.4", "and reads across a new segment: 2.4", FAMILY, _2_4),
    Protocol("reads/2.5.0", "KAFKA-9807 repaired: 2.5.0", FAMILY,
             {**_2_4, "last-stable-offset": _2_5_1["last-stable-offset"]}),
    Protocol("reads/2.5.1", "KAFKA-9835 and KAFKA-9838 repaired: 2.5.1 to 4.3", FAMILY, _2_5_1),
    Protocol("reads/before-kafka-9835", "2.5.1, but slices grow: no release's alone", FAMILY,
             {**_2_5_1, "slice": _SIZED_TWICE}),
    Protocol("reads/before-kafka-9838", "2.5.1, but reads across a new segment: no release's alone", FAMILY,
             {**_2_5_1, "boundary": _WHOLE}),
    Protocol("reads/end-from-one", "2.5.1, and ListOffsets reads the high watermark once: no release's", FAMILY,
             {**_2_5_1, "end-offset": Rule.sets("as a fetch finds it", end_from_two=False)}),
    Protocol("reads/stable-when-decided", "2.5.1, but a marker need not be replicated: no release's", FAMILY,
             {**_2_5_1, "stability": Rule.sets("until its marker is appended", until_replicated=False)}),
    Protocol("reads/index-later", "2.5.1, but the index is written without the lock: no release's", FAMILY,
             {**_2_5_1, "aborted-index": Rule.sets("some time later", indexed_first=False)}),
)  # fmt: skip
