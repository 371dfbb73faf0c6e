"""What the source of a function shows that no symbolic value could refuse when the function is called with it.

    if s.owner is none: ...     # compares two objects of Python, and no two states share one
    match s.flag:
        case True: ...          # compares by `is` as well
    try: require(...)           # a guard that is false raises, but a symbolic one does not
    except Exception: ...

`is` is allowed where one side is None, or a class, a function or an object of the user's own, since no value of the
language is one.
"""

from __future__ import annotations

import ast
import builtins
import linecache
from collections.abc import Iterator
from functools import lru_cache
from types import CodeType, FrameType
from typing import Any

from tidemark.base.errors import short
from tidemark.spec.expressions.expression import Expr
from tidemark.spec.expressions.model_errors import Disabled, ModelError
from tidemark.spec.types.parts import Composite
from tidemark.spec.types.sets import IdSet

_SUSPECT = (ast.Compare, ast.MatchSingleton, ast.ExceptHandler, ast.With)
_VALUES = (int, float, str, Composite, IdSet, Expr)
"""The classes of values of the language, and of constants that stand for them."""
_HIDDEN = (TypeError, Disabled, ModelError)
"""What `except` must not catch: what Python raises of symbolic values only, and what a guard or the language raises."""
_OF_DATACLASSES = ("__init__", "__eq__", "__repr__", "__hash__", "__lt__", "__le__", "__gt__", "__ge__")
_UNKNOWN = object()


def require_traceable(frame: FrameType) -> None:
    """Refuse a function that has just been called if its source shows that it can't be traced.

    Raises:
        ModelError: it shows that, or there is no source.
    """
    code = frame.f_code
    linecache.checkcache(code.co_filename)
    suspects = _suspects("".join(linecache.getlines(code.co_filename)))
    if suspects is None:
        if _is_of_dataclass(frame):
            return
        raise ModelError(
            f"the source of {code.co_name} is not at hand, so Tidemark can't see whether it treats symbolic values as "
            "plain ones: write it in a file",
            f"{short(code.co_filename)}:{code.co_firstlineno}",
        )
    if not suspects:
        return
    last = max(line for inner in _with_inner(code) for _, _, line in inner.co_lines() if line is not None)
    for node in suspects:
        if code.co_firstlineno <= node.lineno <= last and (why := _refusal(node, frame)):
            raise ModelError(why, f"{short(code.co_filename)}:{node.lineno}")


@lru_cache(64)
def _suspects(source: str) -> list[Any] | None:
    """The parts of a file that may be refused; None where its text is not at hand, or is not Python."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return None
    return [node for node in ast.walk(tree) if isinstance(node, _SUSPECT)] if source else None


def _is_of_dataclass(frame: FrameType) -> bool:
    """Whether Python made the function, for a dataclass or a named tuple."""
    name = str(frame.f_globals.get("__name__", ""))
    return frame.f_code.co_filename == "<string>" and (
        frame.f_code.co_name in _OF_DATACLASSES or name.startswith("namedtuple_")
    )


def _with_inner(code: CodeType) -> Iterator[CodeType]:
    """The code of a function, and that of the functions in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _with_inner(constant)


def _refusal(node: ast.AST, frame: FrameType) -> str:
    """Why a function can't have this; empty where it can."""
    match node:
        case ast.Compare():
            return next(_identities(node, frame), "")
        case ast.MatchSingleton(value=bool()):
            return "`case True` and `case False` ask for one object: write where(), &, | and not_() in place of `match`"
        case ast.With():
            return (
                "`with` has no use in a function that changes nothing, and it may hide that a guard is false"
            )
        case ast.ExceptHandler():
            caught = _resolve(node.type, frame) if node.type else BaseException
            classes = caught if isinstance(caught, tuple) else (caught,)
            if any(not isinstance(c, type) or any(issubclass(h, c) for h in _HIDDEN) for c in classes):
                return (
                    "this `except` may hide that a guard is false, or that a value is symbolic: decide by a condition, "
                    "or catch what plain values raise, as in `except KeyError`"
                )
    return ""


def _identities(node: ast.Compare, frame: FrameType) -> Iterator[str]:
    operands = [node.left, *node.comparators]
    for operator, first, second in zip(node.ops, operands, operands[1:], strict=False):
        if isinstance(operator, (ast.Is, ast.IsNot)) and not any(
            _is_no_value(x, frame) for x in (first, second)
        ):
            instead = "!=" if isinstance(operator, ast.IsNot) else "=="
            yield f"`is` asks whether two values are one object, not whether they are equal: write {instead}"


def _is_no_value(node: ast.expr, frame: FrameType) -> bool:
    """Whether an expression stands for an object that is no value of the language."""
    resolved = _resolve(node, frame)
    return resolved is not _UNKNOWN and not isinstance(resolved, _VALUES)


def _resolve(node: ast.expr, frame: FrameType) -> Any:
    """What a constant or a global name is, or an attribute of one; _UNKNOWN for anything else."""
    match node:
        case ast.Constant():
            return node.value
        case ast.Name(id=name) if name in frame.f_code.co_freevars:
            return frame.f_locals.get(name, _UNKNOWN)
        case ast.Name(id=name) if not any(name in inner.co_varnames for inner in _with_inner(frame.f_code)):
            return frame.f_globals.get(name, getattr(builtins, name, _UNKNOWN))
        case ast.Attribute(value=value, attr=name):
            owner = _resolve(value, frame)
            return _UNKNOWN if owner is _UNKNOWN else getattr(owner, name, _UNKNOWN)
        case ast.Tuple(elts=parts):
            return tuple(_resolve(part, frame) for part in parts)
    return _UNKNOWN
