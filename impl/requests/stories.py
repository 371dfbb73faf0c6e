"""What each action says when a run is told, by the name of its function.

A template names the arguments, and `state`, which `was` or is `now`. A request is named by its connection and number.
"""

from collections.abc import Mapping
from typing import Any

from tidemark.impl.requests.broker import Stage, Voided
from tidemark.spec.telling import Story


def _name(item: Any) -> str:
    return f"request {item.ordinal} of connection {item.connection}"


def _takes(thread: Any, state: Any, **_: Any) -> str:
    item = state.was.request_queue[0]
    late = state.now.asked[item.connection][item.ordinal].voided == Voided.by_waiting
    but = ", although the LeaderAndIsr request has arrived and waits" if late else ""
    return f"I/O thread {thread} takes {_name(item)} from the queue{but}."


def _handles(thread: Any, state: Any, **_: Any) -> str:
    item = state.was.io_threads[thread].item
    asked = state.now.asked[item.connection][item.ordinal]
    if asked.stage == Stage.in_purgatory:
        return f"I/O thread {thread} appends the record of {_name(item)}, which goes to the purgatory."
    if asked.failed:
        return f"I/O thread {thread} refuses {_name(item)}: the broker is a follower."
    late = ", although the broker is a follower by now" if asked.voided == Voided.by_obeyed else ""
    return f"I/O thread {thread} appends the record of {_name(item)}{late}, and acknowledges it."


def _answers(thread: Any, state: Any, **_: Any) -> str:
    item = state.was.response_queues[thread][0]
    was, happened = state.was.asked[item.connection][item.ordinal], state.now.happened
    answer = "an error" if was.failed else "the acknowledgement"
    text = f"Network thread {thread} sends the answer to {_name(item)}, {answer}"
    if was.stage == Stage.over:
        return f"Network thread {thread} sends another answer to {_name(item)}."
    if happened.misdirected and not state.was.happened.misdirected:
        return f"{text}, on the new connection, which did not ask for it."
    if happened.misordered and not state.was.happened.misordered:
        return f"{text}, after the answer to a later request."
    if was.orphaned:
        return f"Network thread {thread} drops the answer to {_name(item)}: that connection is closed."
    return f"{text}."


def _event(connection: Any, number: Any, state: Any, **_: Any) -> str:
    why = (
        "its followers have the record"
        if state.was.leads()
        else "the broker no longer leads, which is an error"
    )
    again = (
        " It was answered already." if state.was.asked[connection][number].stage != Stage.in_purgatory else ""
    )
    return f"Request {number} of connection {connection} is completed, since {why}.{again}"


def _timer(connection: Any, number: Any, state: Any, **_: Any) -> str:
    again = (
        " It was answered already." if state.was.asked[connection][number].stage != Stage.in_purgatory else ""
    )
    return f"Request {number} of connection {connection} is completed with an error, since its time is over.{again}"


_OBEYS = "makes the broker a follower, as the LeaderAndIsr request says."

STORIES: Mapping[str, Story] = {
    "acceptor_assigns": "The acceptor gives connection {connection} to network thread {thread}.",
    "client_sends": "The client of connection {connection} sends request {number}.",
    "network_thread_reads": "A network thread reads request {number} of connection {connection} into the queue.",
    "controller_sends": "The controller has elected another leader, and sends the broker a LeaderAndIsr request.",
    "control_request_into_the_queue": "The LeaderAndIsr request is read, and put into the queue.",
    "control_request_into_its_own": "The LeaderAndIsr request is read, and put into the queue for control requests.",
    "network_thread_answers": _answers,
    "client_reconnects": (
        "The client of connection {connection} closes it, and connects again from the same address and port."
    ),
    "io_thread_takes_request": _takes,
    "io_thread_takes_request_last": _takes,
    "io_thread_takes_control_request_in_turn": "I/O thread {thread} takes the LeaderAndIsr request from the queue.",
    "io_thread_takes_control_request_first": "I/O thread {thread} takes the LeaderAndIsr request, before any other.",
    "io_thread_obeys": f"I/O thread {{thread}} {_OBEYS}",
    "control_thread_obeys": f"The thread for control requests {_OBEYS}",
    "io_thread_handles": _handles,
    "event_completes": _event,
    "event_completes_after_look": _event,
    "timer_completes": _timer,
    "timer_completes_after_look": _timer,
    "event_looks": (
        "What request {number} of connection {connection} waits for has happened. A thread finds it not completed."
    ),
    "timer_looks": (
        "The time of request {number} of connection {connection} is over. The timer finds it not completed."
    ),
}
