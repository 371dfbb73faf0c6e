"""The bounds of the family `requests`, and the settings of its rules."""

from tidemark.impl import setting_names
from tidemark.impl.shared.budgets import fault_budget
from tidemark.spec import At, Bound, Fault


class RequestsAt(At):
    """The bounds of a model of requests in a broker, and what its rules set."""

    connections = Bound("connections of clients", 2, 1, 4)
    requests = Bound("produces that each client sends", 2, 1, 4)
    network_threads = Bound("num.network.threads; Kafka: 3", 1, 1, 3, setting=setting_names.NETWORK_THREADS)
    io_threads = Bound("num.io.threads; Kafka: 8", 2, 1, 8, setting=setting_names.IO_THREADS)
    queue_size = Bound(
        "queued.max.requests: a full queue stops the network threads", 3, 1, 6,
        setting=setting_names.QUEUE_SIZE,
    )  # fmt: skip
    metadata = Bound(
        "how many of each client's requests ask for METADATA: its last ones", 0, 0, 4, role="setting"
    )
    controller_sends = Bound(
        "what the controller sends: another broker leads, or the topic is deleted", "leader-and-isr",
        choices=("leader-and-isr", "stop-replica"),
    )  # fmt: skip
    acks = Bound("what the producers wait for", "all", choices=("1", "all"), setting=setting_names.ACKS)
    reconnects = fault_budget(
        "times that a client may reconnect from the same address and port", 0, 3,
        Fault("a client reconnects from the same address and port",
              "clients reconnect from the same address and port {} times", 3),
    )  # fmt: skip

    muted: bool
    indexed: bool
    compare_and_set: bool
    checked_late: bool
    cache_first: bool
