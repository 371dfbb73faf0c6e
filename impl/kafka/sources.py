"""Where in Kafka's sources the rules of each release were read: `sources.toml`, which is read only when needed."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tidemark.spec import Reference


@cache
def _sources() -> dict[str, Any]:
    """The file: every `source`, the `tags` at which each protocol was read, and the names that rules are `read-as`."""
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


def references(protocol: str, rules: Mapping[str, object]) -> dict[str, tuple[Reference, ...]]:
    """For each of these rules the lines where it was read; none for a protocol that is no release."""
    file = _sources()
    tags, names = file["tags"].get(protocol, ()), file["read-as"].get(protocol.partition("/")[0], {})
    return {
        rule: tuple(
            Reference(source["tag"], source["file"], source["line"], source["word"])
            for name in names.get(rule, [rule])
            for source in file["source"]
            if source["rule"] == name and source["tag"] in tags
        )
        for rule in rules
    }
