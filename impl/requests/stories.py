"""What each action says when a run is told, by the name of its function.

A template names the arguments, and `state`, which `was` or is `now`. A request is named by its connection and number.
"""

from collections.abc import Mapping
from typing import Any

from tidemark.impl.requests.broker import Stage, Voided
from tidemark.spec.families.telling import Story


def _name(item: Any) -> str:
    return f"request {item.ordinal} of connection {item.connection}"


def _order(state: Any) -> str:
    """The controller's request."""
    return "StopReplica" if state.now.settings.stops else "LeaderAndIsr"


def _read(where: str) -> Story:
    return lambda state, **_: f"The {_order(state)} request is read, and put into the queue{where}."


def _obeys(who: str) -> Story:
    def obeys(state: Any, **names: Any) -> str:
        does = "stops the replica" if state.now.settings.stops else "makes the broker a follower"
        return f"{who.format(**names)} {does}, as the {_order(state)} request says."

    return obeys


def _sends(connection: Any, number: Any, state: Any, **_: Any) -> str:
    asks = ", which asks for METADATA" if number >= state.now.settings.first_metadata else ""
    return f"The client of connection {connection} sends request {number}{asks}."


def _controller_sends(state: Any, **_: Any) -> str:
    why = "deletes the topic" if state.now.settings.stops else "has elected another leader"
    return f"The controller {why}, and sends the broker a {_order(state)} request."


def _answers_metadata(thread: Any, state: Any, **_: Any) -> str:
    named = "another broker leads" if state.now.cache_updated else "this broker leads"
    but = ", which it does no longer" if not (state.now.leads() or state.now.cache_updated) else ""
    return f"I/O thread {thread} answers {_name(state.was.io_threads[thread].item)}: {named}{but}."


def _takes(thread: Any, state: Any, **_: Any) -> str:
    item = state.was.request_queue[0]
    late = state.now.asked[item.connection][item.ordinal].voided == Voided.by_waiting
    but = f", although the {_order(state)} request has arrived and waits" if late else ""
    return f"I/O thread {thread} takes {_name(item)} from the queue{but}."


def _handles(thread: Any, state: Any, **_: Any) -> str:
    item = state.was.io_threads[thread].item
    asked = state.now.asked[item.connection][item.ordinal]
    if asked.stage == Stage.in_purgatory:
        return f"I/O thread {thread} appends the record of {_name(item)}, which goes to the purgatory."
    if asked.failed:
        is_not = "has no replica" if state.now.settings.stops else "is a follower"
        return f"I/O thread {thread} refuses {_name(item)}: the broker {is_not}."
    late = ", although the broker is a follower by now" if asked.voided == Voided.by_obeyed else ""
    return f"I/O thread {thread} appends the record of {_name(item)}{late}, and acknowledges it."


def _answers(thread: Any, state: Any, **_: Any) -> str:
    item = state.was.response_queues[thread][0]
    was, happened = state.was.asked[item.connection][item.ordinal], state.now.happened
    answer = "an error" if was.failed else "the acknowledgement"
    answer = "the metadata" if state.now.is_metadata(item) else answer
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


STORIES: Mapping[str, Story] = {
    "acceptor_assigns": "The acceptor gives connection {connection} to network thread {thread}.",
    "client_sends": _sends,
    "network_thread_reads": "A network thread reads request {number} of connection {connection} into the queue.",
    "controller_sends": _controller_sends,
    "control_request_into_the_queue": _read(""),
    "control_request_into_its_own": _read(" for control requests"),
    "network_thread_answers": _answers,
    "client_reconnects": (
        "The client of connection {connection} closes it, and connects again from the same address and port."
    ),
    "io_thread_takes_request": _takes,
    "io_thread_takes_request_last": _takes,
    "io_thread_takes_control_request_in_turn": (
        lambda thread, state, **_: f"I/O thread {thread} takes the {_order(state)} request from the queue."
    ),
    "io_thread_takes_control_request_first": (
        lambda thread, state, **_: f"I/O thread {thread} takes the {_order(state)} request, before any other."
    ),
    "io_thread_obeys": _obeys("I/O thread {thread}"),
    "control_thread_obeys": _obeys("The thread for control requests"),
    "broker_updates_metadata": "The broker handles UpdateMetadata: its metadata name the new leader.",
    "io_thread_answers_metadata": _answers_metadata,
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
