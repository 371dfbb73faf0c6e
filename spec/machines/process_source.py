"""The source of a process, a generator function, split at its yields into the functions of its actions.

    def add(s, me):                     def add_start(s, me):
        t = s.i                             frame = p.enter(s, me, "start")
        yield "write"                       t = s.i
        s.i = t + 1                         return p.leave(s, me, "write", t=t)
                                        def add_write(s, me):
                                            frame = p.enter(s, me, "write")
                                            t = frame.t
                                            s = s.but(i=t + 1)
                                            return p.leave(s, me, "done")

From a yield every way is followed to the next yield. At an `if` or a `while` it parts: each side becomes a function,
and `p.fork` merges what they return. A local variable is kept where some way reads it before it assigns it. Every node
keeps its author's line.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from tidemark.base.errors import short
from tidemark.spec.expressions.model_errors import ModelError

START, DONE = "start", "done"
MOST_WAYS = 256
"""Ways from one yield to the next ones that are followed."""

Node = TypeVar("Node", bound=ast.stmt)
Block = tuple[tuple[ast.stmt, ...], ast.While | None]
"""Statements that come next, and the loop whose body they end."""
Rest = tuple[Block, ...]
"""All that comes next: the innermost block is the last."""
_RUNTIME, _FRAME = "runtime of the process", "frame of the process"  # an author has no such names
_PLAIN = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr)
_OF_GENERATORS = (ast.Yield, ast.YieldFrom, ast.Await, ast.Return, ast.NamedExpr)


@dataclass
class Stretch:
    """What a process does from one yield up to the next ones.

    rest: what comes at its beginning. reads: the locals that a way reads before it assigns them. leaves: each call of
    `leave` with its label, and what the way to it has assigned. sides: each side of a fork, with what was assigned.
    """

    label: str
    line: int
    rest: Rest
    reads: set[str] = field(default_factory=set)
    leaves: list[tuple[ast.Call, str, frozenset[str]]] = field(default_factory=list)
    sides: list[tuple[ast.FunctionDef, frozenset[str]]] = field(default_factory=list)
    body: list[ast.stmt] = field(default_factory=list)
    live: set[str] = field(default_factory=set)


class ProcessSource:
    """The stretches of a process, by the label at which each begins.

    Raises:
        ModelError: the function has what a process can't have; the message has its line.
    """

    def __init__(self, function: ast.FunctionDef, file: str) -> None:
        self.name, self.file = function.name, short(file)
        self.parameters = [parameter.arg for parameter in function.args.args]
        self.locals = {n for s in function.body for n in _names(s, ast.Store)} - set(self.parameters[:1])
        if parameter := self.locals & set(self.parameters):
            raise self.refuse(
                function, f"it assigns to its parameter {parameter.pop()}: take another variable"
            )
        first = Stretch(START, function.lineno, ((tuple(function.body), None),))
        self.stretches = {START: first}
        waiting = [first]
        while waiting:
            stretch = waiting.pop(0)
            known = set(self.stretches)
            stretch.body = self._follow(stretch, stretch.rest, frozenset(), frozenset())
            waiting += [s for label, s in self.stretches.items() if label not in known]
        self._find_live()
        self._skip_empty_start()
        if early := sorted(first.live):
            raise self.refuse(function, f"{early[0]} may be read before it is assigned")

    @property
    def labels(self) -> list[str]:
        """Every label, that of the beginning first, and that of the end, if there is one, last."""
        reached = {label for stretch in self.stretches.values() for _, label, _ in stretch.leaves}
        return [*self.stretches, *(label for label in (DONE,) if label in reached)]

    @property
    def frame_fields(self) -> list[str]:
        """The locals that are kept at some yield."""
        return sorted({name for stretch in self.stretches.values() for name in stretch.live})

    def refuse(self, node: ast.AST, why: str) -> ModelError:
        """The refusal of a part of the function."""
        return ModelError(f"the process {self.name}: {why}", f"{self.file}:{getattr(node, 'lineno', 0)}")

    def _find_live(self) -> None:
        """A local is live at a yield if a way from there reads it, or leads to a yield where it is live."""
        grows = True
        while grows:
            grows = False
            for stretch in self.stretches.values():
                before = len(stretch.live)
                stretch.live |= stretch.reads
                for _, label, assigned in stretch.leaves:
                    stretch.live |= self._live_at(label) - assigned
                grows |= len(stretch.live) > before

    def _skip_empty_start(self) -> None:
        """A process whose first statement is a yield begins there."""
        if len(self.stretches[START].body) == 1 and len(self.stretches) > 1:
            (_, label, _) = self.stretches.pop(START).leaves[0]
            self.stretches = {label: self.stretches.pop(label), **self.stretches}

    def _live_at(self, label: str) -> set[str]:
        return set() if label == DONE else self.stretches[label].live

    def _follow(
        self, stretch: Stretch, rest: Rest, assigned: frozenset[str], passed: frozenset[ast.While]
    ) -> list[ast.stmt]:
        """The statements from here to the next yields. passed: the loops whose heads this way has passed."""
        made: list[ast.stmt] = []
        while rest:
            (statements, loop), outer = rest[-1], rest[:-1]
            if not statements:
                rest = outer if loop is None else (*outer, ((loop,), None))
                continue
            node, rest = statements[0], (*outer, (statements[1:], loop))
            match node:
                case ast.Expr(value=ast.Constant()) | ast.Pass():
                    continue
                case ast.Expr(value=ast.Yield()):
                    return [*made, self._leave(stretch, node, self._label(node, rest), assigned)]
                case ast.Return(value=None):
                    return [*made, self._leave(stretch, node, DONE, assigned)]
                case ast.Break() | ast.Continue():
                    rest = self._out_of_loop(rest, isinstance(node, ast.Continue))
                case ast.If() | ast.While():
                    if node in passed:
                        raise self.refuse(node, "a way round this loop has no yield")
                    if isinstance(node, ast.While):
                        passed |= {node}
                    yes = (*rest, (tuple(node.body), node if isinstance(node, ast.While) else None))
                    if isinstance(node.test, ast.Constant) and node.test.value is True:
                        rest = yes
                        continue
                    self._read(stretch, node.test, assigned)
                    sides = (yes, (*rest, (tuple(node.orelse), None)))
                    ways = [self._follow(stretch, side, assigned, passed) for side in sides]
                    return [*made, *self._fork(stretch, node, ways, assigned)]
                case _:
                    assigned = self._read(stretch, node, assigned)
                    made.append(self._plain(node))
        return [*made, self._leave(stretch, made[-1] if made else None, DONE, assigned)]

    def _label(self, node: ast.Expr, rest: Rest) -> str:
        """The label of a yield, at which a stretch begins."""
        named = node.value.value if isinstance(node.value, ast.Yield) else None
        if not isinstance(named, ast.Constant) or not isinstance(named.value, str):
            raise self.refuse(node, 'name where it waits, as in yield "waiting"')
        label = named.value
        if not label.isidentifier() or label in (START, DONE):
            raise self.refuse(node, f"{label!r} can't be a label: write a word, and not {START} or {DONE}")
        known = self.stretches.setdefault(label, Stretch(label, node.lineno, rest))
        if known.line != node.lineno:
            raise self.refuse(node, f"there is a yield {label!r} in line {known.line}: name each differently")
        return label

    def _out_of_loop(self, rest: Rest, goes_on: bool) -> Rest:
        """What comes after `break`, or after `continue`."""
        while rest[-1][1] is None:
            rest = rest[:-1]
        return (*rest[:-1], ((), rest[-1][1])) if goes_on else rest[:-1]

    def _read(self, stretch: Stretch, node: ast.AST, assigned: frozenset[str]) -> frozenset[str]:
        """What is assigned after a part. What it reads that was not assigned is noted; what no process has, refused."""
        for inner in ast.walk(node):
            if isinstance(inner, _OF_GENERATORS) or (
                isinstance(inner, ast.stmt) and not isinstance(inner, _PLAIN)
            ):
                why = (
                    "write yield, assignments, calls, if, while and return, each as a statement, and no other"
                )
                raise self.refuse(inner, why)
        stretch.reads |= (self.locals & set(_names(node, ast.Load))) - assigned
        return assigned | (self.locals & set(_names(node, ast.Store)))

    def _plain(self, node: ast.stmt) -> ast.stmt:
        """A statement without yields, in which what is assigned to a part of a variable makes another value of it."""
        statement: ast.stmt = _Assignments(self).visit(node)
        return ast.fix_missing_locations(statement)

    def _leave(
        self, stretch: Stretch, node: ast.stmt | None, label: str, assigned: frozenset[str]
    ) -> ast.stmt:
        call = _call("leave", *map(_load, self.parameters), ast.Constant(label))
        stretch.leaves.append((call, label, assigned))
        if len(stretch.leaves) > MOST_WAYS:
            line = ast.Pass(lineno=stretch.line)
            raise self.refuse(line, f"more than {MOST_WAYS} ways lead to the next yields: add a yield")
        return _at(node.lineno if node else stretch.line, ast.Return(call))

    def _fork(
        self, stretch: Stretch, node: ast.If | ast.While, ways: list[list[ast.stmt]], assigned: frozenset[str]
    ) -> Iterator[ast.stmt]:
        """The functions of both sides, and the call that merges what they return."""
        names = [f"{side} in line {node.lineno}" for side in ("yes", "no")]
        for name, body in zip(names, ways, strict=True):
            side = _at(node.lineno, _function(name, body, node.lineno))
            stretch.sides.append((side, assigned))
            yield side
        yield _at(node.lineno, ast.Return(_call("fork", node.test, *map(_load, names))))

    def module(self) -> ast.Module:
        """A function that makes the functions of all stretches, in the order of their labels."""
        functions = [self._function_of(stretch) for stretch in self.stretches.values()]
        made: list[ast.stmt] = [
            *functions,
            ast.Return(ast.List([_load(f.name) for f in functions], ast.Load())),
        ]
        make = _function("make", made, 1)
        make.args.args = [ast.arg(_RUNTIME)]
        return ast.fix_missing_locations(ast.Module([make], []))

    def _function_of(self, stretch: Stretch) -> ast.FunctionDef:
        for call, label, _ in stretch.leaves:
            call.keywords = [ast.keyword(n, _load(n)) for n in sorted(self._live_at(label))]
        for side, assigned in stretch.sides:
            names = [self.parameters[0], *sorted(assigned | stretch.live)]
            side.args.args, side.args.defaults = [ast.arg(n) for n in names], [_load(n) for n in names]
        entered = _call("enter", *map(_load, self.parameters), ast.Constant(stretch.label))
        begin: list[ast.stmt] = [ast.Assign([ast.Name(_FRAME, ast.Store())], entered)]
        begin += [
            ast.Assign([ast.Name(n, ast.Store())], ast.Attribute(_load(_FRAME), n, ast.Load()))
            for n in sorted(stretch.live)
        ]
        body = [*(_at(stretch.line, statement) for statement in begin), *stretch.body]
        function = _at(stretch.line, _function(f"{self.name}_{stretch.label}", body, stretch.line))
        function.args.args = [ast.arg(n) for n in self.parameters]
        return function


class _Assignments(ast.NodeTransformer):
    """Rewrites `s.seats[me].free = True` as `s = s.but("seats", me, free=True)`."""

    def __init__(self, source: ProcessSource) -> None:
        self._source = source

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        if all(isinstance(name, ast.Name) for t in node.targets for name in _targets(t)):
            return node
        if len(node.targets) > 1 or isinstance(node.targets[0], (ast.Tuple, ast.List)):
            raise self._source.refuse(node, "assign to one part at a time")
        return self._rebind(node, node.targets[0], node.value)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        if isinstance(node.target, ast.Name):
            return node
        before = copy.copy(node.target)
        before.ctx = ast.Load()
        return self._rebind(node, node.target, ast.BinOp(before, node.op, node.value))

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        if node.value is None:
            return ast.copy_location(ast.Pass(), node)
        return self.visit_Assign(ast.copy_location(ast.Assign([node.target], node.value), node))

    def _rebind(self, node: ast.stmt, target: ast.expr, value: ast.expr) -> ast.stmt:
        path, part = list[ast.expr](), target
        while not isinstance(part, ast.Name):
            if not isinstance(part, (ast.Attribute, ast.Subscript)):
                raise self._source.refuse(node, "assign to a variable, or to a part of one")
            path.insert(0, part.slice if isinstance(part, ast.Subscript) else ast.Constant(part.attr))
            part = part.value
        but = ast.Attribute(_load(part.id), "but", ast.Load())
        if isinstance(target, ast.Attribute):
            changed = ast.Call(but, path[:-1], [ast.keyword(target.attr, value)])
        else:
            changed = ast.Call(but, [*path, value], [])
        return _at(node.lineno, ast.Assign([ast.Name(part.id, ast.Store())], changed))


def _targets(target: ast.expr) -> Iterable[ast.expr]:
    return target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]


def _names(node: ast.AST, context: type[ast.expr_context]) -> Iterator[str]:
    """The names that a part reads, or assigns, without those of its comprehensions and lambdas.

    What `s.x = 1` and `x += 1` change, they read.
    """
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        yield node.target.id
    if isinstance(node, ast.Name) and isinstance(node.ctx, context):
        yield node.id
    bound = set[str]()
    if isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
        bound = {name for part in node.generators for name in _names(part.target, ast.Store)}
    elif isinstance(node, ast.Lambda):
        bound = {part.arg for part in ast.walk(node.args) if isinstance(part, ast.arg)}
    for child in ast.iter_child_nodes(node):
        yield from (name for name in _names(child, context) if name not in bound)


def _load(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def _call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Attribute(_load(_RUNTIME), name, ast.Load()), list(arguments), [])


def _function(name: str, body: list[ast.stmt], line: int) -> ast.FunctionDef:
    function = ast.parse("def f(): pass").body[0]
    assert isinstance(function, ast.FunctionDef)
    function.name, function.body = name, body
    function.lineno = function.end_lineno = line
    return function


def _at(line: int, node: Node) -> Node:
    """A node that is made, in its author's line."""
    for inner in ast.walk(node):
        if isinstance(inner, (ast.stmt, ast.expr, ast.arg, ast.keyword)) and not hasattr(inner, "lineno"):
            inner.lineno = inner.end_lineno = line
            inner.col_offset = inner.end_col_offset = 0
    return node
