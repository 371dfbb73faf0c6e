"""The protocols: how Kafka keeps what `spec` asks for, or breaks it.

A family is a package with a line in `SUBJECTS`. It is imported when one of its protocols is needed. Other packages may
bring more protocols: an entry point of the group `tidemark.protocols` names an iterable of `spec.Protocol`
(`pyproject.toml` of the package). Tidemark looks there only for names that it does not have.
"""

from __future__ import annotations

if __name__ == "impl":
    raise ImportError("impl is a part of tidemark: write `from tidemark import impl`", name="impl")

import importlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tidemark.base.errors import old_import
from tidemark.base.names import look_up
from tidemark.spec import Family, Machine, Origin, Protocol, UsageError
from tidemark.spec.families.releases import covers, in_words, is_release, span
from tidemark.spec.machines.origin import Source


@dataclass(frozen=True)
class Subject:
    """Protocols whose names begin alike: the module that has them as `PROTOCOLS`, and a line about them.

    others: modules that have more of them, imported only if the first one lacks the protocol.
    """

    module: str
    about: str
    others: tuple[str, ...] = ()

    def protocols(self) -> Iterator[dict[str, Protocol]]:
        """The protocols of each module in turn, by name."""
        for module in (self.module, *self.others):
            protocols: Iterable[Protocol] = importlib.import_module(module, __name__).PROTOCOLS
            yield {protocol.name: protocol for protocol in protocols}


SUBJECTS = {
    "published": Subject(
        ".published.replication",
        "published models of replication",
        (".published.async_isr", ".published.unclean", ".published.kraft_replication"),
    ),
    "kafka": Subject(".kafka", "replication in Kafka's releases, message by message"),
    "claimed": Subject(".kafka.claimed", "replication as books alone tell it; reads from followers (2.4)"),
    "lag": Subject(".kafka.lagging", "replication with another rule for a follower that lags, as in 0.8"),
    "votes": Subject(".votes", "whether a KRaft quorum keeps a leader (Pre-Vote)"),
    "kafka-kraft": Subject(
        ".kafka.kraft_releases", "replication where KRaft's controller keeps the partition"
    ),
    "producer": Subject(".kafka.producers", "replication with a producer that sends again"),
    "idempotence": Subject(
        ".idempotence", "a producer's sequence numbers, and what a leader remembers of them"
    ),
    "transactions": Subject(".transactions", "the transaction coordinator, markers, fencing"),
    "replicated-transactions": Subject(".replicated_transactions", "transactions whose logs fail over"),
    "published-transactions": Subject(".published.transactions", "published models"),
    "group": Subject(".group", "consumer groups under the classic protocol"),
    "consumer-group": Subject(".consumer_group", "consumer groups under KIP-848, as released"),
    "kip-848": Subject(".published.groups", "consumer groups under KIP-848, as published"),
    "share-group": Subject(".share_group", "share groups (KIP-932)"),
    "delivery": Subject(".delivery", "what of a partition reaches a system behind consumers"),
    "consumer": Subject(".consumer_positions", "a consumer's position in a log that is truncated"),
    "controller": Subject(".controller", "who is controller (ZooKeeper)"),
    "reassignment": Subject(".reassignment", "replicas that move to other brokers, with ZooKeeper"),
    "elections": Subject(".elections", "who may lead, with KRaft"),
    "metadata": Subject(".metadata", "who leads, as brokers and clients are told"),
    "partitions": Subject(".topic_order", "a topic of several partitions, and the order of its records"),
    "topics": Subject(".topic_lifecycle", "topics made and deleted"),
    "tiered-storage": Subject(".tiered_storage", "segments in a remote storage"),
    "kraft": Subject(".kraft_quorum", "the quorum of KRaft: Raft that pulls (KIP-595)"),
    "published-kraft": Subject(".published.quorum", "a published model of that quorum"),
    "reads": Subject(".reads", "a read of a leader's log, moment by moment"),
    "requests": Subject(".requests", "the way of a request through a broker"),
}
"""Subjects by the first part of the protocols' names."""
GROUP = "tidemark.protocols"
RENAMED = {"account": "claimed"}
"""New names of subjects by their old ones, which a user's file may still have."""


@cache
def load_subject(subject: str) -> dict[str, Protocol]:
    """The protocols of a subject that come with Tidemark, by name."""
    return {name: protocol for part in SUBJECTS[subject].protocols() for name, protocol in part.items()}


def _find_in_subject(name: str) -> Protocol | None:
    """The shipped protocol of that name. Imports the modules of its subject one by one, until one has it."""
    subject = SUBJECTS.get(name.partition("/")[0])
    return next((part[name] for part in subject.protocols() if name in part), None) if subject else None


@cache
def _load_entry_points() -> dict[str, Protocol]:
    """The protocols of other packages.

    Raises:
        UsageError: a package's entry point names something else, or fails.
    """
    from importlib.metadata import entry_points

    protocols_by_name = {}
    for entry in entry_points(group=GROUP):
        try:
            protocols: Iterable[Protocol] = entry.load()
            protocols_by_name.update({protocol.name: protocol for protocol in protocols})
        except Exception as error:
            cause = old_import(error) or error
            raise UsageError(f"{entry.value}, an entry point of {GROUP}, can't be used: {cause}") from error
    return protocols_by_name


def protocols() -> dict[str, Protocol]:
    """Every protocol by its name."""
    by_name = {name: protocol for subject in SUBJECTS for name, protocol in load_subject(subject).items()}
    return by_name | _load_entry_points() | by_name  # a package can't replace what is here


def subjects() -> dict[str, list[Protocol]]:
    """The protocols of each subject: those whose names begin so."""
    by_subject: dict[str, list[Protocol]] = {}
    for protocol in protocols().values():
        by_subject.setdefault(protocol.name.partition("/")[0], []).append(protocol)
    return by_subject


def families() -> list[Family]:
    """The families of all protocols, each once: those that are here first."""
    return list({id(protocol.family): protocol.family for protocol in protocols().values()}.values())


def scenarios(among: Iterable[Family] | None = None) -> dict[str, Path]:
    """The file of each scenario of all families, or of these, by its name: that of the file without `.toml`.

    Raises:
        UsageError: two scenarios have one name.
    """
    paths: dict[str, Path] = {}
    for family in families() if among is None else among:
        for path in sorted(family.scenarios.glob("*.toml")) if family.scenarios else ():
            if path != paths.setdefault(path.stem, path):
                raise UsageError(f"{paths[path.stem]} and {path} are scenarios of one name: rename one")
    return paths


def is_protocol(name: str) -> bool:
    """Whether there is a protocol of that name, or just one that is true to that release: `kafka/3.8`, `2.4`."""
    subject, slash, _ = name.partition("/")
    if slash and subject not in SUBJECTS:
        return name in _load_entry_points()
    return (bool(slash) and _find_in_subject(name) is not None) or len(_covering(name)) == 1


def _covering(name: str) -> list[Protocol]:
    """The protocols for which a release stands: `kafka/3.8` for those of one subject, `3.9` for those of all."""
    subject, slash, below = name.partition("/")
    if not slash:
        return of_release(name)
    return of_release(below, subject) if subject in SUBJECTS else []


def of_release(word: str, subject: str = "") -> list[Protocol]:
    """The protocols for which a release stands, as `3.9` or `3.9.2`: those of one subject that are true to it.

    Without a subject, those of all that need none.
    """
    return [p for p in _true_to(word, subject) if subject or not p.family.needs_subject]


def beside_release(word: str) -> list[Protocol]:
    """The protocols that are true to a release, and for which it does not stand alone (`Family.needs_subject`)."""
    return [p for p in _true_to(word) if p.family.needs_subject]


def _true_to(word: str, subject: str = "") -> list[Protocol]:
    """The protocols that are true to a release: those of one subject, or all."""
    if not is_release(word):
        return []
    candidates = load_subject(subject) if subject else protocols()
    return [p for p in candidates.values() if p.releases and covers(p.releases, word)]


def protocol(name: str, source: Source | None = None) -> Protocol:
    """The protocol of that name, first of all in the user's file, if there is one.

    A release may stand for its name, if just one protocol is true to it: `kafka/3.8` is `kafka/3.7`, and `2.4` is
    `kafka/2.2`.

    Raises:
        UsageError: no protocol has that name; the message gives the nearest name, or the protocols of that release.
    """
    if source and name in source.protocols:
        users: Protocol = source.protocols[name]
        return users
    subject, _, below = name.partition("/")
    if subject in RENAMED and name not in _load_entry_points():
        raise UsageError(f"there is no protocol {name}: it is called {RENAMED[subject]}/{below}")
    return _find_in_subject(name) or _by_release(name) or look_up(protocols(), name, "there is no protocol")


def _by_release(name: str) -> Protocol | None:
    """The protocol for which a release stands; None where the name has no release.

    Raises:
        UsageError: the release stands for several protocols, or for none.
    """
    covering = _covering(name)
    if len(covering) == 1:
        return covering[0]
    if covering:
        names = ", ".join(f"{candidate.name} ({candidate.summary})" for candidate in covering)
        raise UsageError(f"{name} is a release that several protocols are true to: name one of {names}")
    release = name.rpartition("/")[2]
    if beside := of_release(release):
        names = ", ".join(candidate.name for candidate in beside)
        raise UsageError(f"there is no protocol {name}: {names} are true to {release}")
    if is_release(name):
        ranges = [candidate.releases for candidate in protocols().values() if candidate.releases]
        raise UsageError(f"there is no protocol for {name}, only for the releases {in_words(span(ranges))}")
    return None


def machine(origin: Origin, *, traced: bool = True) -> Machine:
    """The machine of an origin, built again; `traced` is as in `Family.machine`.

    Raises:
        UsageError: a name is unknown, or a bound out of its range.
    """
    exchanged = {rule: protocol(name, origin.source) for rule, name in origin.exchanged.items()}
    named = protocol(origin.protocol, origin.source)
    rebuilt = named.with_own(origin.own).machine(origin.bounds, exchanged, traced=traced)
    return rebuilt if origin.promises is None else rebuilt.with_promises(*origin.promises)
