"""How runs of a consumer group are shown: a sentence for each step, and what the step changed."""

from collections.abc import Mapping, Sequence
from typing import Any

from tidemark.impl.group.losses import LOSSES
from tidemark.impl.group.scene import (
    arrows,
    in_words,
    list_numbers,
    member_id_changes,
    members_of,
    observe,
    owners,
    picture,
    producer_changes,
    state_of,
    subscription,
)
from tidemark.impl.group.state import ConsumerGroup, Ghost, Phase, Work
from tidemark.impl.group.stories import STORIES
from tidemark.impl.group.topics import has_partition
from tidemark.spec import Arrow, BeforeAfter, Identity, Picture, Telling, none


class _GroupTemplate(BeforeAfter):
    """The group in a template: states before and after, and words for what changed."""

    @property
    def state(self) -> str:
        return state_of(self.now)

    @property
    def assignment(self) -> str:
        """The assignment that the coordinator has stored."""
        owner_of = self.now.coordinator.assignment
        return ", ".join(
            f"partition {partition} to "
            + ("nobody" if owner_of[partition] == none else f"client {owner_of[partition]}")
            for partition in owner_of.indices()
            if has_partition(self.now, partition)
        )

    @property
    def late(self) -> str:
        """The members that had not rejoined when the rebalance timed out."""
        before = self.was.coordinator
        return in_words("client", members_of(before.members - before.awaiting))

    @property
    def resend_outcome(self) -> str:
        """What the coordinator keeps of a JoinGroup that was sent again."""
        if self.now.coordinator.ghost == Ghost.reserved:
            return "it gets another member id (MEMBER_ID_REQUIRED), and the first one is pending"
        return "the coordinator makes another member of it, and keeps the first, a ghost"

    @property
    def ghost(self) -> str:
        """The ghost that times out."""
        pending = self.was.coordinator.ghost == Ghost.reserved
        return "The member id that was never used" if pending else "The session of the ghost"

    @property
    def removal(self) -> str:
        """The consequence if the ghost was a member; empty otherwise."""
        return "" if self.was.coordinator.ghost == Ghost.reserved else ": the coordinator removes it"

    @property
    def offset_change(self) -> str:
        """What a commit of another group does to this one's offset."""
        was, now = self.was.partitions, self.now.partitions
        changed = any(was[partition].committed != now[partition].committed for partition in now.indices())
        return ", which is the committed offset of this group now" if changed else ""

    @property
    def last_partition(self) -> str:
        """The partition that is added."""
        return str(len(self.now.partitions.indices()) - 1)

    @property
    def verdict(self) -> str:
        """What happened to a late commit."""
        late = self.was.late
        offset = f"offset {late.offset} of partition {late.topic_partition}"
        before = self.was.partitions[late.topic_partition].committed
        if self.now.partitions != self.was.partitions or before == late.offset:
            return f"it is taken, and {offset} is committed, where {before} was"
        return f"it is refused, and {offset} is not committed"


class _ClientTemplate(BeforeAfter):
    """A client in a template: its states before and after, and words for what it does."""

    def __init__(self, name: str, before: ConsumerGroup, after: ConsumerGroup, me: Identity) -> None:
        super().__init__(name, before.clients[me], after.clients[me])
        self._before, self._after, self._me = before, after, me

    @property
    def gives_up(self) -> str:
        """What happens to its partitions as it rejoins."""
        lost = members_of(self.was.owned - self.now.owned)
        if lost:
            return f"revokes {in_words('partition', lost)}{self.last}"
        kept = members_of(self.now.owned)
        return f"keeps {in_words('partition', kept)}" if kept else "has no partition"

    @property
    def rejoining(self) -> str:
        """What comes of a JoinGroup that nobody asked it for."""
        if self.now.phase == Phase.joining:
            return f"rejoins by itself, so that the group rebalances; it {self.gives_up}"
        return "sends its JoinGroup again, and is answered with the generation that the group has"

    @property
    def last(self) -> str:
        """What happens to its unfinished work as it gives up its partitions."""
        if self.was.begun.is_empty():
            return ""
        finishes = self._before.settings.finishes
        return ", having finished what it began" if finishes else ", and drops what it began"

    @property
    def partitions(self) -> str:
        """The partitions that it reads now."""
        return in_words("partition", members_of(self.now.owned))

    @property
    def positions(self) -> str:
        """The offsets at which it begins to read new partitions, and the partitions that it has revoked."""
        new = members_of(self.now.owned - self.was.owned)
        offsets = sorted({int(self.now.next_offset[partition]) for partition in new})
        lost = members_of(self.was.owned - self.now.owned)
        begins = f", from offset{'s' if len(offsets) > 1 else ''} {list_numbers(offsets)}" if new else ""
        return begins + (f", and has revoked {in_words('partition', lost)}" if lost else "")

    @property
    def offset(self) -> str:
        """The offset of the record that it has in hand."""
        return str(self.was.next_offset[self._partition_at_work()])

    def _partition_at_work(self) -> int:
        for partition in self._before.partitions.indices():
            half = self.was.begun.has(partition) != self.now.begun.has(partition)
            if half or self.was.next_offset[partition] != self.now.next_offset[partition]:
                return int(partition)
        return 0

    @property
    def standing(self) -> str:
        """The remark that it is no member, or in an old generation; empty if neither."""
        if not self._before.is_member(self._me):
            return ", though it is no member any more"
        if self.was.generation != self._before.coordinator.generation:
            return f", though its generation {self.was.generation} is old"
        return ""

    @property
    def condition(self) -> str:
        """The remark that it is alive, if a time-out hits it all the same."""
        if self.was.working != Work.usual:
            return ", which works and sends no heartbeats,"
        return ", which is only slow," if self.was.is_live else ""

    @property
    def subscription(self) -> str:
        """What it subscribes to."""
        return subscription(int(self.now.unsubscribed))

    @property
    def in_hand(self) -> str:
        """The first record that it has begun."""
        partition = members_of(self.now.begun)[0]
        return f"r{self.now.next_offset[partition]} of partition {partition}"

    @property
    def time_out(self) -> str:
        """The setting that its work has outlasted."""
        return "session.timeout.ms" if self.now.working == Work.slow else "max.poll.interval.ms"


class GroupTelling(Telling[ConsumerGroup]):
    """A step in a sentence, and what it changed for the group and its partitions."""

    stories = STORIES
    losses = LOSSES
    noun = "record"
    legend = (
        "A bar stands before the record of the committed offset; records that were processed are colored.",
    )

    def beginning(self, view: ConsumerGroup) -> str:
        """The sentence of the initial state."""
        partitions = sum(bool(has_partition(view, partition)) for partition in view.partitions.indices())
        clients = len(view.clients.indices())
        there_are = "There is 1 partition" if partitions == 1 else f"There are {partitions} partitions"
        return f"The group is Empty. {there_are} to read, and {clients} client{'s' if clients > 1 else ''}."

    def names(self, before: Any, arguments: Mapping[str, Any], after: Any) -> dict[str, Any]:
        """What the template of an action may name: its arguments, and `state`."""
        named: dict[str, Any] = dict(arguments)
        if "me" in arguments:
            named["me"] = _ClientTemplate(str(arguments["me"]), before, after, arguments["me"])
        if "partition" in arguments:
            partition = arguments["partition"]
            named["partition"] = BeforeAfter(
                str(partition), before.partitions[partition], after.partitions[partition]
            )
        return {"state": _GroupTemplate("the group", before, after), **named}

    def facts(self, views: Sequence[ConsumerGroup], numbers: Sequence[int], sentence: str) -> list[str]:  # noqa: ARG002
        """What changed in the group's state, in who reads a partition, and in committed offsets and records."""
        was, now = views[-2], views[-1]
        changes = []
        if state_of(was) != state_of(now):
            changes.append(f"The group is {state_of(now)}.")
        for partition in now.partitions.indices():
            before, after = owners(was, partition), owners(now, partition)
            if len(after) > 1 and after != before:
                changes.append(f"Partition {partition} is read by {in_words('client', after)} at once.")
            if before and not after:
                changes.append(f"Nobody reads partition {partition}.")
            old_offset, new_offset = (g.partitions[partition].committed for g in (was, now))
            if new_offset < old_offset:
                changes.append(
                    f"The committed offset of partition {partition} has gone back from {old_offset} to {new_offset}."
                )
        changes += member_id_changes(was, now) + producer_changes(was, now)
        if now.repeated and not was.repeated:
            changes.append("That record was processed before.")
        return changes

    def arrows(self, before: ConsumerGroup, after: ConsumerGroup) -> list[Arrow]:
        """The requests and answers of a step, without those that were refused."""
        return list(arrows(before, after))

    def picture(self, view: ConsumerGroup) -> Picture:
        """The coordinator, the clients, and each partition as a row of records."""
        return picture(view)

    def observe(self, view: ConsumerGroup) -> Mapping[str, str]:
        """The coordinator's view of the group, the clients, and the partitions."""
        return observe(view)
