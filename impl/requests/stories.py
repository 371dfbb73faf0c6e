"""The sentence of each action in a run, by the name of the action's function.

A template names the arguments and `state`, the states before (`was`) and after the step (`now`). A request is named by
its connection and number.
"""

from collections.abc import Mapping
from typing import Any

from tidemark.impl.requests.broker import Stage, Voided
from tidemark.spec.families.telling import Story


def _name(request: Any) -> str:
    return f"request {request.ordinal} of connection {request.connection}"


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
    request = state.was.request_queue[0]
    late = state.now.asked[request.connection][request.ordinal].voided == Voided.by_waiting
    but = f", although the {_order(state)} request has arrived and waits" if late else ""
    return f"I/O thread {thread} takes {_name(request)} from the queue{but}."


def _handles(thread: Any, state: Any, **_: Any) -> str:
    request_id = state.was.io_threads[thread].item
    request = state.now.asked[request_id.connection][request_id.ordinal]
    if request.stage == Stage.in_purgatory:
        return f"I/O thread {thread} appends the record of {_name(request_id)}, which goes to the purgatory."
    if request.failed:
        is_not = "has no replica" if state.now.settings.stops else "is a follower"
        return f"I/O thread {thread} refuses {_name(request_id)}: the broker {is_not}."
    late = ", although the broker is a follower by now" if request.voided == Voided.by_obeyed else ""
    return f"I/O thread {thread} appends the record of {_name(request_id)}{late}, and acknowledges it."


def _answers(thread: Any, state: Any, **_: Any) -> str:
    request_id = state.was.response_queues[thread][0]
    was, happened = state.was.asked[request_id.connection][request_id.ordinal], state.now.happened
    answer = "an error" if was.failed else "the acknowledgement"
    answer = "the metadata" if state.now.is_metadata(request_id) else answer
    sentence = f"Network thread {thread} sends the answer to {_name(request_id)}, {answer}"
    if was.stage == Stage.over:
        return f"Network thread {thread} sends another answer to {_name(request_id)}."
    if happened.misdirected and not state.was.happened.misdirected:
        return f"{sentence}, on the new connection, which did not ask for it."
    if happened.misordered and not state.was.happened.misordered:
        return f"{sentence}, after the answer to a later request."
    if was.orphaned:
        return f"Network thread {thread} drops the answer to {_name(request_id)}: that connection is closed."
    return f"{sentence}."


def _completes(connection: Any, number: Any, state: Any, how: str) -> str:
    is_first = state.was.asked[connection][number].stage == Stage.in_purgatory
    again = "" if is_first else " It was answered already."
    return f"Request {number} of connection {connection} is completed{how}.{again}"


def _event(connection: Any, number: Any, state: Any, **_: Any) -> str:
    leads = state.was.leads()
    why = "its followers have the record" if leads else "the broker no longer leads, which is an error"
    return _completes(connection, number, state, f", since {why}")


def _timer(connection: Any, number: Any, state: Any, **_: Any) -> str:
    return _completes(connection, number, state, " with an error, since its time is over")


STORIES: Mapping[str, Story] = {
    "acceptor_assigns": "The acceptor gives connection {connection} to network thread {thread}.",
    "client_sends": _sends,
    "network_thread_reads": "A network thread reads request {number} of connection {connection} into the queue.",
    "controller_sends": _controller_sends,
    "control_request_into_the_queue": _read(""),
    "control_request_into_its_own": _read(" for control requests"),
    "network_thread_answers": _answers,
    "client_reconnects":
        "The client of connection {connection} closes it, and connects again from the same address and port.",
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
    "event_looks":
        "What request {number} of connection {connection} waits for has happened. A thread finds it not completed.",
    "timer_looks": "The time of request {number} of connection {connection} is over. The timer finds it not completed.",
}  # fmt: skip
