"""What the published models promise of progress, and the fairness that they assume.

The fairness is that of `Spec` in the modules `KafkaTruncateToHighWatermark`, `Kip101`, `Kip279`, `Kip320FirstTry` and
`Kip320`: each for some brokers, not for each. It lacks the fetch. The promises are not published: they say what the
fairness is for. `docs/liveness.md` has their verdicts.
"""

from tidemark.impl.published.replication.cluster import PublishedCluster
from tidemark.spec import Truth, all_of, eventually_always, fair, none, strongly_fair

NAMED = "a promise of progress, which needs fairness: docs/liveness.md"

FAIRNESS = (
    strongly_fair("leader_advance_high_watermark", each=False),
    strongly_fair("leader_expand_isr", each=False), strongly_fair("leader_write", each=False),
    fair("become_follower", each=False), fair("become_leader", each=False),
)  # fmt: skip


@eventually_always(
    only_named=NAMED, broken="Again and again some replica has another leader epoch than the controller"
)
def all_adopt_epoch(c: PublishedCluster) -> Truth:
    """In the end every replica has the controller's leader epoch for ever, or there is no leader."""
    return (c.quorum.leader == none) | all_of(
        replica.leader_epoch == c.quorum.leader_epoch for replica in c.replicas
    )


@eventually_always(
    only_named=NAMED, broken="Again and again the leader's high watermark is below its log end offset"
)
def high_watermark_reaches_end(c: PublishedCluster) -> Truth:
    """In the end the leader's high watermark is its log end offset for ever, or there is no leader."""
    leader = c.replicas[c.quorum.leader]
    return (c.quorum.leader == none) | (leader.high_watermark == leader.log.end_offset)


@eventually_always(only_named=NAMED, broken="Again and again some replica is not in the ISR")
def isr_is_full(c: PublishedCluster) -> Truth:
    """In the end every replica is in the ISR for ever, or there is no leader."""
    return (c.quorum.leader == none) | (c.quorum.isr == c.quorum.isr.everyone())


PROGRESS = (all_adopt_epoch, high_watermark_reaches_end, isr_is_full)
