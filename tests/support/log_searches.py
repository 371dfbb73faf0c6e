"""The native search of a log beside the plain one: both visit the same, in the same order, and end alike."""

from __future__ import annotations

from typing import Any

from tidemark import EventMap
from tidemark.base.errors import TidemarkError
from tidemark.checker.runs.results import Limits
from tidemark.checker.validation.loading import MapFile, read_events
from tidemark.checker.validation.native_search import NativeLogSearch
from tidemark.checker.validation.order import LogTimeline
from tidemark.checker.validation.search import LogOutcome
from tidemark.checker.validation.searches import LogSearches
from tidemark.checker.validation.transitions import Transitions
from tidemark.checker.validation.ways import Ways
from tidemark.spec.logs.events import LogError
from tidemark.spec.machines.machine import Machine


def is_searched_alike(
    machine: Machine, map: EventMap, all_events: list[list[dict[str, Any]]]
) -> list[LogOutcome | str]:
    """The native search visits what the plain one visits, one log after another, also if no promise may break.

    Gives what was found of each log.
    """
    transitions = Transitions(machine, "reference")
    ways = Ways(MapFile(map), machine, transitions)
    native, plain = NativeLogSearch(ways, transitions), LogSearches(transitions, ways)
    outcomes = []
    for events in all_events:
        try:
            timeline = LogTimeline(map, list(read_events(map, events, 1)))
        except LogError:
            continue
        for keeps in (False, True):
            found, wanted = (outcome(one, timeline, keeps) for one in (native, plain))
            assert found == wanted
        outcomes.append(found)
    return outcomes


def outcome(search: NativeLogSearch | LogSearches, timeline: LogTimeline, keeps: bool) -> LogOutcome | str:
    try:
        return search.run(timeline, Limits(max_states=20_000), keeps)
    except TidemarkError as error:
        return f"{type(error).__name__}: {error}"
