"""A read of the log, moment by moment: which moments let a consumer see what is not replicated, not stable, or aborted.

The verdicts and lengths are pinned (`impl/reads/pins.toml`); here are the runs, and what the rules allow.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tidemark.checker.engines.native.search import search
from tidemark.checker.runs.results import Run
from tidemark.checker.telling.explanation import explain
from tidemark.impl import load_subject, protocol
from tidemark.impl.reads.leader import Content, FetchKind, ReadLeader, ReadStage
from tidemark.spec import Promise, not_

REPLICATED, STABLE, ABORTED = "only-replicated-is-read", "only-stable-is-read", "aborted-is-not-read"
FOLLOWER, END = "follower-is-not-ahead", "end-offset-is-stable"


def run_of(name: str, promise: str, **bounds: Any) -> Run | None:
    """The shortest run that breaks the promise, if there is one."""
    return search(protocol(f"reads/{name}").machine(bounds).only(promise)).promises[promise].run


def actions(run: Run | None) -> list[str]:
    assert run is not None
    return [str(step.instance).partition("(")[0] for step in run.steps[1:]]


def reaches(name: str, reached: Callable[[ReadLeader], Any]) -> bool:
    """Whether a state in which this is true can be reached."""
    model = replace(
        protocol(f"reads/{name}").machine(), promises=[Promise("never", lambda c: not_(reached(c)))]
    )
    return search(model).promises["never"].run is not None


def has_answer(c: ReadLeader, fetch: Any) -> Any:
    return (c.log_read.stage == ReadStage.has_answer) & (c.log_read.fetch == fetch)


def broken(name: str, **bounds: Any) -> set[str]:
    promises = search(protocol(f"reads/{name}").machine(bounds)).promises
    return {promise for promise in promises if run_of(name, promise, **bounds) is not None}


def test_each_repair_keeps_a_promise_that_the_release_before_broke() -> None:
    assert broken("0.11") == {STABLE, ABORTED, END}
    assert broken("1.1") == broken("2.4") == broken("2.5.0") == {REPLICATED, STABLE, ABORTED, FOLLOWER, END}
    assert broken("2.5.1") == {END}
    assert broken("end-from-one") == set()


def test_a_high_watermark_that_rises_in_the_middle_of_a_read_shows_an_open_transaction() -> None:
    """KAFKA-9807."""
    steps = actions(run_of("0.11", STABLE))
    looks = [steps.index(s) for s in ("compares_with_high_watermark", "reads_high_watermark_again")]
    assert "high_watermark_rises" in steps[looks[0] : looks[1]]


def test_a_file_that_grows_while_it_is_sliced_shows_a_consumer_what_is_not_replicated() -> None:
    """KAFKA-9835: also a follower, before the log end offset counts the record."""
    for promise in (REPLICATED, FOLLOWER):
        steps = actions(run_of("before-kafka-9835", promise))
        assert steps[-1] == "slices_up_to_file_end"
        assert "leader_writes" in steps[steps.index("slices") :]


def test_at_the_start_of_a_new_segment_a_read_needs_no_race_to_see_what_is_not_replicated() -> None:
    """Up to 2.5.0: nothing happens between the moments of the read. KAFKA-9838 repaired it."""
    steps = actions(run_of("before-kafka-9838", REPLICATED))
    assert steps[-3:] == ["read_begins", "takes_high_watermark", "slices"]
    assert "leader_rolls" in steps
    assert run_of("before-kafka-9838", REPLICATED, segments=1) is None
    assert run_of("2.5.1", REPLICATED) is None


def test_up_to_4_3_an_end_offset_may_be_above_an_open_transaction() -> None:
    """`lastStableOffset` still reads the high watermark twice, in whichever order of segments."""
    steps = actions(run_of("2.5.1", END, segments=1))
    assert steps[-2:] == ["high_watermark_rises", "reads_high_watermark_again"]


def test_a_marker_that_is_not_replicated_settles_nothing() -> None:
    assert broken("stable-when-decided") == {STABLE, END}
    steps = actions(run_of("stable-when-decided", STABLE))
    assert [s for s in steps if s == "leader_writes"] == ["leader_writes"] * 2


def test_an_index_that_is_written_after_the_lock_is_released_lacks_what_is_stable() -> None:
    assert broken("index-later") == {ABORTED, END}
    assert "index_follows" not in actions(run_of("index-later", ABORTED))


@pytest.mark.parametrize("name", [name.removeprefix("reads/") for name in load_subject("reads")])
def test_every_protocol_reads_what_it_may(name: str) -> None:
    """A whole committed transaction with its marker, an aborted one that is listed, and a record below an open one."""

    def committed(c: ReadLeader) -> Any:
        whole = (c.log[0] == Content.transactional) & (c.log[1] == Content.commit) & (c.high_watermark == 2)
        return (
            has_answer(c, FetchKind.read_committed)
            & whole
            & (c.log_read.slice_end == 2)
            & (c.log.length == 2)
        )

    def listed(c: ReadLeader) -> Any:
        aborted = c.is_data(0) & c.is_aborted(0) & (c.log_read.fetch_offset == 0) & (c.log_read.slice_end > 1)
        return has_answer(c, FetchKind.read_committed) & aborted & not_(c.is_delivered(0))

    def below(c: ReadLeader) -> Any:
        is_open = (c.log.length == 3) & (c.high_watermark == 3) & c.is_data(1) & c.is_data(2)
        return has_answer(c, FetchKind.read_committed) & is_open & (c.log_read.slice_end == 1)

    assert all(reaches(name, reached) for reached in (committed, listed, below))


def test_a_read_ends_with_its_segment() -> None:
    def crosses(c: ReadLeader) -> Any:
        return c.has_records() & not_(c.is_in_second(c.log_read.fetch_offset)) & (c.second_segment > 0)

    beyond = reaches("2.5.1", lambda c: crosses(c) & (c.log_read.slice_end > c.second_segment))
    assert reaches("2.5.1", lambda c: crosses(c) & (c.log_read.slice_end == c.second_segment))
    assert reaches("2.5.1", lambda c: c.has_records() & c.is_in_second(c.log_read.fetch_offset))
    assert not beyond


def test_a_fetch_from_above_the_high_watermark_reads_nothing_in_any_release() -> None:
    """At the start of a new segment the fetch is from the high watermark itself."""

    def above(c: ReadLeader) -> Any:
        return c.consumer_has_records() & (c.log_read.fetch_offset > c.high_watermark)

    assert not reaches("2.4", above)
    assert reaches("2.4", lambda c: c.consumer_has_records() & (c.log_read.fetch_offset == c.high_watermark))


def test_a_run_says_why_a_slice_has_what_is_not_replicated() -> None:
    run = run_of("before-kafka-9838", REPLICATED)
    assert run is not None
    assert explain(run).steps[-1].sentence == (
        "Its slice of the file has r1."
        " The position of its upper bound is in the first segment, so it reads the second one whole."
    )
    assert [cell.name for cell in explain(run).steps[-1].picture.rows[0].cells or ()] == ["r0", "r1"]
