"""Drives real brokers through a run of the model: for each action, what makes the brokers do the same.

The brokers append, fetch, cut their logs, change the ISR and acknowledge unasked, as the model says. The driver decides
*when*: it controls the frames between followers and leaders, what the controller does and sends, and when processes
start and end. After an action the driver waits for an event that shows its effect: a frame that arrives, a node that
changes.

It is an adapter (`tidemark.spec.families.adapters`): a method that is named like an action does it. Unlike an adapter
that walks drive, it knows the whole run: what brokers are started with, and when a fetch is let go on, depends on later
steps. What changes meanwhile is in `run_progress`, and who lags in `lagging`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tidemark.impl.kafka.cluster import Stage
from tidemark.real.brokers import wire
from tidemark.real.brokers.cluster import Broker
from tidemark.real.brokers.lagging import LagControl
from tidemark.real.brokers.needs import is_answered_late, unknown_followers, will_cut_log
from tidemark.real.brokers.observer import BrokerObserver, as_set, members
from tidemark.real.brokers.processes import NoAnswer, wait_for
from tidemark.real.brokers.run_progress import RunProgress
from tidemark.real.brokers.wire import OFFSET_FOR_LEADER_EPOCH
from tidemark.spec import none
from tidemark.spec.families.system import Driven, Inconclusive, Refused

ACKS = {"produce_acks_0": 0, "produce_acks_1": 1, "produce_acks_all": -1, "produce_to_failed_leader": None}
"""Which acknowledgement a producer requests, by the function of the action; None if nothing is sent."""


@dataclass(eq=False)
class BrokerDriver(RunProgress, Driven):
    """Takes the brokers of a run through it."""

    def __post_init__(self) -> None:
        self.emulations: list[str] = []
        self._lags = LagControl(self)
        self._observer = BrokerObserver(self.cluster, self.traits.late, self.traits.own)

    # The interface.

    def begin(self) -> None:
        """Bring the brokers into the first state: all lead or follow in epoch 0, and every follower's fetch is held."""
        leader = int(self.course.states[0].quorum.leader)
        followers = [broker.id for broker in self.cluster.brokers if broker.id != leader]
        self.cluster.controller.create(leader)
        for broker in (leader, *followers):
            self.cluster.controller.tell_metadata(broker)
            self._require_success(broker, self.cluster.controller.tell_leadership(broker, 0))
        must_stay_unknown = unknown_followers(self.course)
        for follower in followers:
            self.await_fetch(follower, leader)
            if self.traits.forgets and follower not in must_stay_unknown:  # their session begins
                request = self.release_request(follower, leader)
                self.return_answer(follower, leader, request)
        self._lags.begin(leader)

    def observe(self) -> dict[str, str]:
        """What is seen, once it agrees with the model, or does not after a while."""
        facts = self.facts = self._observer.facts(self.after)
        self._lags.require_no_early_shrink(facts)
        return {fact.name: fact.real for fact in facts}

    def expect(self, state: Any) -> dict[str, str]:
        """What the model says of what is seen: of the state that the run is in, the only one that is possible."""
        assert state == self.after
        return {fact.name: fact.model for fact in self.facts}

    def blame(self, error: Exception) -> None:
        """Explain a message that did not come: by a broker that ended, or not at all."""
        if not isinstance(error, (NoAnswer, OSError)):
            return
        for broker in self.cluster.brokers:
            if self.after.replicas[broker.id].up and not broker.is_up:
                raise Refused(f"broker {broker.id} ended unexpectedly", broker.log_lines())
        unanswered = isinstance(error, OSError)
        raise Inconclusive(f"a broker did not answer: {error}" if unanswered else str(error))

    def ending(self) -> tuple[bool, list[str]]:
        """What is on the disks, and what a consumer reads."""
        return self._observer.ending(self.course)

    # Brokers.

    def _broker(self, broker: int) -> Broker:
        return self.cluster.brokers[broker]

    def _leader_of(self, follower: int) -> int:
        return int(self.before.replicas[follower].leader)

    def _require_success(self, broker: int, error: int) -> None:
        if error:
            message = f"broker {broker} answers LeaderAndIsr with error {error}"
            raise Refused(message, self._broker(broker).log_lines())

    # Clients.

    def produce(self, leader: int) -> None:
        """Send a record, and wait until it is in the leader's log."""
        acks = ACKS[self.instance.action.function.__name__]
        if acks is None:
            return  # the broker is down
        value = f"m{int(self.before.records_written)}"
        produce = self.cluster.produce(leader, value, acks)
        disk = self._broker(leader).disk
        wait_for(
            f"{value} in the log of broker {leader}",
            lambda: produce.code or any(record.value == value for record in disk.records()),
        )
        if produce.code:
            raise Refused(f"broker {leader} refuses {value} with error {produce.code}")

    def consumer_reads(self, broker: int, offset: int) -> None:
        """A consumer reads; what it is shown must be what the model shows."""
        expected = f"m{int(self.after.shown.record)}"
        values = self._broker(broker).read(offset)
        if values[:1] != [expected]:
            raise Refused(f"a consumer reads {' '.join(values) or 'nothing'} there, and not {expected}")

    # Between a follower and its leader.

    def follower_sends_fetch(self, follower: int, leader: int) -> None:
        """Wait until its fetch is held."""
        self.await_fetch(follower, leader)

    def leader_handles_fetch(self, leader: int, follower: int) -> None:
        """Let the fetch go on, and wait for its answer; not for one that the run answers with a record later on.

        Nor for one that waits while another follower lags.
        """
        is_late = self._lags.is_late_fetch
        if is_late:
            self._lags.let_others_lag()
        request = self.release_request(follower, leader)
        self._lags.note_fetch(leader, follower)
        if self.after.replicas[follower].exchange.stage == Stage.waiting and (
            is_late or is_answered_late(self.course, self.number, follower)
        ):
            self._broker(leader).high_watermark()  # it is handled after the fetch
            return
        answer = self.gate.answer(request)
        if self._is_of_other_epoch(leader, follower) and wire.error_of(answer.head, answer.content):
            raise Inconclusive(
                "the fetch is the first of its session, and only that one is checked (KAFKA-9338)"
            )
        self.require_no_error(answer)

    def leader_answers_waiting_fetch(self, follower: int, **_: int) -> None:
        """Wait for the answer."""
        self.require_no_error(self.gate.answer(self.requests[follower]))

    def leader_refuses_offset(self, leader: int, follower: int) -> None:
        """Let the fetch go on, and wait for the answer, which is an error."""
        self.gate.answer(self.release_request(follower, leader))

    def broker_refuses_request(self, broker: int, follower: int) -> None:
        """Let the request go on, and its answer back; a follower of an older epoch does not ask again (KIP-320)."""
        stage = self.before.replicas[follower].exchange.stage
        waits = stage == Stage.waiting
        request = self.requests[follower] if waits else self.release_request(follower, broker)
        answer = self.gate.answer(request)
        if not waits and wire.error_of(answer.head, answer.content) is None:
            if stage == Stage.fetch and self._is_of_other_epoch(broker, follower):
                raise Inconclusive(
                    "the fetch is not the first of its session, and is not checked (KAFKA-9338)"
                )
            raise Refused(f"broker {broker} does not refuse the request of broker {follower}", self.lines())
        self.gate.release(answer)
        self.requests.pop(follower, None)

    def follower_appends(self, follower: int) -> None:
        """Let the answer go on, and wait until the follower fetches again."""
        self.return_answer(follower, self._leader_of(follower), self.requests[follower])

    follower_ignores_answer = follower_appends
    follower_truncates_to_leader_end = follower_appends

    def follower_halts(self, follower: int) -> None:
        """Let the answer go on, and wait until the broker says that it ends; then it is ended, if it hangs."""
        request = self.requests.pop(follower)
        self.gate.release(self.gate.answer(request))
        process = self._broker(follower).process
        assert process
        wait_for("the end of the broker", lambda: not process.is_up() or "FATAL" in process.text())
        if self.traits.late:
            self._broker(follower).crash()
        else:
            self._broker(follower).stop()

    def follower_asks_for_end_offset(self, follower: int, leader: int) -> None:
        """Wait until the epoch request is held, or the fetch, if the release asks within its fetches."""
        self.gate.request(follower, leader)

    def leader_answers_epoch_request(self, leader: int, follower: int) -> None:
        """Let the epoch request go on; a fetch only if the answer to it will cut the log."""
        frame = self.gate.request(follower, leader)
        if frame.api == OFFSET_FOR_LEADER_EPOCH or (
            self.traits.on_fetch and will_cut_log(self.course, self.number, follower)
        ):
            self.require_no_error(self.gate.answer(self.release_request(follower, leader)))

    def follower_truncates(self, follower: int) -> None:
        """Let the answer go on, and wait until the follower asks or fetches again."""
        if follower in self.requests:
            self.follower_appends(follower)

    def follower_gives_up_fetch(self, follower: int) -> None:
        """Cut the follower's side of the connection; the fetch stays, and the follower sends another."""
        leader = self._leader_of(follower)
        fetch = self.given_up[follower] = self.gate.request(follower, leader)
        self.gate.abandon(fetch)
        wait_for("another fetch", lambda: self.gate.held(follower, leader) not in (None, fetch))

    def leader_handles_old_fetch(self, follower: int, **_: int) -> None:
        """Let the fetch that was given up go on; its answer reaches no broker."""
        fetch = self.given_up.pop(follower)
        self.gate.release(fetch)
        self.gate.drop(self.gate.answer(fetch).pair)

    def message_is_lost(self, follower: int) -> None:
        """Cut the connection, and wait until the follower asks again."""
        self.requests.pop(follower, None)
        self.gate.cut(follower)
        self.gate.request(follower, self._leader_of(follower))

    def leader_shrinks_isr(self, leader: int, follower: int) -> None:
        """Wait until the leader has taken the follower out, unasked."""
        self._lags.await_shrink(leader, follower)

    def _is_of_other_epoch(self, leader: int, follower: int) -> bool:
        """Whether a release that forgets epochs may take, or refuse, the follower's fetch as its session has it."""
        replicas = self.before.replicas
        fetch, leads = replicas[follower].exchange, replicas[leader]
        return self.traits.forgets and leads.leader == leader and fetch.leader_epoch != leads.leader_epoch

    # The controller.

    def become_leader(self, broker: int, epoch: int) -> None:
        """Send the leadership of the epoch."""
        self.requests.pop(broker, None)
        self._tell(broker, epoch, cuts=True)
        self._lags.begin(broker)

    def become_follower(self, follower: int, epoch: int) -> None:
        """Send the leadership of the epoch, and wait until the follower asks or fetches.

        A message that the run keeps on its way stays; any other one is dropped with its connection.
        """
        replica = self.after.replicas[follower]
        keeps_message = replica.exchange.stage != Stage.idle
        if not keeps_message:
            self.requests.pop(follower, None)
        self._tell(follower, epoch, cuts=not keeps_message)
        leader = int(replica.leader)
        if not keeps_message and self._broker(leader).is_up:
            self.gate.request(follower, leader)

    def controller_sends_state(self, **_: int) -> None:
        """Take the current state as the one that will be sent."""
        self.cluster.controller.refresh()

    broker_reconnects = controller_sends_state

    def controller_moves_leadership(self, **_: int) -> None:
        """Write the next epoch into the node, with the ISR that is there, without the broker that the run takes out."""
        before, after = self.before.quorum, self.after.quorum
        if before.leader_epoch == after.leader_epoch:
            return
        real_isr = self.cluster.controller.state().isr
        gone = set(members(before.isr)) - set(members(after.isr))
        isr = [broker for broker in real_isr if broker not in gone]
        leader = -1 if after.leader == none else int(after.leader)
        if leader >= 0 and leader not in isr:
            if before.isr.has(leader):
                raise Refused(
                    f"broker {leader} is not in the real ISR {as_set(real_isr)}, and can't be elected"
                )
            isr = [leader]  # unclean
        self.cluster.controller.begin_epoch(leader, isr or real_isr)

    controller_fails_over = controller_moves_leadership
    controller_elects_leader = controller_moves_leadership
    controller_notices_failed_follower = controller_moves_leadership
    controller_reorders_replicas = controller_moves_leadership

    def controller_moves_leadership_away(self, broker: int, **_: int) -> None:
        """The same, and a follower that is to stop no longer fetches."""
        self.controller_moves_leadership()
        if self.before.quorum.leader != broker:
            self.call_while_cut(broker, lambda: self.cluster.controller.stop_replica(broker))

    def leader_is_cut_off(self, failed: int, **_: int) -> None:
        """The same, and the leader no longer has a session."""
        self.controller_moves_leadership()
        self.cluster.controller.unregister(failed)

    def _tell(self, broker: int, epoch: int, cuts: bool) -> None:
        """Send the leadership of an epoch. A fetcher that it stops may wait for a held answer: `cuts` cuts that off."""
        errors: list[int] = []

        def tell() -> None:
            errors.append(self.cluster.controller.tell_leadership(broker, epoch))

        if cuts:
            self.call_while_cut(broker, tell)
        else:
            tell()
        self._require_success(broker, errors[0] if errors else -1)

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
        """Start it, and send it who is alive, and the state that the controller has now."""
        self._broker(broker).start()
        self._broker(broker).await_start()
        self.cluster.controller.tell_metadata(broker)
        if not self.before.quorum.live.has(broker):
            self.cluster.controller.refresh()

    def checkpoint_high_watermark(self, broker: int) -> None:
        """Wait until the checkpoint has what the run says."""
        self._await_checkpoint(broker, self.after)

    def _await_checkpoint(self, broker: int, state: Any) -> None:
        disk, offset = self._broker(broker).disk, int(state.replicas[broker].high_watermark)
        wait_for("the checkpoint", lambda: (disk.high_watermark() or 0) == offset, 10)

    def _end(self, broker: int, end: Callable[[], None]) -> None:
        """End a broker as soon as its checkpoint says what the run says, or put an earlier one back in its place."""
        before, disk = self.before, self._broker(broker).disk
        for follower, replica in enumerate(before.replicas):
            if follower == broker or replica.leader == broker:
                self.requests.pop(follower, None)
        if not self.traits.late and before.settings.lazy_checkpoint is False:
            self._await_checkpoint(broker, before)
        end()
        checkpoint = disk.high_watermark() or 0
        expected = int(self.after.replicas[broker].high_watermark)
        if checkpoint > expected and before.settings.lazy_checkpoint:
            disk.put_high_watermark(expected)
            self.emulations.append(
                f"a late checkpoint: that of broker {broker}, {checkpoint}, was set back to {expected}, "
                "which it was before"
            )
