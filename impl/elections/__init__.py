"""Who may lead a partition, with KRaft: the ISR, eligible leader replicas (KIP-966), and the last known leader.

This family stands beside `kafka-kraft`, with the same function for every change of the partition. There a leader
hears of the controller's changes when they arrive. Here they arrive at once, so that three brokers, each with several
faults, can be searched; and an operator may change min.insync.replicas. Source: Kafka at the releases that the
protocols are named for.
"""

from pathlib import Path

from tidemark.impl.elections.bounds import ElectionsAt
from tidemark.impl.elections.progress import FAIRNESS, PROGRESS
from tidemark.impl.elections.promises import PROMISES
from tidemark.impl.elections.recovery import Recovery
from tidemark.impl.elections.registration import (
    ElectionPartition,
    OnChange,
    initial_partition,
    partition_type,
)
from tidemark.impl.elections.steps import STEPS
from tidemark.impl.elections.telling import STORIES, picture_of
from tidemark.impl.kafka.sources import references
from tidemark.impl.shared import elr
from tidemark.impl.shared.partition_change import Lasts
from tidemark.impl.shared.sentences import SentenceTelling
from tidemark.spec import Family, Inquiry, Protocol, Rule


def _beginning(view: ElectionPartition) -> str:
    """The ISR and the leader at the beginning."""
    return f"Brokers {view.isr} are in the ISR; broker {view.leader} leads; min.insync.replicas is {view.min_isr}."


RULES = {
    "eligible": "who may be elected where the ISR is empty",
    "unclean-shutdown": "what a broker loses that ended without a clean shutdown",
    "last-known-leader": "who leads where ISR and ELR are empty",
    "unclean-recovery": "when the controller elects the best log, if no member of ISR or ELR may lead",
    "min-isr-change": "what a new min.insync.replicas does to the ELR",
    "commit": "when the high watermark moves",
    "isr-request": "from which leaders the controller takes another ISR",
}

FAMILY = Family(
    name="elections",
    at=ElectionsAt,
    rules=RULES,
    promises=(*PROMISES, *PROGRESS),
    fairness=FAIRNESS,
    state=partition_type,
    initial=initial_partition,
    actions=STEPS,
    telling=SentenceTelling(STORIES, picture_of, _beginning),
    pins=Path(__file__).with_name("pins.toml"),
    references=references,
    inquiry=Inquiry(("acknowledged-survives",), {"replicas": 3, "min-isr": 2}),
)

_ALWAYS = Rule.sets("in whatever ISR", below_min_isr=True)
_ENOUGH = Rule.sets("while the ISR has min.insync.replicas members (KAFKA-15583)", below_min_isr=False)
_BLINDLY = Rule.sets("from any, whatever min.insync.replicas it goes by", asks_blindly=True)
_MANUALLY = Rule.sets("never: an operator elects", recovery=Recovery.manual)
_BALANCED = Rule.sets(
    "once all of the last known ELR are back, among these (KIP-966)", recovery=Recovery.balanced
)
_FORGETFUL = Rule.sets(
    "the same, and then the last known ELR is emptied, as 4.3.1 would do", recovery=Recovery.forgetful
)
_HASTY = Rule.sets("once one of the last known ELR is back", recovery=Recovery.hasty)
_PROACTIVE = Rule.sets("at once, among the brokers that are there (KIP-966)", recovery=Recovery.proactive)
_3_3 = {
    "eligible": elr.NOBODY,
    "unclean-shutdown": elr.COSTS_NOTHING,
    "last-known-leader": elr.NO_LAST_KNOWN_LEADER,
    "unclean-recovery": _MANUALLY,
    "min-isr-change": Rule.sets("nothing: there is no ELR", on_change=OnChange.stays),
    "commit": _ALWAYS,
    "isr-request": _BLINDLY,
}
_3_7 = {**_3_3, "commit": _ENOUGH}
_IF_LED = Rule.sets("it is emptied, if the partition has a leader", on_change=OnChange.clears_if_led)
_4_1 = {
    "eligible": elr.ELIGIBLE,
    "unclean-shutdown": elr.COSTS_ITS_PLACE,
    "last-known-leader": elr.LAST_KNOWN_LEADER,
    "unclean-recovery": _MANUALLY,
    "min-isr-change": Rule.sets("it is emptied", on_change=OnChange.clears),
    "commit": _ENOUGH,
    "isr-request": _BLINDLY,
}
_4_0 = {
    **_4_1,
    "last-known-leader": elr.EVEN_WHILE_FENCED,
}

_WITHOUT_LAST_KNOWN = {**_4_1, "last-known-leader": elr.NO_LAST_KNOWN_LEADER}

PROTOCOLS = (
    Protocol("elections/3.3", "the last member stays in the ISR; the HW moves in any ISR: 3.3 to 3.6", FAMILY, _3_3,
             releases=("3.3", "3.6")),
    Protocol("elections/3.7", "the HW stands while the ISR is too small: from 3.7, without ELR to 4.3", FAMILY, _3_7,
             releases=("3.7", "4.3"), labels=("without-elr",)),
    Protocol("elections/4.0", "eligible leader replicas (KIP-966), as a preview: 3.9 and 4.0", FAMILY, _4_0,
             releases=("3.9", "4.0"), labels=("elr",)),
    Protocol("elections/4.1", "and a last known leader must be alive (KAFKA-19522): 4.1 to 4.3", FAMILY, _4_1,
             releases=("4.1", "4.3"), labels=("elr",)),
    Protocol("elections/no-last-known-leader", "4.1, but nobody leads where ISR and ELR are empty: no release's",
             FAMILY, _WITHOUT_LAST_KNOWN),
    Protocol("elections/balanced-recovery", "4.1 with unclean recovery, balanced: KIP-966 as designed, no release's",
             FAMILY, {**_WITHOUT_LAST_KNOWN, "unclean-recovery": _BALANCED}),
    Protocol("elections/proactive-recovery", "4.1 with unclean recovery, proactive: KIP-966 as designed, no release's",
             FAMILY, {**_WITHOUT_LAST_KNOWN, "unclean-recovery": _PROACTIVE}),
    Protocol("elections/forgetful-recovery", "balanced, but it empties the last known ELR: no release's",
             FAMILY, {**_WITHOUT_LAST_KNOWN, "unclean-recovery": _FORGETFUL}),
    Protocol("elections/hasty-recovery", "balanced, but it waits for one broker alone: no release's",
             FAMILY, {**_WITHOUT_LAST_KNOWN, "unclean-recovery": _HASTY}),
    Protocol("elections/unclean-stay", "4.1, but an unclean shutdown costs no place: no release's",
             FAMILY, {**_4_1, "unclean-shutdown": elr.COSTS_NOTHING}),
    Protocol("elections/hw-below-min-isr", "4.1, but the HW moves in any ISR: no release's",
             FAMILY, {**_4_1, "commit": _ALWAYS}),
    Protocol("elections/cleared-early", "4.1, but the ELR goes with the first member of the ISR: no release's", FAMILY,
             {**_4_1, "eligible": elr.CLEARED_EARLY}),
    Protocol("elections/kept-on-change", "4.1, but a new min.insync.replicas leaves the ELR: no release's",
             FAMILY, {**_4_1, "min-isr-change": Rule.sets("nothing", on_change=OnChange.stays)}),
    Protocol("elections/cleared-if-led", "4.1, but it leaves the ELR where nobody leads: no release's", FAMILY,
             {**_4_1, "min-isr-change": _IF_LED}),
    Protocol("elections/asked-with-min-isr", "4.1, but a leader asks with its min.insync.replicas: no release's",
             FAMILY, {**_4_1, "isr-request": Rule.sets(
                 "from one that goes by the same min.insync.replicas", asks_blindly=False)}),
    Protocol("elections/repaired", "cleared-if-led, and an election whose ISR is large enough empties it: no release's",
             FAMILY, {**_4_1, "min-isr-change": _IF_LED, "eligible": Rule.sets(
                 "those that left the ISR since it was too small, until an election makes it large enough", elr=True,
                 elr_lasts=Lasts.until_min_isr_elected)}),
)  # fmt: skip
