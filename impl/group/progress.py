"""What a consumer group comes to in the end under the classic protocol, and the fairness for it.

Heartbeats and time-outs are not counted: a member that learns of a rebalance rejoins, and a dead member is removed.
Only budgets end the faults, so *in the end* means: once nothing fails any more. A member may leave and join as often as
it likes, so a run may use up the generations: the promises then require nothing further of it.
"""

from tidemark.impl.group.domains import ClientId
from tidemark.impl.group.promises import is_settled
from tidemark.impl.group.rebalancing import has_generation
from tidemark.impl.group.state import ConsumerGroup, Phase
from tidemark.spec import Truth, can_always_reach, eventually_always, fair, leads_to, not_

NAMED = "a promise about runs: docs/progress.md"

FAIRNESS = (
    fair("join_group"), fair("complete_join", each=False), fair("assign", each=False), fair("sync_group"),
    fair("learn_removal"), fair("rejoin"), fair("restart"), fair("time_session_out"),
    fair("time_rebalance_out", each=False), fair("ghost_times_out"),
)  # fmt: skip


@eventually_always(only_named=NAMED, broken="Again and again the group is not Stable")
def becomes_stable(g: ConsumerGroup) -> Truth:
    """In the end the group is Stable for ever, and every member has its assignment; or no generation is left."""
    return is_settled(g) | not_(has_generation(g))


@can_always_reach(only_named=NAMED, broken="The group can never be Stable again")
def can_be_stable(g: ConsumerGroup) -> Truth:
    """Wherever it has come to, some run leads to a Stable group with assignments; or no generation is left."""
    return is_settled(g) | not_(has_generation(g))


@leads_to(only_named=NAMED, broken="A JoinGroup is never answered")
def joins_are_answered(g: ConsumerGroup, client: ClientId) -> tuple[Truth, Truth]:
    """A client that waits for the answer to its JoinGroup waits no longer in the end."""
    waits = g.clients[client].phase == Phase.joining
    return waits, not_(waits) | not_(has_generation(g))


PROGRESS = (becomes_stable, can_be_stable, joins_are_answered)
