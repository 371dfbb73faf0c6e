"""The instances of an action in order, and which of them need no try once a guard has failed for another.

    def receive(n: Node, me: NodeId, message: SomeMessage) -> Node:
        require(message.kind == Kind.vote, …)     # false for message 2: then receive(…, message 2) is disabled for all
        require(n.term[me] < message.term, …)

What a pure function does up to a guard depends on the state and on the parameters that it has read by then. So where
the guard fails, it fails for every instance with the same values of these. The byte code of the function says in which
order it reads its parameters (`ParameterReads`); instances are tried in this order, so that those which need no try
follow one another.
"""

from __future__ import annotations

import dis
import itertools
import sys
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from math import prod
from operator import itemgetter
from types import CodeType, FunctionType
from typing import Any, TypeVar

from tidemark.spec.expressions.model_errors import Disabled
from tidemark.spec.machines.declarations import Action
from tidemark.spec.machines.symbolic import Instance
from tidemark.spec.types.leaves import LeafType
from tidemark.spec.types.members import MemberType

T = TypeVar("T")

_BEFORE, _NEVER = -1, sys.maxsize
"""Where a parameter is read before the function is called, and where it never is: before, and behind, all byte code."""
FEWEST = 32
"""Instances of an action of which it takes less time to look for those that need no try than to try all."""
_READ_UNNAMED = {"locals", "vars", "dir", "eval", "exec", "_getframe"}
"""Functions that read variables which the byte code does not name."""


class ParameterReads:
    """In which order a function reads its parameters, and how many of them it had read where a guard failed.

    function: one that `passes_arguments_on` stands for its `__wrapped__`.
    before: the parameters that are read before it is called. Whether one is a member of its set is asked before, too:
    if it is not, no other parameter was read.

    >>> def follow(s: Counter, leader: int, me: int) -> Counter:
    ...     require(me != 0, "zero follows nobody")
    ...     return s.but(seen=s.seen.but(me, leader))
    >>> ParameterReads(follow, ["leader", "me"]).order
    ['me', 'leader']
    """

    def __init__(self, function: Callable[..., Any], names: list[str], before: Collection[str] = ()) -> None:
        while getattr(function, "passes_arguments_on", False):
            function = function.__wrapped__  # type: ignore[attr-defined]
        self._code = _readable_code(function, names)
        read = dict.fromkeys(names, _BEFORE) if self._code is None else _first_reads(self._code, tuple(names))
        places = {**read, **dict.fromkeys(before, _BEFORE)}
        self.order = sorted(names, key=lambda name: places[name])
        self._places = sorted(places.values())
        self._jumps = [] if self._code is None else _jumps_back(self._code)
        self._counts: dict[int, int] = {}

    def count(self, disabled: Disabled) -> int:
        """How many of the parameters, in their order, decide that a call ended with this."""
        if disabled.member:
            return self.order.index(disabled.member) + 1
        step = disabled.__traceback__
        while step is not None and step.tb_frame.f_code is not self._code:
            step = step.tb_next
        last = _BEFORE if step is None else step.tb_lasti
        count = self._counts.get(last)
        if count is None:
            count = self._counts[last] = bisect_right(self._places, self._furthest(last))
        return count

    def _furthest(self, last: int) -> int:
        """The furthest instruction that may have been executed before another one: loops come back from there."""
        furthest = last
        while inside := [end for end, begin in self._jumps if begin <= furthest < end]:
            furthest = max(inside)
        return furthest


def _readable_code(function: Callable[..., Any], names: list[str]) -> CodeType | None:
    """The byte code of a function, if it tells when each of these parameters is read.

    It does not where another function takes the arguments, or an exception is caught.
    """
    if not isinstance(function, FunctionType):
        return None
    code = function.__code__
    arguments = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    is_readable = (
        set(names) <= set(arguments) and not _catches(code) and _READ_UNNAMED.isdisjoint(code.co_names)
    )
    return code if is_readable else None


@lru_cache(1024)
def _catches(code: CodeType) -> bool:
    """Whether it catches an exception."""
    return any(instruction.opname == "PUSH_EXC_INFO" for instruction in dis.get_instructions(code))


@lru_cache(1024)
def _first_reads(code: CodeType, names: tuple[str, ...]) -> Mapping[str, int]:
    """The place of the first instruction that names each parameter."""
    places = dict.fromkeys(names, _NEVER)
    for instruction in dis.get_instructions(code):
        if instruction.opcode in _OF_VARIABLES and instruction.opname != "MAKE_CELL":
            variables = instruction.argval if isinstance(instruction.argval, tuple) else (instruction.argval,)
            for name in places.keys() & variables:
                places[name] = min(places[name], instruction.offset)
    return places


_OF_VARIABLES = {*dis.haslocal, *dis.hasfree}
"""The instructions that name variables of a function; of them `MAKE_CELL` comes first and reads nothing of a state."""


@lru_cache(1024)
def _jumps_back(code: CodeType) -> list[tuple[int, int]]:
    """The jumps to earlier instructions: from where, and to where."""
    jumps = {*dis.hasjrel, *dis.hasjabs}
    pairs = [(i.offset, i.argval) for i in dis.get_instructions(code) if i.opcode in jumps]
    return [(end, begin) for end, begin in pairs if begin <= end]


class ActionInstances:
    """The instances of an action, in order.

    domains: the type of each domain, by its name. first: the number of the first instance.
    """

    def __init__(self, action: Action, domains: Mapping[str, LeafType], first: int) -> None:
        self.action = action
        self.types = {name: domains[domain] for name, domain in action.parameters.items()}
        values = {name: domain.values() for name, domain in self.types.items()}
        choices = itertools.product(*values.values())
        self.instances = [Instance(action, dict(zip(values, choice, strict=True))) for choice in choices]
        self._first = first
        self._sizes = {name: len(choices) for name, choices in values.items()}

    @cached_property
    def _reads(self) -> ParameterReads:
        messages = [name for name, domain in self.types.items() if isinstance(domain, MemberType)]
        return ParameterReads(self.action.function, list(self.types), messages)

    @cached_property
    def _alike(self) -> list[int]:
        """How many instances in a row have the same values of the first parameters, by how many these are."""
        sizes = [self._sizes[name] for name in self._reads.order]
        return [prod(sizes[k:]) for k in range(len(sizes) + 1)]

    @cached_property
    def _order(self) -> Sequence[int]:
        """The places of the instances as they are tried: the parameter that is read last changes first."""
        return _order(self._sizes, self._reads.order)

    @property
    def order(self) -> list[str]:
        """The parameters, in the order in which the function reads them."""
        return self._reads.order

    def outcomes(self, attempt: Callable[[Instance], T]) -> Iterator[tuple[int, Instance, T]]:
        """What an attempt gives for each instance that it does not find disabled, with the instance's number, in order.

        Raises:
            Exception: what the attempt raises first, once that instance comes.
        """
        if len(self.instances) >= FEWEST:
            yield from self._spare(attempt)
            return
        for number, instance in enumerate(self.instances, self._first):
            try:
                outcome = attempt(instance)
            except Disabled:
                continue
            yield number, instance, outcome

    def _spare(self, attempt: Callable[[Instance], T]) -> Iterator[tuple[int, Instance, T]]:
        """The outcomes, without a try of those for which the same guard fails as for another one."""
        outcomes = list[tuple[int, T]]()
        failed, error, at = len(self._order), None, 0
        while at < len(self._order):
            k = self._order[at]
            at += 1
            if k > failed:
                continue
            try:
                outcomes.append((k, attempt(self.instances[k])))
            except Disabled as disabled:
                at += -at % self._alike[self._reads.count(disabled)]  # to the next that differ
            except Exception as mistake:
                failed, error = k, mistake
        for k, outcome in sorted(outcomes, key=itemgetter(0)):
            if k < failed:
                yield self._first + k, self.instances[k], outcome
        if error is not None:
            raise error


def _order(sizes: Mapping[str, int], order: Sequence[str]) -> Sequence[int]:
    """The places of all choices, the parameters in another order. sizes: how many values each has."""
    names = list(sizes)
    if order == names:
        return range(prod(sizes.values()))
    strides = {name: prod(sizes[later] for later in names[k + 1 :]) for k, name in enumerate(names)}
    offsets = [range(0, sizes[name] * strides[name], strides[name]) for name in order]
    return [sum(choice) for choice in itertools.product(*offsets)]
