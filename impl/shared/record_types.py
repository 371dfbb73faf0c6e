"""The type of a record, by the names of its fields: in the state of one model a name mostly has one type."""

from typing import get_type_hints

from tidemark.spec import Record
from tidemark.spec.types.composites import RecordType
from tidemark.spec.types.leaves import TypeOrEnum

TypesByName = dict[str, TypeOrEnum]


def record_type(cls: type[Record], types: TypesByName, /, **fields: TypeOrEnum) -> RecordType:
    """The records of a class: a field has the type in `fields`, or else the one that its name has in `types`."""
    by_name = {name: types[name] for name in get_type_hints(cls) if name in types}
    return cls.of(**{**by_name, **fields})
