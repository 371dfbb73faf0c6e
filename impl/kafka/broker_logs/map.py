"""The ready map of Kafka's logs: what each of their entries is in `kafka-kraft/...`.

Brokers write each leader epoch that they hear of, each change of the ISR that they learn, and where they cut their
logs; the controller writes which brokers come and go. They do not write fetches, appends, elections, and what the
controller does with a request: those steps are silent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from operator import and_
from typing import Any

from tidemark.impl.kafka.broker_logs.arranging import arrange
from tidemark.impl.kafka.broker_logs.lines import read_entries
from tidemark.impl.kafka.cluster import KafkaCluster
from tidemark.spec import Identity, IdSet, Number, Truth, none
from tidemark.spec.logs.events import LogEvent
from tidemark.spec.logs.maps import EventMap
from tidemark.spec.logs.steps import StepChoice, observe, skip, take

SKEW = 0.1
"""Seconds by which the clocks of two nodes may differ."""

log = EventMap(
    reader=read_entries, node="node", time="at", began="began", order="clock", skew=SKEW, by="partition"
)
broker_of = log.names("replica")
log.arrange(arrange)
log.silent(
    "produce", "follower_sends_fetch", "leader_handles_fetch", "leader_answers_waiting_fetch",
    "leader_refuses_offset", "broker_refuses_request", "follower_appends", "follower_ignores_answer",
    "follower_raises_high_watermark_before_cut", "follower_truncates_to_leader_end", "checkpoint_high_watermark",
    "controller_alters_isr", "controller_refuses_member", "controller_moves_leadership", "leader_learns_isr",
    most=None, may_lack=True,
)  # fmt: skip
"""What no entry tells of."""


@log.bounds
def bounds(events: Sequence[LogEvent]) -> dict[str, Any]:
    """Those that `arrange` has found."""
    return dict(events[0].bounds) if events else {}


def _members(c: KafkaCluster, brokers: Iterable[Identity]) -> IdSet:
    members = c.quorum.isr - c.quorum.isr
    for broker in brokers:
        members = members.including(broker)
    return members


def _leader(real: int | None) -> Identity:
    return none if real is None else broker_of(real)


def _has_isr(leader: Identity, isr: Iterable[int]) -> Callable[[KafkaCluster], Truth]:
    brokers = [broker_of(real) for real in isr]
    return lambda c: c.replicas[leader].isr == _members(c, brokers)


@log.event("begins")
def begins(e: LogEvent) -> StepChoice:
    """The partition has been created: the brokers are in the order of its replicas."""
    brokers = [broker_of(real) for real in e.replicas]
    return observe(
        lambda c: reduce(and_, (a == b for a, b in zip(brokers, c.replicas.indices(), strict=True)))
    )


@log.event("foreign")
def foreign(_: LogEvent) -> StepChoice:
    """The entry names a broker that is no replica, or contradicts the one before it of the same cut."""
    return observe(lambda _: False)


# What brokers do.


def _before_role(e: LogEvent, broker: Identity) -> Callable[[KafkaCluster], Truth]:
    """What a broker says of itself as it hears of a leader epoch: where its log ends, and what it knew before."""
    offset: Number = e.offset
    high_watermark: Number = e.high_watermark
    before_epoch: Number = e.before_epoch
    knew = _leader(e.before)
    is_told = e.name == "leads" or before_epoch != e.epoch  # a follower of 4.0 names the new leader and epoch

    def agrees(c: KafkaCluster) -> Truth:
        me = c.replicas[broker]
        where = (me.log.end_offset == offset) & (me.high_watermark == high_watermark)
        return where & (me.leader_epoch == before_epoch) & (me.leader == knew) if is_told else where

    return agrees


def _has_role(e: LogEvent, broker: Identity, leader: Identity) -> Callable[[KafkaCluster], Truth]:
    epoch: Number = e.epoch
    offset: Number = e.offset

    def agrees(c: KafkaCluster) -> Truth:
        me = c.replicas[broker]
        return (me.leader_epoch == epoch) & (me.leader == leader) & (me.log.end_offset == offset)

    return agrees


@log.event("leads")
def leads(e: LogEvent) -> StepChoice:
    """A broker hears that it leads. In the first epoch the model begins so."""
    broker, epoch = broker_of(e.broker), e.epoch
    heard = take("become_leader", broker=broker, epoch=epoch).before(_before_role(e, broker))
    if epoch == 0:
        heard = observe(_has_role(e, broker, broker)) | heard
    return heard.after(_has_isr(broker, e.isr))


@log.event("follows")
def follows(e: LogEvent) -> StepChoice:
    """A broker hears whom it follows, or that nobody leads."""
    broker, leader, epoch = broker_of(e.broker), _leader(e.leader), e.epoch
    heard = take("become_follower", follower=broker, epoch=epoch).before(_before_role(e, broker))
    heard = heard.after(lambda c: c.replicas[broker].leader == leader)
    return observe(_has_role(e, broker, leader)) | heard if epoch == 0 else heard


@log.event("follows_on")
def follows_on(e: LogEvent) -> StepChoice:
    """A broker hears of another ISR in the epoch that it knows."""
    broker, leader, epoch = broker_of(e.broker), _leader(e.leader), e.epoch
    return observe(
        lambda c: (c.replicas[broker].leader_epoch == epoch) & (c.replicas[broker].leader == leader)
    )


@log.event("isr")
def learns_isr(e: LogEvent) -> StepChoice:
    """The controller's answer reaches the leader."""
    broker = broker_of(e.broker)
    return take("leader_learns_altered_isr", leader=broker).after(_has_isr(broker, e.isr))


@log.event("isr_again")
def knows_isr(e: LogEvent) -> StepChoice:
    """The controller's answer has the version that the leader knows."""
    return observe(_has_isr(broker_of(e.broker), e.isr))


def _leads_in(e: LogEvent, broker: Identity) -> Callable[[KafkaCluster], Truth]:
    epoch: Number = e.epoch
    high_watermark: Number = e.high_watermark

    def agrees(c: KafkaCluster) -> Truth:
        me = c.replicas[broker]
        return (me.leader == broker) & (me.leader_epoch == epoch) & (me.high_watermark == high_watermark)

    return agrees


@log.event("leads_on")
def leads_on(e: LogEvent) -> StepChoice:
    """The leader hears from the metadata of another ISR in its epoch, which may be the one that it asked for.

    Or the change is of something else, as of the eligible leader replicas, and it has that ISR already.
    """
    broker = broker_of(e.broker)
    leads, has_isr = _leads_in(e, broker), _has_isr(broker, e.isr)
    news = take("leader_learns_altered_isr", leader=broker) | take("leader_learns_isr", leader=broker)
    return news.before(leads).after(has_isr) | observe(lambda c: leads(c) & has_isr(c))


@log.event("leads_on_again")
def still_leads(e: LogEvent) -> StepChoice:
    """The leader hears from the metadata what it knows."""
    broker = broker_of(e.broker)
    leads, has_isr = _leads_in(e, broker), _has_isr(broker, e.isr)
    return observe(lambda c: leads(c) & has_isr(c))


@log.event("shrinks")
def shrinks(e: LogEvent) -> StepChoice:
    """The leader asks for a smaller ISR: in the model, for one member after another."""
    leader = broker_of(e.broker)
    offset: Number = e.offset
    high_watermark: Number = e.high_watermark
    first, *others = [broker_of(real) for real in e.old if real not in e.new] or [none]
    asks = take("leader_shrinks_isr", leader=leader, follower=first)
    for member in others:
        asks = asks.then(take("controller_alters_isr", leader=leader))
        asks = asks.then(take("leader_learns_altered_isr", leader=leader))
        asks = asks.then(take("leader_shrinks_isr", leader=leader, follower=member))
    isr = _has_isr(leader, e.old)

    def agrees(c: KafkaCluster) -> Truth:
        me = c.replicas[leader]
        return isr(c) & (me.log.end_offset == offset) & (me.high_watermark == high_watermark)

    return asks.before(agrees)


def _ends(broker: Identity, offset: int) -> Callable[[KafkaCluster], Truth]:
    return lambda c: c.replicas[broker].log.end_offset == offset


@log.event("truncates")
def truncates(e: LogEvent) -> StepChoice:
    """A follower cuts its log where its leader says that the two diverge."""
    broker = broker_of(e.broker)
    end_epoch: Number = e.end_epoch
    end_offset: Number = e.end_offset

    def is_answer(c: KafkaCluster) -> Truth:
        exchange = c.replicas[broker].exchange
        return (exchange.epoch == end_epoch) & (exchange.offset == end_offset)

    return take("follower_truncates", follower=broker).before(is_answer).after(_ends(broker, e.offset))


@log.event("truncates_to_high_watermark")
def truncates_to_high_watermark(e: LogEvent) -> StepChoice:
    """A follower without leader epochs has cut its log, as it heard whom it follows."""
    broker, high_watermark = broker_of(e.broker), e.high_watermark
    ends = _ends(broker, e.offset)
    return observe(lambda c: ends(c) & (c.replicas[broker].high_watermark == high_watermark))


@log.event("cuts", "keeps", "loads", "out_of_range")
def ends_there(e: LogEvent) -> StepChoice:
    """A log ends there: it was cut for the reason before it, or has no more, or is loaded."""
    return observe(_ends(broker_of(e.broker), e.offset))


@log.event("checkpoint")
def has_checkpoint(e: LogEvent) -> StepChoice:
    """A broker begins with the high watermark of its checkpoint."""
    broker, high_watermark = broker_of(e.broker), e.high_watermark
    return observe(lambda c: c.replicas[broker].high_watermark == high_watermark)


# What the controller does with brokers.


@log.event("may_lag")
def may_lag(e: LogEvent) -> StepChoice:
    """Where the logs begin a follower may be out of the ISR."""
    broker = broker_of(e.broker)
    shrunk = take("leader_shrinks_isr", follower=broker).then(take("controller_alters_isr"))
    return skip | shrunk.then(take("leader_learns_altered_isr"))


def _crash(broker: Identity) -> StepChoice:
    return take("broker_crashes", broker=broker).then(take("controller_notices_failure", broker=broker))


@log.event("crashes", "is_down")
def crashes(e: LogEvent) -> StepChoice:
    """A session has timed out, and a new process of the broker registers later; or so it was where the logs begin."""
    return _crash(broker_of(e.broker))


@log.event("fences")
def fences(e: LogEvent) -> StepChoice:
    """A session has timed out: the broker is down, or cut off from the controller."""
    broker = broker_of(e.broker)
    return _crash(broker) | take("broker_is_cut_off", broker=broker)


@log.event("lets_leave")
def lets_leave(e: LogEvent) -> StepChoice:
    """A broker that is to stop hands its leaderships over."""
    return take("controller_lets_broker_leave", broker=broker_of(e.broker))


@log.event("stops")
def stops(e: LogEvent) -> StepChoice:
    """A broker may stop."""
    return take("broker_stops", broker=broker_of(e.broker))


@log.event("stops_at_once")
def stops_at_once(e: LogEvent) -> StepChoice:
    """A broker that leads nothing may stop."""
    broker = broker_of(e.broker)
    return take("controller_lets_broker_leave", broker=broker).then(take("broker_stops", broker=broker))


@log.event("stops_fenced")
def ends_without_session(e: LogEvent) -> StepChoice:
    """A broker without a session ends: for the others it is as after a crash."""
    return take("broker_crashes", broker=broker_of(e.broker))


@log.event("registers")
def registers(e: LogEvent) -> StepChoice:
    """A new process of a broker registers."""
    return take("broker_restarts", broker=broker_of(e.broker))


@log.event("unfences")
def unfences(e: LogEvent) -> StepChoice:
    """A broker has caught up with the metadata, and may lead and be in the ISR."""
    return take("controller_unfences_broker", broker=broker_of(e.broker))
