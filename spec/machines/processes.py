"""Processes: a generator function whose yields part it into actions, for who thinks in programs and not in actions.

    @process("threads")
    def add(s: Shared, me: ThreadId) -> Steps:
        t = s.i                 # the action add_start
        yield "write"
        s.i = t + 1             # the action add_write

The field `threads` of the state says where each thread is, and has the locals that it keeps there:
`threads=add.type(thread, t=number)`. A machine has `add.actions`.
"""

from __future__ import annotations

import ast
import inspect
import linecache
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import FunctionType
from typing import Any, TypeAlias, TypeVar

from tidemark.spec.expressions.context import current
from tidemark.spec.expressions.expression import is_symbolic
from tidemark.spec.expressions.kinds import Truth
from tidemark.spec.expressions.model_errors import Disabled, ModelError
from tidemark.spec.machines.declarations import Action, action
from tidemark.spec.machines.process_source import ProcessSource
from tidemark.spec.types.composites import Array, ArrayType, Record, RecordType
from tidemark.spec.types.leaves import Enum, LeafType, TypeOrEnum
from tidemark.spec.types.operators import not_, require, where

T = TypeVar("T")
Steps: TypeAlias = Iterator[str]
"""What a process gives: the label of each place at which it waits."""


@dataclass(frozen=True)
class ProcessProgram:
    """A generator function as actions.

    name: that of the function. pc: the labels: `start` if something comes before the first yield, those of the yields,
    and `done` if it ends. actions: one for each label but `done`. frame: the record that says where a process is
    (`pc`), and what locals it keeps.
    """

    name: str
    pc: Enum
    actions: tuple[Action, ...]
    frame: type[Record]
    place: str

    def type(self, index: LeafType | None = None, /, **kept: TypeOrEnum) -> RecordType | ArrayType:
        """The type of the field that says where the processes are: of an array of them, or of one without an index.

        kept: the type of each local that is kept while the process waits.

        Raises:
            ModelError: one is missing, or is not kept.
        """
        names = [name for name in self.frame.__annotations__ if name != "pc"]
        for name in [*kept, *names]:
            if name not in kept:
                raise ModelError(
                    f"the process {self.name} keeps {name} while it waits: give its type, {name}=…"
                )
            if name not in names:
                raise ModelError(f"the process {self.name} does not keep {name} while it waits: leave it out")
        one = self.frame.of(pc=self.pc, **kept)
        return one if index is None else Array.of(index, one)


def process(field: str) -> Callable[[Callable[..., Steps]], ProcessProgram]:
    """Declare a process. field: that of the state which says where it is.

    The function has a state, and, if there are several such processes, the id of its own with its domain. It reads and
    changes the state as if it were alone up to the next yield. A guard, `require`, holds it at the yield before.

    Raises:
        ModelError: the function has what a process can't have.
    """

    def split(function: Callable[..., Steps]) -> ProcessProgram:
        return _split(field, function)

    return split


def _split(field: str, function: Any) -> ProcessProgram:
    if not isinstance(function, FunctionType) or not inspect.isgeneratorfunction(function):
        name = getattr(function, "__name__", repr(function))
        raise ModelError(f'{name} has no yield, and a process has: write yield "waiting"')
    code = function.__code__
    source = ProcessSource(_definition(function), code.co_filename)
    if function.__closure__:
        raise ModelError(f"the process {function.__name__} uses variables of a function: write it outside")
    if len(source.parameters) not in (1, 2) or code.co_kwonlyargcount or code.co_flags & 12:
        raise ModelError(f"the process {function.__name__} has a state, and at most the id of its own")
    namespace: dict[str, Any] = {}
    compiled = compile(source.module(), code.co_filename, "exec", dont_inherit=True)
    exec(compiled, function.__globals__, namespace)
    pc = Enum("pc", *source.labels)
    functions = namespace["make"](_Runtime(field, function.__name__, pc))
    summary = (inspect.getdoc(function) or function.__name__).split("\n\n")[0].rstrip(".")
    for label, made in zip(source.stretches, functions, strict=True):
        made.__annotations__ = dict(function.__annotations__)
        made.__qualname__ = made.__name__
        made.__doc__ = f"{summary}: from {label} on."
    fields = {"pc": Any} | dict.fromkeys(source.frame_fields, Any)
    frame = type("Frame", (Record,), {"__annotations__": fields, "__doc__": "Where a process is."})
    place = f"{code.co_filename}:{code.co_firstlineno}"
    return ProcessProgram(function.__name__, pc, tuple(map(action, functions)), frame, place)


def _definition(function: FunctionType) -> ast.FunctionDef:
    """The definition of a function in its file."""
    code = function.__code__
    lines = linecache.getlines(code.co_filename, function.__globals__)
    for node in ast.walk(ast.parse("".join(lines))):
        if isinstance(node, ast.FunctionDef) and code.co_firstlineno in (
            node.lineno,
            *(decorator.lineno for decorator in node.decorator_list[:1]),
        ):
            return node
    raise ModelError(f"the source of {function.__name__} is not at hand: write it in a file")


class _Runtime:
    """What the functions of a process's actions call."""

    def __init__(self, field: str, name: str, pc: Enum) -> None:
        self._field, self._name, self._pc = field, name, pc

    def enter(self, state: Any, *where_and_label: Any) -> Any:
        """The frame of a process that is where the label says; it is a guard that it is."""
        *me, label = where_and_label
        frame = getattr(state, self._field)
        for index in me:
            frame = frame[index]
        if not isinstance(frame, Record) or "pc" not in frame.type.fields:
            raise ModelError(f"the field {self._field} has another type: give it {self._name}.type(…)")
        require(frame.pc == getattr(self._pc, label), f"{self._name} is at {label}")
        return frame

    def leave(self, state: Any, *where_and_label: Any, **kept: Any) -> Any:
        """The state in which a process waits at a label. A local that is not kept there has its type's default."""
        *me, label = where_and_label
        frames = state.type.fields[self._field]
        fields = (frames.element if me else frames).fields
        frame = {name: kept.get(name, type.default) for name, type in fields.items()}
        return state.but(self._field, *me, **{**frame, "pc": getattr(self._pc, label)})

    def fork(self, condition: Truth, yes: Callable[[], T], no: Callable[[], T]) -> T:
        """What comes of an `if`: of both sides where the state decides. A guard of a side holds on that side alone."""
        if not is_symbolic(condition):
            return yes() if condition else no()
        if condition.constant is not None:
            return yes() if condition.constant else no()
        sides = [(condition, yes), (not_(condition), no)]
        found = [self._one_side(taken, side) for taken, side in sides]
        if not any(found):
            raise Disabled("neither side can go on")
        first, second = ([*f, *found[1 - k]][0] for k, f in enumerate(found))
        return where(condition, first, second)

    def _one_side(self, taken: Any, side: Callable[[], T]) -> list[T]:
        """What comes of a side, in a list that is empty where a guard forbids it."""
        context = current()
        assert context
        outer, context.guards = context.guards, []
        why = ""
        try:
            result = [side()]
        except Disabled as disabled:
            result, why = [], str(disabled)
        finally:
            guards, context.guards = context.guards, outer
        for guard, reason in [*guards, *([(False, why)] if why else [])]:
            require(not_(taken) | guard, reason)
        return result
