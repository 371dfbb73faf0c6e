"""What each action says when a run is told, by the name of its function; `me`, `member` and `message` as in the action."""

STORIES = {
    "send_heartbeat": "Client {me} sends a heartbeat.",
}
