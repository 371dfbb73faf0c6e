"""Another protocol beside the one that is explored, which takes the same steps: where it differs first, and in what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tidemark.checker.analyses.events import Elsewhere
from tidemark.checker.explorer.state_description import StateDescriber
from tidemark.checker.runs.results import RunStep, State


@dataclass(frozen=True)
class CounterpartPosition:
    """Where the other protocol is after a path: its state, and what it did otherwise in the last step, if anything.

    first: the number of the first step of the path that it took otherwise, or after which its state differs.
    """

    state: State
    note: str
    first: int | None


class Counterpart:
    """The other protocol, at the same bounds. It may take steps that only it has before one that both have."""

    def __init__(self, describer: StateDescriber, elsewhere: Elsewhere) -> None:
        self._explored, self._elsewhere = describer, elsewhere
        self._describer = StateDescriber(elsewhere.machine)
        self._promises = {promise.name for promise in describer.machine.promises}
        self._positions: dict[tuple[int, ...], CounterpartPosition] = {}

    @property
    def name(self) -> str:
        """What the other protocol is called."""
        return self._elsewhere.machine.name

    def at(self, path: tuple[int, ...], steps: Sequence[RunStep]) -> dict[str, Any]:
        """What there is to see of it after a path, which has these steps, as JSON data.

        Raises:
            ModelError: an action writes outside a field's domain there.
        """
        for length in range(len(path) + 1):
            if path[:length] not in self._positions:
                self._positions[path[:length]] = self._position_after(path[:length], steps[: length + 1])
        position = self._positions[path]
        described = self._describer.state(position.state)
        offered = self._explored.enabled(steps[-1].state)
        answers = {str(instance): self._elsewhere.way(position.state, instance) for _, instance, _ in offered}
        return {
            "name": self.name,
            "actors": described["actors"],
            "lanes": described["lanes"],
            "promises": [
                [promise["name"], promise["kept"]]
                for promise in described["promises"]
                if promise["kept"] is not None and promise["name"] in self._promises
            ],
            "note": position.note,
            "first": position.first,
            "refused": {name: reason for name, reason in answers.items() if isinstance(reason, str)},
            "only": [action["name"] for action in described["enabled"] if action["name"] not in answers],
        }

    def _position_after(self, path: tuple[int, ...], steps: Sequence[RunStep]) -> CounterpartPosition:
        states = self._elsewhere.machine.initial_states
        if steps[-1].instance is None:
            same = states.counterpart(self._explored.machine.initial_states, steps[-1].state)
            first, note = (
                (states.first, "Not here: it has no such initial state.") if same is None else (same, "")
            )
            agrees = not note and self._agree(steps[-1].state, first)
            return CounterpartPosition(first, note, None if agrees else len(path))
        before, instance = self._positions[path[:-1]], steps[-1].instance
        assert instance is not None
        answer = self._elsewhere.way(before.state, instance)
        if isinstance(answer, str):
            state, note = before.state, f"Not here: {answer}."
        else:
            extra_steps = ", ".join(str(step.instance) for step in answer[:-1])
            state, note = answer[-1].state, f"Here {extra_steps} comes first." if extra_steps else ""
        differs = bool(note) or not self._agree(steps[-1].state, state)
        differs_first = len(path) if before.first is None and differs else before.first
        return CounterpartPosition(state, note, differs_first)

    def _agree(self, explored: State, counterpart: State) -> bool:
        """Whether two states look the same."""
        return bool(self._explored.state(explored)["lanes"] == self._describer.state(counterpart)["lanes"])
