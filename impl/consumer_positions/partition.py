"""The state: a partition that unclean elections may truncate, and one consumer that reads it and commits its position.

A record is named by its offset and leader epoch: one leader writes in an epoch, so there is one such record. Followers
copy at once all that the leader has; the family `kafka` models how. Read in `SubscriptionState`, `OffsetFetcherUtils`,
`AbstractFetch`, `FetchCollector`, `ConsumerUtils` and `Metadata` (clients) and in `Partition` and
`LeaderEpochFileCache` (brokers) at 2.1.1, 2.2.2, 2.3.0, 2.4.0, 2.6.0, 2.8.0, 3.8.0 and 4.3.1.
"""

from __future__ import annotations

from tidemark.impl.consumer_positions.bounds import PositionsAt
from tidemark.impl.shared.budgets import StateWithBudget
from tidemark.spec import (
    Array,
    Bool,
    Enum,
    Id,
    Identity,
    Int,
    Label,
    Number,
    Only,
    Record,
    Sequence,
    Truth,
    all_of,
    budget_type,
    settings_type,
    unspent,
    where,
)
from tidemark.spec.types.composites import RecordType

FIRST_EPOCH = 1
NO_EPOCH = 0
"""No leader epoch: of a position that has none."""

Phase = Enum("phase", "fetching", "awaiting_validation", "awaiting_reset", "raised_exception")
"""`SubscriptionState.FetchStates`, and a consumer that stopped with an exception, from which a restart leads."""

Detection = Enum("detection", "no_detection", "epoch_end", "end_and_epoch", "by_fetch")
"""How a consumer finds out that the log was truncated below its position.

It does not; or it asks the new leader where the epoch of its last record ends (OffsetsForLeaderEpoch), and compares
that end, or also the epoch in the answer, as followers do; or each fetch has the epoch of its last record, and the
leader compares (`lastFetchedEpoch`, KIP-595).
"""

Reset = Enum("reset_policy", "no_policy", "latest", "earliest")
"""`auto.offset.reset`; without a policy, which Kafka calls `none`, the consumer raises an exception."""

POLICIES = {"none": Reset.no_policy, "latest": Reset.latest, "earliest": Reset.earliest}

Outcome = Enum("fetch_outcome", "no_answer", "record", "out_of_range", "diverging")
"""What the answer to a fetch has; `no_answer` if no fetch was answered."""


class PositionsSettings(Record):
    """What the rules and bounds say; each field has one value in a machine, so none takes room in a state.

    fenced: a fetch has the leader epoch that the consumer knows. keeps_newer: a client ignores metadata of an older
    leader epoch. waits: a consumer with a committed leader epoch takes no older metadata. checks_answer: the answer of
    a leader that is no longer the consumer's is dropped. validates_committed: a committed position is validated.
    commits_epoch: the application commits the leader epoch too. late: answers may be late.
    """

    detection: Label
    reset_policy: Label
    fenced: Truth
    keeps_newer: Truth
    waits: Truth
    checks_answer: Truth
    validates_committed: Truth
    commits_epoch: Truth
    late: Truth


class LeaderTerm(Record):
    """A leader epoch: its leader, where the log ended when it began to lead, the epoch of the record before, the ISR.

    is_alone: the ISR is the leader alone; else it has all replicas.
    """

    leader: Identity
    start_offset: Number
    previous_epoch: Number
    is_alone: Truth


class PositionsBroker(Record):
    """A broker: the newest leader epoch that it has heard of, and the leader epochs of its records, by offset."""

    leader_epoch: Number
    log: Sequence[Number]


class FetchPosition(Record):
    """An offset, and the leader epoch of the record before it (`SubscriptionState.FetchPosition`)."""

    offset: Number
    offset_epoch: Number


class FetchAnswer(Record):
    """The answer to a fetch: for which offset, by a leader of which epoch, and the epoch of the record.

    If it is diverging: up to which offset and epoch the leader's log can agree with the position.
    """

    fetch_outcome: Label
    offset: Number
    answered_in: Number
    epoch: Number
    end_offset: Number


class PositionedConsumer(Record):
    """The consumer: its position, the leader epoch of its metadata, and the answer that is on its way to it.

    delivered: the epochs of the records that the application has, in the order of their offsets; the last one is at the
    offset before the position. What it had before an exception or a reset is not in it. committed_after: the epoch of
    the last one when the position was committed. was_reset: the position was moved back to where the logs differ.
    false_alarm: a leader that is older than the last record said that the log was truncated.
    """

    phase: Label
    fetch_position: FetchPosition
    leader_epoch: Number
    answer: FetchAnswer
    committed: FetchPosition
    committed_after: Number
    delivered: Sequence[Number]
    was_reset: Truth
    false_alarm: Truth

    def is_validating(self) -> Truth:
        """Whether it asks the leader about its position."""
        return self.phase == Phase.awaiting_validation

    def base(self) -> Number:
        """The offset of the first delivered record."""
        return self.fetch_position.offset - self.delivered.length

    def last_epoch(self) -> Number:
        """The epoch of the last delivered record; NO_EPOCH if there is none."""
        return self.delivered[self.delivered.length - 1]

    def with_no_answer(self) -> PositionedConsumer:
        """This consumer without an answer on its way."""
        return self.but(answer=self.answer.type.default)

    def epochs_below(self, offset: Number) -> Sequence[Number]:
        """The delivered records below an offset; none if it is above the position."""
        is_within = (offset >= self.base()) & (offset <= self.fetch_position.offset)
        return self.delivered.truncate(where(is_within, offset - self.base(), 0))

    def epochs_below_commit(self) -> Sequence[Number]:
        """The delivered records below the committed position; none if it is from before a reset."""
        kept = self.epochs_below(self.committed.offset)
        is_same = kept[kept.length - 1] == self.committed_after
        return kept.truncate(where(is_same, kept.length, 0))


class PositionsBudget(Record):
    """How often a broker outside the ISR may still be elected, and how often the consumer may restart."""

    unclean: Number
    restarts: Number


class ConsumedPartition(StateWithBudget):
    """The whole state. terms: the leader epochs up to the newest one, `epoch`."""

    settings: PositionsSettings
    terms: Array[LeaderTerm]
    epoch: Number
    brokers: Array[PositionsBroker]
    consumer: PositionedConsumer
    budget: PositionsBudget

    def leads(self, broker: Identity) -> Truth:
        """Whether a broker believes that it leads."""
        leader_epoch = self.brokers[broker].leader_epoch
        return (leader_epoch > NO_EPOCH) & (self.terms[leader_epoch].leader == broker)

    def shows(self, leader: Identity, offset: Number) -> Truth:
        """Whether consumers may read the leader's record at an offset: it is below the high watermark.

        All members of the ISR have it.
        """
        mine = self.brokers[leader]
        everywhere = all_of(
            (offset < broker.log.length) & (broker.log[offset] == mine.log[offset]) for broker in self.brokers
        )
        return (offset < mine.log.length) & (self.terms[mine.leader_epoch].is_alone | everywhere)

    def shown_end(self, leader: Identity) -> Number:
        """The high watermark of a leader."""
        end: Number = 0
        for offset in range(self.brokers[leader].log.capacity):
            end = where((end == offset) & self.shows(leader, offset), offset + 1, end)
        return end

    def follows(self, offset: Number, epoch: Number, earlier: Number) -> Truth:
        """Whether the record of one epoch at an offset was appended right after that of another one."""
        term = self.terms[epoch]
        first = (term.start_offset == offset) & (term.previous_epoch == earlier)
        return where(epoch == earlier, term.start_offset < offset, first)

    def with_broker(self, broker: Identity, changed: PositionsBroker) -> ConsumedPartition:
        """This partition with one broker changed."""
        return self.but(brokers=self.brokers.but(broker, changed))


def end_of_epoch(leader: PositionsBroker, epoch: Number) -> tuple[Number, Number]:
    """What a leader answers about an epoch: the newest epoch up to it in the log, and where that ends.

    Its own epoch ends at the log end offset, and begins there if it has no record yet. If no record is as old as the
    epoch, the answer has the epoch that was asked (`LeaderEpochFileCache.endOffsetFor`).
    """
    log = leader.log
    newest: Number = NO_EPOCH
    end: Number = log.length
    for offset in reversed(range(log.capacity)):
        end = where((offset < log.length) & (log[offset] > epoch), offset, end)
    for offset in range(log.capacity):
        newest = where((offset < log.length) & (log[offset] <= epoch), log[offset], newest)
    return where((newest == NO_EPOCH) | (epoch == leader.leader_epoch), epoch, newest), end


def partition_type(at: PositionsAt) -> RecordType:
    """The states of a partition and its consumer at these bounds, by the settings of the rules."""
    broker, epoch = Id("broker", at.brokers), Int(NO_EPOCH, FIRST_EPOCH + at.elections)
    offset = Int(0, at.log_size)
    epochs = Sequence.of(epoch, at.log_size)
    position = FetchPosition.of(
        offset=offset, offset_epoch=Only(0) if at.detection == Detection.no_detection else epoch
    )
    diverges = at.detection == Detection.by_fetch
    return ConsumedPartition.of(
        settings=settings_type(
            PositionsSettings,
            at,
            reset_policy=POLICIES[at.offset_reset],
            commits_epoch=at.commits == "position",
            late=at.fetch_answers == "late",
        ),
        terms=Array.of(
            epoch,
            LeaderTerm.of(leader=broker, start_offset=offset, previous_epoch=epoch, is_alone=Bool()),
        ),
        epoch=epoch,
        brokers=Array.of(broker, PositionsBroker.of(leader_epoch=epoch, log=epochs)),
        consumer=PositionedConsumer.of(
            phase=Phase,
            fetch_position=position,
            leader_epoch=epoch,
            answer=FetchAnswer.of(
                fetch_outcome=Outcome, offset=offset, answered_in=epoch, epoch=epoch,
                end_offset=offset if diverges else Only(0),
            ),
            committed=position,
            committed_after=epoch,
            delivered=epochs,
            was_reset=Bool(),
            false_alarm=Bool(),
        ),
        budget=budget_type(PositionsBudget, at),
    )  # fmt: skip


def initial_partition(empty: ConsumedPartition, _at: PositionsAt) -> ConsumedPartition:
    """Broker 0 leads epoch 1, everybody knows, all logs are empty, and the consumer is at offset 0."""
    partition = empty.but(
        epoch=FIRST_EPOCH,
        budget=unspent(empty.budget),
        consumer=empty.consumer.but(leader_epoch=FIRST_EPOCH),
    )
    for broker in empty.brokers.indices():
        partition = partition.with_broker(broker, partition.brokers[broker].but(leader_epoch=FIRST_EPOCH))
    return partition
