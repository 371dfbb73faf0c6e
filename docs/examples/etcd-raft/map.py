"""What the events of the trace of `go.etcd.io/raft/v3` are in the model."""

import json
from collections import Counter, defaultdict

from state import Kind, Role, last_of

from tidemark import EventMap, none, observe, take

ROLES = {"StateFollower": Role.follower, "StateCandidate": Role.candidate, "StateLeader": Role.leader}
KINDS = {
    "MsgVote": Kind.vote,
    "MsgVoteResp": Kind.voted,
    "MsgApp": Kind.append,
    "MsgAppResp": Kind.appended,
    "MsgHeartbeat": Kind.beat,
    "MsgHeartbeatResp": Kind.beaten,
}


def read_trace(lines):
    """The events. One that sends a message says whether a later line receives it: one that is lost takes no room."""
    events = []
    for number, line in enumerate(lines, 1):
        try:
            events.append((number, json.loads(line)["event"]))
        except (ValueError, KeyError, TypeError):
            raise ValueError("this is no line of a trace") from None
    waiting, sent = defaultdict(list), defaultdict(list)
    for _, event in events:
        name, node = event["name"], event["nid"]
        if name.startswith("Send"):
            event["lost"] = True
            waiting[node].append(event)
        elif name == "Ready":
            for one in waiting.pop(node, ()):
                sent[json.dumps(one["msg"])].append(one)
        elif name == "InitState":
            waiting.pop(node, None)
        elif name.startswith("Receive") and (found := sent[json.dumps(event["msg"])]):
            found.pop(0)["lost"] = False
    yield from events


log = EventMap(reader=read_trace, name="name", order="written")
node = log.names("node", {"1": 0, "2": 1, "3": 2})
log.ignore("ApplyConfChange")


@log.bounds
def bounds(events):
    """The last term and entry, and the most messages under way and waiting, rounded so that machines are shared."""
    most = Counter()
    under_way, waiting = 0, Counter()
    for e in events:
        message = e.get("msg") or Counter()
        see(most, "terms", e.state["term"], message["term"])
        see(most, "entries", e.log + 1, message["index"] + message["entries"])
        see(most, "batch", message["entries"])
        waiting[e.nid] += e.name.startswith("Send") and not e.lost
        under_way -= e.name.startswith("Receive")
        see(most, "out", waiting[e.nid])
        if e.name == "Ready":
            under_way += waiting.pop(e.nid)
            see(most, "wire", under_way)
    steps = {"terms": 8, "entries": 64, "batch": 4, "out": 8, "wire": 8}
    return {name: max(1, -(-most[name] // step)) * step for name, step in steps.items()}


def see(most, name, *numbers):
    """Note what may be the largest number."""
    most[name] = max(most[name], *numbers)


def says(e):
    """What a line says of its node."""
    me, state = node(e.nid), e.state
    vote = none if state["vote"] == "0" else node(state["vote"])

    def holds(c):
        s = c.nodes[me]
        return (
            (s.role == ROLES[e.role])
            & (s.term == state["term"])
            & (s.vote == vote)
            & (s.commit == state["commit"])
            & (last_of(s.log) == e.log)
        )

    return holds


def is_message(e):
    """What a line says of the message that is sent or received."""
    m = e.msg
    source, to, kind = node(m["from"]), node(m["to"]), KINDS[m["type"]]
    last = m["index"] + m["entries"] if m["type"] == "MsgApp" else 0

    def fits(message):
        return (
            (message.kind == kind)
            & (message.source == source)
            & (message.to == to)
            & (message.term == m["term"])
            & (message.index == m["index"])
            & (message.log_term == m["logTerm"])
            & (message.last == last)
            & (message.commit == m["commit"])
            & (message.reject == m["reject"])
            & (message.hint == m["rejectHint"])
        )

    return fits


def sends(e, action, **parameters):
    """The node takes an action that sends this message."""
    fits = is_message(e)
    return take(action, me=node(e.nid), lost=e.lost, **parameters).after(lambda c: fits(c.latest))


@log.event("InitState")
def started(e):
    """A node has started. The line is written before it reads its disk, so it has no term and no vote."""
    me = node(e.nid)
    return take("restart", me=me).after(lambda c: last_of(c.nodes[me].log) == e.log)


@log.event("BecomeFollower")
def became_follower(e):
    """A node follows: it has restarted, has heard of a later term or a leader, or has lost an election."""
    me, holds = node(e.nid), says(e)
    return observe(holds) | take("follow", me=me).after(holds) | take("lose_election", me=me).after(holds)


@log.event("BecomeCandidate")
def became_candidate(e):
    """A node calls for an election."""
    return take("campaign", me=node(e.nid)).after(says(e))


@log.event("BecomeLeader")
def became_leader(e):
    """A candidate has won."""
    return take("become_leader", me=node(e.nid)).after(says(e))


@log.event("Replicate")
def replicated(e):
    """A leader appends an entry; the line is written before."""
    return take("propose", me=node(e.nid)).before(says(e))


@log.event("Commit")
def committed(e):
    """A leader looks what it may commit."""
    return take("advance_commit", me=node(e.nid)).after(says(e))


@log.event("Ready")
def ready(e):
    """A node writes, and then sends."""
    return take("write", me=node(e.nid)).after(says(e))


@log.event("SendRequestVoteRequest")
def asked(e):
    """A candidate asks for a vote."""
    return sends(e, "ask", to=node(e.msg["to"])).after(says(e))


@log.event("SendRequestVoteResponse")
def voted(e):
    """A candidate votes for itself, or a node answers one; that line is written before the vote is noted."""
    if e.msg["to"] == e.nid:
        return sends(e, "ask", to=node(e.nid)).after(says(e))
    return sends(e, "answer_vote").before(says(e))


@log.event("SendAppendEntriesRequest")
def sent(e):
    """A leader sends entries, or a heartbeat. What the line says of its progress is its own, not the follower's."""
    me, to = node(e.nid), node(e.msg["to"])
    if e.msg["type"] == "MsgHeartbeat":
        return sends(e, "send_beat", to=to).after(says(e))
    known = e.prop
    return (
        sends(e, "send_append", to=to, entries=e.msg["entries"])
        .before(lambda c: (c.nodes[me].match[me] == known["match"]) & (c.nodes[me].next[me] == known["next"]))
        .after(says(e))
    )


@log.event("SendAppendEntriesResponse")
def answered(e):
    """A leader acknowledges its own entries, or a follower those that it was sent."""
    if e.msg["to"] == e.nid:
        return sends(e, "acknowledge_own").after(says(e))
    action = "answer_beat" if e.msg["type"] == "MsgHeartbeatResp" else "answer_append"
    return sends(e, action).after(says(e))


@log.event(
    "ReceiveRequestVoteRequest",
    "ReceiveRequestVoteResponse",
    "ReceiveAppendEntriesRequest",
    "ReceiveAppendEntriesResponse",
)
def received(e):
    """A node gets a message; the line is written before it is handled."""
    return take("receive", message=is_message(e)).before(says(e))
