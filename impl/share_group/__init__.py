"""Share groups (KIP-932): members that share a partition's records, each of which is locked, answered and counted.

One partition, whose leader keeps the records in flight and writes what is answered to the share coordinator, that is to
`__share_group_state`. The partition's log loses nothing here: the other families have that. Left out: records that are
locked in batches; sessions; the log of the coordinator, which is one value that only a write changes; retention and
compaction; a delivery count limit that changes; that 4.0 and 4.1.0 move the start offset past an answer that is being
written.
"""

from pathlib import Path

from tidemark.impl.share_group import delivery, persister
from tidemark.impl.share_group.bounds import ShareGroupAt
from tidemark.impl.share_group.progress import FAIRNESS, PROGRESS
from tidemark.impl.share_group.promises import PROMISES
from tidemark.impl.share_group.state import initial_group, share_group_type
from tidemark.impl.share_group.telling import TELLING
from tidemark.spec import Cost, Family, Inquiry, Protocol, Rule, paid
from tidemark.spec.families.releases import Range

RULES = {
    "first-start": "where a group begins that has no start offset",
    "stored-start": "what a write does to the stored start offset",
    "gaps": "what a leader does with records between stored ones of which nothing is stored",
    "completion": "when a record is complete",
    "fencing": "whose writes the share coordinator refuses",
    "delivery-limit": "what counts towards group.share.delivery.count.limit",
    "failed-write": "what happens to a record whose write failed",
    "record-locks": "what counts towards group.share.partition.max.record.locks",
    "lost-broker": "what a member hears of an answer if the broker that it fetched from is gone",
}

FAMILY = Family(
    name="share-group",
    at=ShareGroupAt,
    rules=RULES,
    promises=(*PROMISES, *PROGRESS),
    fairness=FAIRNESS,
    state=share_group_type,
    initial=initial_group,
    actions=(*delivery.ACTIONS, *persister.ACTIONS),
    telling=TELLING,
    costs=(Cost("faults", paid),),
    pins=Path(__file__).with_name("pins.toml"),
    inquiry=Inquiry(
        promises=("skips-nothing", "archived-was-had", "acknowledged-stays"),
        steps=({"records": 1}, {"records": 2}, {"records": 3}),
    ),
    needs_subject=True,
)

_4_3 = {
    "first-start": Rule.sets("each leader finds it again, until a write stores it", stores_first_start=False),
    "stored-start": Rule.sets("it sets it, even back", only_raises_start=False),
    "gaps": Rule.sets("it delivers them", overlooks_gaps=False),
    "completion": Rule.sets("when a member accepts or rejects it, or its deliveries are used up",
                            completes_on_delivery=False),
    "fencing": Rule.sets("those of an older leader epoch, or of an older state epoch",
                         fences_leaders=True, fences_resets=True),
    "delivery-limit": Rule.sets("each delivery, when the lock ends without accept or reject", counts_deliveries=True),
    "failed-write": Rule.sets("it is locked as before, or free if that lock has expired", forgets_lock=False),
    "record-locks": Rule.sets("records from the start offset on that are not complete", limits_locks=True,
                              counts_complete=False),
    "lost-broker": Rule.sets("NOT_LEADER_OR_FOLLOWER (KAFKA-20330)", is_silent=False),
}  # fmt: skip
_4_2 = {**_4_3, "lost-broker": Rule.sets("nothing from `commitSync`", is_silent=True)}
_4_1 = {
    **_4_2,
    "record-locks": Rule.sets("records from the start offset on", limits_locks=True, counts_complete=True),
    "failed-write": Rule.sets("it is acquired, without a lock if that has expired", forgets_lock=True),
}
_4_0 = {**_4_1, "gaps": Rule.sets("it takes them for read, and moves past them", overlooks_gaps=True)}


def _protocol(name: str, summary: str, rules: dict[str, Rule], releases: Range | None = None) -> Protocol:
    return Protocol(f"share-group/{name}", summary, FAMILY, rules, releases=releases)


def _rival(name: str, summary: str, rule: str, words: str, **settings: bool) -> Protocol:
    changed = Rule.sets(words, **{**_4_3[rule].settings, **settings})
    return _protocol(name, f"a rival: {summary}", {**_4_3, rule: changed})


PROTOCOLS = (
    _protocol("4.0", "as a first look: records between stored ones are skipped", _4_0, ("4.0", "4.0")),
    _protocol("4.1", "as a preview: these come again (KAFKA-18494)", _4_1, ("4.1", "4.1")),
    _protocol("4.2", "a record whose write failed gets free (KAFKA-19476)", _4_2, ("4.2", "4.2")),
    _protocol("4.3", "a member hears of each answer that is lost (KAFKA-20330)", _4_3, ("4.3", "4.3")),
    _rival("first-start-stored", "a leader stores where it begins", "first-start",
           "the first leader stores it", stores_first_start=True),
    _rival("start-only-rises", "the stored start offset never goes back", "stored-start",
           "it raises it", only_raises_start=True),
    _rival("complete-when-handed-out", "a record is complete when it is handed out", "completion",
           "when it is handed out", completes_on_delivery=True),
    _rival("unfenced-leaders", "the coordinator takes writes of every leader", "fencing",
           "those of an older state epoch", fences_leaders=False),
    _rival("unfenced-resets", "the coordinator takes writes of every state epoch", "fencing",
           "those of an older leader epoch", fences_resets=False),
    _rival("no-delivery-limit", "no delivery is counted", "delivery-limit", "nothing", counts_deliveries=False),
    _rival("no-lock-limit", "a leader hands out what it has", "record-locks", "nothing", limits_locks=False),
)  # fmt: skip
