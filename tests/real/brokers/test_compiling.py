"""Runs of the model become schedules: each is sound, what is held is let go, and a run that becomes none is named."""

from __future__ import annotations

import random
import tomllib
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tidemark import impl
from tidemark.base.errors import UsageError
from tidemark.checker import cli
from tidemark.checker.analyses.trial import course_of
from tidemark.checker.engines import reference
from tidemark.checker.runs import files
from tidemark.checker.runs.files import read_json
from tidemark.checker.runs.results import Run, RunStep
from tidemark.real.brokers import schedules
from tidemark.real.brokers.compiled_steps import FENCED
from tidemark.real.brokers.compiling import compile_schedule
from tidemark.real.brokers.schedules import Schedule
from tidemark.spec import none
from tidemark.spec.families.system import NoSchedule
from tidemark.spec.machines.machine import Machine

ROOT = Path(__file__).parents[3]
KEPT = sorted((ROOT / "counterexamples" / "kafka-kraft").glob("*/*.json"))
LOST = ROOT / "counterexamples" / "kafka-kraft" / "4.1" / "acknowledged-survives-3.json"
FREE = {"min-isr": 1, "power-losses": 1, "shutdowns": 1, "zombies": 1, "flush": "free", "unclean": "yes"}
MACHINES = (("3.7", 2, "any"), ("4.1", 3, "assigned"), ("4.1", 3, "any"))


@cache
def machine_of(number: int, **more: int) -> Machine:
    release, replicas, order = MACHINES[number]
    bounds = {**FREE, "replicas": replicas, "election-order": order, **more}
    return impl.protocol(f"kafka-kraft/{release}").machine(bounds)


def kept(path: Path) -> Run:
    return files.from_json(read_json(path), path)


def becomes_one(path: Path) -> bool:
    try:
        return bool(compile_schedule(course_of(kept(path))))
    except NoSchedule:
        return False


def schedule_of(run: Run, folder: Path) -> Schedule:
    path = folder / "compiled.toml"
    path.write_text(compile_schedule(course_of(run)))
    return schedules.load(path)  # which refuses words and facts that there are not


def require_in_order(schedule: Schedule) -> None:
    """What is held is released, what is cut is mended, and nothing is done to a broker that is down but a start.

    One that was asked to stop may still be up, and crash. What a leader asks of the controller is held when it passes:
    the request first, then the answer.
    """
    left: set[str] = set()
    answers: set[str] = set()
    up = set(range(schedule.brokers))
    leaves: set[int] = set()
    for step in schedule.steps:
        word, _, link = step.do.partition(" ")
        match word:
            case "hold" | "keep" | "sever":
                assert link not in left, step.do
                left.add(link)
            case "release" | "mend":
                assert link in left, step.do
                left.discard(link)
            case "await":
                assert link in left, step.do
            case "pass" if step.asks_for_isr:
                what, _, to = link.removeprefix("alter ").partition(" ")
                assert f"alter {to}" in left, step.do
                assert (what == "answer") == (to in answers), step.do
                (answers.discard if what == "answer" else answers.add)(to)
            case "start":
                assert not up & set(step.brokers), step.do
                up |= set(step.brokers)
            case "kill" | "cut_power" | "stop" | "begin_stop":
                assert up | leaves >= set(step.brokers), step.do
                if step.word in ("kill", "cut_power"):  # its answer is awaited no more
                    answers -= {f"{broker}->controller" for broker in step.brokers}
                up -= set(step.brokers)
                leaves = (
                    leaves | set(step.brokers) if step.word == "begin_stop" else leaves - set(step.brokers)
                )
            case "sync":
                assert up | leaves >= set(step.brokers), step.do
    assert left == set()


def walked(machine: Machine, seed: int, steps: int) -> Run:
    """A run at random."""
    choose = random.Random(seed)
    taken = [RunStep(None, machine.encode(machine.initial, None))]
    for _ in range(steps):
        offered = list(reference.successors(machine, taken[-1].state))
        if not offered:
            break
        taken.append(RunStep(*choose.choice(offered)))
    return Run(machine, "", taken)


@pytest.mark.parametrize("path", KEPT, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_kept_run_becomes_a_sound_schedule_or_is_refused_with_a_reason(path: Path, tmp_path: Path) -> None:
    run = kept(path)
    if not becomes_one(path):
        with pytest.raises(NoSchedule, match=r"^(step \d+:|in no order of the replicas)"):
            compile_schedule(course_of(run))
        return
    schedule = schedule_of(run, tmp_path)
    require_in_order(schedule)
    assert schedule.topic["min.insync.replicas"] == str(run.machine.bounds["min-isr"])
    last = run.machine.decode(run.steps[-1].state)
    said = {name: text for step in schedule.steps for name, text in step.see.items()}
    began_before = int(schedule.steps[0].word == "stop")
    assert int(said.get("epoch", 0)) == int(last.quorum.leader_epoch) + began_before


def test_the_page_has_how_many_kept_runs_become_one() -> None:
    page = (ROOT / "docs" / "schedules.md").read_text(encoding="utf-8")
    assert f"{sum(map(becomes_one, KEPT))} of the {len(KEPT)} kept runs" in page


def test_a_broker_that_hears_of_an_epoch_has_begun_it_before_anything_passes(tmp_path: Path) -> None:
    """Its metadata have the epoch a moment before it leads or follows in it."""
    told = 0
    for path in filter(becomes_one, KEPT):
        run = kept(path)
        schedule = schedule_of(run, tmp_path)
        began_before = int(schedule.steps[0].word == "stop")
        states = [run.machine.decode(step.state) for step in run.steps]
        for step in schedule.steps:
            for name in step.see:
                if name.startswith("said "):
                    (broker,) = step.brokers[:1]
                    epoch = int(step.see[name].split()[-2]) - began_before
                    assert (step.word, name) == ("release", f"said {broker}")
                    assert epoch in {int(state.replicas[broker].leader_epoch) for state in states}
                    told += 1
    assert told >= 8


@settings(deadline=None, max_examples=40)
@given(st.integers(0, len(MACHINES) - 1), st.integers(0, 2**32), st.integers(1, 40))
def test_a_run_at_random_becomes_a_sound_schedule_or_is_refused(number: int, seed: int, steps: int) -> None:
    run = walked(machine_of(number), seed, steps)
    try:
        text = compile_schedule(course_of(run))
    except NoSchedule:
        return
    schedule = schedules.parse("random", tomllib.loads(text))
    require_in_order(schedule)


@pytest.mark.parametrize("fault", ["message_is_lost", "follower_gives_up_fetch"])
def test_a_message_that_nothing_here_can_lose_is_refused_and_does_not_pass(fault: str) -> None:
    machine = machine_of(0, **{"message-losses": 1, "old-fetches": 1})
    shrinks = ("leader_shrinks_isr", "controller_alters_isr", "leader_learns_altered_isr")
    run = taken_by_name(machine, "follower_sends_fetch", fault, "produce", *shrinks)
    with pytest.raises(NoSchedule, match=rf"^step 3: nothing makes brokers do it: {fault}"):
        compile_schedule(course_of(run))


def test_a_run_in_which_a_disk_is_lost_is_refused_and_does_not_pass_for_a_crash() -> None:
    run = taken_by_name(machine_of(0, **{"disk-losses": 1}), "produce", "broker_loses_disk")
    with pytest.raises(NoSchedule, match=r"^step 3: nothing makes brokers do it: broker_loses_disk"):
        compile_schedule(course_of(run))


def taken_by_name(machine: Machine, *names: str) -> Run:
    """The run whose steps have these names: of several steps of a name the first."""
    taken = [RunStep(None, machine.encode(machine.initial, None))]
    for name in names:
        offered = reference.successors(machine, taken[-1].state)
        taken.append(next(RunStep(*one) for one in offered if one[0].action.name == name))
    return Run(machine, "", taken)


CUT_OFF = (
    "produce",
    "leader_shrinks_isr",
    "controller_alters_isr",
    "leader_learns_altered_isr",
    "broker_is_cut_off",
)


def test_who_leads_in_the_end_is_open_while_a_broker_is_cut_off(tmp_path: Path) -> None:
    """What is cut off is mended in the end, and may lead then."""
    run = taken_by_name(machine_of(0, unclean="no"), *CUT_OFF)
    assert run.machine.decode(run.steps[-1].state).quorum.leader == none
    assert schedule_of(run, tmp_path).ends == "any"


def test_a_session_that_is_back_is_waited_for_where_nobody_could_see_it(tmp_path: Path) -> None:
    """The news that are held must have what came of it, when they are let go."""
    run = taken_by_name(
        machine_of(0, unclean="no"), *CUT_OFF, "controller_unfences_broker", "produce", "become_leader"
    )
    done = [step.do for step in schedule_of(run, tmp_path).steps]
    mended = next(k for k, do in enumerate(done) if do.startswith("mend"))
    assert done[mended + 1] == f"wait {FENCED}"


def test_a_leader_that_is_about_to_stop_hears_nothing_while_the_run_has_it_lead(tmp_path: Path) -> None:
    """And that the controller knows of it is waited for: all who hear of it are held."""
    run = taken_by_name(
        machine_of(0, unclean="no"), "controller_lets_broker_leave", "produce", "become_follower"
    )
    done = [step.do for step in schedule_of(run, tmp_path).steps]
    begin = done.index("begin_stop 0")
    assert "hold fetch 0->controller" in done[:begin]
    assert done[begin + 1 : begin + 4] == [f"wait {FENCED}", "produce m0 at=0", "release fetch 0->controller"]


def test_the_loss_in_4_1_is_done_by_a_crash_and_a_loss_of_power(tmp_path: Path) -> None:
    schedule = schedule_of(kept(LOST), tmp_path)
    done = [step.do for step in schedule.steps if step.word not in ("hold", "keep", "release")]
    assert done == [
        "sync 0 1", "produce m0", "pass request 1->0", "pass answer 1->0", "pass request 1->0",
        "kill 1", "wait 9", "start 1", "cut_power 0", "start 0",
    ]  # fmt: skip
    assert (schedule.ends, schedule.record) == ("lost", "m0")
    assert schedule.features == ("eligible.leader.replicas.version=1",)
    assert schedule.steps[-3].see == {"leader": "0", "epoch": "2", "ISR": "0", "ELR": "", "up 0": "yes"}


def test_a_consumer_must_be_shown_what_the_run_shows_it(tmp_path: Path) -> None:
    schedule = schedule_of(kept(ROOT / "counterexamples/kafka-kraft/3.7/reads-are-stable-1.json"), tmp_path)
    assert [step.see["shown"] for step in schedule.steps if step.word == "consume"] == ["m0"]


def test_a_run_of_another_family_is_forced_and_not_compiled(capsys: pytest.CaptureFixture[str]) -> None:
    trace = ROOT / "counterexamples" / "kafka" / "2.7" / "acknowledged-survives-1.json"
    assert cli.main(["replay", str(trace), "--on", "kafka:4.3.1"]) == 2
    assert "its controller decides, so no run can be forced on it" in capsys.readouterr().err


def test_a_run_with_kraft_needs_a_release_with_kraft(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["replay", str(LOST), "--on", "kafka:2.8.2"]) == 2
    assert "a run of kafka-kraft is for brokers with KRaft, from 3.3 on" in capsys.readouterr().err


def test_what_nothing_makes_brokers_do_is_named_with_its_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    trace = ROOT / "counterexamples" / "kafka-kraft" / "before-kip-841" / "acknowledged-survives-2.json"
    assert cli.main(["replay", str(trace), "--on", "kafka:4.3.1"]) == 2
    assert "step 7: nothing makes brokers do it: follower_gives_up_fetch" in capsys.readouterr().err
    with pytest.raises(UsageError, match="step 7"):
        compile_schedule(course_of(kept(trace)))


CONFIRMED = [
    (f"{release}/{name}", version)
    for release, names, versions in (
        (
            "3.3",
            ("isr-has-committed-1", "acknowledged-survives-1", "acknowledged-exists-1", "reads-are-stable-1"),
            ("3.3.2",),
        ),
        (
            "3.7",
            (
                "acknowledged-survives-2",
                "acknowledged-survives-3",
                "acknowledged-exists-2",
                "reads-are-stable-1",
            ),
            ("3.7.2", "3.9.2"),
        ),
        ("3.7", ("acknowledged-survives-1", "acknowledged-exists-1", "isr-has-committed-1"), ("3.9.2",)),
        ("4.0", ("acknowledged-survives-1", "acknowledged-exists-1"), ("4.1.0",)),
        (
            "4.1",
            (
                "acknowledged-survives-2",
                "acknowledged-survives-3",
                "acknowledged-survives-4",
                "acknowledged-exists-1",
                "write-possible-1",
            ),
            ("4.1.0", "4.2.1", "4.3.1"),
        ),
        ("4.1", ("acknowledged-survives-1",), ("4.3.1",)),
    )
    for name in names
    for version in versions
]


@pytest.mark.brokers
@pytest.mark.parametrize(("name", "version"), CONFIRMED)
def test_a_compiled_run_is_confirmed_on_brokers(
    name: str, version: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    trace = ROOT / "counterexamples" / "kafka-kraft" / f"{name}.json"
    assert cli.main(["replay", str(trace), "--on", f"kafka:{version}"]) == 0
