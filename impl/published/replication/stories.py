"""The sentence for each action of a counterexample, by the name of the action's function.

A template sees the action's arguments. After a broker, and after `state`, comes `was` or `now`: the state before or
after the action. A broker's `cut` says how its log was cut, or that it was kept. The sentences on what happened to a
record (cut, committed) are added later.
"""

STORIES = {
    "controller_elect_leader":
        "The controller elects broker {broker} leader of epoch {state.now.quorum.leader_epoch}; the ISR is "
        "{state.now.quorum.isr}.",
    "controller_shrink_isr":
        "The controller takes broker {broker} for failed and begins epoch {state.now.quorum.leader_epoch}: leader "
        "{state.now.quorum.leader!s}, ISR {state.now.quorum.isr}.",
    "become_leader":
        "Broker {broker} learns that it leads in epoch {epoch}; its high watermark stays at "
        "{broker.now.high_watermark}.",
    "leader_write":
        "A producer writes m{state.was.records_written} to broker {leader}, which believes that it leads, at offset "
        "{leader.was.log.end_offset} in epoch {leader.was.leader_epoch}.",
    "truncate_to_high_watermark":
        "Broker {follower} learns that broker {follower.now.leader} leads in epoch {epoch}. Its own high watermark is "
        "{follower.was.high_watermark}: it {follower.cut}.",
    "truncate_kip_101":
        "Broker {follower} learns that broker {follower.now.leader} leads in epoch {epoch}, and asks it where its "
        "last epoch ends. By the answer, or by its high watermark without one, it {follower.cut}.",
    "truncate_kip_279":
        "Broker {follower} learns that broker {follower.now.leader} leads in epoch {epoch}, and {follower.cut}, as "
        "far as both logs agree.",
    "truncate_fenced":
        "Broker {follower} learns that broker {follower.now.leader} leads in epoch {epoch}, as that broker knows too, "
        "and {follower.cut}, as far as both logs agree.",
    "follow_without_truncation":
        "Broker {follower} learns that broker {follower.now.leader} leads in epoch {epoch}, and keeps its log as it "
        "is.",
    "follower_truncate":
        "Broker {follower} finds its log apart from that of broker {leader}, and {follower.cut}, as far as both logs "
        "agree.",
    "fetch":
        "Broker {follower} copies the record at offset {follower.was.log.end_offset} from broker {leader}; its high "
        "watermark is {follower.now.high_watermark}.",
    "fetch_first_try":
        "Broker {follower} copies the record at offset {follower.was.log.end_offset} from broker {leader}, the epochs "
        "before it being equal; its high watermark is {follower.now.high_watermark}.",
    "fetch_fenced":
        "Broker {follower} copies the record at offset {follower.was.log.end_offset} from broker {leader}, in the "
        "same epoch; its high watermark is {follower.now.high_watermark}.",
    "advance":
        "Broker {leader} finds that its ISR {leader.was.isr} has the record at offset {leader.was.high_watermark}, "
        "and raises its high watermark to {leader.now.high_watermark}.",
    "advance_first_try":
        "Broker {leader} finds that its ISR {leader.was.isr} has the record at offset {leader.was.high_watermark} "
        "with the same epoch, and raises its high watermark to {leader.now.high_watermark}.",
    "advance_fenced":
        "Broker {leader} finds that its ISR {leader.was.isr}, all in its epoch, has the record at offset "
        "{leader.was.high_watermark}, and raises its high watermark to {leader.now.high_watermark}.",
    "expand":
        "Broker {leader} adds broker {follower}, which has reached its high watermark {leader.was.high_watermark}, to "
        "the ISR: {leader.now.isr}.",
    "expand_first_try":
        "Broker {leader} adds broker {follower}, which has reached its high watermark {leader.was.high_watermark} "
        "with the same epoch, to the ISR: {leader.now.isr}.",
    "expand_fenced":
        "Broker {leader} adds broker {follower}, which has reached its high watermark {leader.was.high_watermark} in "
        "its own epoch, to the ISR: {leader.now.isr}.",
    "shrink":
        "Broker {leader} takes broker {follower}, which lags or does not follow it, out of the ISR: {leader.now.isr}.",
    "shrink_first_try":
        "Broker {leader} takes broker {follower}, which lags or has another epoch, out of the ISR: {leader.now.isr}.",
    "shrink_fenced":
        "Broker {leader} takes broker {follower}, which lags or is in another epoch, out of the ISR: {leader.now.isr}.",
}  # fmt: skip
