"""Who may lead with KRaft where the ISR is empty: the rules of the releases (KIP-966), and rival rules."""

from tidemark.impl.shared.partition_change import LastKnown, Lasts
from tidemark.spec import Rule

NOBODY = Rule.sets("nobody: the last member stays in the ISR", elr=False, elr_lasts=Lasts.until_min_isr)
ELIGIBLE = Rule.sets(
    "those that left the ISR since it has fewer than min.insync.replicas members (KIP-966)",
    elr=True,
    elr_lasts=Lasts.until_min_isr,
)
CLEARED_EARLY = Rule.sets(
    "those that left the ISR as it became empty", elr=True, elr_lasts=Lasts.until_any_isr
)

COSTS_NOTHING = Rule.sets("nothing", detected=False)
COSTS_ITS_PLACE = Rule.sets("its place in ISR and ELR", detected=True)

NO_LAST_KNOWN_LEADER = Rule.sets("nobody", last_known=LastKnown.not_elected)
LAST_KNOWN_LEADER = Rule.sets(
    "the last known leader, once it has its session again", last_known=LastKnown.if_active
)
EVEN_WHILE_FENCED = Rule.sets(
    "the last known leader, even while it is fenced", last_known=LastKnown.even_fenced
)
