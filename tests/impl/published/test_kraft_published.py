"""The published model of the KRaft quorum gives the figures of TLC."""

from dataclasses import replace
from typing import Annotated

import pytest

from tidemark import impl
from tidemark.checker.engines import reference
from tidemark.checker.engines.native import search as native
from tidemark.checker.runs.results import Limits
from tidemark.impl.published.quorum.actions import accept_fetch
from tidemark.impl.published.quorum.state import Fetch, PublishedKraftCluster
from tidemark.spec import Domain, action, require

PROTOCOL = impl.protocol("published-kraft/raft-tlaplus")
GO_ON = Limits(keep_going=True)


@action
def accept_fetch_by_the_other_arm(
    c: PublishedKraftCluster, message: Annotated[Fetch, Domain("fetches")]
) -> PublishedKraftCluster:
    """At offset 0 both arms of `ValidFetchPosition` hold, and TLC counts the step of each."""
    require(message.offset == 0, "the log is empty")
    return accept_fetch.function(c, message)


@pytest.mark.slow
@pytest.mark.parametrize(("symmetry", "figures"), [(False, (10_468, 23_167, 30)), (True, (1_759, 3_894, 30))])
def test_tlc_gives_the_same_figures(symmetry: bool, figures: tuple[int, int, int]) -> None:
    machine = PROTOCOL.machine()
    counted = replace(machine, actions=[*machine.actions, accept_fetch_by_the_other_arm])
    result = native.search(counted, GO_ON, symmetry=symmetry)
    assert (result.distinct_states, result.generated_states, result.depth) == figures
    assert {verdict.verdict for verdict in result.promises.values()} == {"holds"}


def test_two_servers_keep_the_promises() -> None:
    result = reference.search(PROTOCOL.machine({"servers": 2}), GO_ON)
    assert (result.distinct_states, result.depth) == (55, 17)
    assert {verdict.verdict for verdict in result.promises.values()} == {"holds"}
