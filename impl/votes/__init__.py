"""Whether a KRaft quorum comes to a leader and keeps it: time-outs, Pre-Vote (KIP-996), voters that can't hear others.

The family `kraft` asks what is lost; this one has no logs. All voters would have the same log, so any may be elected,
and epochs are counted from the least that a voter has, so that elections never run out. Source: KIP-595, KIP-996;
`KafkaRaftClient` and `QuorumState` at 4.0; `patches.toml` compares the releases from 2.8.0 to 4.3.1.
"""

from pathlib import Path

from tidemark.impl.votes.bounds import VotesAt
from tidemark.impl.votes.progress import FAIRNESS, PROGRESS
from tidemark.impl.votes.quorum import PROMISES, initial_quorum, quorum_type
from tidemark.impl.votes.steps import STEPS, resign, resign_and_leave_epoch
from tidemark.spec import Family, Inquiry, Protocol, Rule, Telling

STORIES = {
    "time_out": "Server {server} hears of no leader in time, and is a candidate in the next epoch.",
    "time_out_and_ask": "Server {server} hears of no leader in time, and asks who would vote for it.",
    "pre_vote": "Server {voter} would vote for server {candidate}.",
    "become_candidate": "A majority would vote for server {server}: it is a candidate in the next epoch.",
    "vote": "Server {voter} votes for server {candidate}.",
    "vote_again": "Server {voter} votes for server {candidate}, whomever it voted for before.",
    "become_leader": "Server {server} has the votes of a majority, and leads.",
    "hear": "Server {server} hears from server {other} of a later epoch, or who leads.",
    "resign": "Leader {server} is not heard by a majority, and resigns.",
    "resign_and_leave_epoch": (
        "Leader {server} is not heard by a majority: it resigns, and goes on in the next epoch without a vote."
    ),
    "time_outs_part": "From now on no server times out while an election is under way.",
    "link_fails": "The last server is cut off from the others.",
    "link_is_back": "The last server hears the others again.",
}

RULES = {
    "election": "what a server does that hears of no leader",
    "pre-vote": "who would vote for another, where that is asked first",
    "vote": "whom a voter votes for",
    "check-quorum": "what a leader does that no majority hears",
}

FAMILY = Family(
    name="votes",
    at=VotesAt,
    rules=RULES,
    promises=(*PROMISES, *PROGRESS),
    fairness=FAIRNESS,
    state=quorum_type,
    initial=initial_quorum,
    actions=STEPS,
    telling=Telling(STORIES),
    pins=Path(__file__).with_name("pins.toml"),
    inquiry=Inquiry(
        bounds={"begins": "unled"},
        steps=tuple(
            {"servers": servers, "ahead": ahead} for servers, ahead in ((3, 1), (3, 3), (4, 1), (5, 1))
        ),
    ),
)

_AT_ONCE = Rule.sets("it is a candidate in the next epoch at once", asks_first=False)
_FIRST = Rule.sets("it asks first whether a majority would vote for it (KIP-996)", asks_first=True)
_UNLED = Rule.sets("who hears of no leader either", refuses_if_led=True)
_ANY = Rule.sets("anybody", refuses_if_led=False)
_ONCE = Rule.sets("the first that asks in an epoch", votes_once=True)
_TWICE = Rule.sets("whoever asks", votes_once=False)
_RESIGNS = Rule((resign,), "it resigns")
_LEAVES_EPOCH = Rule((resign_and_leave_epoch,), "it resigns, and goes on in the next epoch (KIP-996)")
_LEADS_ON = Rule((), "it leads on")

_KIP_595 = {"election": _AT_ONCE, "pre-vote": _UNLED, "vote": _ONCE, "check-quorum": _RESIGNS}
_KIP_996 = {**_KIP_595, "election": _FIRST, "check-quorum": _LEAVES_EPOCH}

PROTOCOLS = (
    Protocol("votes/before-kafka-15489", "a leader that no majority hears stays leader: up to 3.6", FAMILY,
             {**_KIP_595, "check-quorum": _LEADS_ON}),
    Protocol("votes/kip-595", "elections without Pre-Vote: 3.7 to 3.9", FAMILY, _KIP_595),
    Protocol("votes/kip-996", "Pre-Vote: from 4.0", FAMILY, _KIP_996),
    Protocol("votes/pre-vote-for-any", "a Pre-Vote that is granted in spite of a leader: no release's", FAMILY,
             {**_KIP_996, "pre-vote": _ANY}),
    Protocol("votes/votes-again", "a voter votes as often as it is asked: no release's", FAMILY,
             {**_KIP_595, "vote": _TWICE}),
)  # fmt: skip
