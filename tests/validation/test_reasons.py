"""What is told of a log that is refused has a reason for each step, also where no guard and no observation refuses."""

from __future__ import annotations

from tests.validation.test_maps import found, registers, w
from tidemark import EventMap, Int, observe, take


def test_an_event_that_waits_for_one_that_can_not_have_happened_says_so() -> None:
    log = registers(node="at")
    log.event("sent", optional=True)(lambda e: take("forget"))
    log.message("sent", "write", id="id")
    events = [{"event": "sent", "at": "a", "id": 1}, {**w(2), "at": "b", "id": 1}]
    refused = found(log, events)
    assert (refused.verdict, refused.passed) == ("refused", 0)
    assert {(one.kind, one.text) for refusal in refused.refusals for one in refusal.reasons} == {
        ("order", "it comes after log 1:1, which has not happened here")
    }


def test_a_name_for_which_no_value_is_left_between_others_is_told() -> None:
    log = EventMap()
    number = log.names(Int(0, 5), {10: 0, 20: 1}, increasing=True)
    other = log.names(Int(0, 1))

    @log.event("seen")
    def seen(e):  # type: ignore[no-untyped-def]
        least = other("x"), number(e.v)
        return observe(lambda s: s.held >= least[1])

    refused = found(log, [{"event": "seen", "v": 10}, {"event": "seen", "v": 15}])
    (refusal,) = refused.refusals
    (reason,) = refusal.reasons
    assert refused.passed == 1
    assert (refusal.step, reason.text) == ("seen", "no value of the model is left between others for 15")
