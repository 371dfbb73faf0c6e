"""Which fairness a promise needs: the minimal sets are those that trying every set finds."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from tests.support.temporal import Place, graph
from tidemark.checker.analyses.fairness import Parts, minimal_sets, needs
from tidemark.spec import Truth, always_eventually, can_always_reach, fair, leads_to

SOME = st.frozensets(st.integers(0, 5), max_size=4)


@given(st.lists(SOME, min_size=1, max_size=4))
def test_the_minimal_sets_are_those_that_trying_every_set_finds(enough: list[Parts]) -> None:
    every = Parts(range(6))

    def is_enough(parts: Parts) -> bool:
        return any(one <= parts for one in enough)

    tried = [Parts(some) for size in range(7) for some in combinations(sorted(every), size)]
    truth = [one for one in tried if is_enough(one) and not any(is_enough(one - {part}) for part in one)]
    assert minimal_sets(every, [], is_enough) == truth
    needed = [Parts({part}) for part in sorted(every) if not is_enough(every - {part})]
    assert minimal_sets(every, needed, is_enough) == truth


@leads_to
def gets_to_three(place: Place) -> tuple[Truth, Truth]:
    """Who is at 0 comes to 3 in the end."""
    return place.at == 0, place.at == 3


@always_eventually
def is_at_two_again(place: Place) -> Truth:
    """It is at 2 again and again."""
    return place.at == 2


@can_always_reach
def can_go_home(place: Place) -> Truth:
    """There is always a way to 0."""
    return place.at == 0


TWO_WAYS = {"left": (0, 1), "right": (0, 2), "up": (1, 3), "down": (2, 3)}


def test_two_ways_are_two_minimal_sets_if_the_fork_is_fair_as_a_whole() -> None:
    parts = (fair("left"), fair("right"), fair("left", "right", each=False), fair("up"), fair("down"))
    found = needs(graph(TWO_WAYS, [gets_to_three], parts))["gets-to-three"]
    assert found.verdict.verdict == "holds"
    assert [[str(one) for one in chosen] for chosen in found.sets] == [
        ["fair(left)", "fair(up)", "fair(down)"],
        ["fair(right)", "fair(up)", "fair(down)"],
        ["fair(left, right, each=False)", "fair(up)", "fair(down)"],
    ]
    assert {str(one): verdict.length for one, verdict in found.without.items()} == {
        "fair(up)": 2,
        "fair(down)": 2,
    }


def test_what_fails_with_all_fairness_has_no_minimal_set() -> None:
    found = needs(graph(TWO_WAYS, [is_at_two_again], (fair("left"), fair("right"))))["is-at-two-again"]
    assert (found.verdict.verdict, found.sets, found.without) == ("violated", [], {})


def test_possibility_needs_no_fairness() -> None:
    found = needs(graph({"a": (0, 1), "b": (1, 0)}, [can_go_home], (fair("a"),)))["can-go-home"]
    assert (found.verdict.verdict, found.sets, found.without) == ("holds", [[]], {})
