"""The verdicts of the message-level protocol: who loses an acknowledged record, and by how short a run."""

from dataclasses import replace
from typing import Any

import pytest

from checker.engines.native.search import search
from checker.runs.results import Limits, Result, Run
from impl import protocol
from impl.kafka import PROTOCOLS
from spec import Machine, UsageError

SURVIVES, EXISTS, AGREES = "acknowledged-survives", "acknowledged-exists", "committed-agrees"
SMALL = {"log-size": 1, "records": 1, "consumers": "no"}
THREE = {"replicas": 3, "min-isr": 2, "consumers": "no"}
POWER = {"crashes": 0, "power-losses": 1, "flush": "free"}


def machine(name: str, bounds: dict[str, Any], **exchanged: str) -> Machine:
    others = {rule: protocol(f"replication/{other}") for rule, other in exchanged.items()}
    return protocol(f"replication/{name}").machine(bounds, others)


def length(name: str, promise: str, bounds: dict[str, Any], **exchanged: str) -> int | None:
    """The length of the shortest violation; None if the promise holds."""
    whole = machine(name, bounds, **exchanged)
    only = replace(whole, promises=[p for p in whole.promises if p.name == promise])
    verdict = search(only).promises[promise]
    assert verdict.verdict in ("holds", "violated")
    return verdict.length


def explore(name: str, bounds: dict[str, Any]) -> Result:
    result = search(machine(name, bounds), Limits(keep_going=True))
    assert result.complete
    return result


def lengths(result: Result) -> dict[str, int]:
    """The violated promises, with the lengths of their counterexamples."""
    return {name: v.length for name, v in result.promises.items() if v.length is not None}


def actions(run: Run | None) -> list[str]:
    assert run is not None
    return [str(step.instance) for step in run.steps[1:]]


@pytest.mark.parametrize("min_isr", [1, 2])
def test_truncation_to_the_high_watermark_loses_a_record_whatever_min_isr_is(min_isr: int) -> None:
    result = explore("high-watermark", {"min-isr": min_isr, "consumers": "no"})
    assert lengths(result) == {SURVIVES: 12, EXISTS: 16, AGREES: 14, "isr-has-committed": 10}


def test_the_shortest_loss_is_the_account_of_kip_101() -> None:
    run = explore("high-watermark", {"max-epoch": 1, **SMALL}).promises[SURVIVES].run
    assert run is not None
    states = [run.machine.decode(step.state) for step in run.steps]
    crash = actions(run).index("broker_crashes(broker=1)")
    leader, follower = states[crash].replicas
    assert states[crash].produced[0].acknowledged
    assert (leader.high_watermark, follower.log.end_offset, follower.high_watermark) == (1, 1, 0)
    rest = [
        "broker_restarts(broker=1)",
        "become_follower(follower=1, epoch=0)",
        "become_leader(broker=1, epoch=1)",
    ]
    assert [step for step in actions(run)[crash + 1 :] if "controller" not in step] == rest
    assert "controller_moves_leadership(successor=1)" in actions(run)
    assert [replica.log.end_offset for replica in states[-1].replicas] == [1, 0]


def test_it_is_lost_for_good_once_the_old_leader_follows() -> None:
    run = explore("high-watermark", {"max-epoch": 1, **SMALL}).promises[EXISTS].run
    assert actions(run)[-1] == "follower_truncates_to_leader_end(follower=0)"


def test_it_takes_no_crash_only_leadership_moved_to_and_fro() -> None:
    assert length("high-watermark", SURVIVES, {**SMALL, "crashes": 0, "max-epoch": 3}) == 12


@pytest.mark.parametrize("min_isr", [1, 2])
@pytest.mark.parametrize("rule", ["kip-101", "kip-279", "kip-320"])
def test_the_epoch_rules_lose_nothing_on_two_replicas_with_three_epochs(rule: str, min_isr: int) -> None:
    result = explore(rule, {"min-isr": min_isr, "crashes": 2, "consumers": "no"})
    assert not {SURVIVES, EXISTS, AGREES} & set(lengths(result))


@pytest.mark.parametrize(
    ("rule", "found"),
    [
        ("kip-101", {SURVIVES: 17, EXISTS: 24, "isr-has-committed": 15}),
        ("kip-279", {}),
        ("kip-320", {}),
    ],
)
def test_with_four_epochs_kip_101_loses_a_record_on_two_replicas(rule: str, found: dict[str, int]) -> None:
    """A leader that has not written yet does not know the follower's last epoch (KAFKA-7415)."""
    assert lengths(explore(rule, {"max-epoch": 3, "consumers": "no"})) == found


@pytest.mark.parametrize("rule", ["kip-101", "kip-279"])
def test_unfenced_epoch_rules_lose_a_record_on_three_replicas(rule: str) -> None:
    assert length(rule, SURVIVES, THREE) == 15


@pytest.mark.slow
@pytest.mark.parametrize(("crashes", "states"), [(1, 9_352_498), (2, 25_483_165)])
def test_kip_320_keeps_every_promise_on_three_replicas(crashes: int, states: int) -> None:
    result = explore("kip-320", {**THREE, "crashes": crashes})
    assert lengths(result) == {}
    assert result.distinct_states == states


@pytest.mark.parametrize(
    ("rule", "other", "bounds", "found"),
    [
        ("truncation", "high-watermark", THREE, 13),
        ("truncation", "kip-101", {"max-epoch": 3}, 18),
        ("expand", "kip-279", THREE, 15),
        ("fencing", "kip-279", {**THREE, **SMALL, "max-epoch": 3}, 17),
    ],
)
def test_kip_320_needs_each_of_its_rules(rule: str, other: str, bounds: dict[str, Any], found: int) -> None:
    assert length("kip-320", SURVIVES, {"consumers": "no", **bounds}, **{rule: other}) == found
    assert length("kip-320", SURVIVES, {"consumers": "no", **bounds, **SMALL}) is None


@pytest.mark.parametrize(
    ("bounds", "found"),
    [
        ({"acks": "1"}, 4),
        ({"acks": "0"}, 4),
        ({"unclean": "yes"}, 6),
        (POWER, 6),
        ({**POWER, **THREE}, 11),
        ({**POWER, "flush": "always"}, None),
        ({"zombies": 1, "min-isr": 1}, None),
        ({"message-losses": 1}, None),
        ({"checkpoint": "lazy"}, None),
    ],
    ids=str,
)
def test_what_kip_320_does_not_protect_from(bounds: dict[str, Any], found: int | None) -> None:
    assert length("kip-320", SURVIVES, {"consumers": "no", **bounds}) == found


@pytest.mark.parametrize(
    ("bounds", "found"), [({"min-isr": 1}, 8), ({"min-isr": 2}, 14), (THREE, 15)], ids=str
)
def test_loss_of_power_loses_a_record_even_if_every_restart_is_noticed(
    bounds: dict[str, Any], found: int
) -> None:
    """The last member of the ISR is elected when it is back: min.insync.replicas is for writes alone."""
    assert length("kip-320", SURVIVES, {**POWER, "consumers": "no", "bounce": "noticed", **bounds}) == found


def test_a_leader_that_keeps_what_it_knew_over_an_election_it_missed_loses_a_record() -> None:
    """`Partition.makeLeader` keeps the remote log end offsets if the broker believes to lead already."""
    bounds = {**THREE, **SMALL, "crashes": 0, "max-epoch": 3}
    assert length("kip-320", SURVIVES, {**bounds, "remote-leo": "kept"}) == 18
    assert length("kip-320", SURVIVES, bounds) is None


def test_the_default_bounds() -> None:
    found = {
        rule.name: (r.distinct_states, lengths(r)) for rule in PROTOCOLS for r in [search_all(rule.name)]
    }
    isr = "isr-has-committed"
    assert found == {
        "kafka/0.10.2": (
            32_625,
            {SURVIVES: 12, EXISTS: 16, "reads-are-stable": 13, AGREES: 14, isr: 10},
        ),
        "kafka/0.11": (41_193, {isr: 15}),
        "kafka/2.0.1": (41_062, {}),
        "kafka/2.2": (33_247, {}),
    }


def search_all(name: str) -> Result:
    return search(protocol(name).machine(), Limits(keep_going=True))


@pytest.mark.parametrize("rule", [p.name.removeprefix("replication/") for p in PROTOCOLS])
def test_the_ids_are_interchangeable_unless_the_controller_follows_the_order_of_assignment(rule: str) -> None:
    assert machine(rule, {}).symmetric_kinds() == ["replica"]
    assert machine(rule, {"election-order": "assigned"}).symmetric_kinds() == []


def test_symmetry_changes_no_verdict() -> None:
    whole = machine("high-watermark", {**THREE, **SMALL})
    assert lengths(search(whole, Limits(keep_going=True), symmetry=True)) == lengths(
        search(whole, Limits(keep_going=True))
    )


def test_an_option_that_is_off_takes_no_room() -> None:
    bits = {leaf.path: leaf.bits for leaf in machine("kip-320", {"consumers": "no", "acks": "1"}).leaves}
    unused = ("settings", "shown", "budget.power", "budget.message", "budget.zombies")
    assert not any(n for path, n in bits.items() if path.startswith(unused) or "checkpoint" in path)
    assert not any(n for path, n in bits.items() if "on_disk" in path or "owed_by" in path)


def test_more_in_sync_replicas_than_there_are_is_a_mistake() -> None:
    with pytest.raises(UsageError, match="--min-isr is 3: there are 2 replicas"):
        machine("kip-320", {"replicas": 2, "min-isr": 3})
