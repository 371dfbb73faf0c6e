"""Another protocol beside the one that is explored, which takes the same steps: where it differs first, and in what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tidemark.checker.analyses.events import Elsewhere
from tidemark.checker.explorer.seen import Sight
from tidemark.checker.runs.results import RunStep, State


@dataclass(frozen=True)
class CounterpartPosition:
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
        self._promises = {promise.name for promise in sight.machine.promises}
        self._places: dict[tuple[int, ...], CounterpartPosition] = {}

    @property
    def name(self) -> str:
        """What the other protocol is called."""
        return self._elsewhere.machine.name

    def at(self, path: tuple[int, ...], steps: Sequence[RunStep]) -> dict[str, Any]:
        """What there is to see of it after a path, which has these steps, as JSON data.

        Raises:
            ModelError: an action writes outside a field's domain there.
        """
        position = self._place(path, steps)
        seen = self._sight.state(position.state)
        offered = self._own.enabled(steps[-1].state)
        answers = {str(instance): self._elsewhere.way(position.state, instance) for _, instance, _ in offered}
        return {
            "name": self.name,
            "actors": seen["actors"],
            "lanes": seen["lanes"],
            "promises": [
                [promise["name"], promise["kept"]]
                for promise in seen["promises"]
                if promise["kept"] is not None and promise["name"] in self._promises
            ],
            "note": position.note,
            "first": position.first,
            "refused": {name: reason for name, reason in answers.items() if isinstance(reason, str)},
            "only": [action["name"] for action in seen["enabled"] if action["name"] not in answers],
        }

    def _place(self, path: tuple[int, ...], steps: Sequence[RunStep]) -> CounterpartPosition:
        for length in range(len(path) + 1):
            if path[:length] not in self._places:
                self._places[path[:length]] = self._place_after(path[:length], steps[: length + 1])
        return self._places[path]

    def _place_after(self, path: tuple[int, ...], steps: Sequence[RunStep]) -> CounterpartPosition:
        machine = self._elsewhere.machine
        if not path:
            first = machine.encode(machine.initial)
            return CounterpartPosition(first, "", None if self._agree(steps[0].state, first) else 0)
        before, instance = self._places[path[:-1]], steps[-1].instance
        assert instance
        answer = self._elsewhere.way(before.state, instance)
        if isinstance(answer, str):
            state, note = before.state, f"Not here: {answer}."
        else:
            extra_steps = ", ".join(str(step.instance) for step in answer[:-1])
            state, note = answer[-1].state, f"Here {extra_steps} comes first." if extra_steps else ""
        differs = bool(note) or not self._agree(steps[-1].state, state)
        return CounterpartPosition(
            state, note, len(path) if before.first is None and differs else before.first
        )

    def _agree(self, own_state: State, counterpart: State) -> bool:
        """Whether two states look the same."""
        lanes: bool = self._own.state(own_state)["lanes"] == self._sight.state(counterpart)["lanes"]
        return lanes
