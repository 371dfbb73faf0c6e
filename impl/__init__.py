"""The protocols: how Kafka keeps what `spec` asks for, or breaks it.

Other packages may bring protocols of their own: an entry point of the group `tidemark.protocols` names an iterable of
`spec.Protocol` (`pyproject.toml` of the package). They are looked for only where a name is not found here.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from impl import published, replication
from spec import Family, Machine, Origin, Protocol, UsageError
from spec.names import look_up

SHIPPED = {protocol.name: protocol for protocol in (*published.PROTOCOLS, *replication.PROTOCOLS)}
SHIPPED_FAMILIES = (published.FAMILY, replication.FAMILY)
GROUP = "tidemark.protocols"


@cache
def _installed() -> dict[str, Protocol]:
    """The protocols of other packages.

    Raises:
        UsageError: a package names something else, or fails.
    """
    from importlib.metadata import entry_points

    found = {}
    for entry in entry_points(group=GROUP):
        try:
            protocols: Iterable[Protocol] = entry.load()
            found.update({protocol.name: protocol for protocol in protocols})
        except Exception as error:
            raise UsageError(f"{entry.value}, an entry point of {GROUP}, can't be used: {error}") from error
    return found


def protocols() -> dict[str, Protocol]:
    """Every protocol by its name."""
    return {**_installed(), **SHIPPED}


def families() -> list[Family]:
    """The families of all protocols, each once."""
    others = {id(protocol.family): protocol.family for protocol in _installed().values()}
    return [*SHIPPED_FAMILIES, *others.values()]


def is_protocol(name: str) -> bool:
    """Whether there is a protocol of that name."""
    return name in SHIPPED or ("/" in name and name in _installed())


def protocol(name: str) -> Protocol:
    """The protocol of that name.

    Raises:
        UsageError: there is none; the message has the nearest name.
    """
    found: Protocol = SHIPPED.get(name) or look_up(protocols(), name, "there is no protocol")
    return found


def machine(origin: Origin) -> Machine:
    """The machine of an origin, built again.

    Raises:
        UsageError: a name is unknown, or a bound out of its range.
    """
    built = (
        protocol(origin.protocol)
        .with_own(origin.own)
        .machine(origin.bounds, {rule: protocol(source) for rule, source in origin.exchanged.items()})
    )
    return built if origin.promises is None else built.only(*origin.promises)
