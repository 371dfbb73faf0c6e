"""Advice for the person on call: who may lead, what Kafka will do, what the person may do, and must not do.

Take three replicas of which broker 0 lost its last records, and is still in the ISR. By `leadership` broker 2 may lead
without loss. So: start broker 2 first, and do not start broker 0 before broker 2 leads; else broker 0 is elected, and
broker 2 cuts its log.

With KRaft a leader is elected as `PartitionChangeBuilder.electAnyLeader` does it (4.3.1): `candidates` in the order of
the assigned replicas, of which the first that is active leads; the present leader stays if it is one of them. If none
of them is active, `unclean.leader.election.enable` (or an operator who asks for an unclean election while there is no
leader, `ReplicationControlManager.electLeader`) lets any active replica lead. With ZooKeeper the ISR is not in these
directories, and the same order holds (`Election.leaderForOffline`, to 3.9). A follower never gives its leader a record:
it cuts its log where the two part (`leadership.truncation`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from tidemark.real.log_auditor.kinds import NAMES
from tidemark.real.log_auditor.leadership import LeadershipVerdict
from tidemark.real.log_auditor.lost import DAMAGED, DIFFERENT, MISSING
from tidemark.real.log_auditor.metadata_log import Assignment
from tidemark.real.log_auditor.repairs import NOT_YET, REPAIRS, REPLACE
from tidemark.real.log_auditor.replica import ReplicaOnDisk
from tidemark.real.storage.directories import METADATA_LOG
from tidemark.spec.families.audits import Advice, AuditFinding, LostRange

LEADS, KAFKA, MAY, MUST_NOT = "who may lead", "Kafka", "you may", "do not"
"""The headings, in their order. What stands under the last three goes on with their sentence."""
RUNNING = "stop {risky} until {name} leads (kafka-topics.sh --describe)."
FIRST = "start {name} first, and the others once {name} leads (kafka-topics.sh --describe)."
UNCLEAN = (
    "start {name} alone of the replicas, and ask for an unclean election (kafka-leader-election.sh --election-type "
    "unclean): it elects the first replica that is up. Start the others once {name} leads."
)
LEAST = (
    "copy the directories of all replicas elsewhere. Then let {name} lead, by which least is lost, and send again what "
    "the copies have."
)
COPY_FIRST = "start any of them before their directories are copied: whichever leads, others cut their logs."


def candidates(assigned: Assignment) -> tuple[int, ...]:
    """Who may be elected without an unclean election, in the order in which they are tried.

    The ISR; if it is empty, the ELR; if that is too, the last known leader.
    """
    eligible = assigned.isr or assigned.elr
    if not eligible and len(assigned.last_known) == 1:
        return assigned.last_known
    return tuple(broker for broker in assigned.replicas if broker in eligible)


def elect_leader(assigned: Assignment, active: Collection[int], is_unclean: bool = False) -> int | None:
    """The broker that the controller elects if these are active; None if nobody leads."""
    valid = [broker for broker in candidates(assigned) if broker in active]
    if assigned.leader in valid:
        return assigned.leader
    anyone = [broker for broker in assigned.replicas if broker in active] if is_unclean else []
    return next(iter([*valid, *anyone]), None)


IDENTITY = {
    "topic-ids-differ", "topic-id", "metadata", "metadata-missing", "partition-twice", "clusters-differ",
    "not-assigned",
}  # fmt: skip
"""Kinds that cast doubt on whose a replica is, and not on its records."""


@dataclass
class Sections:
    """Sentences by heading, each once."""

    lines: dict[str, list[str]] = field(
        default_factory=lambda: {heading: [] for heading in (LEADS, KAFKA, MAY, MUST_NOT)}
    )

    def add(self, heading: str, line: str) -> None:
        """Add a sentence."""
        if line and line not in self.lines[heading]:
            self.lines[heading].append(line)

    def add_repairs(self, findings: Sequence[AuditFinding], names: dict[str, str]) -> None:
        """Add what is said of the kinds of these findings. names: of the replicas by their directories."""
        places: dict[str, list[str]] = {}
        for finding in findings:
            if NAMES[finding.kind].damage and finding.kind in REPAIRS:
                name = names.get(finding.place, finding.place)
                if name not in places.setdefault(finding.kind, []):
                    places[finding.kind].append(name)
        replaced = {name for kind, held in places.items() if REPAIRS[kind].may == REPLACE for name in held}
        for kind in (kind for kind in NAMES if kind in places):
            repair, where = REPAIRS[kind], places[kind]
            if repair.is_within_replica and replaced.issuperset(where):
                continue
            for heading, line in ((KAFKA, repair.kafka), (MAY, repair.may), (MUST_NOT, repair.must_not)):
                self.add(heading, line.replace("{names}", join_names(where)))
        if replaced and not self.lines[MUST_NOT]:
            self.add(MUST_NOT, NOT_YET)

    def as_advice(self, group: str) -> list[Advice]:
        """The advice for a group; none if there is nothing to say."""
        sections = tuple((heading, tuple(lines)) for heading, lines in self.lines.items() if lines)
        return [Advice(group, sections)] if sections else []


_Judged = Sequence[tuple[ReplicaOnDisk, LeadershipVerdict]]


def advise(
    group: str, judged: _Judged, findings: Sequence[AuditFinding], lost: Sequence[LostRange]
) -> list[Advice]:
    """The advice for a partition; none if nothing is damaged. judged: each replica, and whether it may lead."""
    if not any(NAMES[finding.kind].damage for finding in findings):
        return []
    sections = Sections()
    is_different = not lost or any(how not in (MISSING, DAMAGED) for x in lost for _, how in x.lost_by)
    _Leaders(group, judged, lost).add_to(sections)
    named = [finding for finding in findings if is_different or finding.kind not in DIFFERENT]
    sections.add_repairs(named, {replica.task.data_directory: replica.task.name for replica, _ in judged})
    return sections.as_advice(group)


def advise_directories(findings: Sequence[AuditFinding], names: dict[str, str]) -> list[Advice]:
    """The advice for findings in whole directories; those of a partition that is missing are for that partition."""
    groups: dict[str, list[AuditFinding]] = {}
    for finding in findings:
        groups.setdefault(finding.details.get("partition", finding.group), []).append(finding)
    advice = []
    for group, of_group in groups.items():
        sections = Sections()
        sections.add_repairs(of_group, names)
        advice += sections.as_advice(group)
    return advice


class _Leaders:
    """What follows from who may lead.

    good: the replicas that may. alike: where none may, since replicas differ, those that have all that most of them
    have. losing: those by which committed records would be lost. unknown: all others.
    """

    def __init__(self, group: str, judged: _Judged, lost: Sequence[LostRange]) -> None:
        self.group = group
        self.verdicts = {replica.task.name: verdict for replica, verdict in judged}
        self.good = [replica for replica, verdict in judged if verdict.may_lead]
        self.losing = [replica for replica, verdict in judged if verdict.committed]
        self.unknown = [
            replica
            for replica, verdict in judged
            if verdict.may_lead is None
            and not verdict.committed
            and not IDENTITY.issuperset(verdict.doubts or "?")
        ]
        self.alike = [] if self.good else [x for x in self.unknown if self._holds_all(x.task.name, lost)]
        self.assigned = next((replica.task.assigned for replica, _ in judged if replica.task.assigned), None)
        self.is_unclean = any(replica.task.is_unclean_allowed for replica, _ in judged)
        self.names = {replica.task.broker: replica.task.name for replica, _ in judged}

    def _holds_all(self, name: str, lost: Sequence[LostRange]) -> bool:
        """Whether only other replicas cast doubt on a replica."""
        doubts = set(self.verdicts[name].doubts)
        return bool(lost) and doubts <= DIFFERENT and all(name in each.held_by for each in lost)

    def add_to(self, sections: Sections) -> None:
        """Add the sentences."""
        if self.group == METADATA_LOG:
            sections.add(
                KAFKA, "elects a voter of the quorum, if most voters have no newer records than it has."
            )
            return
        sections.add(LEADS, self._who())
        if not self.losing and not self.unknown:
            return
        if self.losing:
            names = join_names([replica.task.name for replica in self.losing], "or")
            sections.add(LEADS, f"if {names} leads, others cut committed records.")
        for line in self._elections():
            sections.add(KAFKA, line)
        self._add_order(sections)

    def _who(self) -> str:
        if self.good:
            return f"{join_names([replica.task.name for replica in self.good])} may lead without loss."
        if self.alike:
            return f"replicas differ; most of them agree: {join_names([x.task.name for x in self.alike])}."
        return "no replica is known to lead without loss."

    def _elections(self) -> list[str]:
        """Whom Kafka elects."""
        if self.assigned is None:
            return ["elects the first replica of the ISR that is up. The ISR is not in these directories."]
        able, lines = candidates(self.assigned), []
        if not able:
            lines.append("elects nobody: ISR and ELR are empty.")
        elif len(able) == 1:
            lines.append(f"elects only {self._name(able[0])}{self._why()}.")
        else:
            lines.append(
                f"elects the first that is up of {join_names(list(map(self._name, able)))}{self._why()}."
            )
        if self.is_unclean:
            order = join_names(list(map(self._name, self.assigned.replicas)))
            lines.append(
                f"elects the first that is up of {order} if none of those is up, since "
                "unclean.leader.election.enable is true."
            )
        return [*lines, "lets each other replica follow the leader, and cut its log where the two part."]

    def _why(self) -> str:
        assert self.assigned
        return ", the ISR" if self.assigned.isr else ", the ELR" if self.assigned.elr else ", the last leader"

    def _name(self, broker: int) -> str:
        return self.names.get(str(broker), f"broker {broker} (not audited)")

    def _add_order(self, sections: Sections) -> None:
        """Which replica comes first, and which must not."""
        able = None if self.assigned is None else set(map(str, candidates(self.assigned)))
        good = self.good or self.alike
        if not good:
            least = min(self.losing, key=lambda x: self.verdicts[x.task.name].committed, default=None)
            if least:
                sections.add(MAY, LEAST.format(name=least.task.name))
                sections.add(MUST_NOT, COPY_FIRST)
            return
        electable = [replica for replica in good if able is None or replica.task.broker in able]
        first = (electable or good)[0].task.name
        able = able if not self.is_unclean else None
        doubtful = [replica for replica in (*self.losing, *self.unknown) if replica not in good]
        risky = [replica for replica in doubtful if able is None or replica.task.broker in able]
        names = join_names([replica.task.name for replica in risky])
        if any(replica.task.is_open for replica in risky):
            sections.add(MAY, RUNNING.format(name=first, risky=names))
        elif risky or not electable:
            sections.add(MAY, (FIRST if electable else UNCLEAN).format(name=first))
        if risky:
            why = "it may be elected" if len(risky) == 1 else "each of them may be elected"
            sections.add(MUST_NOT, f"start {names} before {first} leads: {why}.")


def join_names(names: Sequence[str], word: str = "and") -> str:
    """Names as a sentence has them."""
    return f" {word} ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))
