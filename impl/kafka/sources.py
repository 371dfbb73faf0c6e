"""Where in Kafka's sources the rules of each release were read: `sources.toml`, looked into only when somebody asks."""

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
    "kafka-kraft/3.7": ("3.7.1",),
}
"""For each protocol the tags at which it was read."""
READ_AS = {"truncation": ("truncation", "ask"), "commit": ("hw",), "eligible": ("eligible", "expand")}
"""The names in `sources.toml` of what a rule was read from, where they are others than its own."""


@cache
def _all() -> list[tuple[str, Reference]]:
    path = Path(__file__).with_name("sources.toml")
    return [
        (one["rule"], Reference(one["tag"], one["file"], one["line"], one["word"]))
        for one in tomllib.loads(path.read_text(encoding="utf-8"))["source"]
    ]


def references(protocol: str, rules: Mapping[str, object]) -> dict[str, tuple[Reference, ...]]:
    """For each of these rules the lines where it was read; none for a protocol that is no release."""
    tags = TAGS.get(protocol, ())
    return {
        rule: tuple(
            reference
            for read in READ_AS.get(rule, (rule,))
            for name, reference in _all()
            if name == read and reference.tag in tags
        )
        for rule in rules
    }
