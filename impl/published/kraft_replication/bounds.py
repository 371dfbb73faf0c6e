"""The bounds of the family `published-kraft-isr`, and the settings of its rules."""

from tidemark.impl import setting_names
from tidemark.impl.shared import fault_words
from tidemark.spec import At, Bound, Fault


class KraftIsrAt(At):
    """The bounds of the published model of the ISR with KRaft, and what its rules set."""

    replicas = Bound(
        "brokers, each with a replica of the partition (`BrokerCount`)", 2, 2, 3,
        setting=setting_names.REPLICAS,
    )  # fmt: skip
    writes = Bound("values that producers write, each once (`Values`)", 1, 1, 2)
    min_isr = Bound("min.insync.replicas (`MinISR`)", 2, 1, 3, setting=setting_names.MIN_ISR)
    isr = Bound("replicas in the ISR at the start; the others are fenced (`InitIsrSize`)", 2, 1, 3)
    unclean_shutdowns = Bound(
        "shutdowns in which a broker loses its log", 0, 0, 2, role="budget",
        fault=Fault("a broker crashes and loses its log", "{} brokers crash and lose their logs", 2),
    )  # fmt: skip
    fences = Bound(
        "brokers that the controller fences, since it misses heartbeats", 0, 0, 2, role="budget",
        fault=Fault("a broker is fenced", "{} brokers are fenced", 1),
    )  # fmt: skip
    clean_shutdowns = Bound(
        "shutdowns in which a broker keeps its log", 0, 0, 2, role="budget", fault=fault_words.SHUTDOWN
    )
    moves = Bound(
        "elections of a preferred leader: the publications have none", 0, 0, 2, role="budget",
        fault=Fault("a preferred leader is elected", "preferred leaders are elected {} times", 1),
    )  # fmt: skip

    waits_for_maximal: bool
    joins_at_high_watermark: bool
    spares_last: bool
    has_elr: bool
    removes_unclean: bool
    needs_min_isr: bool
