"""The language that protocols and promises are written in. A protocol imports from here and from nowhere deeper."""

if __name__ == "spec":
    raise ImportError("spec is a part of tidemark: write `from tidemark import Record`", name="spec")

from importlib import import_module
from typing import TYPE_CHECKING

from tidemark.base.errors import TidemarkError, UsageError
from tidemark.spec.expressions.kinds import Identity, Label, Number, Truth, none
from tidemark.spec.expressions.model_errors import Disabled, ModelError
from tidemark.spec.families.bounds import At, Bound, Fault
from tidemark.spec.families.family import (
    Cost,
    Family,
    Inquiry,
    Lesson,
    Reference,
    Rule,
    budget_type,
    paid,
    settings_of,
    settings_type,
    spent,
    unspent,
)
from tidemark.spec.families.picture import Arrow, Cell, Lane, Note, Picture, Titles
from tidemark.spec.families.protocol import Protocol
from tidemark.spec.families.setting import Setting
from tidemark.spec.families.telling import BeforeAfter, Event, HowLost, Loss, Telling
from tidemark.spec.machines.actions_in_promises import can_happen, is_step_of
from tidemark.spec.machines.declarations import Action, Domain, Promise, action, promise
from tidemark.spec.machines.fairness import Fairness, fair, strongly_fair
from tidemark.spec.machines.initial_states import Initial, initial
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.origin import Origin
from tidemark.spec.machines.processes import Steps, process
from tidemark.spec.machines.refinement_maps import RefinementMap, refinement_map
from tidemark.spec.machines.temporal import (
    TemporalPromise,
    always_eventually,
    always_eventually_step,
    can_always_reach,
    eventually,
    eventually_always,
    eventually_every_step,
    every_step,
    leads_to,
    leads_to_always,
    never_decreases,
    never_increases,
    no_deadlock,
    sometimes,
    until,
    weak_until,
)
from tidemark.spec.types.composites import Array, Record, RecordType
from tidemark.spec.types.leaves import Bool, Enum, Id, Int, Only, Optional
from tidemark.spec.types.networks import Bag, Network
from tidemark.spec.types.operators import (
    all_of,
    any_of,
    choose,
    count,
    implies,
    maximum,
    minimum,
    not_,
    one_of,
    require,
    where,
)
from tidemark.spec.types.orders import id_at, next_id, position, previous_id, steps_between
from tidemark.spec.types.sequences import Sequence
from tidemark.spec.types.sets import IdSet, Set

if TYPE_CHECKING:
    from tidemark.spec.families.adapters import performs
    from tidemark.spec.families.system import Inconclusive, Refused

_OF_REAL_SYSTEMS = {"performs": "adapters", "Inconclusive": "system", "Refused": "system"}
"""Only adapters of code need these names. They are imported on demand, since every command imports this module."""


def __getattr__(name: str) -> object:
    if name in _OF_REAL_SYSTEMS:
        return getattr(import_module(f"tidemark.spec.families.{_OF_REAL_SYSTEMS[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "Action", "Array", "Arrow", "At", "Bag", "BeforeAfter", "Bool", "Bound", "Cell", "Cost", "Disabled",
    "Domain", "Enum", "Event", "Fairness", "Family", "Fault", "HowLost", "Id", "IdSet", "Identity",
    "Inconclusive", "Initial", "Inquiry", "Int", "Label", "Lane", "Lesson", "Loss", "Machine",
    "ModelError", "Network", "Note", "Number", "Only", "Optional", "Origin", "Picture", "Promise",
    "Protocol", "Record", "RecordType", "Reference", "RefinementMap", "Refused", "Rule", "Sequence",
    "Set", "Setting", "Steps", "Telling", "TemporalPromise", "TidemarkError", "Titles", "Truth",
    "UsageError", "action", "all_of", "always_eventually", "always_eventually_step", "any_of",
    "budget_type", "can_always_reach", "can_happen", "choose", "count", "eventually",
    "eventually_always", "eventually_every_step", "every_step", "fair", "id_at", "implies", "initial",
    "is_step_of", "leads_to", "leads_to_always", "maximum", "minimum", "never_decreases",
    "never_increases", "next_id", "no_deadlock", "none", "not_", "one_of", "paid", "performs",
    "position", "previous_id", "process", "promise", "refinement_map", "require", "settings_of",
    "settings_type", "sometimes", "spent", "steps_between", "strongly_fair", "unspent", "until",
    "weak_until", "where",
]  # fmt: skip
