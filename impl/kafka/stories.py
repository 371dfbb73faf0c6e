"""The sentence for each action of a counterexample, by the name of the action's function.

A template sees the action's arguments. After a broker, and after `state`, comes `was` or `now`: the state before or
after the action. A broker's `cut` says how its log was cut, or that it was kept. The sentences on what happened to a
record (cut, committed, acknowledged) are added later. Where a template is not enough, a function of the same
arguments writes the sentence.
"""

from collections.abc import Callable
from typing import Any

from tidemark.impl.kafka.cluster import Stage
from tidemark.impl.kafka.epoch_cache import NO_EPOCH, UNDEFINED_OFFSET
from tidemark.impl.kafka.settings import Follows
from tidemark.spec import none

_EPOCH = (
    "epoch {state.now.quorum.leader_epoch}: leader {state.now.quorum.leader!s}, ISR {state.now.quorum.isr}."
)
_BEGINS = f"begins {_EPOCH}"

_PRODUCE = (
    "A producer sends m{state.was.records_written} to broker {leader}, which appends it at offset "
    "{leader.was.log.end_offset} in epoch {leader.was.leader_epoch}"
)


def _send_fetch(leader: Any, follower: Any, **_: Any) -> str:
    return (
        f"Broker {follower} asks broker {leader} for what comes after its log end, "
        f"{follower.was.log.end_offset}{_in_epoch(follower)}."
    )


def _ask(leader: Any, follower: Any, **_: Any) -> str:
    epoch = follower.now.exchange.epoch
    if epoch == NO_EPOCH:
        return f"Broker {follower}, which knows of no epoch, asks broker {leader} where to cut{_in_epoch(follower)}."
    return (
        f"Broker {follower} asks broker {leader} where epoch {epoch}, the last one that it knows, "
        f"ends{_in_epoch(follower)}."
    )


def _in_epoch(follower: Any) -> str:
    """The leader epoch that a request carries, in words."""
    epoch = follower.now.exchange.leader_epoch
    return "" if epoch == NO_EPOCH else f" (its leader epoch is {epoch})"


def _handle_fetch(leader: Any, follower: Any, **_: Any) -> str:
    offset, answer = follower.was.exchange.offset, follower.now.exchange
    if answer.stage == Stage.waiting:
        what_it_does = "has nothing for it yet, so the fetch waits"
    elif answer.records.length:
        records = " ".join(f"m{answer.records[k].id}" for k in range(int(answer.records.length)))
        what_it_does = f"answers with {records} and high watermark {answer.high_watermark}"
    else:
        what_it_does = f"answers with nothing new and high watermark {answer.high_watermark}"
    asks = (
        ""
        if leader.was.isr_change.member == leader.now.isr_change.member
        else f" It asks for broker {follower} in the ISR."
    )
    return (
        f"Broker {leader} gets the fetch of broker {follower} from offset {offset}, and {what_it_does}; "
        f"now its high watermark is {leader.now.high_watermark}.{asks}"
    )


def _answer(leader: Any, follower: Any, **_: Any) -> str:
    epoch, answer = follower.was.exchange.epoch, follower.now.exchange
    if answer.offset == UNDEFINED_OFFSET:
        problem = "has no such epoch" if epoch == NO_EPOCH else f"does not know where epoch {epoch} ends"
        return f"Broker {leader} {problem}, and tells broker {follower} so."
    if answer.epoch in (NO_EPOCH, epoch):
        return f"Broker {leader} answers broker {follower} that epoch {epoch} ends at {answer.offset} in its log."
    return (
        f"Broker {leader} answers broker {follower}: its largest epoch up to {epoch} is {answer.epoch}, and ends at "
        f"{answer.offset}."
    )


def _truncate_kip_101(follower: Any, **_: Any) -> str:
    if follower.was.exchange.offset == UNDEFINED_OFFSET:
        back = f"falls back to its own high watermark, {follower.was.high_watermark}"
        return f"Without an answer, broker {follower} {back}: it {follower.cut}."
    return f"{_by_the_answer(follower)}, broker {follower} {follower.cut}."


def _by_the_answer(follower: Any) -> str:
    """How a sentence on a truncation begins: it names the epochs if the answer is of an older one."""
    answered, epoch = follower.was.exchange.leader_epoch, follower.was.leader_epoch
    if answered in (NO_EPOCH, epoch):
        return "By the answer"
    return f"By the answer, which is of epoch {answered} although it is in epoch {epoch}"


def _truncate_kip_279(follower: Any, **_: Any) -> str:
    if follower.was.exchange.offset == UNDEFINED_OFFSET:
        return _truncate_kip_101(follower)
    begins = _by_the_answer(follower)
    return f"{begins}, broker {follower} {follower.cut}, as far as both logs know the epoch answered."


def _late_answer(follower: Any, **_: Any) -> str:
    late = follower.was.late_answer
    arrives = f"The late answer of broker {late.leader} to the fetch from offset {late.fetch_offset} arrives"
    if follower.now.exchange.stage == Stage.idle or follower.was.exchange.stage != Stage.idle:
        return f"{arrives}, and broker {follower} drops it."
    if follower.now.exchange.leader_epoch == late.leader_epoch:
        return f"{arrives} at broker {follower}."
    return (
        f"{arrives}. It is of epoch {late.leader_epoch}; broker {follower} is in epoch "
        f"{follower.now.leader_epoch}, compares the offset alone, and takes it."
    )


def _goes_on(follower: Any, epoch: Any) -> str:
    """The sentence on a follower that hears of its own leader again and goes on as it is; empty for all others."""
    same = follower.was.leader == follower.now.leader and follower.was.follows == follower.now.follows
    if same and follower.was.exchange == follower.now.exchange and follower.was.log == follower.now.log:
        return f"Broker {follower} learns that broker {follower.now.leader} leads in epoch {epoch} too, and goes on."
    return ""


def _follow_to_high_watermark(follower: Any, epoch: Any, **_: Any) -> str:
    return _goes_on(follower, epoch) or (
        f"Broker {follower} learns that broker {follower.now.leader} leads in epoch {epoch}. Its own high watermark is "
        f"{follower.was.high_watermark}: it {follower.cut}."
    )


def _follow_and_ask(follower: Any, epoch: Any, **_: Any) -> str:
    learns = f"Broker {follower} learns that broker {follower.now.leader} leads in epoch {epoch}"
    if follower.now.follows == Follows.checks and follower.was.log.length == 0:
        return _goes_on(follower, epoch) or f"{learns}; its log is empty, so it does not ask where to cut."
    if follower.now.follows == Follows.checks:
        has_none = (
            f"{learns}. Its epoch cache is empty, so it does not ask where to cut: its own high watermark is"
        )
        return (
            _goes_on(follower, epoch) or f"{has_none} {follower.was.high_watermark}, and it {follower.cut}."
        )
    keeps = f"{learns}, and keeps its log of {follower.now.log.length} until it has asked where to cut."
    return _goes_on(follower, epoch) or keeps


def _send_fetch_with_epoch(leader: Any, follower: Any, **_: Any) -> str:
    epoch = follower.now.exchange.epoch
    last = "it knows of no epoch" if epoch == NO_EPOCH else f"the last epoch of its log is {epoch}"
    if follower.was.sends_no_epoch:
        last = "it sends no last epoch, for it has had an empty answer"
    return f"{_send_fetch(leader, follower)[:-1]}; {last}."


def _handle_fetch_with_epoch(leader: Any, follower: Any, **_: Any) -> str:
    answer = follower.now.exchange
    if answer.stage != Stage.epoch_answer:
        return _handle_fetch(leader, follower)
    return (
        f"Broker {leader} gets the fetch of broker {follower} from offset {follower.was.exchange.offset}, and answers "
        f"that their logs diverge: in its own, epoch {answer.epoch} ends at {answer.offset}."
    )


def _follow_and_fetch(follower: Any, epoch: Any, **_: Any) -> str:
    if str(follower.now.leader) == "none":
        return f"Broker {follower} learns that nobody leads in epoch {epoch}, and waits."
    learns = f"Broker {follower} learns that broker {follower.now.leader} leads in epoch {epoch}"
    if follower.was.log.length > follower.now.log.length:
        return f"{learns}. It knows of no epoch: it {follower.cut}, its own high watermark."
    return f"{learns}, and keeps its log of {follower.now.log.length}."


def _away(broker: Any, successor: Any, state: Any) -> str:
    quorum = state.now.quorum
    begun = f"epoch {quorum.leader_epoch}: leader {quorum.leader!s}, ISR {quorum.isr}"
    if state.was.quorum.leader_epoch == quorum.leader_epoch:
        return f"An operator stops broker {broker}, which is not in the ISR."
    moved = (
        f"moves leadership to broker {successor}" if str(successor) != "none" else "takes it out of the ISR"
    )
    return f"An operator stops broker {broker}: the controller {moved} and begins {begun}."


_AGAIN = "A producer, which got no answer for m{record}, sends it again to broker {leader}, which "
_APPENDS = "appends it at offset {leader.was.log.end_offset} in epoch {leader.was.leader_epoch}"
_STOPS = "Broker {broker} stops; its log and its high watermark {broker.now.high_watermark} are on disk."
_HANDLE_OLD_FETCH = (
    "Broker {leader} counts the old fetch of broker {follower} from offset {follower.was.old_fetch.offset}; its "
    "high watermark is {leader.now.high_watermark}."
)
_REFUSE_OFFSET = (
    "Broker {leader} answers the fetch of broker {follower} from offset {follower.was.exchange.offset} that its own "
    "log ends at {follower.now.exchange.offset}."
)


def _describe_record(state: Any) -> str:
    """What the controller has on record after a step, if that changed."""
    was, now = state.was.quorum, state.now.quorum
    if all(getattr(was, name) == getattr(now, name) for name in ("leader", "leader_epoch", "isr", "elr")):
        return "the partition stays as it is."
    elr = f", ELR {now.elr}" if was.elr != now.elr or now.elr.mask else ""
    recorded = f"leader {now.leader!s}, epoch {now.leader_epoch}, ISR {now.isr}{elr}."
    if was.leader == now.leader or now.leader == none or was.isr.has(now.leader):
        return recorded
    return f"{recorded} {_explain_leader(was, now.leader)}"


def _explain_leader(was: Any, leader: Any) -> str:
    """How a broker that was not in the ISR may lead."""
    if was.elr.has(leader):
        return "It is elected from the ELR."
    return "It is the last known leader." if was.last_known == leader else "The election is unclean."


def _with_record(template: str) -> Callable[..., str]:
    """The story of an action of KRaft's controller: the template, and what the controller has on record after it."""

    def tell(state: Any, **arguments: Any) -> str:
        return f"{template.format(**arguments)}: {_describe_record(state)}"

    return tell


Stories = dict[str, str | Callable[..., str]]

SHARED_STORIES: Stories = {
    "produce_acks_all": _PRODUCE + ", and waits for its ISR {leader.was.isr}.",
    "produce_acks_1": _PRODUCE + "; acks=1, so that is enough for the acknowledgement.",
    "produce_acks_0": _PRODUCE + "; acks=0, so the producer takes it as written.",
    "produce_to_failed_leader":
        "A producer sends m{state.was.records_written} to broker {leader}, which is down; acks=0, so it takes it as "
        "written.",
    "consumer_reads": "A consumer reads offset {offset} from broker {broker}, and is shown m{state.now.shown.record}.",
    "follower_gives_up_fetch":
        "Broker {follower} gives up its fetch from offset {follower.was.exchange.offset}, which stays in the queue of "
        "broker {follower.was.leader}.",
    "answer_is_delayed":
        "The answer of broker {follower.was.leader} to broker {follower} is late.",
    "late_answer_arrives": _late_answer,
    "leader_answers_waiting_fetch":
        "Broker {leader} answers the fetch of broker {follower} that waited, with its high watermark "
        "{follower.now.exchange.high_watermark}.",
    "broker_refuses_request":
        "Broker {broker} refuses the request of broker {follower}: it does not lead, or is in another epoch.",
    "follower_appends":
        "The answer reaches broker {follower}: its log ends at {follower.now.log.end_offset}, its high watermark is "
        "{follower.now.high_watermark}.",
    "answer_is_read_late":
        "The answer to broker {follower} is sent: its bytes are read now, and the log of broker {follower.was.leader} "
        "has other records there since.",
    "follower_ignores_answer": "Broker {follower} drops an answer that no longer fits its log or its epoch.",
    "follower_truncates_to_leader_end": "Broker {follower} {follower.cut}, the leader's log end.",
    "become_leader":
        "Broker {broker} learns that it leads in epoch {epoch}; its log ends at {broker.now.log.end_offset}, its high "
        "watermark is {broker.now.high_watermark}.",
    "leader_asks_to_shrink_isr":
        "Broker {leader} asks the controller to take broker {follower}, which lags, out of the ISR.",
    "controller_refuses_member":
        "The controller refuses broker {leader.was.isr_change.member} as a member of the ISR: it is fenced, or "
        "stopping, or fetched before it registered.",
    "leader_learns_altered_isr":
        "Broker {leader} learns that its ISR is {leader.now.isr}; its high watermark is {leader.now.high_watermark}.",
    "controller_moves_leadership": (
        "The controller moves leadership from broker {state.was.quorum.leader} to broker {successor} and "
        + _BEGINS
    ),
    "controller_elects_preferred_leader": (
        "The controller moves leadership to broker {successor}, the preferred leader, and " + _BEGINS
    ),
    "broker_crashes":
        "Broker {broker} crashes; its disk keeps its log of {broker.now.log.length} and its high watermark "
        "{broker.now.high_watermark}.",
    "broker_loses_epoch_cache":
        "Broker {broker} crashes, and of its leader epoch cache the epochs after {epoch} were not written to disk.",
    "broker_loses_power":
        "Broker {broker} loses power; its disk keeps {broker.now.log.length} of {broker.was.log.length} records, and "
        "its high watermark {broker.now.high_watermark}.",
    "broker_loses_disk": "Broker {broker} loses its disk: its log is empty when it comes back.",
    "broker_is_gone": "Broker {broker} is gone for good, with its disk.",
    "message_is_lost": "The message between broker {follower} and its leader is lost.",
    "checkpoint_high_watermark": "Broker {broker} writes its high watermark {broker.now.high_watermark} to disk.",
    "follow_and_fetch": _follow_and_fetch,
    "follower_sends_fetch_with_epoch": _send_fetch_with_epoch,
    "leader_handles_fetch_with_epoch": _handle_fetch_with_epoch,
    "leader_handles_old_fetch_with_epoch": _HANDLE_OLD_FETCH,
    "leader_refuses_offset_or_epoch": _REFUSE_OFFSET,
    "truncate_on_fetch": _truncate_kip_279,
    "follower_raises_high_watermark_before_cut":
        "Broker {follower} takes over the high watermark {follower.now.high_watermark} of its leader, and then finds "
        "that it is to cut its log.",
}  # fmt: skip

ZOOKEEPER_STORIES: Stories = {
    "leader_counts_any_fetch": _handle_fetch_with_epoch,
    "leader_counts_any_old_fetch": _HANDLE_OLD_FETCH,
    "produce_without_number": _PRODUCE + ", and waits for its ISR {leader.was.isr}.",
    "produce_with_number": _PRODUCE + " and waits for its ISR {leader.was.isr}; its number is the next one.",
    "produce_again_without_number": _AGAIN + _APPENDS + ".",
    "produce_again_with_number": _AGAIN + _APPENDS + ": its number is the next one.",
    "leader_drops_duplicate": _AGAIN + "has that number, drops it, and answers once it is committed.",
    "connection_breaks": "The connection of the producer to broker {leader} breaks: what it owed is not answered.",
    "follower_sends_fetch": _send_fetch,
    "follower_asks_for_end_offset": _ask,
    "leader_handles_fetch": _handle_fetch,
    "leader_handles_old_fetch": _HANDLE_OLD_FETCH,
    "leader_refuses_offset": _REFUSE_OFFSET,
    "follower_acknowledges_unwritten":
        "Broker {follower} acknowledges what broker {leader} sent it before it has appended it; the high watermark of "
        "broker {leader} is {leader.now.high_watermark}.",
    "follower_halts":
        "Broker {follower} stops itself: its log goes beyond that of broker {follower.was.leader}, and unclean "
        "election is off.",
    "truncate_to_high_watermark": _follow_to_high_watermark,
    "truncate_to_leader_high_watermark": _follow_to_high_watermark,
    "follow_and_ask": _follow_and_ask,
    "leader_answers_epoch_request": _answer,
    "truncate_kip_101": _truncate_kip_101,
    "truncate_kip_279": _truncate_kip_279,
    "leader_shrinks_isr": "Broker {leader} takes broker {follower}, which lags, out of the ISR: {leader.now.isr}.",
    "controller_alters_isr": "The controller records the ISR that broker {leader} asked for: {state.now.quorum.isr}.",
    "controller_notices_failed_follower": "The controller notices that broker {broker} is down; " + _EPOCH,
    "controller_fails_over": "The controller notices that broker {failed}, the leader, is down, and "
    + _BEGINS,
    "controller_elects_leader": "The controller gives the partition a leader again and " + _BEGINS,
    "controller_moves_leadership_away": _away,
    "controller_reorders_replicas": (
        "An operator puts broker {broker} first in the order of assigned replicas; the controller " + _BEGINS
    ),
    "controller_sends_state":
        "A controller that takes over sends broker {broker} the current state: epoch {state.now.quorum.leader_epoch}, "
        "leader {state.now.quorum.leader!s}.",
    "leader_is_cut_off": (
        "Broker {failed} is cut off from the controller and goes on as a zombie; the controller " + _BEGINS
    ),
    "broker_stops": _STOPS,
    "broker_restarts":
        "Broker {broker} restarts; its log ends at {broker.now.log.end_offset}, its high watermark is "
        "{broker.now.high_watermark}.",
    "broker_reconnects": "Broker {broker} reaches the controller again, and will be told the current state.",
}  # fmt: skip
"""Of the actions of older releases, of ZooKeeper's controller, and of a producer that sends again."""

KRAFT_STORIES: Stories = {
    "controller_notices_failure": _with_record("The controller notices that broker {broker} is down"),
    "broker_is_cut_off": _with_record("Broker {broker} is cut off from the controller, and goes on"),
    "broker_registers": _with_record("Broker {broker} restarts and registers, fenced at first"),
    "controller_unfences_broker": _with_record("Broker {broker} has its session again"),
    "controller_lets_broker_leave": _with_record("An operator stops broker {broker}"),
    "fenced_broker_stops": _STOPS,
    "controller_alters_partition": _with_record(
        "The controller records the ISR that broker {leader} asked for"
    ),
    "controller_reorders_replicas_in_epoch":
        "An operator puts broker {broker} first in the order of assigned replicas.",
    "leader_learns_isr":
        "Broker {leader} learns from the controller that its ISR is {leader.now.isr}; its high watermark is "
        "{leader.now.high_watermark}.",
}  # fmt: skip
