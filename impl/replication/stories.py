"""What each action says when a counterexample is told, by the name of its function.

A template sees the action's arguments. A broker, and `cluster`, is followed by `was` or `now`, for the
state before or after the action. What became of a record (cut, committed, acknowledged) is told by the
reader of the template.
"""

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

_HANDLE = (
    "Broker {leader} gets the fetch of broker {follower} from offset {follower.was.exchange.offset}; its "
    "high watermark is {leader.now.high_watermark}"
)

_ASK = (
    "Broker {follower} asks broker {leader} where epoch {follower.now.exchange.epoch}, the last one in its "
    "own log, ends"
)

STORIES = {
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
    "handle_fetch": _HANDLE + ".",
    "handle_fetch_fenced": _HANDLE + ".",
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
    "follower_truncates_to_leader_end": (
        "Broker {follower} cuts its log of {follower.was.log.end_offset} to {follower.now.log.end_offset}, "
        "the leader's log end."
    ),
    "truncate_to_high_watermark": (
        "Broker {follower} learns that broker {follower.now.leader} leads in epoch {epoch}, and cuts its "
        "log of {follower.was.log.end_offset} to its own high watermark, {follower.was.high_watermark}."
    ),
    "follow_and_ask": (
        "Broker {follower} learns that broker {follower.now.leader} leads in epoch {epoch}, and keeps its "
        "log of {follower.now.log.end_offset} until it has asked where to cut."
    ),
    "answer_kip_101": (
        "Broker {leader} answers broker {follower} with the end of epoch {follower.was.exchange.epoch} in "
        "its log: {follower.now.exchange.offset}."
    ),
    "answer_kip_279": (
        "Broker {leader} answers broker {follower}: its largest epoch up to {follower.was.exchange.epoch} "
        "is {follower.now.exchange.epoch}, and ends at {follower.now.exchange.offset}."
    ),
    "truncate_kip_101": (
        "Broker {follower} cuts its log of {follower.was.log.end_offset} to {follower.now.log.end_offset}, "
        "as the answer says, or to its high watermark if there is none."
    ),
    "truncate_kip_279": (
        "Broker {follower} cuts its log of {follower.was.log.end_offset} to {follower.now.log.end_offset}, "
        "as far as both logs know the epoch of the answer."
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
