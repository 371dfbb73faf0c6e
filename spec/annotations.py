"""The fields that the class of a record annotates, as its body has them: each name once, whenever they are evaluated.

Apart from records, because Python reads annotations at two times: with the class, or later, from 3.14 on (PEP 649).
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from tidemark.spec.errors import ModelError


class FieldsOnce(dict[str, Any]):
    """The annotations of a record's class: a second field of one name is refused."""

    def __setitem__(self, name: str, hint: Any) -> None:
        if name in self:
            raise ModelError(f"two fields are called {name}: give each field of a record its own name")
        super().__setitem__(name, hint)


def deferred(body: dict[str, Any]) -> FieldsOnce:
    """The fields of a class whose annotations Python evaluates later. Needs Python 3.14.

    They are read in the code that evaluates them, for what it gives has a name once. The body's own annotations, which
    are empty, go: Python makes those of the class by itself where there are none.

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
