"""What the consumer does: it fetches, takes answers, hears of leaders, validates its position, commits, restarts."""

from typing import Annotated

from tidemark.impl.consumer_positions.partition import (
    FIRST_EPOCH,
    NO_EPOCH,
    ConsumedPartition,
    Detection,
    Outcome,
    Phase,
    Reset,
    end_of_epoch,
)
from tidemark.spec import Domain, Int, Number, Truth, action, not_, one_of, require, where

LeaderEpoch = Annotated[
    Number, Domain("leader epoch", lambda at: Int(FIRST_EPOCH, FIRST_EPOCH + at.elections))
]


def _asks_leader(p: ConsumedPartition) -> Truth:
    return one_of(p.settings.detection, (Detection.epoch_end, Detection.end_and_epoch))


@action
def consumer_hears_of_leader(p: ConsumedPartition, epoch: LeaderEpoch) -> ConsumedPartition:
    """A broker, which may be behind, tells the consumer of a leader and its epoch (`Metadata.updateLatestMetadata`).

    From 2.3 a position whose last record has an epoch is validated then (`maybeValidatePositionForCurrentLeader`).
    """
    consumer, settings = p.consumer, p.settings
    require((epoch <= p.epoch) & (epoch != consumer.leader_epoch), "there was another leader in that epoch")
    require(consumer.phase != Phase.raised_exception, "the consumer runs")
    require(not_(settings.keeps_newer) | (epoch > consumer.leader_epoch), "it is newer than what it knows")
    require(settings.late | (consumer.answer.fetch_outcome == Outcome.no_answer), "no answer is on its way")
    validates = (
        _asks_leader(p)
        & (consumer.fetch_position.offset_epoch != NO_EPOCH)
        & (consumer.phase != Phase.awaiting_reset)
    )
    phase = where(validates, Phase.awaiting_validation, consumer.phase)
    return p.but(consumer=consumer.but(leader_epoch=epoch, phase=phase))


def _notice(p: ConsumedPartition, by_epoch: Number) -> ConsumedPartition:
    """This partition after the consumer learnt that its position is not in the log, and not how far they agree.

    It raises an exception (`LogTruncationException`, `OffsetOutOfRangeException`), or goes on by `auto.offset.reset`.
    """
    consumer = p.consumer.with_no_answer()
    lost = consumer.but(
        false_alarm=consumer.false_alarm | (by_epoch < consumer.last_epoch()),
        was_reset=False,
        fetch_position=consumer.fetch_position.type.default,
        delivered=consumer.delivered.truncate(0),
    )
    phase = where(p.settings.reset_policy == Reset.no_policy, Phase.raised_exception, Phase.awaiting_reset)
    return p.but(consumer=lost.but(phase=phase))


def _move_back(p: ConsumedPartition, by_epoch: Number, end: Number, epoch: Number) -> ConsumedPartition:
    """This partition after the consumer learnt up to where the logs may agree.

    With a reset policy it goes on there, without an exception (`SubscriptionState.maybeCompleteValidation`).
    """
    consumer = p.consumer.with_no_answer()
    back = consumer.but(
        phase=Phase.fetching,
        fetch_position=consumer.fetch_position.but(offset=end, offset_epoch=epoch),
        delivered=consumer.epochs_below(end),
        was_reset=True,
        false_alarm=consumer.false_alarm | (by_epoch < consumer.last_epoch()),
    )
    return where(p.settings.reset_policy == Reset.no_policy, _notice(p, by_epoch), p.but(consumer=back))


def _require_leader(p: ConsumedPartition) -> None:
    """The broker that the consumer takes for the leader believes so too, in the epoch that a request has, if any."""
    leader = p.terms[p.consumer.leader_epoch].leader
    require(p.leads(leader), "the broker believes that it leads")
    is_same = p.brokers[leader].leader_epoch == p.consumer.leader_epoch
    require(not_(p.settings.fenced) | is_same, "it is in the consumer's epoch")


@action
def leader_answers_fetch(p: ConsumedPartition) -> ConsumedPartition:
    """The broker that the consumer takes for the leader answers a fetch (`Partition.fetchRecords`).

    It refuses a fetch with another leader epoch (FENCED_LEADER_EPOCH, UNKNOWN_LEADER_EPOCH). A consumer's fetch has no
    `lastFetchedEpoch` in any release (`AbstractFetch.prepareFetchRequests`); a leader would compare it.
    """
    consumer, settings = p.consumer, p.settings
    require(consumer.phase == Phase.fetching, "the consumer has a valid position")
    require(consumer.answer.fetch_outcome == Outcome.no_answer, "no answer is on its way")
    leader = p.terms[consumer.leader_epoch].leader
    mine, offset = p.brokers[leader], consumer.fetch_position.offset
    _require_leader(p)
    newest, end = end_of_epoch(mine, consumer.fetch_position.offset_epoch)
    asks = (settings.detection == Detection.by_fetch) & (consumer.fetch_position.offset_epoch != NO_EPOCH)
    diverges = asks & ((newest < consumer.fetch_position.offset_epoch) | (end < offset))
    is_beyond = offset > mine.log.length
    require(diverges | is_beyond | p.shows(leader, offset), "there is something to answer")
    answer = consumer.answer.but(offset=offset, answered_in=mine.leader_epoch)
    with_record = answer.but(fetch_outcome=Outcome.record, epoch=mine.log[offset])
    out_of_range = answer.but(fetch_outcome=Outcome.out_of_range)
    with_end = answer.but(
        fetch_outcome=Outcome.diverging,
        epoch=newest,
        end_offset=where(settings.detection == Detection.by_fetch, end, 0),
    )
    answer = where(diverges, with_end, where(is_beyond, out_of_range, with_record))
    return p.but(consumer=consumer.but(answer=answer))


@action
def answer_arrives(p: ConsumedPartition) -> ConsumedPartition:
    """The answer to a fetch arrives, and is handed to the application if it is for the position (`FetchCollector`).

    Otherwise it is dropped. No release compares the leader epoch of the fetch with the one that the position has now.
    """
    consumer, answer, at = p.consumer, p.consumer.answer, p.consumer.fetch_position
    require(answer.fetch_outcome != Outcome.no_answer, "an answer is on its way")
    is_current = not_(p.settings.checks_answer) | (answer.answered_in == consumer.leader_epoch)
    fits = (consumer.phase == Phase.fetching) & (answer.offset == at.offset) & is_current
    epoch = where(p.settings.detection == Detection.no_detection, NO_EPOCH, answer.epoch)
    has_record = (answer.fetch_outcome == Outcome.record) & (at.offset < consumer.delivered.capacity)
    further = consumer.with_no_answer().but(
        fetch_position=at.but(offset=at.offset + 1, offset_epoch=epoch),
        delivered=consumer.delivered.append(answer.epoch),
    )
    is_lower = (answer.fetch_outcome == Outcome.diverging) & (answer.end_offset < at.offset)
    back = _move_back(p, answer.answered_in, answer.end_offset, answer.epoch)
    by_outcome = where(
        has_record, p.but(consumer=further), where(is_lower, back, _notice(p, answer.answered_in))
    )
    return where(fits, by_outcome, p.but(consumer=consumer.with_no_answer()))


@action(when=lambda at: at.detection in (Detection.epoch_end, Detection.end_and_epoch))
def consumer_validates(p: ConsumedPartition) -> ConsumedPartition:
    """The leader says where the epoch of the position's last record ends; the consumer compares, and goes on or back.

    (`Partition.lastOffsetForLeaderEpoch`, `SubscriptionState.maybeCompleteValidation`.) The two are one step: an answer
    for a position that has changed since is dropped, and for the same position a later answer would say the same.
    """
    consumer = p.consumer
    require(consumer.is_validating(), "the position is being validated")
    leader = p.brokers[p.terms[consumer.leader_epoch].leader]
    _require_leader(p)
    at = consumer.fetch_position
    newest, end = end_of_epoch(leader, at.offset_epoch)
    is_unknown = at.offset_epoch > leader.leader_epoch
    compares = p.settings.detection == Detection.end_and_epoch
    is_elsewhere = compares & (newest < at.offset_epoch) & (end >= at.offset)
    valid = p.but(consumer=consumer.but(phase=Phase.fetching))
    back = _move_back(p, leader.leader_epoch, end, newest)
    unknown = _notice(p, leader.leader_epoch)
    return where(is_unknown | is_elsewhere, unknown, where(end < at.offset, back, valid))


@action(when=lambda at: at.offset_reset != "none")
def leader_answers_reset(p: ConsumedPartition) -> ConsumedPartition:
    """The leader says where the log begins or ends (ListOffsets); the consumer goes on there, without an epoch."""
    consumer = p.consumer
    require(consumer.phase == Phase.awaiting_reset, "the position is being reset")
    leader = p.terms[consumer.leader_epoch].leader
    _require_leader(p)
    offset = where(p.settings.reset_policy == Reset.latest, p.shown_end(leader), 0)
    return p.but(
        consumer=consumer.but(phase=Phase.fetching, fetch_position=consumer.fetch_position.but(offset=offset))
    )


@action(when=lambda at: at.restarts > 0)
def consumer_commits(p: ConsumedPartition) -> ConsumedPartition:
    """The consumer commits its position (`SubscriptionState.allConsumed`), or the application an offset alone."""
    consumer = p.consumer
    require(consumer.phase == Phase.fetching, "it has a valid position")
    epoch = where(p.settings.commits_epoch, consumer.fetch_position.offset_epoch, NO_EPOCH)
    committed = consumer.fetch_position.but(offset_epoch=epoch)
    require(consumer.committed != committed, "the position has changed since")
    return p.but(consumer=consumer.but(committed=committed, committed_after=consumer.last_epoch()))


@action(when=lambda at: at.restarts > 0)
def consumer_restarts(p: ConsumedPartition, epoch: LeaderEpoch) -> ConsumedPartition:
    """The consumer's process starts again at the committed position; a broker, perhaps behind, tells it who leads.

    (`ConsumerUtils.refreshCommittedOffsets`, `ConsumerCoordinator.refreshCommittedOffsetsIfNeeded` up to 3.5.)
    """
    consumer, committed = p.consumer, p.consumer.committed
    require(p.budget.restarts > 0, "a restart is left")
    require(epoch <= p.epoch, "there was such a leader epoch")
    require(
        not_(p.settings.waits) | (committed.offset_epoch <= epoch), "it is not older than the committed one"
    )
    validates = _asks_leader(p) & p.settings.validates_committed & (committed.offset_epoch != NO_EPOCH)
    anew = consumer.with_no_answer().but(
        phase=where(validates, Phase.awaiting_validation, Phase.fetching),
        fetch_position=committed,
        leader_epoch=epoch,
        delivered=consumer.epochs_below_commit(),
    )
    return p.spend(restarts=1).but(consumer=anew)


CONSUMER = (
    leader_answers_fetch, answer_arrives, consumer_hears_of_leader, consumer_validates, leader_answers_reset,
    consumer_commits, consumer_restarts,
)  # fmt: skip
