"""Expressions that loop over the messages of a network or choose from them: parts of random machines.

Each takes a network, whose messages have the fields `to` and `number`, and a number.
"""

from __future__ import annotations

from typing import Any

from tidemark.spec import all_of, any_of, choose, count, implies, maximum, minimum, none, not_


def _no_message(network: Any) -> Any:
    return network.type.element.default


def _to_somebody(network: Any) -> Any:
    return network.filter(lambda m: m.to != none)


NUMBERS = [
    lambda network, k: count(m.number < k for m in network),
    lambda network, k: maximum((m.number for m in network), default=k),
    lambda network, k: minimum((m.number + k for m in network.filter(lambda m: m.number > 0)), default=0),
    lambda network, k: network.filter(lambda m: m.number != k).size(),
    lambda network, k: count(a == b for a in network for b in _to_somebody(network)) + k,
]
TRUTHS = [
    lambda network, k: all_of(m.number <= k for m in network),
    lambda network, k: any_of(m.number == k for m in _to_somebody(network)),
    lambda network, k: all_of(
        any_of(a.to == b.to for b in _to_somebody(network)) | (a.number < k) for a in network
    ),
    lambda network, k: all_of(implies(m.number == k, m.to != none) for m in network),
    lambda network, k: network.filter(lambda m: m.number <= k) == network,
    lambda network, k: network.filter(lambda m: m.number == k).has(_no_message(network)),
]
NETWORKS = [
    lambda network, k: network.filter(lambda m: m.number != k),
    lambda network, k: network.filter(
        lambda m: not_(_to_somebody(network).any(lambda n: n.number + 1 == m.number))
    ),
    lambda network, k: _to_somebody(network).filter(lambda m: m.number < k).discard(number=1),
]
FIRST = [
    lambda network, k: maximum(network, key=lambda m: (m.number, k), default=_no_message(network)),
    lambda network, k: minimum(network, key=lambda m: abs(m.number - k), default=_no_message(network)),
    lambda network, k: choose(network, lambda m: m.number > k, _no_message(network)),
    lambda network, k: choose(_to_somebody(network), lambda m: m.number != k, _no_message(network)),
]
"""The first message of several: a machine with one has no symmetry in the ids of its messages."""
