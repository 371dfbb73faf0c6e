"""A state of the idempotent producer as a picture: the producer, and the leader with its log; and what they send."""

from __future__ import annotations

from collections.abc import Iterator

from tidemark.impl.idempotence.session import ErrorCode, ProduceAnswer, ProduceRequest, ProducerSession, Stage
from tidemark.spec import Arrow, Cell, Lane, Picture, Titles

PRODUCER, LEADER = "producer", "leader"
TITLES = Titles("log", "offset", "committed", "committed", "role")
ANSWERS = {
    ErrorCode.no_error: "is written",
    ErrorCode.retriable: "is refused, try again",
    ErrorCode.out_of_order: "is refused: OUT_OF_ORDER_SEQUENCE_NUMBER",
    ErrorCode.unknown_producer: "is refused: UNKNOWN_PRODUCER_ID",
}


def name_request(state: ProducerSession, request: ProduceRequest) -> str:
    """A request in few words, with its number if it has one."""
    number = f", number {request.sequence} of epoch {request.epoch}" if state.settings.numbered else ""
    return f"m{request.record}{number}"


def describe_answer(answer: ProduceAnswer) -> str:
    """An answer in few words."""
    [outcome] = [words for code, words in ANSWERS.items() if code == answer.error_code]
    return f"m{answer.record} {outcome}"


def picture_of(state: ProducerSession) -> Picture:
    """The picture of a state."""
    knowledge = tuple(_knowledge(state))
    cells = tuple(_cell(state, entry) for entry in state.log.items[: state.log.length])
    log = "; ".join(cell.short for cell in cells) or "empty"
    lines = (f"committed below {state.offset(state.committed)}", *_under_way(state))
    producer = Lane(
        PRODUCER, "Producer", "Producer", lines=knowledge, summary=f"producer: {'; '.join(knowledge)}"
    )
    leader = Lane(
        LEADER, "Leader", "Leader", cells=cells, mark=int(state.committed), lines=lines, lead="true",
        standing="leads", summary="; ".join((f"log: {log}", *lines)),
    )  # fmt: skip
    return Picture((producer, leader), TITLES, first=int(state.settings.other_records))


def _cell(state: ProducerSession, entry: ProduceRequest) -> Cell:
    record, epoch = int(entry.record), int(entry.epoch)
    return Cell(record, f"m{record}", name_request(state, entry), f"epoch {epoch}", epoch)


def _knowledge(state: ProducerSession) -> Iterator[str]:
    """What the producer knows of its records."""
    for stage in Stage:
        records = [f"m{record}" for record, batch in enumerate(state.batches) if batch.stage == stage]
        if records:
            yield f"{stage}: {' '.join(records)}"
    if state.settings.numbered:
        yield f"epoch {state.producer.epoch}, next number {state.producer.next_sequence}"


def _under_way(state: ProducerSession) -> Iterator[str]:
    """What is on the connection, and what outlived one."""
    for request in state.requests.items[: state.requests.length]:
        yield f"to the leader: {name_request(state, request)}"
    for answer in state.responses.items[: state.responses.length]:
        yield f"to the producer: {describe_answer(answer)}"
    for request in state.late.members:
        yield f"late: {name_request(state, request)}"


def arrows_of(before: ProducerSession, after: ProducerSession) -> list[Arrow]:
    """The request or the answer that a step sent."""
    if after.requests.length > before.requests.length:
        return [Arrow(PRODUCER, LEADER, name_request(after, after.requests[after.requests.length - 1]))]
    if after.responses.length > before.responses.length:
        answer = after.responses[after.responses.length - 1]
        return [Arrow(LEADER, PRODUCER, describe_answer(answer), answer=True)]
    return []
