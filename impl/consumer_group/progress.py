"""What a group comes to in the end under the consumer group protocol, and the fairness for it.

Heartbeats are not counted; budgets end the faults, so *in the end* means: once nothing fails any more. Members that
come and go may use up the group epochs: the promises then require nothing further.
"""

from tidemark.impl.consumer_group.state import ClientPhase, EpochGroup, MemberState
from tidemark.spec import Identity, Truth, all_of, can_always_reach, eventually_always, fair, not_, one_of

NAMED = "a promise about runs: docs/progress.md"

FAIRNESS = (
    fair("send_heartbeat", each="me"), fair("accept_heartbeat", each="me"), fair("refuse_heartbeat", each="me"),
    fair("receive_answer", each="me"), fair("receive_refusal", each="me"), fair("reconcile", each="me"),
    fair("send_commit"), fair("take_commit", each="me"), fair("time_out", each="me"),
    fair("return_to_group", each="me"), fair("send_join", each="me"), fair("accept_join", each="me"),
    fair("receive_join_answer", each="me"), fair("sync_group", each="me"), fair("learn_of_rebalance", each="me"),
    fair("lose_generation", each="me"),
)  # fmt: skip


def _is_done(g: EpochGroup, me: Identity) -> Truth:
    """Whether a client has all that the target gives it, or is out of the group."""
    client, member = g.clients[me], g.members[me]
    is_out = not_(g.is_member(me)) & one_of(client.phase, (ClientPhase.departed, ClientPhase.down))
    is_reconciled = (member.member_state == MemberState.STABLE) & (member.epoch == g.epoch)
    has_all = (client.epoch == g.epoch) & (client.owned == g.target_of(me))
    return is_out | (is_reconciled & has_all & (client.phase == ClientPhase.joined))


def is_settled(g: EpochGroup) -> Truth:
    """Whether every member has its part of the target assignment, and no other assignment is due."""
    return (g.epoch == g.assignment_epoch) & all_of(_is_done(g, me) for me in g.clients.indices())


@eventually_always(only_named=NAMED, broken="Again and again some member has not what the target gives it")
def settles(g: EpochGroup) -> Truth:
    """In the end every partition is with the member that the target gives it to; or no group epoch is left."""
    return is_settled(g) | not_(g.has_epoch_left())


@can_always_reach(only_named=NAMED, broken="The members can never have what the target gives them")
def can_settle(g: EpochGroup) -> Truth:
    """Wherever it has come to, some run leads to members that have their target; or no group epoch is left."""
    return is_settled(g) | not_(g.has_epoch_left())


PROGRESS = (settles, can_settle)
