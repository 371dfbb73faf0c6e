"""Why an epoch has one writer in the message-level protocol: lemmas that its actions keep (docs/proof.md).

They are about the rules of 3.7: a fetch carries the last epoch of a log. A log is taken with what is on its way
to it: the records of an answer that continues it.
"""

from itertools import permutations
from typing import NamedTuple

from tidemark.impl.kafka.cluster import KafkaCluster, KafkaReplica, Stage
from tidemark.impl.kafka.promises import epoch_cache_agrees
from tidemark.spec import Identity, Number, Truth, all_of, any_of, implies, none, not_, one_of, promise, where


class _LogSlot(NamedTuple):
    """What a log has at an offset, or will have once it has what is on its way."""

    exists: Truth
    epoch: Number
    id: Number

    def is_same(self, slot: "_LogSlot") -> Truth:
        return self.exists & slot.exists & (self.epoch == slot.epoch) & (self.id == slot.id)


def _continues(me: KafkaReplica) -> Truth:
    return (me.exchange.stage == Stage.fetched) & (me.exchange.offset == me.log.end_offset)


def _grown(me: KafkaReplica) -> list[_LogSlot]:
    """The log of a replica with what is on its way to it."""
    records, slots = me.exchange.records, []
    for k in me.log.offsets():
        exists = me.log.has_offset(k)
        slot = _LogSlot(exists, me.log[k].epoch, me.log[k].id)
        for j in range(min(k + 1, records.capacity)):
            hit = not_(exists) & _continues(me) & (me.exchange.offset + j == k) & (j < records.end_offset)
            epoch, number = where(hit, records[j].epoch, slot.epoch), where(hit, records[j].id, slot.id)
            slot = _LogSlot(slot.exists | hit, epoch, number)
        slots.append(slot)
    return slots


def _begins(log: list[_LogSlot], k: int) -> Truth:
    """Whether the first record of an epoch is at an offset."""
    begins: Truth = True if k == 0 else log[k - 1].epoch < log[k].epoch
    return log[k].exists & begins


def _has_answer(me: KafkaReplica) -> Truth:
    """Whether a follower's message has come to its leader: it waits there, or its answer is on the way."""
    return (me.exchange.stage != Stage.idle) & (me.exchange.stage != Stage.fetch)


@promise
def who_is_down_follows_nobody(c: KafkaCluster) -> Truth:
    """A broker that is down knows no leader and no epoch, and nothing is on its way."""
    return all_of(
        implies(
            not_(me.up), (me.leader == none) & (me.leader_epoch == -1) & (me.exchange.stage == Stage.idle)
        )
        for me in c.replicas
    )


@promise
def known_epochs_have_begun(c: KafkaCluster) -> Truth:
    """Nobody knows an epoch that has not begun; who knows a leader knows its epoch."""
    return all_of(
        (me.leader_epoch <= c.quorum.leader_epoch) & implies(me.leader != none, me.leader_epoch >= 0)
        for me in c.replicas
    )


@promise
def exchanges_are_of_followers(c: KafkaCluster) -> Truth:
    """Only a follower has an exchange: of an epoch of its own, from its log end, with the last epoch of its cache."""
    conditions = []
    for broker in c.replicas.indices():
        me = c.replicas[broker]
        exchange, latest = me.exchange, me.cache.latest()
        asks = one_of(exchange.stage, (Stage.fetch, Stage.waiting))
        of_epoch = (
            (exchange.leader_epoch >= 0)
            & (exchange.leader_epoch <= me.leader_epoch)
            & (latest <= exchange.leader_epoch)
        )
        conditions += [
            implies((me.leader == broker) | (me.leader == none), exchange.stage == Stage.idle),
            implies(exchange.stage != Stage.idle, of_epoch & (exchange.offset >= 0)),
            implies(asks, exchange.offset == me.log.end_offset),
            implies(exchange.stage == Stage.fetch, exchange.epoch == latest),
            implies(_continues(me) & (exchange.records.end_offset > 0), exchange.records[0].epoch >= latest),
        ]
    return all_of(conditions)


@promise
def records_are_of_known_epochs(c: KafkaCluster) -> Truth:
    """No record has an epoch that has not begun, nor an id that was not written; epochs rise along a log.

    Who knows a leader has none of a later epoch.
    """
    conditions = []
    for me in c.replicas:
        log = _grown(me)
        for k, slot in enumerate(log):
            is_begun = (slot.epoch <= c.quorum.leader_epoch) & (slot.id < c.records_written)
            conditions.append(
                implies(slot.exists, is_begun & implies(me.leader != none, slot.epoch <= me.leader_epoch))
            )
            if k:
                conditions.append(implies(log[k - 1].exists & slot.exists, log[k - 1].epoch <= slot.epoch))
    return all_of(conditions)


@promise
def logs_match(c: KafkaCluster) -> Truth:
    """Two logs that have a record of one epoch at an offset are the same up to there."""
    conditions = []
    for log_a, log_b in permutations([_grown(replica) for replica in c.replicas], 2):
        same: Truth = True
        for a, b in zip(log_a, log_b, strict=True):
            same &= (a.epoch == b.epoch) & (a.id == b.id)
            conditions.append(implies(a.exists & b.exists & (a.epoch == b.epoch), same))
    return all_of(conditions)


@promise
def epochs_begin_at_one_offset(c: KafkaCluster) -> Truth:
    """In all logs the records of an epoch begin at one offset, after the same records."""
    conditions = []
    for log_a, log_b in permutations([_grown(replica) for replica in c.replicas], 2):
        for k, first in enumerate(log_a):
            below = all_of(log_a[j].is_same(log_b[j]) for j in range(k))
            for j, another in enumerate(log_b):
                same = _begins(log_a, k) & another.exists & (another.epoch == first.epoch)
                conditions.append(implies(same, below if j >= k else False))
    return all_of(conditions)


def _leads(c: KafkaCluster, broker: Identity, epoch: Number) -> Truth:
    """Whether a broker leads an epoch, or is to lead it and has not heard of it."""
    me = c.replicas[broker]
    leads = (me.leader == broker) & (me.leader_epoch == epoch)
    for requested in c.requests.indices():
        request = c.requests[requested]
        leads |= (request.leader == broker) & request.recipients.has(broker) & (epoch == requested)
    return leads | ((c.quorum.leader == broker) & (c.quorum.leader_epoch == epoch))


@promise
def leaders_have_all_of_their_epoch(c: KafkaCluster) -> Truth:
    """Who leads an epoch, or is about to, has each record of it that anybody has."""
    conditions = []
    for leader in c.replicas.indices():
        leader_log = c.replicas[leader].log
        for log in [_grown(replica) for replica in c.replicas]:
            for k, slot in enumerate(log):
                has = (
                    leader_log.has_offset(k)
                    & (leader_log[k].epoch == slot.epoch)
                    & (leader_log[k].id == slot.id)
                )
                conditions.append(implies(slot.exists & _leads(c, leader, slot.epoch), has))
    return all_of(conditions)


@promise
def an_epoch_has_one_leader(c: KafkaCluster) -> Truth:
    """All that know who leads an epoch know the same: the controller, its request on the way, and brokers.

    A request is of an epoch that is new to who is to hear of it, and later than all that it has.
    """
    conditions = []
    for epoch in c.requests.indices():
        request = c.requests[epoch]
        sent = not_(request.recipients.is_empty())
        now = (epoch <= c.quorum.leader_epoch) & implies(
            c.quorum.leader_epoch == epoch, request.leader == c.quorum.leader
        )
        conditions.append(implies(sent, now))
        for broker in c.replicas.indices():
            me = c.replicas[broker]
            knows = (me.leader_epoch == epoch) & (me.leader != none) & (request.leader != none)
            conditions.append(implies(sent & knows, me.leader == request.leader))
            later = [implies(slot.exists, slot.epoch <= epoch) for slot in _grown(me)]
            conditions.append(
                implies(request.recipients.has(broker), (me.leader_epoch < epoch) & all_of(later))
            )
    for me in c.replicas:
        is_current = (me.leader_epoch == c.quorum.leader_epoch) & (me.leader != none)
        conditions.append(implies(is_current, me.leader == c.quorum.leader))
    for a, b in permutations(c.replicas, 2):
        both = (a.leader_epoch == b.leader_epoch) & (a.leader != none) & (b.leader != none)
        conditions.append(implies(both, a.leader == b.leader))
    return all_of(conditions)


@promise
def caches_are_in_order(c: KafkaCluster) -> Truth:
    """The epochs of a cache start one after the other, within the log, and none is later than what its broker knows."""
    conditions = []
    for broker in c.replicas.indices():
        me = c.replicas[broker]
        for epoch in me.cache.indices():
            is_begun = (epoch <= c.quorum.leader_epoch) & implies(me.leader != none, epoch <= me.leader_epoch)
            conditions.append(implies(me.cache.has(epoch), is_begun & (me.cache[epoch] <= me.log.end_offset)))
            for requested in c.requests.indices():
                to_come = me.cache.has(epoch) & c.requests[requested].recipients.has(broker)
                conditions.append(implies(to_come, epoch <= requested))
                if epoch < requested:
                    conditions.append(
                        implies(
                            me.cache.has(epoch) & me.cache.has(requested),
                            me.cache[epoch] < me.cache[requested],
                        )
                    )
    return all_of(conditions)


@promise
def only_its_leader_has_an_epoch_without_records(c: KafkaCluster) -> Truth:
    """Who has an epoch in its cache, and no record of it, is its leader for all that know one."""
    conditions = []
    for broker in c.replicas.indices():
        me = c.replicas[broker]
        for epoch in me.cache.indices():
            has_records = any_of(me.log.has_offset(k) & (me.log[k].epoch == epoch) for k in me.log.offsets())
            alone, request = me.cache.has(epoch) & not_(has_records), c.requests[epoch]
            conditions.append(implies(alone & not_(request.recipients.is_empty()), request.leader == broker))
            conditions.append(implies(alone & (c.quorum.leader_epoch == epoch), c.quorum.leader == broker))
            for peer in c.replicas:
                knows = (peer.leader_epoch == epoch) & (peer.leader != none)
                conditions.append(implies(alone & knows, peer.leader == broker))
    return all_of(conditions)


@promise
def caches_agree_on_where_epochs_start(c: KafkaCluster) -> Truth:
    """Caches that have an epoch have it from one offset on, after the same records; so have logs, and its leader."""
    conditions = []
    for a, b in permutations(c.replicas.indices(), 2):
        replica_a, replica_b = c.replicas[a], c.replicas[b]
        log = _grown(replica_b)
        for epoch in replica_a.cache.indices():
            start = replica_a.cache[epoch]
            same = (start == replica_b.cache[epoch]) & replica_a.log.agrees_below(replica_b.log, start)
            conditions.append(implies(replica_a.cache.has(epoch) & replica_b.cache.has(epoch), same))
            leads = _leads(c, b, epoch) & replica_a.cache.has(epoch)
            conditions.append(implies(leads, replica_b.cache.has(epoch) & (replica_b.cache[epoch] == start)))
            for k, slot in enumerate(log):
                of_epoch = slot.exists & (slot.epoch == epoch) & replica_a.cache.has(epoch)
                below = [implies(start > j, log[j].is_same(_at(replica_a, j))) for j in range(k)]
                conditions.append(implies(of_epoch, (start <= k) & all_of(below)))
                conditions.append(implies(of_epoch & _begins(log, k), start == k))
    return all_of(conditions)


def _at(me: KafkaReplica, offset: int) -> _LogSlot:
    return _LogSlot(me.log.has_offset(offset), me.log[offset].epoch, me.log[offset].id)


@promise
def who_waits_has_the_leaders_log(c: KafkaCluster) -> Truth:
    """A follower whose fetch waits has what its leader has below it, and nothing later than what is above."""
    conditions = []
    for follower, leader in permutations(c.replicas.indices(), 2):
        me, leading = c.replicas[follower], c.replicas[leader]
        follows = (
            (me.leader == leader)
            & (leading.leader == leader)
            & (me.exchange.leader_epoch == leading.leader_epoch)
        )
        waits, offset = follows & (me.exchange.stage == Stage.waiting), me.exchange.offset
        conditions.append(
            implies(waits, (leading.log.end_offset >= offset) & me.log.agrees_below(leading.log, offset))
        )
        for k in leading.log.offsets():
            above = waits & leading.log.has_offset(k) & (offset <= k)
            conditions.append(implies(above, leading.log[k].epoch >= me.cache.latest()))
    return all_of(conditions)


@promise
def who_answered_is_up(c: KafkaCluster) -> Truth:
    """Who has an answer, or waits for one, follows a broker that is up and was in that epoch."""
    conditions = []
    for follower, leader in permutations(c.replicas.indices(), 2):
        me, leading = c.replicas[follower], c.replicas[leader]
        was_there = leading.up & (leading.leader_epoch >= me.exchange.leader_epoch)
        conditions.append(implies((me.leader == leader) & _has_answer(me), was_there))
    return all_of(conditions)


LEMMAS = (
    who_is_down_follows_nobody, known_epochs_have_begun, exchanges_are_of_followers,
    records_are_of_known_epochs, logs_match, epochs_begin_at_one_offset, leaders_have_all_of_their_epoch,
    an_epoch_has_one_leader, caches_are_in_order, only_its_leader_has_an_epoch_without_records,
    caches_agree_on_where_epochs_start, who_waits_has_the_leaders_log, who_answered_is_up, epoch_cache_agrees,
)  # fmt: skip
"""Together they say why `epoch-offset-unique` holds."""
