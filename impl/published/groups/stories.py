"""The sentence for each action of a run, by the name of the action's function.

A template sees the action's arguments: a client `me`, a `message`, a `member` id; each with words for what it says or
what happened to it.
"""

STORIES = {
    "send_heartbeat": "Client {me} sends a heartbeat{me.says}.",
    "accept_heartbeat": (
        "The coordinator takes the heartbeat of client {message}{state.assigns}; {message.result}{message.answers}."
    ),
    "receive_success": "Client {message} receives epoch {message.epoch}{message.assigns}.",
    "complete_reconciliation": "Client {me} has done what its new assignment asks: it owns {me.owns}.",
    "refuse_heartbeat": "The coordinator refuses the heartbeat of client {message}: {message.refusal}.",
    "receive_error": "Client {message} is told {message.code}: it gives up what it owns{message.again}.",
    "expire_dead_member": "The session of member {member}, which no client uses any more, times out.",
    "send_commit": "Client {me} commits an offset of partition {partition} in epoch {me.was.epoch}.",
    "take_commit": "The commit of client {state.was.commit.client} arrives: {state.verdict}.",
    "start_leaving": "Client {me} begins to leave.",
    "complete_leaving": "Client {me} has given up what it owned, and will say that it leaves.",
    "accept_leaving": "The coordinator removes the member of client {message}, which leaves.",
    "crash": "Client {me} crashes, and starts over.",
    "expire_live_member": "The session of member {member}, of client {member.was.host}, times out.",
}
