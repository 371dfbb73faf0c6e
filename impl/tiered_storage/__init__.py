"""Tiered storage (KIP-405): a partition whose old segments are in a remote storage, from 3.6 on.

What a replica may delete from its disk follows from what it knows of the copies, and that from a topic,
`__remote_log_metadata`, which each broker reads for itself. The log that the segments are copied from may fail over, or
be cut, meanwhile.

Left out: retention by time; segments whose bounds differ from broker to broker; transactions, of which only the last
stable offset matters here; how logs are truncated, which `kafka` has; the deletion of a topic.
"""

from pathlib import Path

from tidemark.impl.tiered_storage import remote, replication
from tidemark.impl.tiered_storage.bounds import TieredStorageAt
from tidemark.impl.tiered_storage.partition import (
    Expiry,
    Leftovers,
    RemoteRead,
    SizeRule,
    initial_partition,
    partition_type,
)
from tidemark.impl.tiered_storage.promises import PROMISES
from tidemark.impl.tiered_storage.telling import TELLING
from tidemark.spec import Cost, Family, Inquiry, Protocol, Rule, paid

RULES = {
    "highest": "up to where a broker takes its log for copied",
    "marker": "what a cut of the log does to that offset",
    "deep-cut": "where the log starts after a cut below the first local segment",
    "local-deletion": "which local segment may go",
    "copying": "which segments are copied",
    "remote-size": "which remote segments count against retention.bytes",
    "local-size": "which local segments count too",
    "expiry": "when a new leader's first expiry runs",
    "leftovers": "what happens to a copy that failed",
    "below-start": "what happens to a remote segment below the log start offset",
    "remote-read": "what a reader gets of a remote segment",
    "watermark": "what a leader does that finds its high watermark below its local log",
}

FAMILY = Family(
    name="tiered-storage",
    at=TieredStorageAt,
    rules=RULES,
    promises=PROMISES,
    state=partition_type,
    initial=initial_partition,
    actions=(*replication.ACTIONS, *remote.ACTIONS),
    telling=TELLING,
    costs=(Cost("faults", paid),),
    pins=Path(__file__).with_name("pins.toml"),
    inquiry=Inquiry(promises=("nothing-expires-early", "no-gap"), steps=({},)),
    needs_subject=True,
)

_3_6 = {
    "highest": Rule.sets("the highest offset of the latest epoch that has segments", bounds_highest=False),
    "marker": Rule.sets("nothing: it only grows", marker_falls=False),
    "deep-cut": Rule.sets("at the cut", keeps_start=False),
    "local-deletion": Rule.sets("one that is copied", deletes_uncopied=False),
    "copying": Rule.sets("those below the last stable offset", copies_uncommitted=False),
    "remote-size": Rule.sets("all of the lineage, in any state", remote_size=SizeRule.all_states),
    "local-size": Rule.sets(
        "those that begin at the highest copied offset or above", counts_last_copied=True
    ),
    "expiry": Rule.sets("after its copying task has run", expiry=Expiry.after_copying),
    "leftovers": Rule.sets("it stays", leftovers=Leftovers.stay),
    "below-start": Rule.sets("it goes", deletes_below_start=True),
    "remote-read": Rule.sets(
        "from its offset to the end of the segment, looked up by leader epoch",
        remote_read=RemoteRead.whole_segment,
    ),
    "watermark": Rule.sets(
        "it refuses fetches, and the high watermark stands", tolerates_old_watermark=False
    ),
}
_3_7 = {
    **_3_6,
    "highest": Rule.sets("the same, but not beyond where its log leaves that epoch", bounds_highest=True),
}
_3_8_0 = {**_3_7, "watermark": Rule.sets("it goes on (KAFKA-16452)", tolerates_old_watermark=True)}
_3_8_1 = {
    **_3_8_0,
    "remote-size": Rule.sets("those that were finished (KAFKA-17062)", remote_size=SizeRule.not_started),
    "leftovers": Rule.sets("its data goes, its metadata stays", leftovers=Leftovers.data_goes),
}
_3_9 = {**_3_8_1, "expiry": Rule.sets("at any time (KIP-950)", expiry=Expiry.any_time)}
_4_0 = {
    **_3_9,
    "remote-size": Rule.sets("those that are finished", remote_size=SizeRule.finished_only),
    "leftovers": Rule.sets(
        "it goes, and a deletion that failed is tried again", leftovers=Leftovers.all_goes
    ),
}
_SEEDED = {
    **_4_0,
    "expiry": Rule.sets("at any time, after it has looked for what is copied (KAFKA-20732)",
                        expiry=Expiry.any_time_seeded),
}  # fmt: skip
_EXCLUSIVE = {
    **_SEEDED,
    "local-size": Rule.sets("those that begin above it (KAFKA-20977)", counts_last_copied=False),
}
_SOUND = {
    **_EXCLUSIVE,
    "expiry": _3_6["expiry"],
    "remote-size": Rule.sets(
        "each copied offset once, from the log start on", remote_size=SizeRule.each_offset_once
    ),
    "marker": Rule.sets("it falls to the cut", marker_falls=True),
    "deep-cut": Rule.sets("where it did", keeps_start=True),
    "remote-read": Rule.sets(
        "from its offset to where the segment leaves the lineage", remote_read=RemoteRead.within_lineage
    ),
}


def _protocol(name: str, summary: str, rules: dict[str, Rule], *releases: str) -> Protocol:
    return Protocol(
        f"tiered-storage/{name}",
        summary,
        FAMILY,
        rules,
        releases=(releases[0], releases[-1]) if releases else None,
    )


PROTOCOLS = (
    _protocol("3.6", "tiered storage as an early access feature: 3.6", _3_6, "3.6"),
    _protocol("3.7", "what counts as copied ends with the epoch: 3.7", _3_7, "3.7"),
    _protocol("3.8.0", "an old high watermark is no error (KAFKA-16452): 3.8.0", _3_8_0, "3.8.0"),
    _protocol("3.8.1", "a copy that failed does not count (KAFKA-17062): 3.8.1", _3_8_1, "3.8.1"),
    _protocol("3.9", "copying and expiry are tasks of their own (KIP-950): 3.9", _3_9, "3.9"),
    _protocol("4.0", "a deletion that failed does not count: 4.0 to 4.3", _4_0, "4.0", "4.3"),
    _protocol("seeded", "4.0, but expiry looks for what is copied (KAFKA-20732): no release's up to 4.3.1", _SEEDED),
    _protocol("last-copied-once", "seeded, and a copied segment counts once (KAFKA-20977): no release's", _EXCLUSIVE),
    _protocol("sound", "what keeps all promises: no release's", _SOUND),
    _protocol("uncopied-goes", "sound, but a local segment goes whether it is copied or not: no release's",
              {**_SOUND, "local-deletion": Rule.sets("any committed one", deletes_uncopied=True)}),
    _protocol("uncommitted-copied", "sound, but what is not committed is copied too: no release's",
              {**_SOUND, "copying": Rule.sets("all full ones", copies_uncommitted=True)}),
    _protocol("below-start-stays", "sound, but what lies below the log start goes by its size alone: no release's",
              {**_SOUND, "below-start": Rule.sets("it goes if it makes the log too large", deletes_below_start=False)}),
    _protocol("by-offset", "sound, but segments are looked up without their epochs: no release's",
              {**_SOUND, "remote-read": Rule.sets("all, looked up by offset", remote_read=RemoteRead.any_lineage)}),
)  # fmt: skip
