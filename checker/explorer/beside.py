"""Another protocol beside the one that is explored, which takes the same steps: where it differs first, and in what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tidemark.checker.analyses.events import Elsewhere
from tidemark.checker.explorer.seen import Sight
from tidemark.checker.runs.results import State, Step


@dataclass(frozen=True)
class Place:
    """Where the other protocol is after a path: its state, and what it did otherwise in the last step, if anything.

    first: the number of the first step of the path that it took otherwise, or after which its state differs.
    """

    state: State
    note: str
    first: int | None


class Beside:
    """The other protocol, at the same bounds. It may take steps that only it has before one that both have."""

    def __init__(self, sight: Sight, elsewhere: Elsewhere) -> None:
        self._own, self._elsewhere = sight, elsewhere
        self._sight = Sight(elsewhere.machine)
        self._promises = {one.name for one in sight.machine.promises}
        self._places: dict[tuple[int, ...], Place] = {}

    @property
    def name(self) -> str:
        """What the other protocol is called."""
        return self._elsewhere.machine.name

    def at(self, path: tuple[int, ...], steps: Sequence[Step]) -> dict[str, Any]:
        """What there is to see of it after a path, which has these steps, as JSON data.

        Raises:
            ModelError: an action writes outside a field's domain there.
        """
        place = self._place(path, steps)
        seen = self._sight.state(place.state)
        offered = self._own.enabled(steps[-1].state)
        ways = {str(instance): self._elsewhere.way(place.state, instance) for _, instance, _ in offered}
        return {
            "name": self.name,
            "actors": seen["actors"],
            "lanes": seen["lanes"],
            "promises": [
                [one["name"], one["kept"]]
                for one in seen["promises"]
                if one["kept"] is not None and one["name"] in self._promises
            ],
            "note": place.note,
            "first": place.first,
            "refused": {name: way for name, way in ways.items() if isinstance(way, str)},
            "only": [way["name"] for way in seen["enabled"] if way["name"] not in ways],
        }

    def _place(self, path: tuple[int, ...], steps: Sequence[Step]) -> Place:
        for length in range(len(path) + 1):
            if path[:length] not in self._places:
                self._places[path[:length]] = self._place_after(path[:length], steps[: length + 1])
        return self._places[path]

    def _place_after(self, path: tuple[int, ...], steps: Sequence[Step]) -> Place:
        machine = self._elsewhere.machine
        if not path:
            first = machine.encode(machine.initial)
            return Place(first, "", None if self._agree(steps[0].state, first) else 0)
        before, instance = self._places[path[:-1]], steps[-1].instance
        assert instance
        way = self._elsewhere.way(before.state, instance)
        if isinstance(way, str):
            state, note = before.state, f"Not here: {way}."
        else:
            own = ", ".join(str(one.instance) for one in way[:-1])
            state, note = way[-1].state, f"Here {own} comes first." if own else ""
        differs = bool(note) or not self._agree(steps[-1].state, state)
        return Place(state, note, len(path) if before.first is None and differs else before.first)

    def _agree(self, one: State, other: State) -> bool:
        """Whether two states look the same."""
        lanes: bool = self._own.state(one)["lanes"] == self._sight.state(other)["lanes"]
        return lanes
