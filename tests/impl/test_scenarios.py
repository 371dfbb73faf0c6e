"""Every shipped scenario: true of its own protocol, with the endings that it says for the others of its subject."""

from __future__ import annotations

import runpy
from functools import cache
from pathlib import Path

import pytest

from tidemark import impl
from tidemark.checker.analyses.scenario import ScenarioRun, play, play_elsewhere
from tidemark.checker.runs.scenarios import Scenario, ScenarioEnding, load

TOOL = runpy.run_path(str(Path(__file__).parents[2] / "tools" / "scenario-endings"))
PATHS = impl.scenarios()
EVERY = pytest.mark.parametrize("name", PATHS)


@cache
def scenario(name: str) -> Scenario:
    return load(PATHS[name])


@cache
def played(name: str) -> ScenarioRun:
    return play(scenario(name))


def others(name: str) -> list[str]:
    """The protocols that an ending is for, in their order."""
    found: list[str] = TOOL["others"](scenario(name).machine.protocol)
    return found


@EVERY
def test_all_that_it_expects_is_seen_and_what_it_breaks_is_broken(name: str) -> None:
    assert played(name).text == "the same"
    assert played(name).run.promise == scenario(name).breaks


@EVERY
@pytest.mark.parametrize(
    "each", [pytest.param(1, marks=pytest.mark.slow, id="every one"), pytest.param(6, id="every sixth")]
)
def test_it_ends_under_the_other_protocols_as_it_says(name: str, each: int) -> None:
    told, compared = scenario(name).endings, others(name)
    assert set(told) == set(compared)
    found = {other: play_elsewhere(played(name), impl.protocol(other)).ending for other in compared[::each]}
    assert {other: told[other] for other in found} == found


@EVERY
def test_it_has_a_title_and_a_short_text(name: str) -> None:
    told = scenario(name)
    assert len(told.title) <= 80
    assert 2 <= told.text.count(". ") + 1 <= 5
    assert len(told.text) <= 480


@EVERY
def test_its_endings_are_grouped_in_the_order_of_the_protocols(name: str) -> None:
    places = {other: place for place, other in enumerate(others(name))}
    groups: dict[ScenarioEnding, list[int]] = {}
    for other, ending in scenario(name).endings.items():
        groups.setdefault(ending, []).append(places[other])
    assert [places[other] for other in scenario(name).endings] == [
        n for some in groups.values() for n in some
    ]
    assert all(numbers == sorted(numbers) for numbers in groups.values())
    firsts = [numbers[0] for numbers in groups.values()]
    assert firsts == sorted(firsts)
