"""What is wrong in a state that breaks a promise of the request path."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tidemark.impl.requests.broker import Broker
from tidemark.spec import Loss

_TOLD = {
    "answers-in-order": "A client has got an answer before that to an earlier request on its connection.",
    "answers-reach-who-asked": "An answer has gone to another connection than the one on which it was asked for.",
    "answered-once": "A delayed request has been answered twice.",
    "follower-acknowledges-nothing": "A produce is acknowledged that was appended when the broker followed already.",
    "stale-leader-acknowledges-nothing": (
        "A produce is acknowledged that was taken from its queue while the LeaderAndIsr request that voids it waited."
    ),
    "control-waits-for-no-data": "A control request waits behind a data request in the queue.",
}


def _finder(text: str) -> Callable[[Broker], Iterator[Loss]]:
    def found(_: Broker) -> Iterator[Loss]:
        yield Loss([], text)

    return found


LOSSES = {promise: _finder(text) for promise, text in _TOLD.items()}
"""For each promise what a state says that breaks it: all that is known is that it came to pass."""
