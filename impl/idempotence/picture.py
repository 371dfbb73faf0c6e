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


def named(state: ProducerSession, request: ProduceRequest) -> str:
    """A request in few words, with its number if it has one."""
    number = f", number {request.sequence} of epoch {request.epoch}" if state.settings.numbered else ""
    return f"m{request.record}{number}"


def answered(answer: ProduceAnswer) -> str:
    """An answer in few words."""
    [told] = [text for code, text in ANSWERS.items() if code == answer.error_code]
    return f"m{answer.record} {told}"


def picture_of(state: ProducerSession) -> Picture:
    """The picture of a state."""
    known, way = tuple(_known(state)), tuple(_under_way(state))
    cells = tuple(
        Cell(
            int(entry.record),
            f"m{entry.record}",
            named(state, entry),
            f"epoch {entry.epoch}",
            int(entry.epoch),
        )
        for entry in state.log.items[: state.log.length]
    )
    log = "; ".join(cell.short for cell in cells) or "empty"
    committed = f"committed below {state.offset(state.committed)}"
    return Picture(
        (
            Lane(PRODUCER, "Producer", "Producer", lines=known, summary=f"producer: {'; '.join(known)}"),
            Lane(
                LEADER,
                "Leader",
                "Leader",
                cells=cells,
                mark=int(state.committed),
                lines=(committed, *way),
                lead="true",
                standing="leads",
                summary="; ".join((f"log: {log}", committed, *way)),
            ),
        ),
        TITLES,
        first=int(state.settings.other_records),
    )


def _known(state: ProducerSession) -> Iterator[str]:
    """What the producer knows of its records."""
    for stage in Stage:
        records = [f"m{record}" for record, one in enumerate(state.batches) if one.stage == stage]
        if records:
            yield f"{stage}: {' '.join(records)}"
    if state.settings.numbered:
        yield f"epoch {state.producer.epoch}, next number {state.producer.next_sequence}"


def _under_way(state: ProducerSession) -> Iterator[str]:
    """What is on the connection, and what outlived one."""
    for request in state.requests.items[: state.requests.length]:
        yield f"to the leader: {named(state, request)}"
    for answer in state.responses.items[: state.responses.length]:
        yield f"to the producer: {answered(answer)}"
    for request in state.late.members:
        yield f"late: {named(state, request)}"


def arrows_of(before: ProducerSession, after: ProducerSession) -> list[Arrow]:
    """The request or the answer that a step sent."""
    if after.requests.length > before.requests.length:
        return [Arrow(PRODUCER, LEADER, named(after, after.requests[after.requests.length - 1]))]
    if after.responses.length > before.responses.length:
        answer = after.responses[after.responses.length - 1]
        return [Arrow(LEADER, PRODUCER, answered(answer), answer=True)]
    return []
