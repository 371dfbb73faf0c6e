"""A promise that KIP-320's protocol breaks only after many steps: docs/performance.md finds them."""

from tidemark import all_of, none, not_, promise, where


@promise
def nobody_leads_that_late(c):
    """No leader of the last epoch removes all others, behind all of them with its high watermark, and all logs full."""
    last = max(c.requests.indices())
    return not_(
        (c.quorum.leader_epoch == last)
        & (c.quorum.leader != none)
        & c.quorum.isr.is_only(c.quorum.leader)
        & (c.requests[last].isr.size() == len(c.replicas.indices()))
        & all_of(c.requests[e].isr.size() == 2 for e in range(1, last))
        & all_of(c.requests[e].leader != c.requests[e + 1].leader for e in range(last))
        & all_of(one.leader_epoch == last for one in c.replicas)
        & all_of(one.log.end_offset == 2 for one in c.replicas)
        & all_of((one.log[0].epoch == 0) & (one.log[1].epoch == last - 1) for one in c.replicas)
        & all_of(
            where(c.quorum.leader == b, c.replicas[b].high_watermark == 0, c.replicas[b].high_watermark == 2)
            for b in c.replicas.indices()
        )
    )
