"""The two forms of one protocol that `python -m bench network` compares are one protocol."""

from bench.network import with_channels, with_network
from tests.support.agreement import GO_ON
from tidemark.checker.engines import reference


def test_a_network_and_one_slot_a_message_have_the_same_states_and_transitions() -> None:
    example, messages = with_network(3)
    found = [reference.search(machine, GO_ON) for machine in (messages, with_channels(example, messages))]
    counts = [(result.distinct_states, result.generated_states, result.depth) for result in found]
    assert counts == [(288, 1146, 11)] * 2
