"""Why an epoch has one writer in the message-level protocol: lemmas that its actions keep (docs/proof.md).

They are about the rules of 3.7: a fetch carries the last epoch of a log. A log is taken with what is on its way
to it: the records of an answer that continues it.
"""

from itertools import permutations
from typing import NamedTuple

from tidemark.impl.kafka.cluster import Cluster, KafkaReplica, Stage
from tidemark.impl.kafka.promises import epoch_cache_agrees
from tidemark.spec import Identity, Number, Truth, all_of, any_of, implies, none, not_, one_of, promise, where


class _LogSlot(NamedTuple):
    """What a log has at an offset, or will have once it has what is on its way."""

    exists: Truth
    epoch: Number
    id: Number

    def is_same(self, slot: "_LogSlot") -> Truth:
        return self.exists & slot.exists & (self.epoch == slot.epoch) & (self.id == slot.id)


def _continues(r: KafkaReplica) -> Truth:
    return (r.exchange.stage == Stage.fetched) & (r.exchange.offset == r.log.end_offset)


def _grown(r: KafkaReplica) -> list[_LogSlot]:
    """The log of a replica with what is on its way to it."""
    records, slots = r.exchange.records, []
    for k in r.log.offsets():
        exists = r.log.has_offset(k)
        slot = _LogSlot(exists, r.log[k].epoch, r.log[k].id)
        for j in range(min(k + 1, records.capacity)):
            hit = not_(exists) & _continues(r) & (r.exchange.offset + j == k) & (j < records.end_offset)
            epoch, number = where(hit, records[j].epoch, slot.epoch), where(hit, records[j].id, slot.id)
            slot = _LogSlot(slot.exists | hit, epoch, number)
        slots.append(slot)
    return slots


def _begins(log: list[_LogSlot], k: int) -> Truth:
    """Whether the first record of an epoch is at an offset."""
    begins: Truth = True if k == 0 else log[k - 1].epoch < log[k].epoch
    return log[k].exists & begins


def _has_answer(r: KafkaReplica) -> Truth:
    """Whether a follower's message has come to its leader: it waits there, or its answer is on the way."""
    return (r.exchange.stage != Stage.idle) & (r.exchange.stage != Stage.fetch)


@promise
def who_is_down_follows_nobody(c: Cluster) -> Truth:
    """A broker that is down knows no leader and no epoch, and nothing is on its way."""
    return all_of(
        implies(not_(r.up), (r.leader == none) & (r.leader_epoch == -1) & (r.exchange.stage == Stage.idle))
        for r in c.replicas
    )


@promise
def known_epochs_have_begun(c: Cluster) -> Truth:
    """Nobody knows an epoch that has not begun; who knows a leader knows its epoch."""
    return all_of(
        (r.leader_epoch <= c.quorum.leader_epoch) & implies(r.leader != none, r.leader_epoch >= 0)
        for r in c.replicas
    )


@promise
def exchanges_are_of_followers(c: Cluster) -> Truth:
    """Only a follower has an exchange: of an epoch of its own, from its log end, with the last epoch of its cache."""
    conditions = []
    for broker in c.replicas.indices():
        r = c.replicas[broker]
        x, latest = r.exchange, r.cache.latest()
        asks = one_of(x.stage, (Stage.fetch, Stage.waiting))
        of_epoch = (x.leader_epoch >= 0) & (x.leader_epoch <= r.leader_epoch) & (latest <= x.leader_epoch)
        conditions += [
            implies((r.leader == broker) | (r.leader == none), x.stage == Stage.idle),
            implies(x.stage != Stage.idle, of_epoch & (x.offset >= 0)),
            implies(asks, x.offset == r.log.end_offset),
            implies(x.stage == Stage.fetch, x.epoch == latest),
            implies(_continues(r) & (x.records.end_offset > 0), x.records[0].epoch >= latest),
        ]
    return all_of(conditions)


@promise
def records_are_of_known_epochs(c: Cluster) -> Truth:
    """No record has an epoch that has not begun, nor an id that was not written; epochs rise along a log.

    Who knows a leader has none of a later epoch.
    """
    conditions = []
    for r in c.replicas:
        log = _grown(r)
        for k, slot in enumerate(log):
            is_begun = (slot.epoch <= c.quorum.leader_epoch) & (slot.id < c.records_written)
            conditions.append(
                implies(slot.exists, is_begun & implies(r.leader != none, slot.epoch <= r.leader_epoch))
            )
            if k:
                conditions.append(implies(log[k - 1].exists & slot.exists, log[k - 1].epoch <= slot.epoch))
    return all_of(conditions)


@promise
def logs_match(c: Cluster) -> Truth:
    """Two logs that have a record of one epoch at an offset are the same up to there."""
    conditions = []
    for log_a, log_b in permutations([_grown(r) for r in c.replicas], 2):
        same: Truth = True
        for a, b in zip(log_a, log_b, strict=True):
            same &= (a.epoch == b.epoch) & (a.id == b.id)
            conditions.append(implies(a.exists & b.exists & (a.epoch == b.epoch), same))
    return all_of(conditions)


@promise
def epochs_begin_at_one_offset(c: Cluster) -> Truth:
    """In all logs the records of an epoch begin at one offset, after the same records."""
    conditions = []
    for log_a, log_b in permutations([_grown(r) for r in c.replicas], 2):
        for k, first in enumerate(log_a):
            below = all_of(log_a[j].is_same(log_b[j]) for j in range(k))
            for j, another in enumerate(log_b):
                same = _begins(log_a, k) & another.exists & (another.epoch == first.epoch)
                conditions.append(implies(same, below if j >= k else False))
    return all_of(conditions)


def _leads(c: Cluster, broker: Identity, epoch: Number) -> Truth:
    """Whether a broker leads an epoch, or is to lead it and has not heard of it."""
    me = c.replicas[broker]
    leads = (me.leader == broker) & (me.leader_epoch == epoch)
    for e in c.requests.indices():
        request = c.requests[e]
        leads |= (request.leader == broker) & request.recipients.has(broker) & (epoch == e)
    return leads | ((c.quorum.leader == broker) & (c.quorum.leader_epoch == epoch))


@promise
def leaders_have_all_of_their_epoch(c: Cluster) -> Truth:
    """Who leads an epoch, or is about to, has each record of it that anybody has."""
    conditions = []
    for leader in c.replicas.indices():
        leader_log = c.replicas[leader].log
        for log in [_grown(r) for r in c.replicas]:
            for k, slot in enumerate(log):
                has = (
                    leader_log.has_offset(k)
                    & (leader_log[k].epoch == slot.epoch)
                    & (leader_log[k].id == slot.id)
                )
                conditions.append(implies(slot.exists & _leads(c, leader, slot.epoch), has))
    return all_of(conditions)


@promise
def an_epoch_has_one_leader(c: Cluster) -> Truth:
    """All that know who leads an epoch know the same: the controller, its request on the way, and brokers.

    A request is of an epoch that is new to who is to hear of it, and later than all that it has.
    """
    conditions = []
    for e in c.requests.indices():
        request = c.requests[e]
        sent = not_(request.recipients.is_empty())
        now = (e <= c.quorum.leader_epoch) & implies(
            c.quorum.leader_epoch == e, request.leader == c.quorum.leader
        )
        conditions.append(implies(sent, now))
        for broker in c.replicas.indices():
            r = c.replicas[broker]
            knows = (r.leader_epoch == e) & (r.leader != none) & (request.leader != none)
            conditions.append(implies(sent & knows, r.leader == request.leader))
            later = [implies(slot.exists, slot.epoch <= e) for slot in _grown(r)]
            conditions.append(implies(request.recipients.has(broker), (r.leader_epoch < e) & all_of(later)))
    for r in c.replicas:
        is_current = (r.leader_epoch == c.quorum.leader_epoch) & (r.leader != none)
        conditions.append(implies(is_current, r.leader == c.quorum.leader))
    for a, b in permutations(c.replicas, 2):
        both = (a.leader_epoch == b.leader_epoch) & (a.leader != none) & (b.leader != none)
        conditions.append(implies(both, a.leader == b.leader))
    return all_of(conditions)


@promise
def caches_are_in_order(c: Cluster) -> Truth:
    """The epochs of a cache start one after the other, within the log, and none is later than what its broker knows."""
    conditions = []
    for broker in c.replicas.indices():
        r = c.replicas[broker]
        for e in r.cache.indices():
            is_begun = (e <= c.quorum.leader_epoch) & implies(r.leader != none, e <= r.leader_epoch)
            conditions.append(implies(r.cache.has(e), is_begun & (r.cache[e] <= r.log.end_offset)))
            for f in c.requests.indices():
                to_come = r.cache.has(e) & c.requests[f].recipients.has(broker)
                conditions.append(implies(to_come, e <= f))
                if e < f:
                    conditions.append(implies(r.cache.has(e) & r.cache.has(f), r.cache[e] < r.cache[f]))
    return all_of(conditions)


@promise
def only_its_leader_has_an_epoch_without_records(c: Cluster) -> Truth:
    """Who has an epoch in its cache, and no record of it, is its leader for all that know one."""
    conditions = []
    for broker in c.replicas.indices():
        r = c.replicas[broker]
        for e in r.cache.indices():
            has_records = any_of(r.log.has_offset(k) & (r.log[k].epoch == e) for k in r.log.offsets())
            alone, request = r.cache.has(e) & not_(has_records), c.requests[e]
            conditions.append(implies(alone & not_(request.recipients.is_empty()), request.leader == broker))
            conditions.append(implies(alone & (c.quorum.leader_epoch == e), c.quorum.leader == broker))
            for replica in c.replicas:
                knows = (replica.leader_epoch == e) & (replica.leader != none)
                conditions.append(implies(alone & knows, replica.leader == broker))
    return all_of(conditions)


@promise
def caches_agree_on_where_epochs_start(c: Cluster) -> Truth:
    """Caches that have an epoch have it from one offset on, after the same records; so have logs, and its leader."""
    conditions = []
    for a, b in permutations(c.replicas.indices(), 2):
        replica_a, replica_b = c.replicas[a], c.replicas[b]
        log = _grown(replica_b)
        for e in replica_a.cache.indices():
            start = replica_a.cache[e]
            same = (start == replica_b.cache[e]) & replica_a.log.agrees_below(replica_b.log, start)
            conditions.append(implies(replica_a.cache.has(e) & replica_b.cache.has(e), same))
            leads = _leads(c, b, e) & replica_a.cache.has(e)
            conditions.append(implies(leads, replica_b.cache.has(e) & (replica_b.cache[e] == start)))
            for k, slot in enumerate(log):
                of_epoch = slot.exists & (slot.epoch == e) & replica_a.cache.has(e)
                below = [implies(start > j, log[j].is_same(_at(replica_a, j))) for j in range(k)]
                conditions.append(implies(of_epoch, (start <= k) & all_of(below)))
                conditions.append(implies(of_epoch & _begins(log, k), start == k))
    return all_of(conditions)


def _at(r: KafkaReplica, offset: int) -> _LogSlot:
    return _LogSlot(r.log.has_offset(offset), r.log[offset].epoch, r.log[offset].id)


@promise
def who_waits_has_the_leaders_log(c: Cluster) -> Truth:
    """A follower whose fetch waits has what its leader has below it, and nothing later than what is above."""
    conditions = []
    for f, leader in permutations(c.replicas.indices(), 2):
        r, me = c.replicas[f], c.replicas[leader]
        follows = (r.leader == leader) & (me.leader == leader) & (r.exchange.leader_epoch == me.leader_epoch)
        waits, offset = follows & (r.exchange.stage == Stage.waiting), r.exchange.offset
        conditions.append(implies(waits, (me.log.end_offset >= offset) & r.log.agrees_below(me.log, offset)))
        for k in me.log.offsets():
            above = waits & me.log.has_offset(k) & (offset <= k)
            conditions.append(implies(above, me.log[k].epoch >= r.cache.latest()))
    return all_of(conditions)


@promise
def who_answered_is_up(c: Cluster) -> Truth:
    """Who has an answer, or waits for one, follows a broker that is up and was in that epoch."""
    conditions = []
    for f, leader in permutations(c.replicas.indices(), 2):
        r, leading = c.replicas[f], c.replicas[leader]
        was_there = leading.up & (leading.leader_epoch >= r.exchange.leader_epoch)
        conditions.append(implies((r.leader == leader) & _has_answer(r), was_there))
    return all_of(conditions)


LEMMAS = (
    who_is_down_follows_nobody,
    known_epochs_have_begun,
    exchanges_are_of_followers,
    records_are_of_known_epochs,
    logs_match,
    epochs_begin_at_one_offset,
    leaders_have_all_of_their_epoch,
    an_epoch_has_one_leader,
    caches_are_in_order,
    only_its_leader_has_an_epoch_without_records,
    caches_agree_on_where_epochs_start,
    who_waits_has_the_leaders_log,
    who_answered_is_up,
    epoch_cache_agrees,
)
"""Together they say why `epoch-offset-unique` holds."""
