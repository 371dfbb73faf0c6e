"""Incidents: what must not happen in a step, noted in the state, so that a promise can be about the state alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from tidemark.spec import Bool, Only, Record, RecordType, Truth


def incidents_type(incidents: type[Record], **possible: Any) -> RecordType:
    """The type of a record of truths; an incident that is named as not possible takes no room."""
    return incidents.of(
        **{name: Bool() if possible.get(name, True) else Only(False) for name in incidents.__annotations__}
    )


class StateWithIncidents(Record):
    """A state whose field `happened` has the incidents so far; a family declares it with those that it notes."""

    if TYPE_CHECKING:
        happened: Any

    def note(self, **conditions: Truth) -> Self:
        """This state with an incident noted where its condition holds."""
        noted = {name: getattr(self.happened, name) | condition for name, condition in conditions.items()}
        return self.but(happened=self.happened.but(**noted))
