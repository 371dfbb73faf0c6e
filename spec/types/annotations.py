"""What the class of a record may declare: fields, each name once, and nothing that would be read as something else.

Apart from records, because Python reads annotations at two times: with the class, or later, from 3.14 on (PEP 649).
"""

from __future__ import annotations

import sys
from itertools import pairwise
from typing import Any, NoReturn

from tidemark.spec.expressions.model_errors import ModelError
from tidemark.spec.types.parts import Composite


class FieldsOnce(dict[str, Any]):
    """The annotations of a record's class: a second field of one name is refused."""

    def __setitem__(self, name: str, hint: Any) -> None:
        if name in self:
            raise ModelError(f"two fields are called {name}: give each field of a record its own name")
        super().__setitem__(name, hint)


def read_deferred_fields(body: dict[str, Any]) -> FieldsOnce:
    """The fields of a class whose annotations Python evaluates later. Needs Python 3.14.

    They are read in the code that evaluates them, for what it gives has a name once. The empty annotations of the body
    are removed, for Python then makes those of the class.

    Raises:
        ModelError: two have one name.
    """
    import dis

    import annotationlib  # type: ignore[import-not-found, unused-ignore]

    body.pop("__annotations__", None)
    fields = FieldsOnce()
    if annotate := annotationlib.get_annotate_from_class_namespace(body):
        for before, after in pairwise(dis.get_instructions(annotate)):
            if after.opname == "STORE_SUBSCR":
                fields[before.argval] = None
    return fields


class RecordClass(type):
    """The class of records: refuses fields and methods that would be read as something else."""

    @classmethod
    def __prepare__(mcs, name: str, bases: tuple[type, ...], /, **kwargs: Any) -> dict[str, object]:
        return {"__annotations__": FieldsOnce()}

    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Any:
        fields = body.get("__annotations__", {})
        if sys.version_info >= (3, 14) and not fields:
            fields = read_deferred_fields(body)
        if bases and bases != (Composite,):
            for field in fields:
                _require_own_name(name, field, bases, body)
            for method in body:
                if method in _OF_EVERY_RECORD:
                    raise ModelError(
                        f"{name} can't define {method}, which every record has: choose another name"
                    )
        return super().__new__(mcs, name, bases, body)

    def __call__(cls, *_: Any, **fields: Any) -> NoReturn:
        arguments = ", ".join(f"{name}=…" for name in fields) or "…"
        raise ModelError(
            f"{cls.__name__}() has no domains, so it makes no record: change one, as in state.default.but({arguments})"
            f", or call the type, which {cls.__name__}.of() gives"
        )


_OF_EVERY_RECORD = ("but", "of", "type", "_flat", "_require_fits")
"""What a record has in addition to its fields."""


def _require_own_name(record: str, field: str, bases: tuple[type, ...], body: dict[str, Any]) -> None:
    """Refuse a field that would be read as something else.

    Raises:
        ModelError: every record, a base or the class itself has something of that name.
    """
    if field in _OF_EVERY_RECORD or field.startswith("__"):
        raise ModelError(
            f"a field of {record} can't be called {field}, which every record has: choose another name"
        )
    for base in bases:
        if field in getattr(base, "__annotations__", {}):
            raise ModelError(
                f"two fields are called {field}, one of them in {base.__name__}: name them apart"
            )
        if hasattr(base, field):
            raise ModelError(
                f"{record} has a field {field}, and {base.__name__} a method or value of that name: name them apart"
            )
    if field in body:
        raise ModelError(
            f"the field {field} of {record} has a value in the class too: {record}.of() gives it its domain, and the "
            "machine's initial state its first value"
        )
