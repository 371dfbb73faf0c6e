"""How runs of the idempotent producer are told: sentences, a picture, and what is wrong in the last state."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tidemark.impl.idempotence.session import ErrorCode, ProduceAnswer, ProduceRequest, ProducerSession, Stage
from tidemark.impl.shared.sentences import SentenceTelling
from tidemark.spec import Arrow, Cell, Lane, Loss, Picture, Titles
from tidemark.spec.families.telling import Story

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
    if state.phantom:
        yield f"takes for its own what it lost at offset {state.offset(state.phantom - 1)}"
    elif state.loaded:
        yield f"its snapshot has the last number before offset {state.offset(state.loaded)} alone"
    if state.lowest:
        yield f"lowest number that it has looked at: {state.lowest - 1}"
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


def _number(request: Any, state: ProducerSession) -> str:
    """The number of a request in words; empty if requests have no numbers."""
    if not state.settings.numbered:
        return ""
    return f" with number {request.sequence} of epoch {request.epoch}"


def _send(state: Any, record: Any) -> str:
    sent = state.now.requests[state.now.requests.length - 1]
    return f"The producer sends m{record}{_number(sent, state.now)}."


def _send_again(state: Any, record: Any) -> str:
    sent = state.now.requests[state.now.requests.length - 1]
    return f"The producer, which got no answer that m{record} is written, sends it again{_number(sent, state.now)}."


def _receive(state: Any) -> str:
    answer = state.was.responses[0]
    sentence = f"The producer hears that m{answer.record} is written."
    if answer.error_code == ErrorCode.retriable:
        sentence = f"The producer hears that m{answer.record} was refused, and will send it again."
    if answer.error_code in (ErrorCode.out_of_order, ErrorCode.unknown_producer):
        again = "" if _fails_all(state) else ", and will send it again"
        sentence = f"The producer hears that the number of m{answer.record} was refused{again}."
    if state.was.producer.epoch != state.now.producer.epoch:
        begun = f"begins epoch {state.now.producer.epoch}, {_new_numbers(state.now)}"
        sentence += f" It was the next number: the producer {begun}."
    elif answer.error_code == ErrorCode.unknown_producer and not _fails_all(state):
        sentence += f" The leader knows nothing of it, {_new_numbers(state.now)}."
    elif _fails_all(state):
        ends = "aborts its transaction" if state.was.settings.verifies else "ends"
        sentence += f" It was the next number: all in flight fails, and the producer {ends}."
    return sentence


def _fails_all(state: Any) -> bool:
    return any(
        was.stage in (Stage.sent, Stage.waits) and now.stage == Stage.failed
        for was, now in zip(state.was.batches, state.now.batches, strict=True)
    )


def _new_numbers(state: ProducerSession) -> str:
    tracked = [f"m{k}" for k, batch in enumerate(state.batches) if batch.stage in (Stage.sent, Stage.waits)]
    if not tracked:
        return "with nothing in flight"
    return f"and it numbers {', '.join(tracked)} from 0 on"


def _resolve(state: Any) -> str:
    if state.was.producer.epoch != state.now.producer.epoch:
        return f"It is open whether the last number was used: the producer begins epoch {state.now.producer.epoch}."
    if state.was.producer.next_sequence == state.was.producer.last_acknowledged + 1:
        return "The last number was acknowledged: the producer goes on."
    return "It is open whether the last number was used: the producer ends."


def _end(state: ProducerSession) -> int:
    return int(state.offset(state.log.length))


def _answer_offset(state: ProducerSession) -> int:
    """The offset that the leader will answer the first request with."""
    return int(state.offset(state.awaited - 1))


def _first(state: Any) -> str:
    """The first request of the connection, in words."""
    request = state.was.requests[0]
    return f"m{request.record}{_number(request, state.was)}"


def _append(state: Any) -> str:
    return f"The leader appends {_first(state)} at offset {_end(state.was)}."


def _drop(state: Any) -> str:
    offset, index = _answer_offset(state.now), state.now.awaited - 1
    if index < state.now.log.length and state.now.log[index].record == state.was.requests[0].record:
        return f"The leader has {_first(state)} at offset {offset} already, and appends nothing."
    has = "what its snapshot has" if state.now.awaited == state.now.phantom else "what it has"
    return f"The leader takes {_first(state)} for {has} at offset {offset}, and appends nothing."


def _pass(state: Any) -> str:
    last = state.was.log[state.was.log.length - 1].sequence
    number = f"it is not above the last one, {last}, so the leader takes it for a duplicate"
    if state.was.settings.lower_is_duplicate:
        number = "it is below those that the leader remembers, so the leader takes it for a duplicate"
    return f"The leader drops {_first(state)}: {number}, and answers DUPLICATE_SEQUENCE_NUMBER."


def _application(state: Any, record: Any) -> str:
    sent = state.now.requests[state.now.requests.length - 1]
    return f"The application, told that m{record} failed, sends it again, as a new record{_number(sent, state.now)}."


def _refuse_number(state: Any) -> str:
    return f"The leader refuses {_first(state)}: it is not the next one, nor one that it remembers."


def _refuse(state: Any) -> str:
    when = "after the append" if state.was.awaited else "and appends nothing"
    return f"The leader refuses {_first(state)}, {when}: its ISR is too small."


def _refuse_unknowing(state: Any) -> str:
    return (
        f"The leader has not learned yet that it leads, and refuses {_first(state)} (NOT_LEADER_OR_FOLLOWER)."
    )


def _answer(state: Any) -> str:
    return f"The leader answers that {_first(state)} is written at offset {_answer_offset(state.was)}."


def _handle_late(state: Any, request: Any) -> str:
    late = f"m{request.record}{_number(request, state.was)}, of a connection that broke"
    if state.now.log.length > state.was.log.length:
        return f"The leader appends {late}, at offset {_end(state.was)}."
    return f"The leader drops {late}."


def _replicate(state: Any) -> str:
    return f"The followers have the log up to {state.now.offset(state.now.committed)}: it is committed."


def _change(state: Any, offset: Any) -> str:
    lacks = state.was.log.length - state.now.log.length
    has = f"lacks the last {lacks} of {_end(state.was)} records" if lacks else "has the whole log"
    knows = "" if state.now.settings.rebuilds else ", and knows nothing of the producer"
    return f"Another broker leads, which {has}{knows}; the log ends at {state.now.offset(offset)}."


def _load_snapshot(state: Any, offset: Any) -> str:
    remembers = "whose snapshot knows nothing of the producer"
    if state.now.log.length:
        last = state.now.log[state.now.log.length - 1]
        remembers = f"whose snapshot has only the producer's last number, {last.sequence}"
    return (
        f"Another broker leads, which has started again, and {remembers}; "
        f"the log ends at {state.now.offset(offset)}."
    )


def _load_early_snapshot(state: Any, offset: Any) -> str:
    lost = state.was.log[offset]
    began = f"began a segment with m{lost.record}, and took a snapshot that has its number {lost.sequence}"
    return (
        f"The leader changes twice. The new one {began}; it has truncated m{lost.record} and loaded the snapshot; "
        f"the log ends at {state.now.offset(offset)}."
    )


def _twice(state: ProducerSession) -> Iterator[Loss]:
    records = [entry.record for entry in state.log.items[: state.log.length]]
    for record in sorted({logged for logged in records if records.count(logged) > 1}):
        offsets = " and ".join(str(state.offset(k)) for k, logged in enumerate(records) if logged == record)
        yield Loss([], f"m{record} is in the log twice: at offsets {offsets}.")


def _out_of_order(state: ProducerSession) -> Iterator[Loss]:
    records = [entry.record for entry in state.log.items[: state.log.length]]
    for k, record in enumerate(records):
        later = [logged for logged in records[:k] if logged > record]
        if later and record not in records[:k]:
            yield Loss([], f"m{record} was sent before m{later[0]}, and comes after it in the log.")


def _missing(state: ProducerSession) -> Iterator[Loss]:
    records = [entry.record for entry in state.log.items[: state.log.length]]
    for record in records:
        for earlier in range(record):
            if earlier not in records and state.batches[earlier].stage != Stage.failed:
                yield Loss([], f"m{record} is in the log, and m{earlier}, which was sent before it, is not.")


def _nowhere(state: ProducerSession) -> Iterator[Loss]:
    committed = [entry.record for entry in state.log.items[: state.committed]]
    for record, batch in enumerate(state.batches):
        if batch.stage == Stage.acknowledged and record not in committed:
            yield Loss([], f"m{record} was acknowledged, and is not in the committed part of the log.")


def _other_record(state: ProducerSession) -> Iterator[Loss]:
    record, offset = state.requests[0].record, _answer_offset(state)
    there = "where the log ends"
    if state.awaited <= state.log.length:
        there = f"where m{state.log[state.awaited - 1].record} is"
    yield Loss([], f"The leader will answer that m{record} is written at offset {offset}, {there}.")


def _beginning(view: ProducerSession) -> str:
    others = int(view.settings.other_records)
    log = f"a log that ends at {others}, with records of other producers" if others else "an empty log"
    return f"It begins with {log}; nothing was sent yet."


STORIES: Mapping[str, Story] = {
    "send_next": _send,
    "send_again": _send_again,
    "application_sends_again": _application,
    "receive_answer": _receive,
    "give_up": "The producer gives up m{record}, and tells the application that it failed.",
    "run_out_of_retries": "The producer has no retry left for m{record}, and tells the application that it failed.",
    "resolve": _resolve,
    "leader_appends": _append,
    "leader_drops_duplicate": _drop,
    "leader_answers_passed_number": _pass,
    "leader_refuses_number": _refuse_number,
    "followers_replicate": _replicate,
    "leader_answers": _answer,
    "leader_refuses": _refuse,
    "leader_does_not_know": _refuse_unknowing,
    "connection_breaks": "The connection breaks: what was on it is lost.",
    "connection_breaks_late": "The connection breaks; the leader has taken its first request, and will handle it.",
    "leader_handles_late": _handle_late,
    "leader_changes": _change,
    "leader_loads_snapshot": _load_snapshot,
    "leader_loads_early_snapshot": _load_early_snapshot,
}
LOSSES: Mapping[str, Callable[[ProducerSession], Iterator[Loss]]] = {
    "no-duplicate": _twice,
    "order-kept": _out_of_order,
    "no-gap": _missing,
    "acknowledged-is-committed": _nowhere,
    "answered-with-its-offset": _other_record,
}
TELLING = SentenceTelling(STORIES, picture_of, _beginning, arrows_of, losses=LOSSES, noun="record")
