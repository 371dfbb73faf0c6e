"""The language that protocols and promises are written in. A protocol imports from here and from nowhere deeper."""

from spec.composites import Array, Record, Sequence
from spec.errors import Disabled, ModelError, TidemarkError, UsageError
from spec.expression import none
from spec.machine import Action, Domain, Machine, Promise, action, promise
from spec.operators import all_of, any_of, count, implies, maximum, minimum, not_, position, require, where
from spec.protocol import Bound, Family, Protocol, Rule
from spec.sets import IdSet
from spec.types import Bool, Enum, Id, Identity, Int, Label, Number, Optional, Truth

__all__ = [
    "Action",
    "Array",
    "Bool",
    "Bound",
    "Disabled",
    "Domain",
    "Enum",
    "Family",
    "Id",
    "IdSet",
    "Identity",
    "Int",
    "Label",
    "Machine",
    "ModelError",
    "Number",
    "Optional",
    "Promise",
    "Protocol",
    "Record",
    "Rule",
    "Sequence",
    "TidemarkError",
    "Truth",
    "UsageError",
    "action",
    "all_of",
    "any_of",
    "count",
    "implies",
    "maximum",
    "minimum",
    "none",
    "not_",
    "position",
    "promise",
    "require",
    "where",
]
