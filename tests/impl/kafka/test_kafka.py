"""The verdicts of Kafka's releases: which loses an acknowledged record, and by how short a run."""

from typing import Any

import pytest

from tidemark.checker.engines.native.search import search
from tidemark.checker.runs.results import Limits, Result, Run
from tidemark.impl import protocol
from tidemark.impl.kafka import PROTOCOLS, claimed
from tidemark.impl.kafka.epoch_cache import NO_EPOCH
from tidemark.impl.kafka.family import RULES
from tidemark.spec import Machine, UsageError, none

SURVIVES, EXISTS, AGREES = "acknowledged-survives", "acknowledged-exists", "committed-agrees"
CACHE, ISR = "epoch-cache-agrees", "isr-has-committed"
SMALL = {"log-size": 1, "records": 1, "consumers": "no"}
THREE = {"replicas": 3, "min-isr": 2, "consumers": "no"}
POWER = {"crashes": 0, "power-losses": 1, "flush": "free"}
ANY = {"election-order": "any"}
RELEASES = [p.name.removeprefix("kafka/") for p in PROTOCOLS]
BEST = "2.6.1"


def machine(name: str, bounds: dict[str, Any], **exchanged: str) -> Machine:
    others = {rule.replace("_", "-"): protocol(protocol_name) for rule, protocol_name in exchanged.items()}
    return protocol(name if "/" in name else f"kafka/{name}").machine(bounds, others)


def length(name: str, promise: str, bounds: dict[str, Any], **exchanged: str) -> int | None:
    """The length of the shortest violation; None if the promise holds."""
    verdict = search(machine(name, bounds, **exchanged).only(promise)).promises[promise]
    assert verdict.verdict in ("holds", "violated")
    return verdict.length


def explore(name: str, bounds: dict[str, Any]) -> Result:
    """All that a release promises."""
    result = search(machine(name, bounds).by_default, Limits(keep_going=True))
    assert result.complete
    return result


def lengths(result: Result) -> dict[str, int]:
    """The violated promises, with the lengths of their counterexamples."""
    return {name: v.length for name, v in result.promises.items() if v.length is not None}


def actions(run: Run | None) -> list[str]:
    assert run is not None
    return [str(step.instance) for step in run.steps[1:]]


# Truncation to the high watermark: 0.10.2.


@pytest.mark.parametrize("min_isr", [1, 2])
def test_truncation_to_the_high_watermark_loses_a_record_whatever_min_isr_is(min_isr: int) -> None:
    """Elected is the first assigned: the follower bounces unnoticed and cuts, then the leader fails."""
    bounds = {"min-isr": min_isr, "crashes": 2, "consumers": "no"}
    assert length("0.10.2", SURVIVES, bounds) == 14
    assert length("0.10.2", SURVIVES, {**bounds, "crashes": 1}) is None
    assert length("0.10.2", SURVIVES, {**bounds, "crashes": 1, **ANY}) == 13


def test_the_shortest_loss_is_the_account_of_kip_101() -> None:
    run = search(machine("0.10.2", {"crashes": 2, **SMALL}).only(SURVIVES)).promises[SURVIVES].run
    assert run is not None
    states = [run.machine.decode(step.state) for step in run.steps]
    crash = actions(run).index("broker_crashes(broker=1)")
    leader, follower = states[crash].replicas
    assert states[crash].produced[0].acknowledged
    assert (leader.high_watermark, follower.log.end_offset, follower.high_watermark) == (1, 1, 0)
    rest = [
        "broker_restarts(broker=1)",
        "become_follower(follower=1, epoch=0)",
        "broker_crashes(broker=0)",
        "become_leader(broker=1, epoch=1)",
    ]
    assert [step for step in actions(run)[crash + 1 :] if "controller" not in step] == rest
    assert [replica.log.end_offset for replica in states[-1].replicas] == [1, 0]


def test_it_takes_no_crash_where_leadership_moves_to_the_follower_and_back_and_again() -> None:
    """A follower that is told of the same leader goes on as it is, so it must lead in between to cut its log."""
    bounds = {**SMALL, "crashes": 0, "max-epoch": 3, **ANY}
    assert length("0.10.2", SURVIVES, bounds) == 13
    assert length("0.10.2", SURVIVES, {**bounds, "max-epoch": 2}) is None


def test_a_fetch_that_outlives_its_sender_readmits_a_follower_that_has_cut_its_log() -> None:
    bounds = {"min-isr": 2, "consumers": "no", **ANY}
    noticed = {"restart": "kafka/2.2"}
    assert length("0.10.2", SURVIVES, bounds, **noticed) is None
    assert length("0.10.2", SURVIVES, {**bounds, "old-fetches": 1}, **noticed) == 17


# Truncation by leader epoch: 0.11 to 2.0.


@pytest.mark.parametrize("order", ["assigned", "any"])
@pytest.mark.parametrize(
    "release", [release for release in RELEASES[1:] if release != "2.8.0"]
)  # KAFKA-13141
def test_the_epoch_rules_lose_nothing_on_two_replicas_with_three_epochs(release: str, order: str) -> None:
    bounds = {"min-isr": 2, "crashes": 2, "consumers": "no", "election-order": order}
    late_cut = {AGREES} if release in ("2.8.1", "3.1", "3.3") else set()  # KAFKA-14704
    assert not ({SURVIVES, EXISTS, AGREES} - late_cut) & set(lengths(explore(release, bounds)))


@pytest.mark.parametrize(
    ("release", "expected"),
    [
        ("0.11", {SURVIVES: 17, CACHE: 11, ISR: 15}),
        ("1.0.0", {SURVIVES: 17, CACHE: 11, ISR: 15}),
        ("2.0.0", {SURVIVES: 17, CACHE: 11, ISR: 15}),
        ("2.0.1", {SURVIVES: 16, EXISTS: 20, AGREES: 18, CACHE: 10, ISR: 14}),
        ("2.1.0", {SURVIVES: 18, EXISTS: 22, AGREES: 20, CACHE: 10, ISR: 16}),
        ("2.1", {SURVIVES: 17, EXISTS: 21, AGREES: 19, CACHE: 10, ISR: 15}),
        ("2.2", {SURVIVES: 18, EXISTS: 22, AGREES: 20, CACHE: 10, ISR: 16}),
        ("2.5", {CACHE: 18}),
        ("2.6.1", {}),
    ],
)
def test_with_four_epochs_a_leader_that_knows_no_newer_epoch_makes_its_follower_cut(
    release: str, expected: dict[str, int]
) -> None:
    """KAFKA-7415 up to 2.0.0; in 2.0.1 a leader that missed two epochs is asked, and nothing fences it.

    From 2.1 to 2.4 that is fenced, but not the fetches of a session (KAFKA-9338).
    """
    assert lengths(explore(release, {"max-epoch": 3, "consumers": "no", **ANY})) == expected


def test_what_2_0_1_loses_is_mended_by_the_fence() -> None:
    bounds = {"max-epoch": 3, "consumers": "no", **ANY}
    run = search(machine("2.0.1", bounds).only(SURVIVES)).promises[SURVIVES].run
    assert actions(run)[-5:-2] == [
        "follower_asks_for_end_offset(follower=1, leader=0)",
        "leader_answers_epoch_request(leader=0, follower=1)",
        "follower_truncates(follower=1)",
    ]
    assert length("2.0.1", SURVIVES, bounds, fencing="kafka/2.5") is None


def test_a_leader_without_a_record_of_its_epoch_leaves_it_in_its_cache_up_to_2_6_0() -> None:
    """KAFKA-10706: the next epochs contradict the entry, and the cache forgets where an older one starts."""
    bounds = {"max-epoch": 3, "consumers": "no", **ANY}
    assert length("2.5", CACHE, bounds) == 18
    assert length("2.5", CACHE, bounds, cache="kafka/2.6.1") is None


def test_unfenced_releases_lose_a_record_on_three_replicas() -> None:
    """A new leader whose high watermark is behind lets in a follower that lacks a committed record."""
    assert length("0.11", SURVIVES, {**THREE, **ANY}) == 18
    assert length("0.11", SURVIVES, {**THREE, **SMALL, "crashes": 2, "max-epoch": 3}) == 26


# The releases from 2.1 on.


def test_a_session_that_forgets_the_epoch_lets_a_fetch_of_an_old_epoch_commit_a_record() -> None:
    """KAFKA-9338: a second in-sync replica does not help, and nothing is lost where each fetch is checked."""
    bounds = {"max-epoch": 3, "min-isr": 2, "crashes": 0, **SMALL, **ANY}
    run = search(machine("2.2", bounds).only(SURVIVES)).promises[SURVIVES].run
    assert run is not None
    states = [run.machine.decode(step.state) for step in run.steps]
    handled = actions(run).index("leader_handles_fetch(leader=0, follower=1)")
    assert (states[handled].replicas[0].leader_epoch, states[handled].replicas[1].leader_epoch) == (2, 0)
    assert run.length == 18
    assert length("2.2", SURVIVES, bounds, fencing="kafka/2.5") is None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bounds", "states"),
    [
        ({"crashes": 2, **ANY}, 11_084_435),
        ({"crashes": 2, "shutdowns": 1, "reorders": 1}, 79_369_883),
    ],
    ids=str,
)
def test_the_best_release_keeps_every_promise_on_three_replicas(bounds: dict[str, Any], states: int) -> None:
    result = explore(BEST, {**THREE, **bounds})
    assert lengths(result).keys() <= {name for name in result.promises if "reads" in name or "read-" in name}
    assert result.distinct_states == states


@pytest.mark.parametrize(
    ("rule", "source", "bounds", "expected"),
    [
        ("cache", "kafka/2.0.0", {"max-epoch": 3}, 19),
        ("fencing", "kafka/2.0.1", {"max-epoch": 3}, 16),
        ("fencing", "kafka/2.2", {"max-epoch": 3}, 18),
        ("expand", "kafka/2.0.0", THREE, 15),
        ("truncation", "kafka/0.10.2", {"max-epoch": 3}, 13),
        ("commit", "claimed/commit-on-min-isr", {**THREE, "max-epoch": 1}, 9),
        ("commit", "claimed/commit-on-leader", {"max-epoch": 1}, 4),
        ("commit", "claimed/commit-on-live", {"crashes": 2, "max-epoch": 3}, 11),
    ],
)
def test_a_rule_of_an_older_release_or_of_an_account_loses_a_record(
    rule: str, source: str, bounds: dict[str, Any], expected: int
) -> None:
    bounds = {"consumers": "no", **ANY, **bounds}
    assert length(BEST, SURVIVES, bounds, **{rule: source}) == expected
    assert length(BEST, SURVIVES, {**bounds, **SMALL}) is None


@pytest.mark.parametrize(
    ("bounds", "in_any_order", "as_assigned"),
    [
        ({"acks": "1"}, 4, 5),
        ({"acks": "0"}, 4, 5),
        ({"unclean": "yes"}, 6, 6),
        (POWER, 8, 8),
        ({**POWER, "min-isr": 2}, 14, 14),
        ({**POWER, **THREE}, 15, 15),
        ({**POWER, "flush": "always"}, None, None),
        ({"zombies": 1}, None, None),
        ({"message-losses": 1}, None, None),
        ({"checkpoint": "lazy"}, None, None),
        ({"shutdowns": 1}, None, None),
        ({"old-fetches": 1}, None, None),
        ({"late-answers": 1}, None, None),
        ({"fetch-size": 2}, None, None),
    ],
    ids=str,
)
def test_what_the_best_release_does_not_protect_from(
    bounds: dict[str, Any], in_any_order: int | None, as_assigned: int | None
) -> None:
    bounds = {"consumers": "no", **bounds}
    assert length(BEST, SURVIVES, {**bounds, **ANY}) == in_any_order
    assert length(BEST, SURVIVES, bounds) == as_assigned


def test_loss_of_power_is_worse_where_a_restart_goes_unnoticed() -> None:
    """Up to 2.1 the leader comes back in its own epoch with an empty log, and its follower cuts its own to match."""
    assert length("2.1", SURVIVES, {**POWER, **THREE, **ANY}) == 12


def test_a_leader_that_missed_an_epoch_keeps_what_it_knew_and_loses_a_record() -> None:
    """`Partition.makeLeader` keeps the remote log end offsets if the broker believes that it leads already."""
    bounds = {**THREE, **SMALL, "crashes": 0, "max-epoch": 3, **ANY}
    merged = {**bounds, "metadata": "merged"}
    assert length(BEST, SURVIVES, merged) == 18
    assert length(BEST, SURVIVES, bounds) is None
    assert length(BEST, SURVIVES, {**merged, "remote-leo": "reset"}) is None


def test_without_a_long_wait_2_is_in_sync_by_what_0_knew_of_it() -> None:
    """Leadership moves to 1, 2 cuts its log, 1 fails, 0 hears of its second epoch alone, and 2 is elected next."""
    bounds = {**THREE, **SMALL, "crashes": 1, "max-epoch": 3, "metadata": "merged", **ANY}
    run = search(machine(BEST, bounds).only(SURVIVES)).promises[SURVIVES].run
    assert run is not None
    assert run.length == 18
    names = [step.partition("(")[0] for step in actions(run)]
    assert names.count("become_leader") >= 2


# What readers see.


@pytest.mark.parametrize(("bounds", "expected"), [({}, 9), ({"acks": "1"}, 2)], ids=str)
def test_a_producer_may_not_read_its_own_acknowledged_write(bounds: dict[str, Any], expected: int) -> None:
    assert length(BEST, "read-your-writes", {**bounds, **ANY}) == expected


def test_reads_of_a_session_may_go_back() -> None:
    assert length(BEST, "monotonic-reads", ANY) == 6
    assert length("claimed/read-from-followers", "monotonic-reads", ANY) == 4
    assert length("claimed/read-from-followers", "reads-are-stable", ANY) is None


def test_a_consumer_that_is_shown_the_record_at_the_high_watermark_sees_it_vanish() -> None:
    assert length("claimed/read-through-high-watermark", "reads-are-stable", ANY) == 5
    assert length(BEST, "reads-are-stable", ANY) is None


# Accounts.


@pytest.mark.parametrize(
    ("claim", "promise", "bounds", "expected"),
    [
        ("commit-on-min-isr", EXISTS, {**THREE, "max-epoch": 1, **ANY}, 17),
        ("commit-on-min-isr", SURVIVES, {**THREE, "max-epoch": 1}, 10),
        ("next-epoch", SURVIVES, {"max-epoch": 3, **ANY}, 20),
        ("leader-high-watermark", SURVIVES, {"crashes": 2}, 12),
        ("ack-on-min-isr", SURVIVES, {**THREE, "max-epoch": 1}, 10),
        ("acknowledge-before-append", SURVIVES, {"max-epoch": 1}, 8),
        ("join-below-high-watermark", SURVIVES, {"max-epoch": 1}, 8),
        ("join-below-high-watermark", ISR, {"max-epoch": 1}, 5),
    ],
)
def test_a_claim_loses_a_record(claim: str, promise: str, bounds: dict[str, Any], expected: int) -> None:
    assert length(f"claimed/{claim}", promise, {"consumers": "no", **bounds}) == expected


def test_a_record_that_is_acknowledged_without_the_high_watermark_is_not_shown() -> None:
    """Kafka shows each record that it acknowledged, as long as no leader changes."""
    bounds = {**THREE, **SMALL, "max-epoch": 0, "crashes": 0}
    assert length("claimed/ack-on-min-isr", "read-your-writes", bounds) == 7
    assert length(BEST, "read-your-writes", bounds) is None


def test_a_reader_at_a_log_end_reads_what_vanishes() -> None:
    assert length("claimed/read-to-log-end", "reads-are-stable", ANY) == 5


@pytest.mark.parametrize("release", RELEASES)
def test_a_leader_has_its_epoch_unless_it_lost_power_and_leads_on_up_to_2_1(release: str) -> None:
    unnoticed = RELEASES.index(release) <= RELEASES.index("2.1")
    bounds = {**POWER, "consumers": "no"}
    assert length(release, "leader-has-its-epoch", bounds) == (9 if unnoticed else None)
    assert length(release, "leader-has-its-epoch", {**SMALL, "crashes": 2}) is None


def test_where_an_epoch_ends_is_the_start_of_the_next_one_that_the_leader_has() -> None:
    bounds = {"max-epoch": 3, "consumers": "no", **ANY}
    assert length("2.1", SURVIVES, bounds, fencing="kafka/2.5") is None
    assert length("claimed/next-epoch", SURVIVES, bounds) == 20


def test_a_cache_that_is_written_late_loses_its_end_in_a_crash() -> None:
    bounds = {"epoch-cache": "lazy", "max-epoch": 3, "consumers": "no", **ANY}
    assert length(BEST, CACHE, bounds) == 3
    assert length("2.1", SURVIVES, bounds) == 13
    assert length("2.1", SURVIVES, {**bounds, "epoch-cache": "at-once"}) == 17


def test_a_follower_whose_cache_is_empty_cuts_to_its_own_high_watermark_from_2_1_on() -> None:
    """`AbstractFetcherThread.truncateToHighWatermark`, 166 at 2.1.1; up to 2.0 it asks all the same."""
    cuts = {}
    for release in ("2.0.1", "2.1", BEST):
        built = machine(release, {})
        c = built.initial
        [_, second] = c.replicas.indices()
        me = c.replicas[second]
        unheard = me.but(log=me.log.append(me.log.type.element.default), leader=none, leader_epoch=NO_EPOCH)
        c = c.but(replicas=c.replicas.but(second, unheard)).but(
            requests=c.requests.but(0, c.request(c.quorum.leader, c.quorum.isr, c.quorum.live))
        )
        follow = next(i for i in built.instances if str(i) == "become_follower(follower=1, epoch=0)")
        cuts[release] = int(built.run(c, follow).replicas[second].log.end_offset)
    assert cuts == {"2.0.1": 1, "2.1": 0, BEST: 0}


# The machines themselves.


def test_every_rule_of_a_release_says_where_it_was_read() -> None:
    rules = {release.name: release.rules for release in PROTOCOLS}
    as_before = {name for name, rule in rules["kafka/1.0.0"].items() if rule == rules["kafka/0.11"][name]}
    not_there_yet = {"kafka/0.10.2": {"answer", "cache", "fencing"}, "kafka/1.0.0": as_before}
    for release in PROTOCOLS:
        missing = {name for name, read in release.references.items() if not read}
        assert missing <= not_there_yet.get(release.name, {"fencing"}), release.name


def test_every_claim_says_that_it_is_one() -> None:
    from_followers = "claimed/read-from-followers"  # which is a release's, by KIP-392
    for claim in claimed.PROTOCOLS:
        assert claim.name == from_followers or claim.summary.endswith("articles claim it, no release does")
        assert list(claim.rules) == list(RULES)


@pytest.mark.parametrize("release", RELEASES)
def test_the_ids_are_interchangeable_where_any_member_may_be_elected(release: str) -> None:
    assert machine(release, ANY).symmetric_kinds() == ["replica"]
    assert machine(release, {}).symmetric_kinds() == []


@pytest.mark.slow
def test_symmetry_changes_no_verdict() -> None:
    whole = machine("0.10.2", {**THREE, **SMALL, **ANY})
    assert lengths(search(whole, Limits(keep_going=True), symmetry=True)) == lengths(
        search(whole, Limits(keep_going=True))
    )


def test_an_option_that_is_off_takes_no_room() -> None:
    bits = {leaf.path: leaf.bits for leaf in machine(BEST, {"consumers": "no", "acks": "1"}).leaves}
    unused = (
        "settings",
        "shown",
        "budget.power",
        "budget.message",
        "budget.zombies",
        "budget.old",
        "quorum.rank",
    )
    assert not any(n for path, n in bits.items() if path.startswith(unused) or "checkpoint" in path)
    absent = ("on_disk", "owed_by", "old_fetch", "late_answer", "sends_no_epoch", "stopping")
    assert not any(n for path, n in bits.items() if any(word in path for word in absent))
    assert not any(leaf.bits for leaf in machine("0.10.2", {}).leaves if "cache" in leaf.path)


def test_the_default_of_0_10_2_is_a_checkpoint_now_and_then() -> None:
    assert machine("0.10.2", {}).bounds["checkpoint"] == "lazy"
    assert machine("0.11", {}).bounds["checkpoint"] == "at-once"
    assert [b.default for b in protocol("kafka/0.10.2").bounds if b.name == "checkpoint"] == ["lazy"]


@pytest.mark.parametrize(
    ("bounds", "message"),
    [
        ({"replicas": 2, "min-isr": 3}, "--min-isr is 3: there are 2 replicas"),
        ({"reorders": 1, **ANY}, "--reorders changes nothing where any member may be elected"),
    ],
)
def test_what_makes_no_sense_is_a_mistake(bounds: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        machine(BEST, bounds)
