"""Where in Kafka's sources the rules of each release were read: a `sources.toml` beside a family, read when needed.

    references = references_of(Path(__file__).with_name("sources.toml"))
    references("transactions/kip-360", {"time-out": ...})["time-out"][0].function    # 'abortTimedOutTransactions'

The file has every `source`, the `tags` at which each protocol was read, and the names that rules are `read-as`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

from tidemark.spec import Reference


@cache
def _sources(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def references_of(path: Path) -> Callable[[str, Iterable[str]], dict[str, tuple[Reference, ...]]]:
    """For a protocol and names, of rules or of actions, the lines where each was read, as a file has them.

    There are none for a protocol that is no release.
    """

    def references(protocol: str, names: Iterable[str]) -> dict[str, tuple[Reference, ...]]:
        file = _sources(path)
        tags, renamed = file["tags"].get(protocol, ()), file.get("read-as", {})
        read_as = renamed.get(protocol.partition("/")[0], {})
        return {
            name: tuple(
                Reference(
                    source["tag"],
                    source["file"],
                    source["line"],
                    source["word"],
                    source.get("function", ""),
                )
                for word in read_as.get(name, [name])
                for source in file["source"]
                if source["rule"] == word and source["tag"] in tags
            )
            for name in names
        }

    return references
