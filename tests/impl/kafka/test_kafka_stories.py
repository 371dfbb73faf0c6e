"""The sentence for a step says what was asked, answered, cut and recorded, and only that."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tidemark.impl.kafka.cluster import Stage
from tidemark.impl.kafka.epoch_cache import NO_EPOCH, UNDEFINED_OFFSET
from tidemark.impl.kafka.settings import Follows
from tidemark.impl.kafka.stories import KRAFT_STORIES, SHARED_STORIES, ZOOKEEPER_STORIES
from tidemark.spec import Id, IdSet, none

STORIES: dict[str, Any] = {**SHARED_STORIES, **ZOOKEEPER_STORIES, **KRAFT_STORIES}
SETS = IdSet.of(Id("replica", 3))


class Broker(SimpleNamespace):
    """A broker before and after a step."""

    def __str__(self) -> str:
        return str(self.number)


def exchange(
    stage: Any = Stage.fetch,
    offset: int = 3,
    epoch: int = 1,
    leader_epoch: int = 2,
    ids: tuple[int, ...] = (),
) -> Any:
    held = SimpleNamespace(
        stage=stage, offset=offset, epoch=epoch, leader_epoch=leader_epoch, high_watermark=4
    )
    held.records = Records(ids)
    return held


class Records(list[Any]):
    """Records of an answer."""

    def __init__(self, ids: tuple[int, ...]) -> None:
        super().__init__(SimpleNamespace(id=i) for i in ids)
        self.length = len(ids)


def side(**fields: Any) -> SimpleNamespace:
    """A broker at one time."""
    default = {
        "leader": 0, "follows": Follows.checks, "high_watermark": 2, "exchange": exchange(),
        "log": SimpleNamespace(length=3, end_offset=3), "isr_change": SimpleNamespace(member=-1),
        "leader_epoch": 2, "sends_no_epoch": False,
    }  # fmt: skip
    return SimpleNamespace(**{**default, **fields})


def broker(was: dict[str, Any] | None = None, now: dict[str, Any] | None = None, number: int = 1) -> Broker:
    return Broker(number=number, was=side(**(was or {})), now=side(**(now or {})), cut="keeps its log")


def tell(name: str, **arguments: Any) -> str:
    sentence: str = STORIES[name](**arguments)
    return sentence


LEADER = broker(number=0)
EMPTY = SimpleNamespace(length=0, end_offset=0)


@pytest.mark.parametrize(
    ("leader_epoch", "end"),
    [(2, "end, 3 (its leader epoch is 2)."), (0, "end, 3 (its leader epoch is 0)."), (NO_EPOCH, "end, 3.")],
)
def test_a_fetch_tells_the_log_end_and_the_epoch_that_it_carries(leader_epoch: int, end: str) -> None:
    follower = broker(now={"exchange": exchange(leader_epoch=leader_epoch)})
    assert tell("follower_sends_fetch", leader=LEADER, follower=follower) == (
        f"Broker 1 asks broker 0 for what comes after its log {end}"
    )


@pytest.mark.parametrize(
    ("epoch", "last"), [(0, "the last epoch of its log is 0"), (NO_EPOCH, "it knows of no epoch")]
)
def test_a_fetch_with_an_epoch_names_the_last_one(epoch: int, last: str) -> None:
    follower = broker(now={"exchange": exchange(epoch=epoch)})
    told = tell("follower_sends_fetch_with_epoch", leader=LEADER, follower=follower)
    assert (
        told == f"Broker 1 asks broker 0 for what comes after its log end, 3 (its leader epoch is 2); {last}."
    )


@pytest.mark.parametrize(
    ("epoch", "asks"),
    [(0, "broker 0 where epoch 0, the last one that it knows, ends"), (NO_EPOCH, "broker 0 where to cut")],
)
def test_who_asks_where_to_cut_names_its_last_epoch(epoch: int, asks: str) -> None:
    follower = broker(now={"exchange": exchange(epoch=epoch)})
    knows = "" if epoch != NO_EPOCH else ", which knows of no epoch,"
    told = tell("follower_asks_for_end_offset", leader=LEADER, follower=follower)
    assert told == f"Broker 1{knows} asks {asks} (its leader epoch is 2)."


@pytest.mark.parametrize(
    ("answer", "does"),
    [
        (exchange(Stage.waiting), "has nothing for it yet, so the fetch waits"),
        (exchange(Stage.fetched, ids=(4, 5)), "answers with m4 m5 and high watermark 4"),
        (exchange(Stage.fetched), "answers with nothing new and high watermark 4"),
    ],
)
@pytest.mark.parametrize("name", ["leader_handles_fetch", "leader_handles_fetch_with_epoch"])
def test_a_leader_that_gets_a_fetch_answers_or_lets_it_wait(name: str, answer: Any, does: str) -> None:
    told = tell(name, leader=LEADER, follower=broker(now={"exchange": answer}))
    begin = "Broker 0 gets the fetch of broker 1 from offset 3, and"
    assert told == f"{begin} {does}; now its high watermark is 2."
    asking = broker(now={"isr_change": SimpleNamespace(member=1)}, number=0)
    told = tell(name, leader=asking, follower=broker(now={"exchange": answer}))
    assert told == f"{begin} {does}; now its high watermark is 2. It asks for broker 1 in the ISR."


def test_a_leader_that_gets_a_fetch_of_another_log_says_where_they_diverge() -> None:
    follower = broker(now={"exchange": exchange(Stage.epoch_answer, offset=2)})
    assert tell("leader_handles_fetch_with_epoch", leader=LEADER, follower=follower) == (
        "Broker 0 gets the fetch of broker 1 from offset 3, and answers that their logs diverge: in its own, epoch 1 "
        "ends at 2."
    )


@pytest.mark.parametrize(
    ("asked", "answered", "offset", "told"),
    [
        (1, NO_EPOCH, UNDEFINED_OFFSET, "Broker 0 does not know where epoch 1 ends, and tells broker 1 so."),
        (NO_EPOCH, NO_EPOCH, UNDEFINED_OFFSET, "Broker 0 has no such epoch, and tells broker 1 so."),
        (1, NO_EPOCH, 2, "Broker 0 answers broker 1 that epoch 1 ends at 2 in its log."),
        (1, 1, 2, "Broker 0 answers broker 1 that epoch 1 ends at 2 in its log."),
        (1, 0, 2, "Broker 0 answers broker 1: its largest epoch up to 1 is 0, and ends at 2."),
    ],
)
def test_a_leader_answers_where_an_epoch_ends(asked: int, answered: int, offset: int, told: str) -> None:
    now = {"exchange": exchange(epoch=answered, offset=offset)}
    follower = broker({"exchange": exchange(epoch=asked)}, now)
    assert tell("leader_answers_epoch_request", leader=LEADER, follower=follower) == told


def test_a_follower_cuts_by_the_answer_or_falls_back_to_its_high_watermark() -> None:
    without = broker({"exchange": exchange(offset=UNDEFINED_OFFSET)})
    back = "Without an answer, broker 1 falls back to its own high watermark, 2: it keeps its log."
    assert tell("truncate_kip_101", follower=without) == tell("truncate_kip_279", follower=without) == back
    assert tell("truncate_kip_101", follower=broker()) == "By the answer, broker 1 keeps its log."
    assert tell("truncate_kip_279", follower=broker()) == (
        "By the answer, broker 1 keeps its log, as far as both logs know the epoch answered."
    )


ASKING = Follows.asks
LEARNS = "Broker 1 learns that broker 0 leads in epoch 2"


@pytest.mark.parametrize(
    ("was", "now", "to_high_watermark", "asking"),
    [
        ({}, {}, f"{LEARNS} too, and goes on.", f"{LEARNS} too, and goes on."),
        (
            {"leader": 2},
            {},
            f"{LEARNS}. Its own high watermark is 2: it keeps its log.",
            f"{LEARNS}. Its epoch cache is empty, so it does not ask where to cut: its own high watermark is 2, and it "
            "keeps its log.",
        ),
        (
            {"leader": 2, "log": EMPTY},
            {},
            f"{LEARNS}. Its own high watermark is 2: it keeps its log.",
            f"{LEARNS}; its log is empty, so it does not ask where to cut.",
        ),
        (
            {"exchange": exchange(offset=1)},
            {"follows": ASKING},
            f"{LEARNS}. Its own high watermark is 2: it keeps its log.",
            f"{LEARNS}, and keeps its log of 3 until it has asked where to cut.",
        ),
        (
            {"follows": ASKING},
            {"follows": ASKING},
            f"{LEARNS} too, and goes on.",
            f"{LEARNS} too, and goes on.",
        ),
        (
            {"log": SimpleNamespace(length=4)},
            {"follows": ASKING},
            f"{LEARNS}. Its own high watermark is 2: it keeps its log.",
            f"{LEARNS}, and keeps its log of 3 until it has asked where to cut.",
        ),
        (
            {"follows": ASKING, "exchange": exchange(offset=1)},
            {"follows": ASKING},
            f"{LEARNS}. Its own high watermark is 2: it keeps its log.",
            f"{LEARNS}, and keeps its log of 3 until it has asked where to cut.",
        ),
    ],
)
def test_a_follower_learns_who_leads(
    was: dict[str, Any], now: dict[str, Any], to_high_watermark: str, asking: str
) -> None:
    follower = broker(was, now)
    assert tell("truncate_to_high_watermark", follower=follower, epoch=2) == to_high_watermark
    assert tell("follow_and_ask", follower=follower, epoch=2) == asking


def test_a_follower_of_kraft_learns_who_leads_and_fetches() -> None:
    assert tell("follow_and_fetch", follower=broker(), epoch=2) == f"{LEARNS}, and keeps its log of 3."
    cut = broker({"log": SimpleNamespace(length=4)})
    assert tell("follow_and_fetch", follower=cut, epoch=2) == (
        f"{LEARNS}. It knows of no epoch: it keeps its log, its own high watermark."
    )
    nobody = broker(now={"leader": none})
    assert tell("follow_and_fetch", follower=nobody, epoch=2) == (
        "Broker 1 learns that nobody leads in epoch 2, and waits."
    )


def quorum(
    leader: int = 0,
    epoch: int = 1,
    isr: tuple[int, ...] = (0, 1),
    elr: tuple[int, ...] = (),
    last: Any = none,
) -> Any:
    sets = {name: SETS.read(list(ids), name) for name, ids in (("isr", isr), ("elr", elr))}
    return SimpleNamespace(leader=leader, leader_epoch=epoch, last_known=last, **sets)


def state(was: Any, now: Any) -> Any:
    return SimpleNamespace(was=SimpleNamespace(quorum=was), now=SimpleNamespace(quorum=now))


def test_an_operator_stops_a_broker_in_the_isr_or_outside_it() -> None:
    moved = state(quorum(), quorum(1, 2, (1,)))
    begun = "and begins epoch 2: leader 1, ISR {1}."
    told = [
        tell("controller_moves_leadership_away", broker=0, successor=successor, state=moved)
        for successor in (1, none)
    ]
    assert told == [
        f"An operator stops broker 0: the controller moves leadership to broker 1 {begun}",
        f"An operator stops broker 0: the controller takes it out of the ISR {begun}",
    ]
    assert tell(
        "controller_moves_leadership_away", broker=2, successor=none, state=state(quorum(), quorum())
    ) == ("An operator stops broker 2, which is not in the ISR.")


@pytest.mark.parametrize(
    ("was", "now", "record"),
    [
        (quorum(), quorum(), "the partition stays as it is."),
        (quorum(), quorum(isr=(0,)), "leader 0, epoch 1, ISR {0}."),
        (quorum(), quorum(epoch=2), "leader 0, epoch 2, ISR {0, 1}."),
        (quorum(), quorum(elr=(2,)), "leader 0, epoch 1, ISR {0, 1}, ELR {2}."),
        (quorum(elr=(2,)), quorum(), "leader 0, epoch 1, ISR {0, 1}, ELR {}."),
        (quorum(elr=(2,)), quorum(isr=(0,), elr=(2,)), "leader 0, epoch 1, ISR {0}, ELR {2}."),
        (quorum(), quorum(1, 2, (1,)), "leader 1, epoch 2, ISR {1}."),
        (quorum(), quorum(none, 2, (1,)), "leader none, epoch 2, ISR {1}."),
        (quorum(none, isr=(), elr=(2,)), quorum(2, 2, (2,)),
         "leader 2, epoch 2, ISR {2}, ELR {}. It is elected from the ELR."),
        (quorum(none, isr=(), last=2), quorum(2, 2, (2,)), "leader 2, epoch 2, ISR {2}. It is the last known leader."),
        (quorum(none, isr=(), last=1), quorum(2, 2, (2,)), "leader 2, epoch 2, ISR {2}. The election is unclean."),
    ],
)  # fmt: skip
def test_a_step_of_krafts_controller_says_what_it_has_on_record(was: Any, now: Any, record: str) -> None:
    told = tell("controller_notices_failure", broker=1, state=state(was, now))
    assert told == f"The controller notices that broker 1 is down: {record}"
