"""How a run is told: a sentence for each step, the logs and the consumer as a picture, what belongs to no log."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal

from tidemark.impl.consumer_positions.partition import (
    NO_EPOCH,
    ConsumedPartition,
    FetchPosition,
    Outcome,
    Phase,
    PositionedConsumer,
    Reset,
    end_of_epoch,
)
from tidemark.impl.shared.broker_lanes import CONTROLLER, broker_actor, broker_lane, controller_lane
from tidemark.impl.shared.sentences import SentenceTelling
from tidemark.spec import Arrow, Cell, Lane, Loss, Picture, Titles
from tidemark.spec.families.telling import Story

CONSUMER = "consumer"
TITLES = Titles("broker", "offset", "log end", "LEO", "role")
DOING = {
    Phase.fetching: "fetches",
    Phase.awaiting_validation: "validates its position",
    Phase.awaiting_reset: "looks for another position",
    Phase.raised_exception: "stopped",
}


def _cell(offset: int, epoch: Any) -> Cell:
    name = f"{offset}@{int(epoch)}"
    return Cell(offset, name, name, f"epoch {epoch}", int(epoch))


def _place(position: FetchPosition) -> str:
    """A position in words."""
    epoch = position.offset_epoch
    return f"offset {position.offset}" + (f" after a record of epoch {epoch}" if epoch != NO_EPOCH else "")


def picture_of(p: ConsumedPartition) -> Picture:
    """The picture of a state."""
    term = p.terms[p.epoch]
    isr = f"ISR {{{term.leader}}}" if term.is_alone else "ISR of all replicas"
    controller = controller_lane([f"epoch {p.epoch}, leader {term.leader}", isr])
    brokers = (_broker_lane(p, broker) for broker in p.brokers.indices())
    return Picture((controller, *brokers, _consumer_lane(p.consumer)), TITLES)


def _broker_lane(p: ConsumedPartition, broker: Any) -> Lane:
    mine, leads = p.brokers[broker], bool(p.leads(broker))
    cells = tuple(_cell(k, epoch) for k, epoch in enumerate(mine.log.items[: mine.log.length]))
    truly = leads and mine.leader_epoch == p.epoch
    lead: Literal["", "true", "believed"] = "true" if truly else "believed" if leads else ""
    role = f"{'leads' if leads else 'follows in'} epoch {mine.leader_epoch}"
    shown = (f"shows {p.shown_end(broker)} to consumers",) if leads else ()
    return broker_lane(broker, role, cells, shown, lead, mark=len(cells))


def _consumer_lane(consumer: PositionedConsumer) -> Lane:
    first = int(consumer.base()) if consumer.phase != Phase.raised_exception else 0
    epochs = consumer.delivered.items[: consumer.delivered.length]
    cells = tuple(_cell(first + k, epoch) for k, epoch in enumerate(epochs))
    [doing] = [words for phase, words in DOING.items() if phase == consumer.phase]
    lines: tuple[str, ...] = (
        doing,
        f"position: {_place(consumer.fetch_position)}",
        f"knows epoch {consumer.leader_epoch}",
        f"committed: {_place(consumer.committed)}",
    )
    if consumer.answer.fetch_outcome != Outcome.no_answer:
        lines += (f"an answer of epoch {consumer.answer.answered_in} is on its way",)
    return Lane(
        CONSUMER, "Consumer", "Consumer", cells=cells, mark=len(cells), lines=lines, summary="; ".join(lines)
    )


def arrows_of(before: ConsumedPartition, after: ConsumedPartition) -> Iterator[Arrow]:
    """What a broker heard of or copied, and the answer of a leader that a step sent or delivered."""
    was, now = before.consumer, after.consumer
    leader = broker_actor(after.terms[now.leader_epoch].leader)
    for broker in after.brokers.indices():
        mine = after.brokers[broker]
        if mine.leader_epoch != before.brokers[broker].leader_epoch:
            yield Arrow(CONTROLLER, broker_actor(broker), f"epoch {mine.leader_epoch}")
        elif mine.log != before.brokers[broker].log and not after.leads(broker):
            yield Arrow(broker_actor(after.terms[mine.leader_epoch].leader), broker_actor(broker), "log")
    if was.answer.fetch_outcome == Outcome.no_answer != now.answer.fetch_outcome:
        yield Arrow(leader, CONSUMER, f"answer to a fetch at offset {now.answer.offset}", answer=True)
    if was.is_validating() and not now.is_validating() and was.leader_epoch == now.leader_epoch:
        yield Arrow(leader, CONSUMER, f"where epoch {was.fetch_position.offset_epoch} ends", answer=True)


def _elect(leader: Any, state: Any, **_: Any) -> str:
    return f"The controller makes broker {leader}, a member of the ISR, leader of epoch {state.now.epoch}."


def _elect_unclean(leader: Any, state: Any, **_: Any) -> str:
    was = state.was
    old = was.terms[was.epoch].leader
    return (
        f"Broker {old}, the only member of the ISR, seems dead. The controller makes broker {leader} leader of epoch "
        f"{state.now.epoch}, in an unclean election."
    )


def _obey(broker: Any, state: Any, **_: Any) -> str:
    mine = state.now.brokers[broker]
    term = state.now.terms[mine.leader_epoch]
    if term.leader == broker:
        return f"Broker {broker} hears of epoch {mine.leader_epoch}, and leads it from offset {term.start_offset} on."
    return f"Broker {broker} hears of epoch {mine.leader_epoch}, and follows broker {term.leader}."


def _append(leader: Any, state: Any, **_: Any) -> str:
    now = state.now
    mine = now.brokers[leader]
    stale = "" if mine.leader_epoch == now.epoch else f", which has not heard of epoch {now.epoch},"
    return f"Broker {leader}{stale} appends a record at offset {mine.log.length - 1}, in epoch {mine.leader_epoch}."


def _copy(follower: Any, state: Any, **_: Any) -> str:
    was, now = state.was.brokers[follower].log, state.now.brokers[follower].log
    leader = state.now.terms[state.now.brokers[follower].leader_epoch].leader
    same = 0
    while same < min(was.length, now.length) and was[same] == now[same]:
        same += 1
    cut = f" cuts its log at offset {same}, and" if same < was.length else ""
    return f"Broker {follower}{cut} copies the log of broker {leader}, up to offset {now.length}."


def _isr(words: str) -> Story:
    def tell(state: Any, **_: Any) -> str:
        return f"Leader {state.now.terms[state.now.epoch].leader} {words}."

    return tell


def _answer(state: Any, **_: Any) -> str:
    consumer = state.now.consumer
    answer, leader = consumer.answer, state.now.terms[consumer.leader_epoch].leader
    start = (
        f"Broker {leader}, as leader of epoch {answer.answered_in}, answers a fetch at offset {answer.offset}"
    )
    if answer.fetch_outcome == Outcome.record:
        return f"{start} with the record of epoch {answer.epoch}. The answer is on its way."
    if answer.fetch_outcome == Outcome.out_of_range:
        return f"{start} with OFFSET_OUT_OF_RANGE."
    return f"{start}: the logs can agree up to offset {answer.end_offset} and epoch {answer.epoch} at most."


def _fate(state: Any, error: str) -> str:
    """What a consumer does that learnt that its position is not in the log."""
    now = state.now.consumer
    if now.phase == Phase.raised_exception:
        return f"The consumer raises {error}, and stops."
    if now.phase == Phase.awaiting_reset:
        policy = "ends" if state.now.settings.reset_policy == Reset.latest else "begins"
        return f"The consumer logs it, and will ask where the log {policy}."
    return f"The consumer logs it, and goes back to offset {now.fetch_position.offset}."


def _arrive(state: Any, **_: Any) -> str:
    was, now = state.was.consumer, state.now.consumer
    answer = was.answer
    stale = "" if answer.answered_in == was.leader_epoch else f" of the leader of epoch {answer.answered_in}"
    if now.delivered.length > was.delivered.length:
        late = f", although it follows the leader of epoch {was.leader_epoch} now" if stale else ""
        record = f"the record at offset {was.fetch_position.offset}, of epoch {answer.epoch}"
        return f"The answer{stale} arrives. The consumer hands out {record}{late}."
    if was.phase != Phase.fetching or (was.fetch_position, was.phase) == (now.fetch_position, now.phase):
        return f"The answer{stale} arrives, and the consumer drops it: it is not for the position that it has now."
    error = (
        "OffsetOutOfRangeException"
        if answer.fetch_outcome == Outcome.out_of_range
        else "LogTruncationException"
    )
    return f"The answer{stale} arrives. {_fate(state, error)}"


def _then(p: ConsumedPartition, has_restarted: bool = False) -> str:
    """Whether a consumer validates its position."""
    consumer = p.consumer
    if consumer.is_validating():
        return f" It validates its position, {_place(consumer.fetch_position)}."
    if consumer.phase == Phase.fetching and (consumer.fetch_position.offset > 0 or has_restarted):
        return f" It takes its position, {_place(consumer.fetch_position)}, as valid."
    return ""


def _hear(epoch: Any, state: Any, **_: Any) -> str:
    leader = state.now.terms[epoch].leader
    older = ", which is older than what it knew" if epoch < state.was.consumer.leader_epoch else ""
    return f"The consumer is told that broker {leader} leads epoch {epoch}{older}.{_then(state.now)}"


def _validate(state: Any, **_: Any) -> str:
    was = state.was.consumer
    leader = state.was.terms[was.leader_epoch].leader
    newest, end = end_of_epoch(state.was.brokers[leader], was.fetch_position.offset_epoch)
    if was.fetch_position.offset_epoch > state.was.brokers[leader].leader_epoch:
        answer = f"it knows no epoch {was.fetch_position.offset_epoch}"
    elif newest == was.fetch_position.offset_epoch:
        answer = f"epoch {newest} ends at offset {end}"
    else:
        answer = f"epoch {newest}, its newest one before epoch {was.fetch_position.offset_epoch}, ends at offset {end}"
    if state.now.consumer.phase == Phase.fetching and state.now.consumer.fetch_position == was.fetch_position:
        fate = (
            f"That is not below offset {was.fetch_position.offset}: the consumer takes its position as valid."
        )
    else:
        fate = _fate(state, "LogTruncationException")
    return f"Broker {leader} answers that {answer}. {fate}"


def _reset(state: Any, **_: Any) -> str:
    return (
        f"The leader answers, and the consumer goes on at offset {state.now.consumer.fetch_position.offset}."
    )


def _commit(state: Any, **_: Any) -> str:
    committed = state.now.consumer.committed
    epoch = (
        f" with epoch {committed.offset_epoch}" if committed.offset_epoch != NO_EPOCH else " without epoch"
    )
    return f"The consumer commits offset {committed.offset}{epoch}."


def _restart(epoch: Any, state: Any, **_: Any) -> str:
    leader = state.now.terms[epoch].leader
    start = f"The consumer restarts at the committed offset {state.now.consumer.fetch_position.offset}"
    return (
        f"{start}. It is told that broker {leader} leads epoch {epoch}.{_then(state.now, has_restarted=True)}"
    )


def _strangers(p: ConsumedPartition) -> Iterator[Loss]:
    """The delivered records that were not appended after the one before them."""
    consumer = p.consumer
    for k in range(1, consumer.delivered.length):
        offset, epoch, earlier = consumer.base() + k, consumer.delivered[k], consumer.delivered[k - 1]
        if not p.follows(offset, epoch, earlier):
            term = p.terms[epoch]
            before = epoch if term.start_offset < offset else term.previous_epoch
            pair = f"record {offset - 1} of epoch {earlier} and record {offset} of epoch {epoch}"
            yield Loss(
                [int(offset)],
                f"The application has {pair}. No log has both: the record before the second one is of epoch {before}.",
                f"the application has {pair}, and no log has both",
            )


def _false_alarm(p: ConsumedPartition) -> Iterator[Loss]:
    if p.consumer.false_alarm:
        yield Loss([], "The consumer gave up its position because of an older leader than its last record's.",
                   "the consumer gave up its position because of an older leader")  # fmt: skip


STORIES: Mapping[str, Story] = {
    "controller_elects": _elect,
    "controller_elects_unclean": _elect_unclean,
    "broker_obeys": _obey,
    "leader_appends": _append,
    "follower_copies": _copy,
    "isr_shrinks": _isr("removes the other replicas from the ISR, and shows consumers all that it has"),
    "isr_expands": _isr("takes the other replicas, which have caught up, into the ISR"),
    "leader_answers_fetch": _answer,
    "answer_arrives": _arrive,
    "consumer_hears_of_leader": _hear,
    "consumer_validates": _validate,
    "leader_answers_reset": _reset,
    "consumer_commits": _commit,
    "consumer_restarts": _restart,
}
LOSSES: Mapping[str, Callable[[ConsumedPartition], Iterator[Loss]]] = {
    "one-history": _strangers,
    "reset-far-enough": _strangers,
    "no-false-alarm": _false_alarm,
}
_BEGINNING = (
    "Broker 0 leads epoch 1, and everybody knows. The logs are empty, and the consumer is at offset 0."
)


class PositionsTelling(SentenceTelling[ConsumedPartition]):
    """The telling of records, by their offsets."""

    def name(self, value: int) -> str:
        return f"record {value}"


TELLING = PositionsTelling(STORIES, picture_of, lambda _: _BEGINNING, arrows_of, losses=LOSSES, noun="record")
