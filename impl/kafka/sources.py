"""Where in Kafka's sources the rules of each release were read: `sources.toml`, which is read only when needed."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from tidemark.spec import Reference

TAGS = {
    "kafka/0.10.2": ("0.10.2.2",),
    "kafka/0.11": ("0.11.0.2", "1.1.1"),
    "kafka/2.0.0": ("2.0.0",),
    "kafka/2.0.1": ("2.0.1",),
    "kafka/2.1": ("2.1.1",),
    "kafka/2.2": ("2.2.2",),
    "kafka/2.5": ("2.5.1",),
    "kafka/2.6.1": ("2.6.3",),
    "kafka/2.7": ("2.7.2",),
    "kafka/2.8.0": ("2.8.0",),
    "kafka/2.8.1": ("2.8.2",),
    "kafka/3.1": ("3.1.2",),
    "kafka/3.3": ("3.3.2",),
    "kafka/3.4.1": ("3.4.1",),
    "kafka/3.7": ("3.7.1",),
    "kafka-kraft/3.3": ("3.3.2",),
    "kafka-kraft/3.5": ("3.5.2",),
    "kafka-kraft/3.6": ("3.6.2",),
    "kafka-kraft/3.7": ("3.7.1",),
    "kafka-kraft/4.0": ("4.0.1",),
    "kafka-kraft/4.1": ("4.1.2",),
    "elections/3.3": ("3.3.2",),
    "elections/3.7": ("3.7.1",),
    "elections/4.0": ("4.0.1",),
    "elections/4.1": ("4.1.2",),
}
"""For each protocol the tags at which it was read."""
READ_AS: dict[str, dict[str, tuple[str, ...]]] = {
    "kafka": {
        "truncation": ("truncation", "ask"),
        "commit": ("hw",),
        "eligible": ("eligible", "expand"),
        "isr-change": ("isr-change", "isr-change-zookeeper", "isr-write"),
    },
    "kafka-kraft": {
        "commit": ("hw",),
        "eligible": ("eligible-kraft",),
        "restart": ("restart-kraft",),
        "isr-change": ("isr-change", "isr-change-kraft"),
        "producer": (),
    },
    "elections": {"eligible": ("eligible-leaders",), "commit": ("hw",)},
}
"""For a family's rule the names in `sources.toml` that it was read from, where they differ from its own."""


@cache
def _all() -> list[tuple[str, Reference]]:
    path = Path(__file__).with_name("sources.toml")
    return [
        (source["rule"], Reference(source["tag"], source["file"], source["line"], source["word"]))
        for source in tomllib.loads(path.read_text(encoding="utf-8"))["source"]
    ]


def references(protocol: str, rules: Mapping[str, object]) -> dict[str, tuple[Reference, ...]]:
    """For each of these rules the lines where it was read; none for a protocol that is no release."""
    tags, names = TAGS.get(protocol, ()), READ_AS.get(protocol.partition("/")[0], {})
    return {
        rule: tuple(
            reference
            for read in names.get(rule, (rule,))
            for name, reference in _all()
            if name == read and reference.tag in tags
        )
        for rule in rules
    }
