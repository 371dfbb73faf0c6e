"""The bounds of the family `partitions`, and the settings of its rules."""

from tidemark.impl import setting_names
from tidemark.impl.shared.budgets import fault_budget
from tidemark.spec import At, Bound, Fault, Label


class TopicOrderAt(At):
    """The bounds of a model of a topic of several partitions, and what its rules set."""

    partitions = Bound("partitions of the topic", 2, 1, 3)
    records = Bound("records that the producer sends", 3, 1, 4)
    record_keys = Bound("keys that they have, in turn", 2, 1, 4)
    in_flight = Bound(
        "max.in.flight.requests.per.connection, to each partition", 2, 1, 3, setting=setting_names.IN_FLIGHT
    )
    failures = fault_budget("requests that may fail", 1, 2, Fault("a request fails", "{} requests fail", 1))
    added = fault_budget(
        "partitions that an operator may add", 0, 2,
        Fault("an operator adds a partition", "an operator adds {} partitions", 2),
    )  # fmt: skip

    spread: Label
    late_again: bool
