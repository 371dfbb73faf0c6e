"""The protocols: how Kafka keeps what `spec` asks for, or breaks it.

A family here is a package that has its line in `FAMILIES`; it is imported when one of its protocols is asked for. Other
packages may bring protocols of their own: an entry point of the group `tidemark.protocols` names an iterable of
`spec.Protocol` (`pyproject.toml` of the package). They are looked for only where a name is not found here.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from spec import Family, Machine, Origin, Protocol, UsageError
from spec.audits import Auditor
from spec.machine import Source
from spec.names import look_up
from spec.system import System

FAMILIES = {
    "published": "impl.published",
    "kafka": "impl.kafka",
    "account": "impl.kafka.accounts",
    "kafka-kraft": "impl.kafka.with_kraft",
    "producer": "impl.kafka.producers",
    "idempotence": "impl.idempotence",
    "transactions": "impl.transactions",
    "published-transactions": "impl.published_transactions",
    "group": "impl.group",
    "kip-848": "impl.kip848",
    "controller": "impl.controller",
    "kraft": "impl.kraft",
    "published-kraft": "impl.kraft.published",
    "requests": "impl.requests",
}
"""For the first part of a protocol's name, which is a subject, the module that has those protocols."""
SUBJECTS = {
    "published": "the models that were published with KIP-101, KIP-279 and KIP-320",
    "kafka": "replication in Kafka's releases, message by message",
    "account": "replication as books and articles have it where no release does so",
    "kafka-kraft": "replication where KRaft's controller keeps the partition's record",
    "producer": "replication with a producer that sends again",
    "idempotence": "a producer's sequence numbers, and what a leader remembers of them",
    "transactions": "the transaction coordinator, markers, fencing, read_committed",
    "published-transactions": "published models of transactions",
    "group": "consumer groups under the classic protocol",
    "kip-848": "consumer groups under KIP-848, and its published model",
    "controller": "who is controller, with ZooKeeper",
    "kraft": "the quorum of KRaft: Raft that pulls (KIP-595)",
    "published-kraft": "a published model of that quorum",
    "requests": "the way of a request through a broker",
}
"""What each subject is, in a line."""
SYSTEMS = {"kafka": "impl.kafka.brokers.system"}
"""For the name of a real system, which is a command too, the module that drives it (`SYSTEM`)."""
AUDITORS = {"logs": "impl.kafka.audit.auditor"}
"""For the name of an auditor the module that has it, as `AUDITOR`."""
GROUP = "tidemark.protocols"


@cache
def shipped(family: str) -> dict[str, Protocol]:
    """The protocols that are here and whose names begin so, by name."""
    protocols: Iterable[Protocol] = importlib.import_module(FAMILIES[family]).PROTOCOLS
    return {protocol.name: protocol for protocol in protocols}


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
    here = {name: protocol for family in FAMILIES for name, protocol in shipped(family).items()}
    return {**here, **{name: protocol for name, protocol in _installed().items() if name not in here}}


def subjects() -> dict[str, list[Protocol]]:
    """The protocols of each subject: those whose names begin so."""
    found: dict[str, list[Protocol]] = {}
    for protocol in protocols().values():
        found.setdefault(protocol.name.partition("/")[0], []).append(protocol)
    return found


def families() -> list[Family]:
    """The families of all protocols, each once: those that are here first."""
    known = [*(p for family in FAMILIES for p in shipped(family).values()), *_installed().values()]
    return list({id(protocol.family): protocol.family for protocol in known}.values())


def scenarios(among: Iterable[Family] | None = None) -> dict[str, Path]:
    """The file of each scenario, by its name: that of the file without `.toml`. Of all families, or of those given.

    Raises:
        UsageError: two scenarios have one name.
    """
    found: dict[str, Path] = {}
    for family in families() if among is None else among:
        for path in sorted(family.scenarios.glob("*.toml")) if family.scenarios else ():
            if path != found.setdefault(path.stem, path):
                raise UsageError(f"{found[path.stem]} and {path} are scenarios of one name: rename one")
    return found


def system(name: str) -> System:
    """The real system of that name.

    Raises:
        UsageError: there is none; the message has the nearest name.
    """
    found: System = importlib.import_module(look_up(SYSTEMS, name, "there is no system")).SYSTEM
    return found


def is_protocol(name: str) -> bool:
    """Whether there is a protocol of that name."""
    family, slash, _ = name.partition("/")
    return bool(slash) and (name in shipped(family) if family in FAMILIES else name in _installed())


def protocol(name: str, source: Source | None = None) -> Protocol:
    """The protocol of that name: one in a user's file, where that is given and has it.

    Raises:
        UsageError: there is none; the message has the nearest name.
    """
    if source and name in source.protocols:
        own: Protocol = source.protocols[name]
        return own
    family = name.partition("/")[0]
    known = shipped(family) if family in FAMILIES else {}
    found: Protocol = known[name] if name in known else look_up(protocols(), name, "there is no protocol")
    return found


def auditor(name: str = "logs") -> Auditor:
    """The auditor of that name, imported when it is asked for.

    Raises:
        UsageError: there is none.
    """
    module = importlib.import_module(look_up(AUDITORS, name, "there is no auditor"))
    found: Auditor = module.AUDITOR
    return found


def machine(origin: Origin) -> Machine:
    """The machine of an origin, built again.

    Raises:
        UsageError: a name is unknown, or a bound out of its range.
    """
    exchanged = {rule: protocol(name, origin.source) for rule, name in origin.exchanged.items()}
    named = protocol(origin.protocol, origin.source)
    built = named.with_own(origin.own).machine(origin.bounds, exchanged)
    return built if origin.promises is None else built.only(*origin.promises)
