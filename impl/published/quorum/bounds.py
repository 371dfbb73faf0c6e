"""The bounds of the family `published-kraft`."""

from tidemark.impl.shared import fault_words
from tidemark.spec import At, Bound


class PublishedKraftAt(At):
    """The bounds of the published model of the quorum."""

    servers = Bound("servers of the quorum, all of them voters", 3, 2, 3)
    writes = Bound("values that clients write, each once", 1, 1, 2)
    elections = Bound("elections that are begun (`MaxElections`)", 1, 1, 2)
    restarts = Bound("restarts of servers (`MaxRestarts`)", 0, 0, 2, role="budget", fault=fault_words.RESTART)
