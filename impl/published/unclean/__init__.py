"""The published model of an unclean election that picks the longest log, state for state.

Source: `UncleanLeaderElectionSafety.tla` of `ocadaruma/kafka-spec`. One broker is unstable, and the first in the order
of replicas. Where all of the ISR is down, the leader is a live replica whose last record has the largest epoch, and of
those one with the largest offset. As published the model has no end: here epochs and logs have bounds, which are
constraints on states there.
"""

from pathlib import Path

from tidemark.impl.published.unclean.actions import ACTIONS
from tidemark.impl.published.unclean.bounds import UncleanAt
from tidemark.impl.published.unclean.state import UncleanCluster, cluster_type, initial_cluster
from tidemark.impl.published.unclean.telling import UncleanTelling
from tidemark.spec import Family, Protocol, Rule, Truth, any_of, implies, none, promise


@promise
def committed_messages_never_lost(c: UncleanCluster) -> Truth:
    """The leader's log has the committed messages, one behind the other (`CommittedMessagesNeverLost`)."""
    leader = c.replicas[c.leader].log
    return implies(
        c.leader != none, any_of(leader.has_at(start, c.committed) for start in range(leader.capacity))
    )


FAMILY = Family(
    name="published-unclean-election",
    at=UncleanAt,
    rules={"election": "which replica an unclean election picks"},
    promises=(committed_messages_never_lost,),
    state=cluster_type,
    initial=initial_cluster,
    actions=ACTIONS,
    telling=UncleanTelling(),
    pins=Path(__file__).with_name("pins.toml"),
)

PROTOCOLS = (
    Protocol(
        "published/unclean-election", "an unclean election that picks the longest log of the latest epoch", FAMILY,
        {"election": Rule.sets("one with the latest epoch, then the longest log", picks_longest=True)},
    ),
    Protocol(
        "published/unclean-election-any", "an unclean election that picks any live replica", FAMILY,
        {"election": Rule.sets("any live one", picks_longest=False)},
    ),
)  # fmt: skip
