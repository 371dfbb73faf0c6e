"""What the log of a group's members is in the model of the classic protocol, `group/…`."""

from tidemark import EventMap, all_of, none, not_, observe, skip, take
from tidemark.impl.group.state import GroupState, Phase

OK, NO_MEMBER, REBALANCES = "NO_ERROR", "UNKNOWN_MEMBER_ID", "REBALANCE_IN_PROGRESS"

log = EventMap(time="at", order="clock")
client = log.names("client", alike=True)
partition = log.names("partition", {0: 0, 1: 1})
log.silent("complete_join", most=1)
log.silent("become_empty", most=1)
log.silent("time_session_out", most=2)
log.ignore("pause", "resume")


@log.bounds
def bounds(events):
    """As many clients, records and generations as the log has; a pause for each that may have ended a session."""
    done = [e for e in events if e.name == "processed"]
    told = sum(e.get("error") == NO_MEMBER for e in events)
    return {
        "clients": len({e.client for e in events if e.get("client")}),
        "partitions": 2,
        "records": 1 + max(e.offset for e in done),
        "generations": min(8, 1 + max(e.get("generation") or 0 for e in events)),
        "crashes": sum(e.name == "kill" for e in events),
        "pauses": min(8, 1 + told + sum(e.name == "pause" for e in events)),
    }


def member(id):
    """The client with a member id, which begins with the client's name."""
    return client(id.partition("-")[0])


@log.call("JoinGroupRequest", answer="JoinGroupResponse", id="id")
def joins(e, answer):
    """A client joins or rejoins; the first request only gets it a member id. It learns at last that it was removed."""
    me = client(e.client)
    if not e.member or (answer and answer.error not in (OK, NO_MEMBER)):
        return skip
    if answer and answer.error == NO_MEMBER:
        return observe(lambda g: not_(g.is_member(me)))
    new = take("join_group", me=me)
    ways = new | take("learn_removal", me=me).then(new) | take("rejoin", me=me)
    return ways | take("rejoin_unasked", me=me) if e.assignor == "cooperative-sticky" else ways


@log.event("JoinGroupResponse")
def has_joined(e):
    """A client learns its generation, and who leads it."""
    if e.error != OK:
        return skip
    me, leader, number = client(e.client), member(e.leader), e.generation

    def holds(g):
        now, mine = g.coordinator, g.clients[me]
        leads = (now.leader == leader) | (now.leader == none) | (now.generation != number)
        return (mine.generation == number) & (mine.phase == Phase.joined) & leads

    return observe(holds)


@log.call("SyncGroupRequest", answer="SyncGroupResponse", id="id")
def syncs(e, answer):
    """The leader sends its assignment; a member learns its own."""
    me = client(e.client)
    given = {partition(number): member(id) for id, numbers in e.assigned.items() for number in numbers}
    assigns = take("assign", leader=me).after(
        lambda g: all_of(g.coordinator.assignment[one] == owner for one, owner in given.items())
    )
    if answer is None:
        return assigns if e.assigned else skip
    if answer.error == NO_MEMBER:
        return observe(lambda g: not_(g.is_member(me)))
    if answer.error != OK:
        return observe(lambda g: g.coordinator.group_state == GroupState.PreparingRebalance)
    mine = {partition(number) for number in answer.assigned}
    learns = take("sync_group", me=me).after(
        lambda g: all_of(g.clients[me].owned.has(one) == (one in mine) for one in g.partitions.indices())
    )
    return assigns.then(learns) if e.assigned else learns


@log.call("HeartbeatRequest", answer="HeartbeatResponse", id="id")
def beats(e, answer):
    """What the coordinator says to a heartbeat."""
    me, number = client(e.client), e.generation
    if answer is None:
        return skip
    if answer.error == NO_MEMBER:
        return observe(lambda g: not_(g.is_member(me)))

    def holds(g):
        prepares = g.coordinator.group_state == GroupState.PreparingRebalance
        said = prepares if answer.error == REBALANCES else not_(prepares)
        return g.is_member(me) & (g.coordinator.generation == number) & said

    return observe(holds)


@log.event("processed")
def processed(e):
    """A client has processed a record: the next one that it has not processed since it has the partition."""
    me, one = client(e.client), partition(e.partition)
    return take("process", me=me, partition=one).before(lambda g: g.clients[me].next_offset[one] == e.offset)


@log.call("OffsetCommitRequest", answer="OffsetCommitResponse", id="id")
def commits(e, answer):
    """A client commits the offset behind the record that it has processed."""
    me, one = client(e.client), partition(e.partition)
    if answer and answer.error == NO_MEMBER:
        return observe(lambda g: not_(g.is_member(me)))
    if answer and answer.error != OK:
        return observe(lambda g: not_(g.is_synced(me)))
    return take("commit", me=me, partition=one).before(
        lambda g: (
            (g.clients[me].next_offset[one] + 1 == e.offset) & (g.clients[me].generation == e.generation)
        )
    )


@log.call("OffsetFetchRequest", answer="OffsetFetchResponse", id="id")
def fetches(_e, answer):
    """A client asks for committed offsets; -1 is none."""
    if answer is None or answer.error != OK:
        return skip
    found = {partition(int(number)): max(offset, 0) for number, offset in answer.offsets.items()}
    return observe(lambda g: all_of(g.partitions[one].committed == offset for one, offset in found.items()))


@log.call("LeaveGroupRequest", answer="LeaveGroupResponse", id="id")
def leaves(e, answer):
    """A member leaves; where it was removed before, nothing happens."""
    me = client(e.client)
    if answer and answer.error != OK:
        return observe(lambda g: not_(g.is_member(me)))
    return take("leave_group", me=me)


@log.call("kill", answer="(nothing)", id="id")
def killed(e, _answer):
    """A client's process is killed: from then on it does nothing, and what it has sent may still arrive."""
    return take("crash", me=client(e.member))
