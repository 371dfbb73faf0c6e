"""The bounds of the family `idempotence`, and the settings of its rules."""

from tidemark.impl import setting_names
from tidemark.impl.shared.budgets import fault_budget
from tidemark.spec import At, Bound, Fault, Label


class IdempotenceAt(At):
    """The bounds of a model of an idempotent producer, and what its rules set."""

    records = Bound("records that the producer writes", 3, 1, 8)
    log_size = Bound("records that the log can hold", 4, 1, 12)
    max_epoch = Bound("the largest epoch of the producer; they start at 0", 1, 0, 4, spare=1)
    in_flight = Bound(
        "max.in.flight.requests.per.connection", 2, 1, 8, role="setting", setting=setting_names.IN_FLIGHT
    )
    remembered = Bound("numbers that a leader remembers of a producer; Kafka: 5", 2, 1, 8, role="setting")
    other_records = Bound(
        "records of other producers that the log has at the start", 0, 0, 1000, role="setting"
    )
    disconnects = fault_budget(
        "connections that may break", 1, 4, Fault("a connection breaks", "{} connections break", 1)
    )
    late = fault_budget(
        "requests that may outlive their connection in the leader's queue", 0, 4,
        Fault("a request outlives its connection", "{} requests outlive their connections", 3),
    )  # fmt: skip
    refusals = fault_budget(
        "answers that may be an error to be tried again", 1, 4,
        Fault("the leader refuses a request", "the leader refuses {} requests", 2),
    )  # fmt: skip
    leader_changes = fault_budget(
        "changes of the leader", 1, 4, Fault("the leader changes", "the leader changes {} times", 1)
    )
    give_ups = fault_budget(
        "records that the producer may give up (delivery.timeout.ms)", 0, 4,
        Fault("the producer gives up a record", "the producer gives up {} records", 2),
    )  # fmt: skip
    out_of_retries = fault_budget(
        "records that the producer may give up after their last retry (retries)", 0, 4,
        Fault("a record runs out of retries", "{} records run out of retries", 2),
    )  # fmt: skip
    snapshots = fault_budget(
        "new leaders that know the producer from a snapshot", 0, 4,
        Fault("a new leader has loaded a snapshot", "{} new leaders have loaded a snapshot", 2),
    )  # fmt: skip

    numbered: bool
    unknown_producer: Label
    rebuilds: bool
    gap: Label
    by_last_number: bool
    lower_is_duplicate: bool
    early_snapshot: bool
    reuses_number: bool
    resends: bool
    verifies: bool
