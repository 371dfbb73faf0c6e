"""Proofs by induction: what is not proved is shown, and the proof of KIP-320 needs all its parts."""

from dataclasses import replace
from pathlib import Path

import pytest
import z3

from tidemark import impl
from tidemark.checker import cli
from tidemark.checker.engines import reference
from tidemark.checker.engines.disagreement import Disagreement
from tidemark.checker.engines.native import search as native
from tidemark.checker.engines.smt import induction
from tidemark.checker.engines.smt.induction import DOMAINS
from tidemark.checker.engines.solver import lowering
from tidemark.checker.runs.results import Clock, Limits
from tidemark.checker.user_files import machines as own
from tidemark.impl.kafka.lemmas import LEMMAS as MESSAGE_LEMMAS
from tidemark.impl.published.replication.lemmas import LEMMAS
from tidemark.spec import Int, Machine, Number, Promise, Record, action, promise, require, where
from tidemark.spec.machines.origin import Origin

PROMISES = ("weak-isr", "strong-isr")
MESSAGES = {
    "log-size": 2,
    "records": 2,
    "max-epoch": 2,
    "consumers": "no",
    "crashes": 1,
    "message-losses": 1,
}
ROOT = Path(__file__).parents[2]
PATIENT = 86_400.0
"""Seconds for a question: on a busy machine one took more than three hundred. The suite's own limit ends it."""


def machine(protocol: str, bounds: str, *promises: str, **exchanged: str) -> Machine:
    names = ("replicas", "log-size", "records", "max-epoch")
    values = dict(zip(names, map(int, bounds.split("/")), strict=True))
    sources = {rule.replace("_", "-"): impl.protocol(source) for rule, source in exchanged.items()}
    built = impl.protocol(protocol).machine(values, sources)
    return built.only(*(promises or PROMISES))


def broken(proof: induction.Proof) -> set[tuple[str, str]]:
    """The lemmas that are not kept, each with the action that breaks it."""
    return {
        (o.obligation.lemma, o.obligation.instance.action.name) for o in proof.broken if o.obligation.instance
    }


@pytest.mark.parametrize("bounds", ["2/2/2/2", "3/2/2/2", pytest.param("2/4/4/4", marks=pytest.mark.slow)])
def test_kip_320_is_proved(bounds: str) -> None:
    assert induction.prove(machine("published/kip-320", bounds), list(LEMMAS)).is_proof


def test_kip_320_is_proved_without_a_word_of_symmetry() -> None:
    whole = machine("published/kip-320", "2/2/2/2")
    proof = induction.prove(whole, list(LEMMAS), every_instance=True)
    assert proof.is_proof
    asked = {str(o.obligation.instance) for o in proof.outcomes if o.obligation.instance}
    assert asked == {str(a.instance) for a in whole.symbolic.actions}  # those left out are never enabled


@pytest.mark.slow
def test_kip_320_is_proved_where_no_enumeration_reaches() -> None:
    proof = induction.prove(
        machine("published/kip-320", "3/6/6/6"), list(LEMMAS), processes=2, seconds=PATIENT
    )
    assert proof.is_proof


@pytest.mark.slow
@pytest.mark.parametrize(("replicas", "size"), [(3, 6), (3, 8), (5, 3)])
def test_kip_320_is_proved_for_any_number_of_records(replicas: int, size: int) -> None:
    """All logs together hold no more records than these, and ids are only told apart: see docs/proof.md."""
    protocol = impl.protocol("published/kip-320")
    bounds = {"replicas": replicas, "log-size": size, "records": replicas * size + 1, "max-epoch": size}
    m = protocol.family.machine(protocol.name, bounds, dict(protocol.rules))
    m = m.only(*PROMISES)
    assert induction.prove(m, list(LEMMAS), processes=2, seconds=PATIENT).is_proof


@pytest.mark.slow
def test_an_epoch_has_one_writer_with_messages_crashes_and_restarts() -> None:
    kept = impl.protocol("kafka/3.7").machine(MESSAGES).only("epoch-offset-unique")
    assert induction.prove(kept, list(MESSAGE_LEMMAS), seconds=PATIENT).is_proof


@pytest.mark.slow
@pytest.mark.parametrize("lemma", [one.name for one in MESSAGE_LEMMAS])
def test_no_lemma_about_messages_can_be_left_out(lemma: str) -> None:
    kept = impl.protocol("kafka/3.7").machine(MESSAGES).only("epoch-offset-unique")
    rest = [one for one in MESSAGE_LEMMAS if one.name != lemma]
    assert induction.prove(kept, rest, seconds=PATIENT).broken


@pytest.mark.slow
def test_the_lemmas_about_messages_hold_in_every_reachable_state() -> None:
    whole = replace(impl.protocol("kafka/3.7").machine(MESSAGES), promises=list(MESSAGE_LEMMAS), temporal=())
    result = native.search(whole, Limits(keep_going=True))
    assert result.complete
    assert {verdict.verdict for verdict in result.promises.values()} == {"holds"}


def test_the_lemmas_hold_in_every_reachable_state() -> None:
    m = replace(machine("published/kip-320", "2/2/2/2"), promises=list(LEMMAS))
    result = native.search(m)
    assert result.distinct_states == 5973
    assert {name: v.verdict for name, v in result.promises.items()} == {p.name: "holds" for p in LEMMAS}


@pytest.mark.parametrize(
    "lemma",
    [pytest.param(p.name, marks=pytest.mark.slow if place % 3 else ()) for place, p in enumerate(LEMMAS)],
)
def test_no_lemma_can_be_left_out(lemma: str) -> None:
    others = [p for p in LEMMAS if p.name != lemma]
    proof = induction.prove(machine("published/kip-320", "2/2/2/2"), others, stop=True)
    assert proof.broken


@pytest.mark.parametrize("source", ["published/kip-101", "published/kip-279", "published/high-watermark"])
def test_other_truncation_fails_with_a_counterexample_that_names_it(source: str) -> None:
    proof = induction.prove(machine("published/kip-320", "2/2/2/2", become_follower=source), list(LEMMAS))
    assert {action for _, action in broken(proof)} == {"become_follower"}
    outcome = proof.broken[-1]
    run = proof.run(outcome)
    assert run.steps[-1].instance.action.name == "become_follower"
    assert not reference.broken_promises(proof.machine, run.steps[0].state)[0]
    assert run.promise in reference.broken_promises(proof.machine, run.steps[-1].state)[0]


def test_kip_101_fails_with_its_truncation_among_the_causes() -> None:
    proof = induction.prove(machine("published/kip-101", "2/2/2/2", "strong-isr"), list(LEMMAS))
    assert ("strong-isr", "become_follower") in broken(proof)
    assert not proof.is_proof


@pytest.mark.parametrize(
    ("rule", "action"),
    [
        ("fetch", "follower_fetch"),
        pytest.param("advance", "leader_advance_high_watermark", marks=pytest.mark.slow),
        pytest.param("expand", "leader_expand_isr", marks=pytest.mark.slow),
    ],
)
def test_every_fence_of_kip_320_is_needed_but_that_of_shrinking(rule: str, action: str) -> None:
    unfenced = machine("published/kip-320", "3/2/2/2", **{rule: "published/kip-279"})
    assert {name for _, name in broken(induction.prove(unfenced, list(LEMMAS)))} == {action}


def test_shrinking_needs_no_fence() -> None:
    unfenced = machine("published/kip-320", "3/2/2/2", shrink="published/kip-279")
    assert induction.prove(unfenced, list(LEMMAS)).is_proof


class Counter(Record):
    low: Number
    high: Number


@action
def turn(c: Counter) -> Counter:
    """0, 1, 2, 0: the state 4 is allowed by the types, and leads to 5, which leads to 6."""
    return c.but(low=where(c.low == 2, 0, where(c.low > 5, 0, c.low + 1)))


@promise
def never_six(c: Counter) -> bool:
    return c.low != 6


def counter(*actions: object) -> Machine:
    domain = Counter.of(low=Int(0, 6), high=Int(0, 6))
    return Machine("counter", {}, domain, domain.default, list(actions), [never_six])


def test_more_states_in_a_row_prove_more() -> None:
    assert induction.prove(counter(turn), [], k=1).broken
    assert induction.prove(counter(turn), [], k=2).broken
    assert induction.prove(counter(turn), [], k=4).is_proof


def test_a_lemma_false_at_the_start_is_said_to_be() -> None:
    proof = induction.prove(counter(turn), [Promise("low-is-not-1", lambda c: c.low != 1)], k=2)
    obligation = proof.broken[0].obligation
    assert (obligation.lemma, obligation.instance) == ("low-is-not-1", None)
    assert [s.state for s in proof.run(proof.broken[0]).steps] == [(0, 0), (1, 0)]


@action
def climb(c: Counter) -> Counter:
    require(c.low < 3, "it is below 3")
    return c.but(low=c.low + 1, high=c.high + 1)


@promise
def low_is_high(c: Counter) -> bool:
    return c.low == c.high


def test_a_write_outside_a_domain_needs_its_lemma() -> None:
    assert {lemma for lemma, _ in broken(induction.prove(counter(climb), []))} >= {DOMAINS}
    assert DOMAINS not in {lemma for lemma, _ in broken(induction.prove(counter(climb), [low_is_high]))}


@action
def leap(c: Counter) -> Counter:
    require(c.low == 5, "it is at 5")
    return c.but(low=c.low + 1, high=c.high + c.low + 2)


def test_a_write_outside_a_domain_breaks_no_other_lemma() -> None:
    """There is no state after it of which a lemma could be false."""
    assert broken(induction.prove(counter(leap), [])) == {(DOMAINS, "leap")}


def test_a_question_out_of_time_is_not_taken_for_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(z3.Solver, "check", lambda *_: z3.unknown)  # as z3 does when its time is over
    proof = induction.prove(machine("published/kip-320", "2/2/2/2", "strong-isr"), list(LEMMAS)[:3])
    assert proof.unknown
    assert not proof.broken
    assert not proof.is_proof


def test_a_counterexample_that_the_reference_engine_refuses_is_a_mistake_of_the_engine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(lowering._BINARY, "lt", lambda a, b: a <= b)
    with pytest.raises(Disagreement):
        induction.prove(machine("published/kip-320", "2/2/2/2"), list(LEMMAS))


def test_the_command_proves_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["prove", "published/kip-320", "strong-isr", "--replicas", "2", "--jobs", "1"]) == 0
    out = capsys.readouterr().out
    assert "strong-isr holds in every reachable state: proved by induction" in out
    assert out.count("kept") == len(LEMMAS) + 2


def test_the_command_shows_what_breaks_and_whether_it_can_be(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["prove", "published/kip-320", "strong-isr", "--replicas", "2", "--jobs", "2"]
    assert cli.main([*words, "--lemma", "none", "--check-reachable"]) == 4
    out = capsys.readouterr().out
    assert "Counterexample to induction: become_leader breaks strong-isr" in out
    assert "then become_leader(broker=" in out
    assert "That state is not reachable, among 5,973 states: the lemmas are too weak." in out


def test_the_command_finds_a_run_to_a_state_that_can_be(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["prove", "published/kip-320", "leader-in-isr", "--replicas", "2", "--jobs", "1"]
    assert cli.main([*words, "--check-reachable"]) == 1
    assert "leader-in-isr  broken" in capsys.readouterr().out


def test_a_wrong_name_gets_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["prove", "published/kip-320", "strong-irs"]) == 2
    assert "did you mean strong-isr?" in capsys.readouterr().err
    assert cli.main(["prove", "published/kip-320", "strong-isr", "--lemma", "logs-mach"]) == 2
    assert "did you mean logs-match?" in capsys.readouterr().err


def answered(m: Machine, processes: int) -> list[tuple[str, str, str]]:
    proof = induction.prove(m, list(LEMMAS), processes=processes)
    return [(o.obligation.lemma, str(o.obligation.instance), o.answer) for o in proof.outcomes]


@pytest.mark.parametrize("dropped", [0, 1])
def test_two_processes_answer_as_one_of_a_machine_as_it_is_and_of_one_changed_by_hand(dropped: int) -> None:
    """What other processes would build by its name is another machine: then this one asks."""
    whole = machine("published/kip-101", "2/1/1/1", "strong-isr")
    m = replace(whole, actions=whole.actions[dropped:])
    assert answered(m, 2) == answered(m, 1)


def test_other_processes_build_a_machine_of_a_users_file() -> None:
    source = own.source_of(str(ROOT / "tests" / "support" / "user_files" / "commit.py"))
    for name in source.protocols:
        m = impl.machine(Origin(name, source=source))
        assert induction.InductionProver(m, 1, 1.0, [], Limits(), Clock())._origin() == m.origin
        changed = replace(m, actions=m.actions[1:])
        assert induction.InductionProver(changed, 1, 1.0, [], Limits(), Clock())._origin() is None
