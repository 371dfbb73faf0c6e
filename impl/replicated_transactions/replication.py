"""The replicas of one partition, as its leader sees them: its log, its high watermark, and what followers have of both.

A fetch is one step: the follower then has all that the leader has. A log that differs from its leader's is cut to what
both have in the moment of the election, as leader epochs see to since KIP-101 and KIP-279. So a follower always has a
beginning of the leader's log, and an election shows as a cut of the log, at the end of what the new leader has. The
old leader takes the new one's place among the followers. How truncation itself goes wrong is the subject of `kafka`.
"""

from __future__ import annotations

from typing import Any, Self

from tidemark.spec import Array, Identity, Number, Record, Sequence, Truth, count, maximum, minimum, where


class FollowerCopy(Record):
    """A follower: how many entries of the leader's log it has, and the high watermark that it knows."""

    copied: Number
    known_watermark: Number
    in_isr: Truth


class PartitionReplicas(Record):
    """A partition: `min_isr` is min.insync.replicas, and the leader is always in the ISR."""

    log: Sequence[Any]
    watermark: Number
    followers: Array[FollowerCopy]
    min_isr: Number

    @property
    def takes_writes(self) -> Truth:
        """Whether the ISR is large enough for acks=-1 (`Partition.appendRecordsToLeader`)."""
        return count(follower.in_isr for follower in self.followers) + 1 >= self.min_isr

    @property
    def is_alone(self) -> Truth:
        """Whether the leader is the only member of the ISR."""
        return count(follower.in_isr for follower in self.followers) == 0

    def acknowledges(self, offset: Number) -> Truth:
        """Whether acks=-1 is answered for an entry (`Partition.checkEnoughReplicasReachOffset`)."""
        return (offset < self.watermark) & self.takes_writes

    def append(self, entry: Any) -> Self:
        """This partition with one more entry."""
        return self.but(log=self.log.append(entry)).raise_watermark()

    def raise_watermark(self) -> Self:
        """The high watermark is what every member of the ISR has, if these are enough (`maybeIncrementLeaderHW`).

        That the ISR must be large enough is so from 3.7 on.
        """
        end: Number = self.log.length
        for follower in self.followers:
            end = where(follower.in_isr, minimum(end, follower.copied), end)
        return self.but(watermark=where(self.takes_writes, maximum(self.watermark, end), self.watermark))

    def with_follower(self, follower: Identity, **changes: Any) -> Self:
        """This partition with one follower changed."""
        return self.but(followers=self.followers.but(follower, self.followers[follower].but(**changes)))

    @property
    def tracks_watermarks(self) -> bool:
        """Whether followers keep the high watermark that they know: only where they cut their logs to it."""
        known: int = self.followers.type.element.fields["known_watermark"].hi
        return known > 0

    def fetch(self, follower: Identity) -> Self:
        """A follower has all that the leader has, and is in the ISR. It hears of the watermark before this fetch."""
        known: Number = self.watermark if self.tracks_watermarks else 0
        fetched = self.with_follower(follower, copied=self.log.length, known_watermark=known, in_isr=True)
        return fetched.raise_watermark()

    def elect(self, follower: Identity) -> Self:
        """This partition under the follower. The old leader takes its place, with what both have."""
        cut = self.cut(self.followers[follower].copied)
        return cut.with_follower(follower, known_watermark=cut.watermark) if self.tracks_watermarks else cut

    def cut(self, length: Number) -> Self:
        """This partition under a leader that has no more than the first entries; followers have no more than it."""
        shorter = self.but(log=self.log.truncate(length), watermark=minimum(self.watermark, length))
        for follower in self.followers.indices():
            was = self.followers[follower]
            shorter = shorter.with_follower(
                follower,
                copied=minimum(was.copied, length),
                known_watermark=minimum(was.known_watermark, length),
            )
        return shorter.raise_watermark()
