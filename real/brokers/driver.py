"""Drives real brokers through a run of the model: for each action, what makes the brokers do the same.

The brokers do by themselves what the model says they do: append, fetch, cut their logs, change the ISR, acknowledge.
The driver decides *when*: it controls the frames between followers and leaders, what the controller does and sends, and
when processes start and end. After an action its effect is awaited by an event: a frame that arrives, a node that
changes.

It is an adapter (`tidemark.spec.families.adapters`): a method that is named like an action does it. Unlike one that
walks drive, it knows the whole run: what brokers are started with, and when a fetch is let go on, depends on later
steps.
"""

from __future__ import annotations

from typing import Any

from tidemark.impl.kafka.cluster import Stage
from tidemark.real.brokers import wire
from tidemark.real.brokers.cluster import Broker, Cluster
from tidemark.real.brokers.lagging import Lagging
from tidemark.real.brokers.needs import cuts, is_answered_late, unknown
from tidemark.real.brokers.observer import BrokerObserver, as_set, members
from tidemark.real.brokers.processes import NoAnswer, wait_for
from tidemark.real.brokers.proxy import Frame
from tidemark.real.brokers.wire import OFFSET_FOR_LEADER_EPOCH
from tidemark.spec import none
from tidemark.spec.families.system import DecodedRun, Driven, Fact, Inconclusive, Refused

PRODUCED = {
    "produce_acks_0": 0,
    "produce_acks_1": 1,
    "produce_acks_all": -1,
    "produce_to_failed_leader": None,
}
"""What a producer asks for, by the function of the action."""


class Drive(Lagging, Driven):
    """The brokers, and how far they are in the run.

    on_fetch: whether a follower asks and cuts within its fetches (from 2.8 on, KIP-595), and sends no epoch requests.
    forgets: whether only the first fetch of a session is checked for its epoch (2.1 to 2.4, KAFKA-9338).
    fenced: whether a fetch has its follower's leader epoch (from 2.1 on, KIP-320).
    late: whether checkpoints are never written. own: whether the run is of the protocol that models the release.
    """

    def __init__(
        self,
        cluster: Cluster,
        course: DecodedRun,
        *,
        on_fetch: bool,
        forgets: bool,
        fenced: bool,
        late: bool,
        own: bool,
    ) -> None:
        super().__init__(cluster, course, fenced=fenced)
        self._on_fetch, self._forgets, self._late = on_fetch, forgets, late
        self._old: dict[int, Frame] = {}
        self.emulations: list[str] = []
        self._facts: list[Fact] = []
        self._seen = BrokerObserver(cluster, late, own)

    # The interface.

    def begin(self) -> None:
        """Bring the brokers into the first state: all lead or follow in epoch 0, and every follower's fetch is held."""
        first = self._course.states[0]
        leader = int(first.quorum.leader)
        followers = [broker.id for broker in self._cluster.brokers if broker.id != leader]
        self._controller.create(leader)
        for broker in (leader, *followers):
            self._controller.tell_metadata(broker)
            self._require_taken(broker, self._controller.tell_leadership(broker, 0))
        not_known = unknown(self._course)
        for follower in followers:
            self._fetch(follower, leader)
            if self._forgets and follower not in not_known:
                self._return(follower, leader, self._request(follower, leader))  # their session has begun
        self._begin_lags(leader)

    def observe(self) -> dict[str, str]:
        """What is seen, once it agrees with the model, or does not after a while."""
        self._facts = self._seen.facts(self._after)
        self.require_no_early_shrink(self._facts)
        return {fact.name: fact.real for fact in self._facts}

    def expect(self, state: Any) -> dict[str, str]:
        """What the model says of what is seen: of the state that the run is in, the only one that is possible."""
        assert state == self._after
        return {fact.name: fact.model for fact in self._facts}

    def blame(self, error: Exception) -> None:
        """What did not come, or was not answered: a broker that ended says why; otherwise the reason is unknown."""
        if isinstance(error, NoAnswer):
            self._blame(str(error))
        if isinstance(error, OSError):
            self._blame(f"a broker did not answer: {error}")

    def ending(self) -> tuple[bool, list[str]]:
        """What is on the disks, and what a consumer reads."""
        return self._seen.ending(self._course)

    # Brokers.

    def _broker(self, broker: int) -> Broker:
        return self._cluster.brokers[broker]

    def _blame(self, what: str) -> None:
        """Raise the reason why something did not come: a broker that ended says it; otherwise it is unknown."""
        for broker in self._cluster.brokers:
            if self._after.replicas[broker.id].up and not broker.is_up:
                raise Refused(f"broker {broker.id} ended by itself", broker.log_lines())
        raise Inconclusive(what)

    def _require_taken(self, broker: int, error: int) -> None:
        if error:
            raise Refused(
                f"broker {broker} answers LeaderAndIsr with error {error}", self._broker(broker).log_lines()
            )

    # Clients.

    def produce(self, leader: int) -> None:
        """Send a record, and wait until it is in the leader's log."""
        instance = self._course.instances[self.number - 1]
        assert instance is not None
        acks = PRODUCED[instance.action.function.__name__]
        if acks is None:
            return  # the broker is down
        value = f"m{int(self._before.records_written)}"
        self._cluster.produce(leader, value, acks)
        sent = self._cluster.sent[-1]
        disk = self._broker(leader).disk
        wait_for(
            f"{value} in the log of broker {leader}",
            lambda: sent.error or any(entry.value == value for entry in disk.entries()),
        )
        if sent.error:
            raise Refused(f"broker {leader} refuses {value} with error {sent.error}")

    def consumer_reads(self, broker: int, offset: int) -> None:
        """A consumer reads; what it is shown must be what the model shows."""
        wanted = f"m{int(self._after.shown.record)}"
        found = self._broker(broker).read(offset)
        if found[:1] != [wanted]:
            raise Refused(f"a consumer reads {' '.join(found) or 'nothing'} there, and not {wanted}")

    # Between a follower and its leader.

    def follower_sends_fetch(self, follower: int, leader: int) -> None:
        """Wait until its fetch is held."""
        self._fetch(follower, leader)

    def leader_handles_fetch(self, leader: int, follower: int) -> None:
        """Let the fetch go on, and wait for its answer; not for one that the run answers with a record later on.

        Nor for one that waits while another follower lags.
        """
        is_late = self.number in self._late_fetches
        if is_late:
            self._let_others_lag()
        request = self._request(follower, leader)
        self._note_fetch(leader, follower)
        if self._after.replicas[follower].exchange.stage == Stage.waiting and (
            is_late or is_answered_late(self._course, self.number, follower)
        ):
            self._broker(leader).high_watermark()  # it is handled after the fetch
            return
        answer = self._gate.answer(request)
        if self._of_other_epoch(leader, follower) and wire.error_of(answer.head, answer.content):
            raise Inconclusive(
                "the fetch is the first of its session, and only that one is checked (KAFKA-9338)"
            )
        self._require_no_error(answer)

    def leader_answers_waiting_fetch(self, follower: int, **_: int) -> None:
        """Wait for the answer."""
        self._require_no_error(self._gate.answer(self._requests[follower]))

    def leader_refuses_offset(self, leader: int, follower: int) -> None:
        """Let the fetch go on, and wait for the answer, which is an error."""
        self._gate.answer(self._request(follower, leader))

    def broker_refuses_request(self, broker: int, follower: int) -> None:
        """Let the request go on, and its answer back; a follower of an older epoch does not ask again (KIP-320)."""
        stage = self._before.replicas[follower].exchange.stage
        request = self._requests[follower] if stage == Stage.waiting else self._request(follower, broker)
        answer = self._gate.answer(request)
        if stage != Stage.waiting and wire.error_of(answer.head, answer.content) is None:
            if stage == Stage.fetch and self._of_other_epoch(broker, follower):
                raise Inconclusive(
                    "the fetch is not the first of its session, and is not checked (KAFKA-9338)"
                )
            raise Refused(f"broker {broker} does not refuse the request of broker {follower}", self.lines())
        self._gate.release(answer)
        self._requests.pop(follower, None)

    def follower_appends(self, follower: int) -> None:
        """Let the answer go on, and wait until the follower fetches again."""
        self._return(follower, int(self._before.replicas[follower].leader), self._requests[follower])

    follower_ignores_answer = follower_appends
    follower_truncates_to_leader_end = follower_appends

    def follower_halts(self, follower: int) -> None:
        """Let the answer go on, and wait until the broker says that it ends; then it is ended, if it hangs."""
        request = self._requests.pop(follower)
        self._gate.release(self._gate.answer(request))
        process = self._broker(follower).process
        assert process
        wait_for("the end of the broker", lambda: not process.is_up() or "FATAL" in process.text())
        if self._late:
            self._broker(follower).crash()
        else:
            self._broker(follower).stop()

    def follower_asks_for_end_offset(self, follower: int, leader: int) -> None:
        """Wait until the epoch request is held; where a release asks within its fetch, until that is."""
        self._gate.request(follower, leader)

    def leader_answers_epoch_request(self, leader: int, follower: int) -> None:
        """Let the epoch request go on; a fetch only if the answer to it will cut the log."""
        frame = self._gate.request(follower, leader)
        if frame.api == OFFSET_FOR_LEADER_EPOCH or (
            self._on_fetch and cuts(self._course, self.number, follower)
        ):
            self._require_no_error(self._gate.answer(self._request(follower, leader)))

    def follower_truncates(self, follower: int) -> None:
        """Let the answer go on, and wait until the follower asks or fetches again."""
        if follower in self._requests:
            self._return(follower, int(self._before.replicas[follower].leader), self._requests[follower])

    def follower_gives_up_fetch(self, follower: int) -> None:
        """Cut the follower's side of the connection; the fetch stays, and the follower sends another."""
        leader = int(self._before.replicas[follower].leader)
        old = self._gate.request(follower, leader)
        self._gate.abandon(old)
        self._old[follower] = old
        wait_for("another fetch", lambda: self._gate.held(follower, leader) not in (None, old))

    def leader_handles_old_fetch(self, follower: int, **_: int) -> None:
        """Let the fetch that was given up go on; its answer reaches nobody."""
        old = self._old.pop(follower)
        self._gate.release(old)
        self._gate.drop(self._gate.answer(old).pair)

    def message_is_lost(self, follower: int) -> None:
        """Cut the connection, and wait until the follower asks again."""
        leader = int(self._before.replicas[follower].leader)
        self._requests.pop(follower, None)
        self._gate.cut(follower)
        self._gate.request(follower, leader)

    def _of_other_epoch(self, leader: int, follower: int) -> bool:
        """Whether a release that forgets epochs may take, or refuse, the follower's fetch as its session has it."""
        fetch, leads = self._before.replicas[follower].exchange, self._before.replicas[leader]
        return self._forgets and leads.leader == leader and fetch.leader_epoch != leads.leader_epoch

    # The controller.

    def become_leader(self, broker: int, epoch: int) -> None:
        """Send the leadership of the epoch."""
        self._requests.pop(broker, None)
        self._tell(broker, epoch, cuts=True)
        self._begin_lags(broker)

    def become_follower(self, follower: int, epoch: int) -> None:
        """Send the leadership of the epoch, and wait until the follower asks or fetches.

        A message that the run keeps on its way stays; any other one is dropped with its connection.
        """
        kept = self._after.replicas[follower].exchange.stage != Stage.idle
        if not kept:
            self._requests.pop(follower, None)
        self._tell(follower, epoch, cuts=not kept)
        leader = int(self._after.replicas[follower].leader)
        if not kept and self._broker(leader).is_up:
            self._gate.request(follower, leader)

    def controller_sends_state(self, **_: int) -> None:
        """The current state is what will be sent."""
        self._controller.refresh()

    def controller_moves_leadership(self, **_: int) -> None:
        """Write the next epoch into the node, with the ISR that is there, without the broker that the run takes out."""
        before, after = self._before.quorum, self._after.quorum
        if before.leader_epoch == after.leader_epoch:
            return
        now = self._controller.state().isr
        gone = set(members(before.isr)) - set(members(after.isr))
        isr = [broker for broker in now if broker not in gone]
        leader = -1 if after.leader == none else int(after.leader)
        if leader >= 0 and leader not in isr:
            if before.isr.has(leader):
                raise Refused(f"broker {leader} is not in the real ISR {as_set(now)}, and can't be elected")
            isr = [leader]  # unclean
        self._controller.begin_epoch(leader, isr or now)

    controller_fails_over = controller_moves_leadership
    controller_elects_leader = controller_moves_leadership
    controller_notices_failed_follower = controller_moves_leadership
    controller_reorders_replicas = controller_moves_leadership

    def controller_moves_leadership_away(self, broker: int, **_: int) -> None:
        """The same, and a follower that is to stop no longer fetches."""
        self.controller_moves_leadership()
        if self._before.quorum.leader != broker:
            self._while_cut(broker, lambda: self._controller.stop_replica(broker))

    def leader_is_cut_off(self, failed: int, **_: int) -> None:
        """The same, and the leader no longer has a session."""
        self.controller_moves_leadership()
        self._controller.unregister(failed)

    def broker_reconnects(self, **_: int) -> None:
        """The current state is what will be sent."""
        self._controller.refresh()

    def _tell(self, broker: int, epoch: int, cuts: bool) -> None:
        """Send the leadership of an epoch. Where it stops a fetcher, that may wait for a held answer: cut it."""
        if not cuts:
            self._require_taken(broker, self._controller.tell_leadership(broker, epoch))
            return
        errors: list[int] = []
        self._while_cut(broker, lambda: errors.append(self._controller.tell_leadership(broker, epoch)))
        self._require_taken(broker, errors[0] if errors else -1)

    # Faults.

    def broker_crashes(self, broker: int) -> None:
        """SIGKILL."""
        self._end(broker, self._broker(broker).crash)

    def broker_loses_power(self, broker: int, offset: int) -> None:
        """SIGKILL, and the log is cut to what the run says the disk had."""
        self._end(broker, self._broker(broker).crash)
        self._broker(broker).disk.cut_log(offset)
        self.emulations.append(f"loss of power: the log of broker {broker} was cut to {offset} after SIGKILL")

    def broker_loses_epoch_cache(self, broker: int, epoch: int) -> None:
        """SIGKILL, and the file of the epochs is cut."""
        self._end(broker, self._broker(broker).crash)
        self._broker(broker).disk.cut_epochs(epoch)
        self.emulations.append(
            f"epochs not written: those of broker {broker} after {epoch} were cut after SIGKILL"
        )

    def broker_stops(self, broker: int) -> None:
        """SIGTERM."""
        self._end(broker, self._broker(broker).stop)

    def broker_restarts(self, broker: int) -> None:
        """Start it, and tell it who is alive, and that state which the controller has now."""
        self._broker(broker).start()
        self._broker(broker).await_start()
        self._controller.tell_metadata(broker)
        if not self._before.quorum.live.has(broker):
            self._controller.refresh()

    def checkpoint_high_watermark(self, broker: int) -> None:
        """Wait until the checkpoint has what the run says."""
        wanted = int(self._after.replicas[broker].high_watermark)
        disk = self._broker(broker).disk
        wait_for("the checkpoint", lambda: (disk.high_watermark() or 0) == wanted, 10)

    def _end(self, broker: int, how: Any) -> None:
        """End a broker as soon as its checkpoint says what the run says, or put an earlier one back in its place."""
        disk, wanted = self._broker(broker).disk, int(self._after.replicas[broker].high_watermark)
        self._requests.pop(broker, None)
        for other in self._cluster.brokers:
            if self._before.replicas[other.id].leader == broker:
                self._requests.pop(other.id, None)
        if not self._late and self._before.settings.lazy_checkpoint is False:
            length = int(self._before.replicas[broker].high_watermark)
            wait_for("the checkpoint", lambda: (disk.high_watermark() or 0) == length, 10)
        how()
        found = disk.high_watermark() or 0
        if found > wanted and self._before.settings.lazy_checkpoint:
            disk.put_high_watermark(wanted)
            self.emulations.append(
                f"a late checkpoint: that of broker {broker}, {found}, was set back to {wanted}, which it was before"
            )
