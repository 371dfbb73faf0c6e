"""What an audit begins with: which committed offsets are lost, and what to do. Each line has a damage that shows it."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from tests.real.log_auditor.test_audit_claims import SHARES, lose_directory, topic_of
from tests.support.audits import audit_whole
from tests.support.coordinator_records import claim, share
from tests.support.damages import DAMAGES, Brokers, P, other_record
from tests.support.logs import split
from tests.support.shared_damages import abort  # noqa: F401  with it, its damages are declared
from tidemark.impl.shared.partition_change import LastKnown, Lasts, change_partition
from tidemark.real.log_auditor import advice, repairs
from tidemark.real.log_auditor.kinds import KINDS
from tidemark.real.log_auditor.leadership import LeadershipVerdict
from tidemark.real.log_auditor.metadata_log import Assignment
from tidemark.real.log_auditor.repairs import REPAIRS, Repair
from tidemark.real.log_auditor.replica import ReplicaOnDisk
from tidemark.real.log_auditor.replica_files import ReplicaFact
from tidemark.real.log_auditor.tasks import ReplicaTask
from tidemark.real.storage import directories
from tidemark.spec import Id, IdSet, none
from tidemark.spec.families.audits import AuditFinding, GroupFindings, LostRange

TWO, OTHERS = ("broker 0", "broker 1"), ("broker 0", "broker 2")
DIFFERENT = "other records than broker 0, broker 1"

Lost = tuple[int, int, tuple[str, ...], dict[str, str]]
ROWS: dict[str, tuple[str, list[Lost]]] = {
    "isr-has-committed": (
        "committed-unreplicated",
        [(86, 87, ("broker 2",), {"broker 0": "missing", "broker 1": "missing"})],
    ),
    "copies-disagree": ("copies-disagree", [(47, 47, TWO, {"broker 2": DIFFERENT})]),
    "high-watermark-past-end": (
        "high-watermark-past-end",
        [(88, 6999, (), {"broker 0": "missing", "broker 1": "missing", "broker 2": "missing"})],
    ),
    "checksum": ("checksum", [(33, 36, TWO, {"broker 2": "damaged"})]),
    "header": ("records", [(26, 28, TWO, {"broker 2": "damaged"})]),
    "torn-tail": ("torn-tail:the_last_batch_is_cut", [(86, 87, TWO, {"broker 2": "missing"})]),
    "gap": ("start-missing", [(0, 24, TWO, {"broker 2": "missing"})]),
    "log-start-past-end": ("log-start-past-end", []),
    "index-torn": ("index-torn", []),
    "txn-index-missing": ("txn-index-wrong", []),
    "epoch-cache-missing": ("epoch-start", []),
    "producer-epoch": ("sequence-gap", []),
    "snapshot-wrong": ("snapshot-wrong", []),
    "checkpoint": ("checkpoint", []),
    "metadata": ("metadata", []),
    "topic-ids-differ": ("topic-ids-differ", []),
    "offset-past-end": ("offset-past-end", []),
    "hanging-transaction": ("hanging-transaction", []),
    "only-copy-aside": ("only-copy-aside", []),
    "partition-missing": ("partition-missing", [(0, 87, TWO, {"broker 2": "no directory"})]),
    "unclean-shutdown": ("unclean-shutdown", []),
    "interrupted-compaction": ("index-missing", []),
}
"""The first kind of each row of repairs, the damage that shows the row, and what is lost by that damage."""
IN_A_CLUSTER = {"metadata-snapshot", "epoch-ahead", "directory-lost", "share-state"}
"""Those that need a metadata log."""


def lines_of(outcome: GroupFindings) -> dict[str, list[str]]:
    lines: dict[str, list[str]] = {}
    for each in outcome.advice:
        for heading, sentences in each.sections:
            lines.setdefault(heading, []).extend(sentences)
    return lines


def shows(lines: dict[str, list[str]], repair: Repair) -> bool:
    """Whether all sentences of a row are there, whichever replicas they name."""
    headed = ((advice.KAFKA, repair.kafka), (advice.MAY, repair.may), (advice.MUST_NOT, repair.must_not))
    return all(
        any(all(part in line for part in sentence.split("{names}")) for line in lines.get(heading, []))
        for heading, sentence in headed
        if sentence
    )


@pytest.mark.parametrize("first", ROWS)
def test_each_row_of_repairs_is_shown_with_what_is_lost(first: str, brokers: Brokers) -> None:
    name, lost = ROWS[first]
    assert name.partition(":")[0] in REPAIRS[first].kinds
    DAMAGES[name][0](brokers)
    outcome = audit_whole(brokers.paths)
    assert shows(lines_of(outcome), REPAIRS[first]), lines_of(outcome)
    assert [(x.first, x.last, x.held_by, dict(x.lost_by)) for x in outcome.lost] == lost
    assert {x.group for x in outcome.lost} <= {P}


def test_each_kind_of_damage_is_in_a_row_and_each_row_is_shown() -> None:
    assert set(REPAIRS) == {kind.name for kind in KINDS if kind.damage}
    assert {repair.kinds[0] for repair in REPAIRS.values()} == set(ROWS) | IN_A_CLUSTER


def test_rows_of_share_groups_and_lost_directories_are_shown(cluster: list[Path]) -> None:
    lose_directory(cluster)
    claim(cluster[:3], SHARES, share(0, topic_of(cluster), 3, [(9, 5, 2, 1)]))
    lines = lines_of(audit_whole(cluster))
    assert shows(lines, REPAIRS["share-state"])
    assert shows(lines, REPAIRS["directory-lost"])


def test_rows_that_need_a_metadata_log_are_shown(cluster: list[Path]) -> None:
    quorum_state = cluster[3] / directories.METADATA_LOG / "quorum-state"
    quorum_state.write_text("{")
    assert shows(lines_of(audit_whole(cluster)), REPAIRS["quorum-state"])
    quorum_state.unlink()
    for path in cluster[:3]:
        cache = path / P / "leader-epoch-checkpoint"
        version, count, *rows = cache.read_text().splitlines()
        cache.write_text("\n".join([version, str(int(count) + 1), *rows, "77 88"]) + "\n")
    assert shows(lines_of(audit_whole(cluster)), REPAIRS["epoch-ahead"])


def test_what_is_lost_has_the_times_of_its_records_or_of_those_beside_it(brokers: Brokers) -> None:
    last = [brokers.logs(path)[-1] for path in brokers.paths]
    brokers.rewrite(last[2], lambda all_: all_[:-1])
    (lost,) = audit_whole(brokers.paths).lost
    assert (lost.first, lost.since, lost.until, lost.is_between) == (86, 1700000226264, 1700000227575, False)
    for path in last[:2]:
        brokers.rewrite(path, lambda all_: all_[:-1])
    (lost,) = audit_whole(brokers.paths).lost
    assert (lost.first, lost.held_by, lost.until, lost.is_between) == (86, (), None, True)
    assert lost.since is not None
    assert lost.since < 1700000226264


def test_two_replicas_that_differ_hold_nothing_for_sure(brokers: Brokers) -> None:
    brokers.rewrite(brokers.logs()[1], other_record)
    (lost,) = audit_whole(brokers.paths[1:]).lost
    assert lost.held_by == ()
    assert lost.lost_by == (
        ("broker 1", "other records than broker 2"),
        ("broker 2", "other records than broker 1"),
    )


def test_offsets_are_parted_where_other_replicas_lack_them(brokers: Brokers) -> None:
    """Broker 2 lacks a segment, of which broker 1 has damaged one batch."""
    _, second, third, *_ = brokers.logs()
    for path in (brokers.first / P).glob(f"{second.stem}.*"):
        path.unlink()
    path = brokers.logs(brokers.third)[1]
    raw = bytearray(path.read_bytes())
    raw[len(split(path)[0]) + 70] ^= 1
    path.write_bytes(bytes(raw))
    lost = audit_whole(brokers.paths).lost
    assert (lost[0].first, lost[0].last) == (25, 25)
    assert lost[-1].last == int(third.stem) - 1
    assert [each.last + 1 for each in lost[:-1]] == [each.first for each in lost[1:]]
    damaged = [each for each in lost if dict(each.lost_by).get("broker 1") == "damaged"]
    assert [(each.held_by, dict(each.lost_by)["broker 2"]) for each in damaged] == [
        (("broker 0",), "missing")
    ]


# Who may lead.


def assigned(
    isr: tuple[int, ...], elr: tuple[int, ...] = (), last: tuple[int, ...] = (), leader: int = -1
) -> Assignment:
    return Assignment(UUID(int=1), (0, 1, 2), isr, 5, leader, elr, last_known=last)


def judged(
    verdicts: dict[int, LeadershipVerdict], of_partition: Assignment | None, group: str = P, **more: Any
) -> list[tuple[ReplicaOnDisk, LeadershipVerdict]]:
    """Replicas of these brokers without a log, each with its verdict; `more` of their tasks."""
    pairs = []
    for broker, verdict in verdicts.items():
        task = ReplicaTask(
            group=group,
            number=broker,
            data_directory=f"d{broker}",
            name=f"broker {broker}",
            broker=str(broker),
            directory=Path(f"d{broker}"),
            is_open=False,
            high_watermark=9,
            recovery_point=9,
            log_start=None,
            compacted_until=0,
            is_compacted=False,
            assigned=of_partition,
        )
        pairs.append((ReplicaOnDisk(ReplicaFact(replace(task, **more), ()), []), verdict))
    return pairs


YES = LeadershipVerdict(True, "yes")
LOSES, LOSES_MORE = (LeadershipVerdict(False, "no", lost, lost) for lost in (2, 5))
UNKNOWN = LeadershipVerdict(None, "not known", doubts=("checksum",))
DIFFERS = LeadershipVerdict(None, "not known", doubts=("copies-disagree",))
FOLLOW = "lets each other replica follow the leader, and cut its log where the two part."
CHECKSUM = [AuditFinding("checksum", P, "d0", "0.log", 1, "")]


@dataclass(frozen=True)
class Case:
    """Verdicts by broker, what the metadata log says, and the lines that are expected without those of repairs."""

    verdicts: dict[int, LeadershipVerdict]
    assigned: Assignment | None
    leads: tuple[str, ...]
    kafka: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    must_not: tuple[str, ...] = ()
    more: tuple[tuple[str, bool], ...] = ()
    lost: tuple[LostRange, ...] = ()


GOOD_LAST = {0: LOSES, 1: LOSES, 2: YES}
ONE_LEADS, OTHERS_CUT = (
    "broker 2 may lead without loss.",
    "if broker 0 or broker 1 leads, others cut committed records.",
)
NOBODY = "no replica is known to lead without loss."
FIRST_2 = advice.FIRST.format(name="broker 2")
CASES = {
    "a good one of the ISR": Case(
        GOOD_LAST, assigned((1, 2)), (ONE_LEADS, OTHERS_CUT),
        ("elects the first that is up of broker 1 and broker 2, the ISR.", FOLLOW), (FIRST_2,),
        ("start broker 1 before broker 2 leads: it may be elected.",),
    ),
    "the good one is not in the ISR": Case(
        GOOD_LAST, assigned((0,)), (ONE_LEADS, OTHERS_CUT), ("elects only broker 0, the ISR.", FOLLOW),
        (advice.UNCLEAN.format(name="broker 2"),), ("start broker 0 before broker 2 leads: it may be elected.",),
    ),
    "the bad ones are not in the ELR": Case(
        GOOD_LAST, assigned((), (2,)), (ONE_LEADS, OTHERS_CUT), ("elects only broker 2, the ELR.", FOLLOW),
    ),
    "the last leader lost records": Case(
        GOOD_LAST, assigned((), (), (1,)), (ONE_LEADS, OTHERS_CUT),
        ("elects only broker 1, the last leader.", FOLLOW), (advice.UNCLEAN.format(name="broker 2"),),
        ("start broker 1 before broker 2 leads: it may be elected.",),
    ),
    "nobody may be elected": Case(
        GOOD_LAST, assigned(()), (ONE_LEADS, OTHERS_CUT), ("elects nobody: ISR and ELR are empty.", FOLLOW),
        (advice.UNCLEAN.format(name="broker 2"),),
    ),
    "unclean elections": Case(
        GOOD_LAST, assigned((2,)), (ONE_LEADS, OTHERS_CUT),
        (
            "elects only broker 2, the ISR.",
            "elects the first that is up of broker 0, broker 1 and broker 2 if none of those is up, since "
            "unclean.leader.election.enable is true.",
            FOLLOW,
        ),
        (FIRST_2,), ("start broker 0 and broker 1 before broker 2 leads: each of them may be elected.",),
        more=(("is_unclean_allowed", True),),
    ),
    "brokers run": Case(
        GOOD_LAST, assigned((1, 2)), (ONE_LEADS, OTHERS_CUT),
        ("elects the first that is up of broker 1 and broker 2, the ISR.", FOLLOW),
        (advice.RUNNING.format(name="broker 2", risky="broker 1"),),
        ("start broker 1 before broker 2 leads: it may be elected.",), more=(("is_open", True),),
    ),
    "no metadata log": Case(
        {0: UNKNOWN, 1: YES}, None, ("broker 1 may lead without loss.",),
        ("elects the first replica of the ISR that is up. The ISR is not in these directories.",),
        (advice.FIRST.format(name="broker 1"),), ("start broker 0 before broker 1 leads: it may be elected.",),
    ),
    "one was not audited": Case(
        {0: UNKNOWN, 1: YES}, assigned((1, 2)), ("broker 1 may lead without loss.",),
        ("elects the first that is up of broker 1 and broker 2 (not audited), the ISR.", FOLLOW),
    ),
    "each loses something": Case(
        {0: LOSES_MORE, 1: LOSES}, assigned((0, 1)), (NOBODY, OTHERS_CUT),
        ("elects the first that is up of broker 0 and broker 1, the ISR.", FOLLOW),
        (advice.LEAST.format(name="broker 1"),), (advice.COPY_FIRST,),
    ),
    "most agree": Case(
        {0: DIFFERS, 1: DIFFERS, 2: DIFFERS}, assigned((0, 1)),
        ("replicas differ; most of them agree: broker 1 and broker 2.",),
        ("elects the first that is up of broker 0 and broker 1, the ISR.", FOLLOW),
        (advice.FIRST.format(name="broker 1"),), ("start broker 0 before broker 1 leads: it may be elected.",),
        lost=(LostRange(P, 3, 4, held_by=("broker 1", "broker 2"), lost_by=(("broker 0", "other records"),)),),
    ),
    "all may lead": Case({0: YES, 1: YES}, assigned((0, 1)), ("broker 0 and broker 1 may lead without loss.",)),
}  # fmt: skip


def advised(case: Case, group: str = P) -> dict[str, list[str]]:
    """The lines of a case, without those of the damage itself."""
    pairs = judged(case.verdicts, case.assigned, group, **dict(case.more))
    (given,) = advice.advise(group, pairs, CHECKSUM, case.lost)
    of_damage = advice.Sections()
    of_damage.add_repairs(CHECKSUM, {"d0": "broker 0"})
    return {
        heading: [line for line in lines if line not in of_damage.lines[heading]]
        for heading, lines in given.sections
    }


@pytest.mark.parametrize("name", CASES)
def test_who_may_lead_and_in_which_order(name: str) -> None:
    case = CASES[name]
    lines = advised(case)
    headings = (advice.LEADS, advice.KAFKA, advice.MAY, advice.MUST_NOT)
    expected = [list(each) for each in (case.leads, case.kafka, case.may, case.must_not)]
    assert [lines.get(heading, []) for heading in headings] == expected


def test_a_quorum_is_not_advised_as_a_partition() -> None:
    lines = advised(CASES["a good one of the ISR"], directories.METADATA_LOG)
    assert lines[advice.KAFKA] == [
        "elects a voter of the quorum, if most voters have no newer records than it has."
    ]
    assert lines.get(advice.LEADS, []) == lines[advice.MAY] == lines[advice.MUST_NOT] == []


def test_nothing_is_advised_without_damage() -> None:
    told = [AuditFinding("unreplicated", P, "d0", "0.log", 1, "")]
    assert advice.advise(P, judged(GOOD_LAST, assigned((0, 1))), told, ()) == []


def test_a_replica_that_is_to_be_replaced_first_has_another_leader() -> None:
    found = [AuditFinding("epoch-start", P, "d0", "leader-epoch-checkpoint", 1, "")]
    (given,) = advice.advise(P, judged({0: YES, 1: YES}, assigned((0, 1))), found, ())
    assert dict(given.sections)[advice.MUST_NOT] == (repairs.NOT_YET,)


# Kafka's elections, by the model.


@dataclass(frozen=True)
class Registration:
    """What the model's controller has on record."""

    leader: int
    isr: IdSet
    elr: IdSet
    last_known: int

    def but(self, **changes: Any) -> Registration:
        return replace(self, **changes)


@dataclass(frozen=True)
class Settings:
    """The rules of 4.1 to 4.3.1."""

    unclean_election: bool
    elr: bool = True
    elr_lasts: Any = Lasts.until_min_isr
    last_known: Any = LastKnown.if_active


IDS = IdSet.of(Id("broker", 3))
SETS = [tuple(x for x in range(3) if mask >> x & 1) for mask in range(8)]


def ids(members: tuple[int, ...]) -> IdSet:
    return IdSet(IDS, sum(1 << x for x in members))


def registrations() -> list[Assignment]:
    """All that may be on record: ELR and ISR have nobody in common; only without both a last leader is kept."""
    found = []
    for isr, elr in itertools.product(SETS, SETS):
        if set(isr) & set(elr):
            continue
        found += [assigned(isr, elr, (), leader) for leader in (-1, *isr)]
        if not isr and not elr:
            found += [assigned((), (), (last,)) for last in range(3)]
    return found


def choose_first(order: tuple[int, ...]) -> Callable[[IdSet], int]:
    return lambda able: next((x for x in order if able.has(x)), none)


@pytest.mark.parametrize("is_unclean", [False, True])
def test_the_controller_of_the_model_elects_whom_the_advice_says(is_unclean: bool) -> None:
    for of_partition, active in itertools.product(registrations(), SETS):
        last = of_partition.last_known[0] if of_partition.last_known else none
        leader = none if of_partition.leader == -1 else of_partition.leader
        now = Registration(leader, ids(of_partition.isr), ids(of_partition.elr), last)
        recorded = change_partition(
            now,
            now.isr,
            Settings(is_unclean),
            ids(active),
            lambda isr: False,
            choose_first(of_partition.replicas),
        )
        elected = advice.elect_leader(of_partition, active, is_unclean)
        assert (none if elected is None else elected) == recorded.leader, (of_partition, active)


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.assigned])
def test_the_replica_that_comes_first_is_elected_and_one_that_must_not_could_be(name: str) -> None:
    case = CASES[name]
    lines, is_allowed = advised(case), dict(case.more).get("is_unclean_allowed", False)
    assert case.assigned
    for broker in case.verdicts:
        replica = f"broker {broker}"
        alone = advice.elect_leader(case.assigned, {broker}, is_allowed)
        if f"start {replica} first" in " ".join(lines.get(advice.MAY, [])):
            assert alone == broker
        if f"start {replica} alone" in " ".join(lines.get(advice.MAY, [])):
            assert alone is None
            assert advice.elect_leader(case.assigned, {broker}, is_unclean=True) == broker
        risky = " ".join(lines.get(advice.MUST_NOT, [])).partition(" before ")[0]
        if "may be elected" in " ".join(lines.get(advice.MUST_NOT, [])):
            is_bad = case.verdicts[broker] != YES and (broker not in (1, 2) or name != "most agree")
            assert (replica in risky) == (is_bad and alone == broker)
