"""What a symbolic value refuses: every protocol of Python that would treat it as an ordinary object.

A plain value answers there. So a function would mean one thing when it runs and another when it is traced:

    s.phase in {Phase.idle}     # the hash of a plain value is that of an int, and of a symbolic one its own
    f"{s.count}" == "2"         # the text of a plain value is "2"

Each refusal says what to write instead, and has the line of the author's that asked.
"""

from __future__ import annotations

from typing import Any, NoReturn

from tidemark.spec.expressions.context import is_asked_by_author
from tidemark.spec.expressions.model_errors import ModelError


class NoPlainValue:
    """A value that depends on a state, so that Python can't have an answer about it now."""

    __slots__ = ()

    def __xor__(self, right: Any) -> NoReturn:
        raise ModelError("`^` has no meaning for truth values here: write a != b")

    __rxor__ = __xor__

    def __invert__(self) -> NoReturn:
        raise ModelError("`~` would turn a plain True into -2: write not_(condition)")

    def _refuse_arithmetic(self, *_: Any) -> NoReturn:
        raise ModelError(
            "numbers are whole, and have +, -, *, //, % and abs() alone: write x // y for x / y, x * x for x ** 2, "
            "x * 4 for x << 2, where() for a table"
        )

    __truediv__ = __rtruediv__ = __divmod__ = __rdivmod__ = __pow__ = __rpow__ = _refuse_arithmetic
    __matmul__ = __rmatmul__ = __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = _refuse_arithmetic

    def __bool__(self) -> NoReturn:
        raise ModelError(
            "`if`, `and`, `or`, `not`, `in`, `assert`, all(), any(), min(), max() and chained comparisons need a plain "
            "value, and this one is symbolic: write where(condition, a, b), &, |, not_(), one_of(), .has(), require(), "
            "all_of(), any_of(), minimum() or maximum(), from tidemark, and network.filter() for the `if` of a loop"
        )

    def __hash__(self) -> NoReturn:
        raise ModelError(
            "a symbolic value can't be in a set, a key of a dictionary or an argument of a cached function, which need "
            "its hash: write one_of(x, (a, b)) for `x in {a, b}`, where() or an Array for a dictionary"
        )

    def _refuse_conversion(self, *_: Any) -> NoReturn:
        raise ModelError(
            "a symbolic value can't be converted to a number of Python, or index a list or range of Python: index an "
            "Array or a Sequence with it; where(condition, 1, 0) turns a truth value into a number"
        )

    __index__ = __int__ = __float__ = __complex__ = _refuse_conversion
    __round__ = __trunc__ = __floor__ = __ceil__ = _refuse_conversion

    def _refuse_iteration(self, *_: Any) -> NoReturn:
        raise ModelError(
            "a symbolic value can't be looped over, and has no length and no items: loop over array.indices() or "
            "set.ids()"
        )

    __iter__ = __reversed__ = __len__ = __getitem__ = __contains__ = _refuse_iteration

    def _refuse_copy(self, *_: Any) -> NoReturn:
        raise ModelError(
            "a symbolic value is neither copied nor pickled: it never changes, so use it as it is"
        )

    __copy__ = __deepcopy__ = __reduce__ = __reduce_ex__ = _refuse_copy

    def refuse_text(self) -> NoReturn:
        """Refuse to be written: `__repr__` calls it while a function is traced."""
        raise ModelError(
            "a symbolic value has no text: compare values with ==, and leave f-strings, str(), repr(), format() and "
            "print() to methods called `text`, which only views call"
        )

    def __format__(self, _: str) -> str:
        return repr(self)

    def __getattr__(self, name: str) -> NoReturn:
        if is_asked_by_author():
            raise ModelError(
                f"a symbolic value has no attribute {name}: use the operators of tidemark, which plain values have too"
            )
        raise AttributeError(name)

    @property
    def __class__(self) -> type:  # what isinstance() asks where the type itself does not fit
        if is_asked_by_author():
            raise ModelError(
                "the class of a symbolic value says nothing about the plain value: declare what a field holds, and "
                "compare values with =="
            )
        return type(self)

    @__class__.setter
    def __class__(self, _: type) -> NoReturn:
        raise AttributeError("__class__")
