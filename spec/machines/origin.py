"""Where a machine comes from: what another process needs to build it again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from typing import Protocol as Interface

from tidemark.spec.machines.declarations import Promise


class Source(Interface):
    """A user's file that protocols come from. Another process can build its machines again: it may be sent there.

    place: its name on the command line. sha256: of the file. digest: the SHA-256 of it and of the modules it imports.
    """

    @property
    def place(self) -> str: ...
    @property
    def sha256(self) -> str: ...
    @property
    def digest(self) -> str: ...
    @property
    def protocols(self) -> Mapping[str, Any]: ...


@dataclass(frozen=True)
class Origin:
    """What is needed to build a machine again: names, values, a user's promises, and a user's file.

    exchanged: each exchanged rule, with the name of the protocol that it was taken from.
    own: a user's promises, in addition to the protocol's.
    promises: the names of the promises under check; None: all.
    source: the user's file that has the protocol; None where it is known by its name alone.

    >>> Origin("published/kip-101", {"replicas": 2}).protocol
    'published/kip-101'
    """

    protocol: str
    bounds: Mapping[str, Any] = field(default_factory=dict)
    exchanged: Mapping[str, str] = field(default_factory=dict)
    own: tuple[Promise, ...] = ()
    promises: tuple[str, ...] | None = None
    source: Source | None = None

    @property
    def word(self) -> str:
        """What names the protocol on the command line."""
        return f"{self.source.place}:{self.protocol}" if self.source else self.protocol
