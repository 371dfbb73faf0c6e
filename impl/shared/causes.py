"""Kinds of steps and of states of a partition, in words: `why` finds out which of them every loss needs or passes."""

from __future__ import annotations

from collections.abc import Callable

from tidemark.impl.shared.record_history import must_stay
from tidemark.impl.shared.scene import Scene, SceneBroker


def _cut(old: SceneBroker, new: SceneBroker) -> bool:
    return any(entry not in new.log for entry in old.log)


def _some(test: Callable[[SceneBroker, SceneBroker], bool]) -> Callable[[Scene, Scene], bool]:
    return lambda a, b: any(test(x, y) for x, y in zip(a.brokers, b.brokers, strict=True))


EVENTS: dict[str, Callable[[Scene, Scene], bool]] = {
    "a leader change (a new leader epoch after the first)": lambda a, b: (
        a.leader_epoch >= 0 and b.leader_epoch > a.leader_epoch
    ),
    "a leader change to another broker": lambda a, b: a.leader is not None and a.leader != b.leader,
    "an ISR change": lambda a, b: a.isr != b.isr,
    "a log that is cut": _some(_cut),
    "a log that is cut to its high watermark": _some(
        lambda x, y: _cut(x, y) and y.end_offset == x.high_watermark
    ),
    "a broker that goes down": _some(lambda x, y: x.up and not y.up),
    "a broker that restarts": _some(lambda x, y: y.up and not x.up),
}
"""Kinds of steps that cut across actions."""


def _committed_above_own_high_watermark(scene: Scene) -> bool:
    return any(must_stay(scene, e.record) for b in scene.brokers if b.up for e in b.uncommitted_entries)


def _two_leaders(scene: Scene) -> bool:
    return sum(b.leads for b in scene.brokers) > 1


def _diverge(scene: Scene) -> bool:
    logs = [b.log for b in scene.brokers]
    return any(x != y for log_a in logs for log_b in logs for x, y in zip(log_a, log_b, strict=False))


def _committed_but_gone(scene: Scene) -> bool:
    kept = {e.record for b in scene.brokers for e in b.log if must_stay(scene, e.record)} | set(
        scene.acknowledged
    )
    return any(not b.has(record) for record in kept for b in scene.brokers if b.in_isr)


SITUATIONS: dict[str, Callable[[Scene], bool]] = {
    "a broker is down": lambda s: any(not b.up for b in s.brokers),
    "a broker holds a committed record above its own high watermark": _committed_above_own_high_watermark,
    "two brokers believe that they lead": _two_leaders,
    "two logs hold different records at one offset": _diverge,
    "an ISR member lacks a committed record": _committed_but_gone,
    "the ISR has one member": lambda s: len(s.isr) == 1,
    "the partition has no leader, having had one": lambda s: s.leader is None and s.leader_epoch >= 0,
    "two records are written": lambda s: len({e.record for b in s.brokers for e in b.log}) > 1,
}
"""Kinds of states."""
