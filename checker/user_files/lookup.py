"""Protocols as a user names them, and the rules that are taken from others: for the command line and for Python."""

from __future__ import annotations

from collections.abc import Mapping

from tidemark import impl
from tidemark.base.errors import UsageError
from tidemark.base.files import kind, require_none
from tidemark.base.names import look_up
from tidemark.checker.user_files.place import is_own
from tidemark.impl import histories
from tidemark.spec.families.protocol import Protocol


def find_protocol(word: str) -> Protocol:
    """The protocol of that name, or the one of a user's file.

    Raises:
        UsageError: there is no such thing in the file, or there are several and the word names none.
        ModelError: the file fails.
    """
    if histories.checker_of(word):
        raise UsageError(f"{word} is no machine: `tidemark validate {word} history.edn` checks a history")
    word = histories.module_of(word) or word
    if not is_own(word):
        if not impl.is_protocol(word):
            if kind(f"{word}.py") == "a file":
                raise UsageError(f"there is no protocol {word}: did you mean {word}.py?")
            require_none(word, "protocol; a file of machines is Python, as mine.py")
        return impl.protocol(word)
    from tidemark.checker.user_files import machines

    return machines.protocol(word)


def find_sources(protocol: Protocol, exchanged: Mapping[str, Protocol | str]) -> dict[str, Protocol]:
    """For each rule to exchange the protocol that it is taken from: itself, or its name, perhaps without its family.

    Raises:
        UsageError: there is no such rule, or no such protocol.
    """
    sources = {}
    for rule, source in exchanged.items():
        look_up(protocol.family.rules, str(rule), f"{protocol.name} has no rule")
        if not isinstance(source, (Protocol, str)):
            raise UsageError(
                f"the rule {rule} is taken from a protocol, or from its name, and not from {source!r}"
            )
        sources[rule] = _source(protocol, source) if isinstance(source, str) else source
    return sources


def _source(protocol: Protocol, name: str) -> Protocol:
    """The protocol of that name, of the same family or of the same user's file."""
    beside = dict(protocol.source.protocols) if protocol.source else {}
    names = beside | impl.protocols()
    full = name if name in names else f"{protocol.family.name}/{name}"
    for word in (full, name):
        if word not in names and impl.is_protocol(word):  # a release stands for its name
            return impl.protocol(word)
    source: Protocol = look_up(names, full, "there is no protocol")
    return source
