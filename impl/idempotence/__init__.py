"""The idempotent producer (KIP-98): producer epoch and sequence numbers, and what a leader remembers of them.

One producer and one partition, with several requests in flight on a connection that breaks, a leader that refuses, and
leaders that change. `session` has the state, `producer` and `leader` the two sides; a protocol is a choice of the rules
here. The rule `producer` of the family `kafka` shows how it works under the replication of a partition.
"""

from pathlib import Path

from tidemark.impl.idempotence import leader, producer
from tidemark.impl.idempotence.bounds import IdempotenceAt
from tidemark.impl.idempotence.promises import PROMISES
from tidemark.impl.idempotence.session import Gap, Unknown, session_type
from tidemark.impl.idempotence.telling import TELLING
from tidemark.impl.shared.budgets import with_full_budget
from tidemark.spec import Cost, Family, Inquiry, Protocol, Rule, paid

RULES = {
    "numbering": "whether batches carry a producer epoch and sequence numbers",
    "unknown-producer": "which number a leader takes of a producer that it does not know",
    "failover": "what a new leader knows of the producer",
    "gap": "what a producer does whose next number is refused",
    "duplicates": "which numbers a leader takes for duplicates",
    "snapshot": "which last number of the producer the snapshot at the beginning of a segment has",
    "retries": "what happens to the number of a record that has run out of retries",
    "on-error": "what an application does that is told that a record failed",
    "verification": "what a leader looks at before a transaction begins",
}


FAMILY = Family(
    name="idempotence",
    at=IdempotenceAt,
    rules=RULES,
    promises=PROMISES,
    state=session_type,
    initial=with_full_budget,
    actions=(*producer.ACTIONS, *leader.ACTIONS),
    telling=TELLING,
    costs=(Cost("faults", paid),),
    pins=Path(__file__).with_name("pins.toml"),
    inquiry=Inquiry(
        ("no-duplicate", "order-kept", "no-gap"),
        steps=({"records": 2, "log-size": 3, "max-epoch": 1}, {"records": 3, "log-size": 4, "max-epoch": 1}),
    ),
)


_UP_TO_2_4 = {
    "numbering": Rule.sets("they do, from 0 on", numbered=True),
    "unknown-producer": Rule.sets("0 alone (UNKNOWN_PRODUCER_ID)", unknown_producer=Unknown.zero),
    "failover": Rule.sets("what its log says", rebuilds=True),
    "gap": Rule.sets("all in flight fails", gap=Gap.ends),
    "duplicates": Rule.sets("those that it remembers", by_last_number=False, lower_is_duplicate=False),
    "snapshot": Rule.sets("the last one in the log before it", early_snapshot=False),
    "retries": Rule.sets("it stays used", reuses_number=False),
    "on-error": Rule.sets("nothing", resends=False),
    "verification": Rule.sets("nothing: batches are of no transaction", verifies=False),
}
_1_0 = {
    **_UP_TO_2_4,
    "duplicates": Rule.sets(
        "those that it remembers, and all below them but 0", by_last_number=False, lower_is_duplicate=True
    ),
    "snapshot": Rule.sets(
        "that of the segment's first record, if the producer is known already (KAFKA-6683)",
        early_snapshot=True,
    ),
}
_0_11 = {
    **_UP_TO_2_4,
    "unknown-producer": Rule.sets(
        "0 alone (OUT_OF_ORDER_SEQUENCE_NUMBER)", unknown_producer=Unknown.zero_out_of_order
    ),
    "retries": Rule.sets("the next record gets it", reuses_number=True),
}
_FROM_2_5 = {
    **_UP_TO_2_4,
    "unknown-producer": Rule.sets("any (KIP-360)", unknown_producer=Unknown.any_number),
    "gap": Rule.sets(
        "it begins a new epoch, and numbers what is in flight from 0 on (KIP-360)", gap=Gap.begins_an_epoch
    ),
}
_FROM_4_5 = {
    **_FROM_2_5,
    "unknown-producer": Rule.sets(
        "0 alone where the log never had a record, of whatever producer (KAFKA-15591), else any",
        unknown_producer=Unknown.zero_in_an_empty_log,
    ),
}

_IN_A_TRANSACTION = {
    **_UP_TO_2_4,
    "unknown-producer": Rule.sets("any (KIP-360)", unknown_producer=Unknown.any_number),
    "verification": Rule.sets("the lowest number that waits for its verification (KIP-890)", verifies=True),
}
_FROM_4_1_IN_A_TRANSACTION = {
    **_IN_A_TRANSACTION,
    "unknown-producer": Rule.sets(
        "0 alone, in a transaction of KIP-890's part 2 (KAFKA-18202)",
        unknown_producer=Unknown.zero_in_a_transaction,
    ),
}

PROTOCOLS = (
    Protocol("idempotence/no-numbers", "retries without numbers: enable.idempotence=false", FAMILY,
             {**_FROM_4_5, "numbering": Rule.sets("they do not: a leader appends whatever it gets", numbered=False)}),
    Protocol("idempotence/0.11", "Kafka 0.11: one batch in flight, and one remembered", FAMILY, _0_11,
             defaults={"in-flight": 1, "remembered": 1}),
    Protocol("idempotence/1.0", "Kafka 1.0.0 and 1.0.1: a batch is noted before it is in the log (KAFKA-6683)",
             FAMILY, _1_0),
    Protocol("idempotence/1.1", "Kafka 1.0.2 to 2.4: five batches in flight (KAFKA-5494)", FAMILY, _UP_TO_2_4),
    Protocol("idempotence/2.5", "Kafka 2.5 to 4.4: an unknown producer may begin anywhere (KIP-360)", FAMILY,
             _FROM_2_5),
    Protocol("idempotence/4.5", "Kafka 4.5: a log that never had a record begins with 0 (KAFKA-15591)",
             FAMILY, _FROM_4_5),
    Protocol("idempotence/3.6-transaction",
             "Kafka 3.6 to 4.0, in a transaction: an unknown producer may begin anywhere", FAMILY, _IN_A_TRANSACTION),
    Protocol("idempotence/4.1-transaction",
             "Kafka 4.1 and later, in a transaction: an unknown producer begins with 0 (KAFKA-18202)", FAMILY,
             _FROM_4_1_IN_A_TRANSACTION),
    Protocol("idempotence/forgotten",
             "Kafka 4.5, but a new leader knows nothing of the producer; no release's", FAMILY,
             {**_FROM_4_5, "failover": Rule.sets("nothing", rebuilds=False)}),
    Protocol("idempotence/last-number",
             "one number is kept, and what is not above it is a duplicate; articles claim it", FAMILY,
             {**_UP_TO_2_4, "duplicates": Rule.sets("all that are not above the last",
                                                  by_last_number=True, lower_is_duplicate=False)}),
    Protocol("idempotence/on-error", "Kafka 4.5, and an application that sends a record again which failed",
             FAMILY,
             {**_FROM_4_5, "on-error": Rule.sets("it sends the record again, as a new one", resends=True)}),
)  # fmt: skip
