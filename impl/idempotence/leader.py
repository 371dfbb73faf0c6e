"""The leader: which requests it appends, what it remembers of the producer, and the faults.

Source: `UnifiedLog.analyzeAndValidateProducerState`, `ProducerAppendInfo.checkSequence`, `ProducerStateEntry` and
`ProducerStateManager` at 3.8.0, and `ProducerStateManager.scala` at 0.11.0.0, 0.11.0.3, 1.0.0, 1.0.2, 1.1.0, 2.4.1 and
2.5.0; snapshots also at 4.3.1. The rule of 4.5, that a leader takes only 0 in a log that never had a record, is from
the description of KAFKA-15591 (apache/kafka, pull request 23234). The rules of a transaction:
`ProducerAppendInfo.checkSequence` and `VerificationStateEntry` from 3.6.0 to 4.3.1.
"""

from typing import Annotated

from tidemark.impl.idempotence.session import (
    ErrorCode,
    ProduceAnswer,
    ProduceRequest,
    ProducerSession,
    Unknown,
    may_fail,
)
from tidemark.impl.shared.queues import without_first
from tidemark.spec import Domain, Int, Label, Number, Truth, action, all_of, implies, not_, require, where

Offset = Annotated[Number, Domain("offset", lambda at: Int(0, at.log_size))]
Late = Annotated[ProduceRequest, Domain("late")]


def duplicate_of(s: ProducerSession, request: ProduceRequest) -> Number:
    """The offset at which the leader remembers this very number, plus one; 0 for none (`findDuplicateBatch`).

    It remembers the last few of the producer's latest epoch (`ProducerStateEntry.NUM_BATCHES_TO_RETAIN`: 5; up to 0.11
    one), unless only the last number decides.
    """
    offset_plus_one: Number = 0
    remembers = s.settings.numbered & not_(s.settings.by_last_number) & (request.epoch == _last(s).epoch)
    for k in range(s.log.capacity):
        same = (s.log[k].epoch == request.epoch) & (s.log[k].sequence == request.sequence)
        offset_plus_one = where(_remembers(s, k) & same & remembers, k + 1, offset_plus_one)
    is_phantom = _remembers_phantom(s) & (request.sequence == _phantom_sequence(s))
    return where(is_phantom & remembers, s.phantom, offset_plus_one)


def _remembers(s: ProducerSession, k: Number) -> Truth:
    """Whether the leader remembers the number of an entry of its log. A snapshot has the last number alone."""
    kept = s.log.has_offset(k) & (s.known_from <= k) & (s.log.length <= k + s.settings.remembered)
    return kept & (s.loaded <= k + 1) & ((s.phantom == 0) | (s.phantom <= k + 1))


def _remembers_phantom(s: ProducerSession) -> Truth:
    """Whether the leader remembers the number of a record that its snapshot has and its log lost."""
    return (s.phantom > 0) & (s.log.length + 1 < s.phantom + s.settings.remembered)


def _phantom_sequence(s: ProducerSession) -> Number:
    """The number of the lost record: the next one after that of the record before it."""
    return s.log[s.phantom - 2].sequence + 1


def _last_sequence(s: ProducerSession) -> Number:
    """The last number that the leader has of the producer."""
    return where(s.phantom > s.log.length, _phantom_sequence(s), _last(s).sequence)


def _last(s: ProducerSession) -> ProduceRequest:
    """The last entry of the log; the default if the log is empty."""
    return s.log[s.log.length - 1]


def is_passed(s: ProducerSession, request: ProduceRequest) -> Truth:
    """Whether a leader takes a request for a duplicate whose offset it does not have.

    Where it keeps one number: what is not above that. From 1.0.0 to 1.0.1: what is below all that it remembers, but for
    number 0 (`ProducerAppendInfo.isDuplicate`).
    """
    last = _last(s)
    is_known = (s.log.length > s.known_from) & (request.epoch == last.epoch) & s.settings.numbered
    is_lowest = all_of(
        implies(_remembers(s, k) & (s.log[k].epoch == last.epoch), request.sequence < s.log[k].sequence)
        for k in range(s.log.capacity)
    ) & implies(_remembers_phantom(s), request.sequence < _phantom_sequence(s))
    is_lower = s.settings.lower_is_duplicate & is_lowest & (request.sequence > 0)
    return is_known & ((s.settings.by_last_number & (request.sequence <= last.sequence)) | is_lower)


def is_in_sequence(s: ProducerSession, request: ProduceRequest) -> Truth:
    """Whether a leader appends a request that is no duplicate (`checkProducerEpoch`, `checkSequence`).

    An empty log is one that never had a record of any producer. A transaction begins with no number above the lowest
    that the leader has looked at, so that a batch that waits for its verification is not overtaken (KIP-890).
    """
    is_known, last = s.log.length > s.known_from, _last(s)
    same_epoch = request.epoch == last.epoch
    begins_epoch = (request.epoch > last.epoch) & (request.sequence == 0)
    follows = where(same_epoch, request.sequence == _last_sequence(s) + 1, begins_epoch)
    begins = (
        (request.sequence == 0)
        | (s.settings.unknown_producer == Unknown.any_number)
        | ((s.settings.unknown_producer == Unknown.zero_in_an_empty_log) & (s.offset(s.log.length) > 0))
    ) & ((s.lowest == 0) | (request.sequence < s.lowest))
    return not_(s.settings.numbered) | where(is_known, follows, begins)


def _require_request(s: ProducerSession) -> ProduceRequest:
    require(s.requests.length > 0, "a request is on the connection")
    return s.requests[0]


def _answer_first(s: ProducerSession, error_code: Label) -> ProducerSession:
    """The session after the first request was answered."""
    request = s.requests[0]
    answer: ProduceAnswer = s.responses[0].but(
        record=request.record, epoch=request.epoch, error_code=error_code
    )
    return s.but(requests=without_first(s.requests), responses=s.responses.append(answer), awaited=0)


@action
def leader_appends(s: ProducerSession) -> ProducerSession:
    """The leader appends the first request of the connection, and will answer when it is committed (acks=all)."""
    request = _require_request(s)
    require(s.awaited == 0, "it was not handled yet")
    require(duplicate_of(s, request) == 0, "the leader does not remember its number")
    require(is_in_sequence(s, request), "its number is the next one")
    require(s.log.length < s.log.capacity, "the log has room")
    return s.but(log=s.log.append(request), awaited=s.log.length + 1, lowest=0)


@action(when=may_fail)
def leader_drops_duplicate(s: ProducerSession) -> ProducerSession:
    """The leader finds that it has the first request of the connection, and will answer with the offset that it had."""
    request = _require_request(s)
    require(s.awaited == 0, "it was not handled yet")
    require(duplicate_of(s, request) > 0, "the leader remembers its number")
    return s.but(awaited=duplicate_of(s, request))


@action(when=lambda at: may_fail(at) and bool(at.by_last_number or at.lower_is_duplicate))
def leader_answers_passed_number(s: ProducerSession) -> ProducerSession:
    """The leader answers DUPLICATE_SEQUENCE_NUMBER, without an offset: for the producer the record is written.

    It answers at once: nothing waits until that record is committed.
    """
    request = _require_request(s)
    require(s.awaited == 0, "it was not handled yet")
    require(is_passed(s, request), "its number is below those that the leader knows")
    return _answer_first(s, ErrorCode.no_error)


@action(when=may_fail)
def leader_refuses_number(s: ProducerSession) -> ProducerSession:
    """The leader refuses a number that is not the next one, and that it does not remember.

    OUT_OF_ORDER_SEQUENCE_NUMBER; from 1.0 to 2.4 UNKNOWN_PRODUCER_ID where it knows nothing of the producer.
    """
    request = _require_request(s)
    require(s.awaited == 0, "it was not handled yet")
    require(
        (duplicate_of(s, request) == 0) & not_(is_in_sequence(s, request) | is_passed(s, request)),
        "its number is not the next one",
    )
    unknown = (s.settings.unknown_producer == Unknown.zero) & (s.log.length == s.known_from)
    return _answer_first(
        s.after_look(request), where(unknown, ErrorCode.unknown_producer, ErrorCode.out_of_order)
    )


@action
def followers_replicate(s: ProducerSession) -> ProducerSession:
    """The followers fetch to the log end: all is committed, so that every new leader has it."""
    require(s.committed < s.log.length, "the log goes beyond what is committed")
    return s.but(committed=s.log.length)


@action
def leader_answers(s: ProducerSession) -> ProducerSession:
    """The leader answers the first request, whose record is committed (`DelayedProduce`)."""
    require(s.awaited > 0, "the first request was handled")
    require(s.awaited <= s.committed, "its record is committed")
    return _answer_first(s, ErrorCode.no_error)


@action
def leader_refuses(s: ProducerSession) -> ProducerSession:
    """The leader answers the first request with an error that may be tried again, before the append or after it.

    NOT_ENOUGH_REPLICAS, NOT_LEADER_OR_FOLLOWER; NOT_ENOUGH_REPLICAS_AFTER_APPEND, REQUEST_TIMED_OUT.
    """
    require(s.budget.refusals > 0, "a refusal is left")
    request = _require_request(s)
    return _answer_first(s.spend(refusals=1).after_look(request), ErrorCode.retriable)


@action(when=lambda at: bool(at.verifies))
def leader_does_not_know(s: ProducerSession) -> ProducerSession:
    """A leader that has not learned yet that it leads refuses the first request before it looks at its number.

    NOT_LEADER_OR_FOLLOWER (`Partition.maybeStartTransactionVerification`).
    """
    require(s.budget.refusals > 0, "a refusal is left")
    _require_request(s)
    require(s.awaited == 0, "it was not handled yet")
    return _answer_first(s.spend(refusals=1), ErrorCode.retriable)


# Faults.


@action
def connection_breaks(s: ProducerSession) -> ProducerSession:
    """The connection breaks, with all requests and answers on it (NETWORK_EXCEPTION, `request.timeout.ms`)."""
    require(s.budget.disconnects > 0, "a break is left")
    require(s.on_the_connection() > 0, "something is on the connection")
    return s.spend(disconnects=1).without_connection()


@action
def connection_breaks_late(s: ProducerSession) -> ProducerSession:
    """The connection breaks, and its first request is in the leader's queue already, to be handled at any time."""
    require(s.budget.disconnects > 0, "a break is left")
    require(s.budget.late > 0, "a request may still outlive its connection")
    request = _require_request(s)
    require(s.awaited == 0, "it was not handled yet")
    return s.spend(disconnects=1, late=1).without_connection().but(late=s.late.send(request))


@action(when=lambda at: at.disconnects > 0 and at.late > 0)
def leader_handles_late(s: ProducerSession, request: Late) -> ProducerSession:
    """The leader handles a request whose connection has broken: it appends it or not, and sends no answer."""
    appends = (duplicate_of(s, request) == 0) & is_in_sequence(s, request)
    require(not_(appends) | (s.log.length < s.log.capacity), "the log has room, if it is appended")
    handled = where(appends, s.but(log=s.log.append(request), lowest=0), s.after_look(request))
    return handled.but(late=s.late.discard(request))


@action
def leader_changes(s: ProducerSession, offset: Offset) -> ProducerSession:
    """Another broker leads, whose log ends anywhere beyond what is committed; what was under way is lost.

    It knows of the producer what its log says (`UnifiedLog.rebuildProducerState`), or nothing.
    """
    return _change_leader(s, offset, 1)


def _change_leader(s: ProducerSession, offset: Number, changes: int) -> ProducerSession:
    """The session after changes of the leader, the last one to a broker whose log ends at an offset."""
    require(s.budget.leader_changes >= changes, "a change of the leader is left")
    require((s.committed <= offset) & (offset <= s.log.length), "the new leader has what is committed")
    known_from = where(s.settings.rebuilds, 0, offset)
    changed = s.spend(leader_changes=changes).without_connection()
    late = s.type.fields["late"].default
    return changed.but(
        log=s.log.truncate(offset), known_from=known_from, lowest=0, loaded=0, phantom=0, late=late
    )


@action(when=lambda at: at.snapshots > 0 and at.leader_changes > 0)
def leader_loads_snapshot(s: ProducerSession, offset: Offset) -> ProducerSession:
    """Another broker leads, which has been shut down cleanly and started again: its snapshot is as new as its log.

    A snapshot has the last batch of each producer alone (`ProducerStateManager.writeSnapshot`, in all releases).
    """
    require(s.budget.snapshots > 0, "a leader may still come from a snapshot")
    return _change_leader(s, offset, 1).spend(snapshots=1).but(loaded=offset)


@action(when=lambda at: at.snapshots > 0 and at.leader_changes > 1 and bool(at.early_snapshot))
def leader_loads_early_snapshot(s: ProducerSession, offset: Offset) -> ProducerSession:
    """The leader changes twice. The second one began a segment with a record that the first one did not have.

    Up to 1.0.1 the snapshot that is taken then has the number of that record, if the producer is known already. The
    broker truncates the record, loads the snapshot, and takes the record for one that it has (KAFKA-6683).
    """
    require(s.budget.snapshots > 0, "a leader may still come from a snapshot")
    require((offset > s.known_from) & (offset < s.log.length), "a record of a known producer is truncated")
    return _change_leader(s, offset, 2).spend(snapshots=1).but(loaded=offset, phantom=offset + 1)


ACTIONS = (
    leader_appends, leader_drops_duplicate, leader_answers_passed_number, leader_refuses_number,
    followers_replicate, leader_answers, leader_refuses, leader_does_not_know, connection_breaks,
    connection_breaks_late, leader_handles_late, leader_changes, leader_loads_snapshot,
    leader_loads_early_snapshot,
)  # fmt: skip
