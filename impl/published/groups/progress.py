"""What KIP-848 comes to in the end, and the fairness for it.

Source: `EventuallyConverges` of the published model. Its `Spec` asks for weak fairness of all steps together; here each
kind of step is fair alone, so that one can say which are needed.
"""

from tidemark.impl.published.groups.state import Kip848Group
from tidemark.spec import Truth, can_always_reach, eventually_always, fair

NAMED = "a promise about runs: docs/progress.md"

FAIRNESS = (
    fair("send_heartbeat", each="me"), fair("accept_heartbeat", each="sender"),
    fair("refuse_heartbeat", each="sender"), fair("receive_success", each="me"),
    fair("receive_error", each="me"), fair("complete_reconciliation"), fair("expire_dead_member"),
    fair("complete_leaving"), fair("accept_leaving", each=False),
)  # fmt: skip


@eventually_always(only_named=NAMED, broken="Again and again the group has not converged")
def eventually_converges(g: Kip848Group) -> Truth:
    """In the end every client has for ever what the target assigns to it (`EventuallyConverges`)."""
    return g.has_converged()


@can_always_reach(only_named=NAMED, broken="The group can never converge any more")
def can_converge(g: Kip848Group) -> Truth:
    """Wherever it has come to, some run leads to a group that has converged."""
    return g.has_converged()


PROGRESS = (eventually_converges, can_converge)
