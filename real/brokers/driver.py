"""Drives real brokers through a run of the model: for each action, what makes the brokers do the same.

The brokers append, fetch, cut their logs, change the ISR and acknowledge unasked, as the model says. The driver decides
*when*: it controls the frames between followers and leaders, what the controller does and sends, and when processes
start and end. After an action the driver waits for an event that shows its effect: a frame that arrives, a node that
changes.

It is an adapter (`tidemark.spec.families.adapters`): a method that is named like an action does it. Unlike an adapter
that walks drive, it knows the whole run: what brokers are started with, and when a fetch is let go on, depends on later
steps. What changes meanwhile is in `run_progress`, what is done with frames in `links`, and who lags in `lagging`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tidemark.impl.kafka.cluster import Stage
from tidemark.real.brokers import wire
from tidemark.real.brokers.cluster import Broker
from tidemark.real.brokers.lagging import LagControl
from tidemark.real.brokers.links import Links
from tidemark.real.brokers.needs import cuts, is_answered_late, unknown
from tidemark.real.brokers.observer import BrokerObserver, as_set, members
from tidemark.real.brokers.processes import NoAnswer, wait_for
from tidemark.real.brokers.run_progress import RunProgress
from tidemark.real.brokers.wire import OFFSET_FOR_LEADER_EPOCH
from tidemark.spec import none
from tidemark.spec.families.system import Driven, Inconclusive, Refused

ACKS = {"produce_acks_0": 0, "produce_acks_1": 1, "produce_acks_all": -1, "produce_to_failed_leader": None}
"""Which acknowledgement a producer requests, by the function of the action; None if nothing is sent."""


class BrokerDriver(Driven):
    """Takes the brokers of a run through it."""

    def __init__(self, progress: RunProgress) -> None:
        self._progress, self._traits, self._course = progress, progress.traits, progress.course
        self._gate, self._controller = progress.cluster.gate, progress.cluster.controller
        self._requests = progress.requests
        self._links = Links(progress)
        self._lags = LagControl(progress, self._links)
        self._observer = BrokerObserver(progress.cluster, progress.traits.late, progress.traits.own)
        self.emulations: list[str] = progress.emulations

    # The interface.

    @property
    def number(self) -> int:
        """The state of the run that the brokers go to next; the caller sets it before each step."""
        return self._progress.number

    @number.setter
    def number(self, number: int) -> None:
        self._progress.number = number

    def begin(self) -> None:
        """Bring the brokers into the first state: all lead or follow in epoch 0, and every follower's fetch is held."""
        leader = int(self._course.states[0].quorum.leader)
        followers = [broker.id for broker in self._progress.cluster.brokers if broker.id != leader]
        self._controller.create(leader)
        for broker in (leader, *followers):
            self._controller.tell_metadata(broker)
            self._require_success(broker, self._controller.tell_leadership(broker, 0))
        must_stay_unknown = unknown(self._course)
        for follower in followers:
            self._links.await_fetch(follower, leader)
            if self._traits.forgets and follower not in must_stay_unknown:  # their session begins
                request = self._links.release_request(follower, leader)
                self._links.return_answer(follower, leader, request)
        self._lags.begin(leader)

    def observe(self) -> dict[str, str]:
        """What is seen, once it agrees with the model, or does not after a while."""
        facts = self._progress.facts = self._observer.facts(self._progress.after)
        self._lags.require_no_early_shrink(facts)
        return {fact.name: fact.real for fact in facts}

    def expect(self, state: Any) -> dict[str, str]:
        """What the model says of what is seen: of the state that the run is in, the only one that is possible."""
        assert state == self._progress.after
        return {fact.name: fact.model for fact in self._progress.facts}

    def blame(self, error: Exception) -> None:
        """Something did not come or was not answered: a broker that ended is the reason, or the reason is unknown."""
        if not isinstance(error, (NoAnswer, OSError)):
            return
        for broker in self._progress.cluster.brokers:
            if self._progress.after.replicas[broker.id].up and not broker.is_up:
                raise Refused(f"broker {broker.id} ended unexpectedly", broker.log_lines())
        unanswered = isinstance(error, OSError)
        raise Inconclusive(f"a broker did not answer: {error}" if unanswered else str(error))

    def lines(self) -> list[str]:
        """The last lines of each broker's log that speak of the partition."""
        return self._links.log_lines()

    def ending(self) -> tuple[bool, list[str]]:
        """What is on the disks, and what a consumer reads."""
        return self._observer.ending(self._course)

    # Brokers.

    def _broker(self, broker: int) -> Broker:
        return self._progress.cluster.brokers[broker]

    def _leader_of(self, follower: int) -> int:
        return int(self._progress.before.replicas[follower].leader)

    def _require_success(self, broker: int, error: int) -> None:
        if error:
            message = f"broker {broker} answers LeaderAndIsr with error {error}"
            raise Refused(message, self._broker(broker).log_lines())

    # Clients.

    def produce(self, leader: int) -> None:
        """Send a record, and wait until it is in the leader's log."""
        acks = ACKS[self._progress.instance.action.function.__name__]
        if acks is None:
            return  # the broker is down
        value = f"m{int(self._progress.before.records_written)}"
        produce = self._progress.cluster.produce(leader, value, acks)
        disk = self._broker(leader).disk
        wait_for(
            f"{value} in the log of broker {leader}",
            lambda: produce.error or any(record.value == value for record in disk.records()),
        )
        if produce.error:
            raise Refused(f"broker {leader} refuses {value} with error {produce.error}")

    def consumer_reads(self, broker: int, offset: int) -> None:
        """A consumer reads; what it is shown must be what the model shows."""
        expected = f"m{int(self._progress.after.shown.record)}"
        values = self._broker(broker).read(offset)
        if values[:1] != [expected]:
            raise Refused(f"a consumer reads {' '.join(values) or 'nothing'} there, and not {expected}")

    # Between a follower and its leader.

    def follower_sends_fetch(self, follower: int, leader: int) -> None:
        """Wait until its fetch is held."""
        self._links.await_fetch(follower, leader)

    def leader_handles_fetch(self, leader: int, follower: int) -> None:
        """Let the fetch go on, and wait for its answer; not for one that the run answers with a record later on.

        Nor for one that waits while another follower lags.
        """
        is_late = self._lags.is_late_fetch
        if is_late:
            self._lags.let_others_lag()
        request = self._links.release_request(follower, leader)
        self._lags.note_fetch(leader, follower)
        if self._progress.after.replicas[follower].exchange.stage == Stage.waiting and (
            is_late or is_answered_late(self._course, self.number, follower)
        ):
            self._broker(leader).high_watermark()  # it is handled after the fetch
            return
        answer = self._gate.answer(request)
        if self._is_of_other_epoch(leader, follower) and wire.error_of(answer.head, answer.content):
            raise Inconclusive(
                "the fetch is the first of its session, and only that one is checked (KAFKA-9338)"
            )
        self._links.require_no_error(answer)

    def leader_answers_waiting_fetch(self, follower: int, **_: int) -> None:
        """Wait for the answer."""
        self._links.require_no_error(self._gate.answer(self._requests[follower]))

    def leader_refuses_offset(self, leader: int, follower: int) -> None:
        """Let the fetch go on, and wait for the answer, which is an error."""
        self._gate.answer(self._links.release_request(follower, leader))

    def broker_refuses_request(self, broker: int, follower: int) -> None:
        """Let the request go on, and its answer back; a follower of an older epoch does not ask again (KIP-320)."""
        stage = self._progress.before.replicas[follower].exchange.stage
        waits = stage == Stage.waiting
        request = self._requests[follower] if waits else self._links.release_request(follower, broker)
        answer = self._gate.answer(request)
        if not waits and wire.error_of(answer.head, answer.content) is None:
            if stage == Stage.fetch and self._is_of_other_epoch(broker, follower):
                raise Inconclusive(
                    "the fetch is not the first of its session, and is not checked (KAFKA-9338)"
                )
            raise Refused(f"broker {broker} does not refuse the request of broker {follower}", self.lines())
        self._gate.release(answer)
        self._requests.pop(follower, None)

    def follower_appends(self, follower: int) -> None:
        """Let the answer go on, and wait until the follower fetches again."""
        self._links.return_answer(follower, self._leader_of(follower), self._requests[follower])

    follower_ignores_answer = follower_appends
    follower_truncates_to_leader_end = follower_appends

    def follower_halts(self, follower: int) -> None:
        """Let the answer go on, and wait until the broker says that it ends; then it is ended, if it hangs."""
        request = self._requests.pop(follower)
        self._gate.release(self._gate.answer(request))
        process = self._broker(follower).process
        assert process
        wait_for("the end of the broker", lambda: not process.is_up() or "FATAL" in process.text())
        if self._traits.late:
            self._broker(follower).crash()
        else:
            self._broker(follower).stop()

    def follower_asks_for_end_offset(self, follower: int, leader: int) -> None:
        """Wait until the epoch request is held, or the fetch, if the release asks within its fetches."""
        self._gate.request(follower, leader)

    def leader_answers_epoch_request(self, leader: int, follower: int) -> None:
        """Let the epoch request go on; a fetch only if the answer to it will cut the log."""
        frame = self._gate.request(follower, leader)
        if frame.api == OFFSET_FOR_LEADER_EPOCH or (
            self._traits.on_fetch and cuts(self._course, self.number, follower)
        ):
            self._links.require_no_error(self._gate.answer(self._links.release_request(follower, leader)))

    def follower_truncates(self, follower: int) -> None:
        """Let the answer go on, and wait until the follower asks or fetches again."""
        if follower in self._requests:
            self.follower_appends(follower)

    def follower_gives_up_fetch(self, follower: int) -> None:
        """Cut the follower's side of the connection; the fetch stays, and the follower sends another."""
        leader = self._leader_of(follower)
        fetch = self._progress.given_up[follower] = self._gate.request(follower, leader)
        self._gate.abandon(fetch)
        wait_for("another fetch", lambda: self._gate.held(follower, leader) not in (None, fetch))

    def leader_handles_old_fetch(self, follower: int, **_: int) -> None:
        """Let the fetch that was given up go on; its answer reaches no broker."""
        fetch = self._progress.given_up.pop(follower)
        self._gate.release(fetch)
        self._gate.drop(self._gate.answer(fetch).pair)

    def message_is_lost(self, follower: int) -> None:
        """Cut the connection, and wait until the follower asks again."""
        self._requests.pop(follower, None)
        self._gate.cut(follower)
        self._gate.request(follower, self._leader_of(follower))

    def leader_shrinks_isr(self, leader: int, follower: int) -> None:
        """Wait until the leader has taken the follower out, unasked."""
        self._lags.await_shrink(leader, follower)

    def _is_of_other_epoch(self, leader: int, follower: int) -> bool:
        """Whether a release that forgets epochs may take, or refuse, the follower's fetch as its session has it."""
        replicas = self._progress.before.replicas
        fetch, leads = replicas[follower].exchange, replicas[leader]
        return self._traits.forgets and leads.leader == leader and fetch.leader_epoch != leads.leader_epoch

    # The controller.

    def become_leader(self, broker: int, epoch: int) -> None:
        """Send the leadership of the epoch."""
        self._requests.pop(broker, None)
        self._tell(broker, epoch, cuts=True)
        self._lags.begin(broker)

    def become_follower(self, follower: int, epoch: int) -> None:
        """Send the leadership of the epoch, and wait until the follower asks or fetches.

        A message that the run keeps on its way stays; any other one is dropped with its connection.
        """
        replica = self._progress.after.replicas[follower]
        keeps_message = replica.exchange.stage != Stage.idle
        if not keeps_message:
            self._requests.pop(follower, None)
        self._tell(follower, epoch, cuts=not keeps_message)
        leader = int(replica.leader)
        if not keeps_message and self._broker(leader).is_up:
            self._gate.request(follower, leader)

    def controller_sends_state(self, **_: int) -> None:
        """Take the current state as the one that will be sent."""
        self._controller.refresh()

    broker_reconnects = controller_sends_state

    def controller_moves_leadership(self, **_: int) -> None:
        """Write the next epoch into the node, with the ISR that is there, without the broker that the run takes out."""
        before, after = self._progress.before.quorum, self._progress.after.quorum
        if before.leader_epoch == after.leader_epoch:
            return
        real_isr = self._controller.state().isr
        gone = set(members(before.isr)) - set(members(after.isr))
        isr = [broker for broker in real_isr if broker not in gone]
        leader = -1 if after.leader == none else int(after.leader)
        if leader >= 0 and leader not in isr:
            if before.isr.has(leader):
                raise Refused(
                    f"broker {leader} is not in the real ISR {as_set(real_isr)}, and can't be elected"
                )
            isr = [leader]  # unclean
        self._controller.begin_epoch(leader, isr or real_isr)

    controller_fails_over = controller_moves_leadership
    controller_elects_leader = controller_moves_leadership
    controller_notices_failed_follower = controller_moves_leadership
    controller_reorders_replicas = controller_moves_leadership

    def controller_moves_leadership_away(self, broker: int, **_: int) -> None:
        """The same, and a follower that is to stop no longer fetches."""
        self.controller_moves_leadership()
        if self._progress.before.quorum.leader != broker:
            self._links.call_while_cut(broker, lambda: self._controller.stop_replica(broker))

    def leader_is_cut_off(self, failed: int, **_: int) -> None:
        """The same, and the leader no longer has a session."""
        self.controller_moves_leadership()
        self._controller.unregister(failed)

    def _tell(self, broker: int, epoch: int, cuts: bool) -> None:
        """Send the leadership of an epoch. A fetcher that it stops may wait for a held answer: `cuts` cuts that off."""
        errors: list[int] = []

        def tell() -> None:
            errors.append(self._controller.tell_leadership(broker, epoch))

        if cuts:
            self._links.call_while_cut(broker, tell)
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
        self._controller.tell_metadata(broker)
        if not self._progress.before.quorum.live.has(broker):
            self._controller.refresh()

    def checkpoint_high_watermark(self, broker: int) -> None:
        """Wait until the checkpoint has what the run says."""
        self._await_checkpoint(broker, self._progress.after)

    def _await_checkpoint(self, broker: int, state: Any) -> None:
        disk, offset = self._broker(broker).disk, int(state.replicas[broker].high_watermark)
        wait_for("the checkpoint", lambda: (disk.high_watermark() or 0) == offset, 10)

    def _end(self, broker: int, end: Callable[[], None]) -> None:
        """End a broker as soon as its checkpoint says what the run says, or put an earlier one back in its place."""
        before, disk = self._progress.before, self._broker(broker).disk
        for follower, replica in enumerate(before.replicas):
            if follower == broker or replica.leader == broker:
                self._requests.pop(follower, None)
        if not self._traits.late and before.settings.lazy_checkpoint is False:
            self._await_checkpoint(broker, before)
        end()
        checkpoint = disk.high_watermark() or 0
        expected = int(self._progress.after.replicas[broker].high_watermark)
        if checkpoint > expected and before.settings.lazy_checkpoint:
            disk.put_high_watermark(expected)
            self.emulations.append(
                f"a late checkpoint: that of broker {broker}, {checkpoint}, was set back to {expected}, "
                "which it was before"
            )
