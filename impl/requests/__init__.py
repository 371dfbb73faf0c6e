"""The path of a request through a broker: sockets, network threads, one queue, I/O threads, the purgatory, and back.

Source: Kafka's sources at the releases that the protocols are named for; each action names the class. The partition is
one bit: whether the broker leads it, until a LeaderAndIsr request says otherwise.
"""

from pathlib import Path

from tidemark.impl.requests import handling, network
from tidemark.impl.requests.bounds import RequestsAt
from tidemark.impl.requests.broker import broker_type
from tidemark.impl.requests.promises import PROMISES
from tidemark.impl.requests.stories import STORIES
from tidemark.spec import Family, Protocol, Rule, Telling

RULES = {
    "control": "where the controller's requests wait, and who handles them",
    "mute": "whether a connection is read while one of its requests is handled",
    "connection-id": "how a network thread knows the connection of an answer",
    "completion": "how a delayed request is completed, by an event or by time",
    "leadership": "when an I/O thread checks that the broker leads",
    "metadata-cache": "when what the broker tells clients of the leader changes",
}

FAMILY = Family(
    name="requests",
    at=RequestsAt,
    rules=RULES,
    promises=PROMISES,
    state=broker_type,
    initial=lambda empty, at: empty.but(reconnects_left=at.reconnects),
    actions=(*network.SHARED, *RULES, handling.io_thread_handles, handling.io_thread_answers_metadata),
    telling=Telling(STORIES, tells_all=True),
    pins=Path(__file__).with_name("pins.toml"),
)


_IN_TURN = Rule(
    (network.control_request_into_the_queue, handling.io_thread_takes_request,
     handling.io_thread_takes_control_request_in_turn, handling.io_thread_obeys),
    "in the one queue, in turn",
)  # fmt: skip
_OWN_THREAD = Rule(
    (network.control_request_into_its_own, handling.io_thread_takes_request, handling.control_thread_obeys),
    "in a queue of their own, for a thread of its own (KIP-291, with control.plane.listener.name)",
)
_CONTROL_FIRST = Rule(
    (network.control_request_into_its_own, handling.io_thread_takes_request_last,
     handling.io_thread_takes_control_request_first, handling.io_thread_obeys),
    "in a queue of their own, which every I/O thread empties first",
)  # fmt: skip
_0_10_2 = {
    "control": _IN_TURN,
    "mute": Rule.sets("no: it is muted", muted=True),
    "connection-id": Rule.sets("by addresses and ports, which may come again", indexed=False),
    "completion": Rule(
        handling.COMPARE_AND_SET, "by compare and set: the first one answers", {"compare_and_set": True}
    ),
    "leadership": Rule.sets(
        "when it appends, under the lock under which leadership changes", checked_late=True
    ),
    "metadata-cache": Rule(
        (handling.broker_updates_metadata,),
        "after it obeys, by a request of its own (UpdateMetadata)",
        {"cache_first": False},
    ),
}
_1_0 = {
    **_0_10_2,
    "connection-id": Rule.sets("by an index too, which does not come again (KAFKA-5595)", indexed=True),
}
_2_2 = {**_1_0, "control": _OWN_THREAD}
_FIRST = {**_1_0, "control": _CONTROL_FIRST}

PROTOCOLS = (
    Protocol("requests/0.10.2", "one queue; an id of a connection may come again", FAMILY, _0_10_2),
    Protocol("requests/1.0", "one queue; up to the last release where no control plane listener is set", FAMILY, _1_0),
    Protocol("requests/2.2", "a listener, a queue and a thread for control requests (KIP-291)", FAMILY, _2_2),
    Protocol("requests/control-first", "I/O threads take control requests first: no release's", FAMILY, _FIRST),
    Protocol("requests/unmuted", "1.0, but connections are never muted: no release's", FAMILY,
             {**_1_0, "mute": Rule.sets("yes", muted=False)}),
    Protocol("requests/look-then-set", "1.0, but a delayed request is completed without compare and set: no release's",
             FAMILY,
             {**_1_0, "completion": Rule(handling.LOOK_THEN_SET, "by whoever found it not completed",
                                         {"compare_and_set": False})}),
    Protocol("requests/metadata-first", "1.0, but metadata change before the broker obeys, as with KRaft", FAMILY,
             {**_1_0, "metadata-cache": Rule.sets("before it obeys (BrokerMetadataPublisher)", cache_first=True)}),
    Protocol("requests/early-check", "1.0, but leadership is checked before the append: no release's", FAMILY,
             {**_1_0, "leadership": Rule.sets("when it takes the request", checked_late=False)}),
)  # fmt: skip
