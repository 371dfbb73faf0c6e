"""What the log of a group's members is in the model of KIP-848, `kip-848/…`: each heartbeat, and what is answered."""

import json
import re

from tidemark import EventMap, Int, all_of, any_of, not_, observe, take
from tidemark.impl.published.groups.state import Kind

LEAVES = -1
NOT_READY = (14, 15, 16)
"""Errors of a broker that is no coordinator yet: nothing comes of such a heartbeat."""
HEARTBEAT = re.compile(
    r"(Sending|Received) CONSUMER_GROUP_HEARTBEAT .*correlationId=(\d+).*: ConsumerGroupHeartbeat(.*)"
)

PARTITIONS = re.compile(r"partitions=\[([\d, ]*)\]")


def read_log(lines):
    """The events of a member: a heartbeat that it sends, what it asks with it, and the answer."""
    found, vain, who = [], set(), ""
    for number, line in enumerate(lines, 1):
        try:
            told = json.loads(line)
        except ValueError:
            continue  # of a stack trace
        if "event" in told:
            found.append((number, told))
        elif match := HEARTBEAT.search(told["log"]):
            verb, id, text = match.groups()
            if verb == "Sending":  # an answer that refuses does not say whom
                (who,) = re.findall(r"memberId='(.*?)'", text)
            numbers = {name: int(value) for name, value in re.findall(r"(\w+(?:Code|Epoch))=(-?\d+)", text)}
            lists = re.search(r"(?:topicPartitions|assignment)=(?!null)(.*)", text)
            partitions = sorted(
                map(int, re.findall(r"\d+", "".join(re.findall(r"partitions=\[([\d, ]*)\]", text))))
            )
            event = {
                "at": told["at"] / 1e9,
                "client": told["client"],
                "id": f"{who} {id}",
                "epoch": numbers["memberEpoch"],
                "error": numbers.get("errorCode", 0),
                "lists": lists is not None,
                "partitions": partitions,
            }
            if event["error"] in NOT_READY:
                vain.add(event["id"])
            kinds = ("sends", "asks") if verb == "Sending" else ("answered",)
            found += [(number, {"event": kind, **event}) for kind in kinds]
    yield from ((number, event) for number, event in found if event.get("id") not in vain)


log = EventMap(reader=read_log, time="at", order="clock")
client = log.names("client", {"c0": 0, "c1": 1})
epoch = log.names(Int(1, 8), {number + 1: number for number in range(1, 9)})
log.silent("complete_reconciliation", most=2)
log.silent("expire_dead_member", "expire_live_member", most=1)
log.ignore("pause", "resume")


@log.bounds
def bounds(events):
    """Two clients, and one that never joins: once all have converged, the model sends no heartbeats.

    A departure changes a subscription too, and a crash ends a session.
    """
    joins = sum(e.name == "asks" and e.epoch == 0 for e in events)
    leaves = sum(e.name == "asks" and e.epoch == LEAVES for e in events)
    kills, pauses = (sum(e.name == kind for e in events) for kind in ("kill", "pause"))
    return {
        "clients": 3,
        "partitions": 2,
        "member-ids": joins,
        "max-epoch": 8,
        "perturbations": min(4, 2 * leaves + 2 * kills + pauses),
    }


def known(number):
    """An epoch in the model: the first one of a group is 2 in Kafka."""
    return epoch(number) if number > 0 else number


def are(numbers):
    """Whether partitions are these."""
    return lambda ids: all_of(ids.has(one) == (place in numbers) for place, one in enumerate(ids.ids()))


@log.event("sends")
def sends(e):
    """A member sends a heartbeat: it says its epoch, and what it owns, where that is news. One that leaves says so.

    It may leave while another heartbeat is under way. The model lets it wait, so there it crashes, and is removed.
    """
    me, number = client(e.client), known(e.epoch)
    send = take("send_heartbeat", me=me)
    if number == LEAVES:
        leaves = take("start_leaving", me=me).then(take("complete_leaving", me=me)).then(send)
        return leaves | take("crash", me=me).before(lambda g: g.clients[me].waits)
    owns = are(e.partitions)
    return send.before(lambda g: (g.clients[me].epoch == number) & (not e.lists or owns(g.clients[me].owned)))


@log.call("asks", answer="answered", id="id")
def asks(e, answer):
    """The coordinator takes a heartbeat, and moves the member on; or it refuses it, for it has no such member."""
    me = client(e.client)

    def is_it(message):
        return (message.message_kind == Kind.request) & (message.client == me)

    if e.epoch == LEAVES:
        removed = take("expire_live_member").after(
            lambda g: all_of(member.host != me for member in g.members)
        )
        return take("accept_leaving", message=is_it) | removed
    if answer and answer.error:
        return take("refuse_heartbeat", sender=me, message=is_it)
    accepts = take("accept_heartbeat", sender=me, message=is_it)
    if not answer:
        return accepts
    number, has = known(answer.epoch), are(answer.partitions)

    def moved(g):
        return any_of(
            (member.host == me) & (member.epoch == number) & (not answer.lists or has(member.assigned))
            for member in g.members
        )

    return accepts.after(moved)


@log.event("answered")
def answered(e):
    """A member hears of its epoch and its assignment, or that it is not a member; one that has left hears nothing."""
    me = client(e.client)
    gone = observe(lambda g: (g.clients[me].epoch == 0) & not_(g.clients[me].waits))
    if e.error:
        return take("receive_error", me=me, message=lambda m: m.client == me) | gone
    number = known(e.epoch)
    return take("receive_success", me=me, message=lambda m: (m.client == me) & (m.epoch == number)) | gone


@log.call("kill", answer="(nothing)", id="id")
def killed(e, _answer):
    """A member's process is killed: from then on it does nothing, and what it has sent may still arrive."""
    return take("crash", me=client(e.member))
