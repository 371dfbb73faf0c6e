"""The sentence for each action of a run, by the name of the action's function."""

from tidemark.spec.families.telling import Story

_RECORD = "Broker {broker} reads the controller's record {records}: "
"""How many records it then has."""

STORIES: dict[str, Story] = {
    "fence_broker": "The controller misses the heartbeats of broker {broker}, and fences it.",
    "elect_preferred": "The preferred leader, broker {candidate}, is elected.",
    "unfence_broker": "The controller gets a heartbeat of broker {broker}, and unfences it.",
    "receive_registration": (
        "The controller registers broker {message.broker} with broker epoch {state.now.broker_epochs}."
    ),
    "receive_alter_partition": "The controller {message.verdict} that broker {message.leader} asked for.",
    "start_broker": "Broker {broker} starts, and asks to be registered with {broker.epoch}.",
    "receive_registered": "Broker {message.broker} is registered, and runs.",
    "read_nothing_new": f"{_RECORD}it knows that ISR by the answer to its request.",
    "remain_leader": f"{_RECORD}it leads as before; {{broker.knows}}.",
    "become_leader": f"{_RECORD}it leads in epoch {{broker.now.metadata.leader_epoch}}; {{broker.knows}}.",
    "become_follower": (
        f"{_RECORD}broker {{broker.now.metadata.leader}} leads in epoch "
        f"{{broker.now.metadata.leader_epoch}}, and is fetched from."
    ),
    "wait_for_leader": f"{_RECORD}nobody leads.",
    "shut_down_uncleanly": "Broker {broker} is shut down uncleanly: its log is lost. The controller fences it.",
    "shut_down_cleanly": "Broker {broker} is shut down, and keeps its log{broker.keeps}. The controller fences it.",
    "write_value": "A producer writes v{value} to leader {broker}, at offset {broker.was.log.length}.",
    "send_fetch": "Broker {follower} fetches from broker {leader}, from offset {fetch.offset} on.",
    "refuse_fetch": "Broker {leader} refuses the fetch of broker {follower}: {fetch.fetch_error}.",
    "answer_divergence": (
        "Leader {leader} tells broker {follower} that epoch {fetch.diverging_epoch} ends at offset "
        "{fetch.diverging_offset}."
    ),
    "answer_fetch": (
        "Leader {leader} learns that broker {follower} has its log up to offset {fetch.offset}, and answers."
    ),
    "ignore_answer": "Broker {follower} ignores an answer of broker {leader}, which is not what it asked for now.",
    "delay_fetch": "Broker {follower} reads the error in the answer of broker {leader}.",
    "truncate": "Broker {follower} cuts its log to {follower.now.log.length}, by the answer of leader {leader}.",
    "append_entry": (
        "Broker {follower} reads the answer of leader {leader}: its log has {follower.now.log.length}, its high "
        "watermark is {follower.now.high_watermark}."
    ),
    "send_alter_partition": (
        "Leader {broker} asks for the ISR {broker.now.pending_alter.isr}, and counts on it from now on."
    ),
    "receive_altered": "Leader {broker} reads the controller's answer ({answer}); {broker.knows}.",
}
