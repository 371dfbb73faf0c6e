"""What each action says when a counterexample is told, by the name of its function.

A template sees the action's arguments. A broker, and `cluster`, is followed by `was` or `now`, for the
state before or after the action; a broker's `cut` says how its log was cut, or kept. What became of a
record (cut, committed, acknowledged) is told by the reader of the template. Where a template does not do, a
function of the same names says it.
"""

from collections.abc import Callable
from typing import Any

from impl.replication.cluster import UNDEFINED_OFFSET, Stage

_EPOCH = (
    "epoch {cluster.now.quorum.leader_epoch}: leader {cluster.now.quorum.leader!s}, ISR "
    "{cluster.now.quorum.isr}"
)

_PRODUCE = (
    "A producer sends m{cluster.was.records_written} to broker {leader}, which appends it at offset "
    "{leader.was.log.end_offset} in epoch {leader.was.leader_epoch}"
)

_FETCH = (
    "Broker {follower} asks broker {leader} for what comes after its log end, {follower.was.log.end_offset}"
)

_ASK = (
    "Broker {follower} asks broker {leader} where epoch {follower.now.exchange.epoch}, the last one in its "
    "own log, ends"
)


def _handle_fetch(leader: Any, follower: Any, **_: Any) -> str:
    offset, answer = follower.was.exchange.offset, follower.now.exchange
    if answer.stage == Stage.waiting:
        told = "has nothing for it yet, so the fetch waits"
    else:
        told = (
            f"answers with m{answer.records[0].id}" if answer.records.length else "answers with nothing new"
        )
    return (
        f"Broker {leader} gets the fetch of broker {follower} from offset {offset}, and {told}; its high "
        f"watermark is {leader.now.high_watermark}."
    )


def _answer_kip_101(leader: Any, follower: Any, **_: Any) -> str:
    asked, end = follower.was.exchange.epoch, follower.now.exchange.offset
    if end == UNDEFINED_OFFSET:
        return f"Broker {leader} does not know where epoch {asked} ends, and tells broker {follower} so."
    return f"Broker {leader} answers broker {follower} that epoch {asked} ends at {end} in its log."


def _truncate_kip_101(follower: Any, **_: Any) -> str:
    if follower.was.exchange.offset == UNDEFINED_OFFSET:
        back = f"falls back to its own high watermark, {follower.was.high_watermark}"
        return f"Without an answer, broker {follower} {back}: it {follower.cut}."
    return f"By the answer, broker {follower} {follower.cut}."


STORIES: dict[str, str | Callable[..., str]] = {
    "produce_acks_all": _PRODUCE + ", and waits for its ISR {leader.was.isr}.",
    "produce_acks_1": _PRODUCE + "; acks=1, so that is enough for the acknowledgement.",
    "produce_acks_0": _PRODUCE + "; acks=0, so the producer takes it as written.",
    "produce_to_failed_leader": (
        "A producer sends m{cluster.was.records_written} to broker {leader}, which is down; acks=0, so it "
        "takes it as written."
    ),
    "consumer_reads": (
        "A consumer reads offset {offset} from broker {leader}, which believes that it leads, and is shown "
        "m{cluster.now.shown.record}."
    ),
    "send_fetch": _FETCH + ".",
    "send_fetch_fenced": _FETCH + ", in epoch {follower.was.leader_epoch}.",
    "ask_for_end_offset": _ASK + ".",
    "ask_for_end_offset_fenced": _ASK + " (its leader epoch is {follower.was.leader_epoch}).",
    "handle_fetch": _handle_fetch,
    "handle_fetch_fenced": _handle_fetch,
    "leader_answers_waiting_fetch": (
        "Broker {leader} answers the fetch of broker {follower} that waited, with its high watermark "
        "{follower.now.exchange.high_watermark}."
    ),
    "leader_refuses_offset": (
        "Broker {leader} answers the fetch of broker {follower} from offset {follower.was.exchange.offset} "
        "that its own log ends at {follower.now.exchange.offset}."
    ),
    "broker_refuses_request": (
        "Broker {broker} refuses the request of broker {follower}: it does not lead, or is in another epoch."
    ),
    "follower_appends": (
        "The answer reaches broker {follower}: its log ends at {follower.now.log.end_offset}, its high "
        "watermark is {follower.now.high_watermark}."
    ),
    "follower_ignores_answer": "Broker {follower} drops an answer that no longer fits its log or its epoch.",
    "follower_truncates_to_leader_end": "Broker {follower} {follower.cut}, the leader's log end.",
    "truncate_to_high_watermark": (
        "Broker {follower} learns that broker {follower.now.leader} leads in epoch {epoch}. Its own high watermark is "
        "{follower.was.high_watermark}: it {follower.cut}."
    ),
    "follow_and_ask": (
        "Broker {follower} learns that broker {follower.now.leader} leads in epoch {epoch}, and keeps its "
        "log of {follower.now.log.end_offset} until it has asked where to cut."
    ),
    "answer_kip_101": _answer_kip_101,
    "answer_kip_279": (
        "Broker {leader} answers broker {follower}: its largest epoch up to {follower.was.exchange.epoch} "
        "is {follower.now.exchange.epoch}, and ends at {follower.now.exchange.offset}."
    ),
    "truncate_kip_101": _truncate_kip_101,
    "truncate_kip_279": (
        "By the answer, broker {follower} {follower.cut}, as far as both logs know the epoch answered."
    ),
    "become_leader": (
        "Broker {broker} learns that it leads in epoch {epoch}; its log ends at "
        "{broker.now.log.end_offset}, its high watermark is {broker.now.high_watermark}."
    ),
    "leader_shrinks_isr": (
        "Broker {leader} takes broker {follower}, which lags, out of the ISR: {leader.now.isr}."
    ),
    "controller_notices_failed_follower": (
        "The controller notices that broker {broker} is down; " + _EPOCH + "."
    ),
    "controller_fails_over": (
        "The controller notices that broker {failed}, the leader, is down, and begins " + _EPOCH + "."
    ),
    "controller_elects_leader": (
        "The controller gives the partition a leader again and begins " + _EPOCH + "."
    ),
    "controller_moves_leadership": (
        "The controller moves leadership from broker {cluster.was.quorum.leader} to broker {successor} and "
        "begins " + _EPOCH + "."
    ),
    "controller_elects_preferred_leader": (
        "The controller moves leadership to broker {successor}, the preferred leader, and begins "
        + _EPOCH
        + "."
    ),
    "leader_is_cut_off": (
        "Broker {failed} is cut off from the controller and goes on as a zombie; the controller begins "
        + _EPOCH
        + "."
    ),
    "broker_crashes": (
        "Broker {broker} crashes; its disk keeps its log of {broker.now.log.end_offset} and its high "
        "watermark {broker.now.high_watermark}."
    ),
    "broker_loses_power": (
        "Broker {broker} loses power; its disk keeps {broker.now.log.end_offset} of "
        "{broker.was.log.end_offset} records, and its high watermark {broker.now.high_watermark}."
    ),
    "broker_restarts": (
        "Broker {broker} restarts; its log ends at {broker.now.log.end_offset}, its high watermark is "
        "{broker.now.high_watermark}."
    ),
    "broker_reconnects": "Broker {broker} reaches the controller again, and will be told the current state.",
    "message_is_lost": "The message between broker {follower} and its leader is lost.",
    "checkpoint_high_watermark": (
        "Broker {broker} writes its high watermark {broker.now.high_watermark} to disk."
    ),
}
