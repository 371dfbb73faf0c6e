"""The bounds of the family `kip-848`, and the settings of its rules."""

from tidemark.spec import At, Bound, Fault


class Kip848At(At):
    """The bounds of a model of groups by KIP-848, and what its rules set."""

    clients = Bound("processes that consume", 2, 1, 3)
    topics = Bound("topics that can be subscribed to", 1, 1, 3)
    partitions = Bound("partitions of each topic", 1, 1, 3)
    member_ids = Bound("member ids that can be given out", 2, 1, 8, spare=1)
    max_epoch = Bound("the largest group epoch", 2, 1, 8, spare=1)
    perturbations = Bound(
        "crashes, departures, time-outs, changes of subscription", 0, 0, 4, role="budget",
        fault=Fault("a consumer crashes, leaves, times out or subscribes to other topics",
                    "consumers crash, leave, time out or subscribe to other topics {} times", 1),
    )  # fmt: skip
    commits = Bound(
        "offset commits, which the published model leaves out", 0, 0, 4, role="budget",
        fault=Fault("a consumer commits an offset", "consumers commit {} offsets", 1),
    )  # fmt: skip

    checks_epoch: bool
    checks_commit_epoch: bool
    waits_for_release: bool
    forgets_returned: bool
