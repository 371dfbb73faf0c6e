"""Conditions and values that a person types, as expressions over the fields of a state.

They are Python about the fields of a state: `place[0] == "critical" and not flag[1]`, or about the state `s`, as a
promise would say it: `s.place[0]`. Nothing else of Python is there: what is typed is parsed, and only what compares
fields is let through. The functions of the user's file that has the machine may also be called.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from types import CodeType
from typing import Any

from tidemark.base.errors import TidemarkError, UsageError
from tidemark.checker.user_files.machines import MachineFile
from tidemark.spec.expressions.context import Context
from tidemark.spec.expressions.expression import Expr
from tidemark.spec.expressions.kinds import TRUTH, Constant, none
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symbolic import symbolic_state
from tidemark.spec.types.operators import all_of, any_of, count, maximum, minimum, not_, one_of, where
from tidemark.spec.types.sets import IdSet

LONGEST = 1000
"""Characters of a condition."""
_ALLOWED = (
    ast.Expression, ast.BoolOp, ast.And, ast.Or, ast.UnaryOp, ast.Not, ast.USub, ast.BinOp, ast.Add, ast.Sub,
    ast.BitAnd, ast.BitOr, ast.Compare, ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Call, ast.keyword,
    ast.Attribute, ast.Subscript, ast.Name, ast.Load, ast.Store, ast.Constant, ast.GeneratorExp, ast.ListComp,
    ast.comprehension, ast.Lambda, ast.arguments, ast.arg, ast.Tuple,
)  # fmt: skip


def _equal(a: Any, b: Any) -> Any:
    """Whether two values are equal; a text is a label of the other's kind, a number an id of it."""
    if isinstance(b, Expr) and not isinstance(a, Expr):
        a, b = b, a
    return a == _convert(b, a)


def _convert(value: Any, example: Any) -> Any:
    """A plain value as the kind of another one has it."""
    kind = getattr(example, "kind", None)
    if kind is None or isinstance(value, (Expr, Constant)):
        return value
    if kind.family == "label" and isinstance(value, str):
        if value not in kind.labels:
            raise UsageError(f"{kind.name} has no label {value}: there is {', '.join(kind.labels)}")
        return Constant(kind.labels.index(value), kind)
    if kind.family == "id":
        if value is None:
            return none
        if type(value) is int and 0 <= value < kind.size:
            return Constant(value, kind)
        raise UsageError(f"there is no {kind.name} {value}")
    return value


_FUNCTIONS = (all_of, any_of, count, not_, one_of, minimum, maximum, where)
_NAMES = {"all": all_of, "any": any_of, "none": none, **{f.__name__: f for f in _FUNCTIONS}}


class _Words(ast.NodeTransformer):
    """Puts functions in place of the words that expressions do not have: `and`, `or`, `not`, `==`, chains."""

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        name = "all_of" if isinstance(node.op, ast.And) else "any_of"
        parts = ast.List([self.visit(operand) for operand in node.values], ast.Load())
        return _call(name, parts)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        inside = self.visit(node.operand)
        return _call("not_", inside) if isinstance(node.op, ast.Not) else ast.UnaryOp(node.op, inside)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        sides = [self.visit(operand) for operand in (node.left, *node.comparators)]
        parts: list[ast.expr] = []
        for first, sign, second in zip(sides, node.ops, sides[1:], strict=False):
            if isinstance(sign, (ast.Eq, ast.NotEq)):
                equal = _call("=", first, second)
                parts.append(equal if isinstance(sign, ast.Eq) else _call("not_", equal))
            else:
                parts.append(ast.Compare(first, [sign], [second]))
        return parts[0] if len(parts) == 1 else _call("all_of", ast.List(parts, ast.Load()))


def _call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


def condition(machine: Machine, source: str) -> Expr:
    """The condition as an expression over the fields of a state.

    Raises:
        UsageError: it is no condition about a state of this machine.
    """
    graph, _, symbolic = symbolic_state(machine.type)
    (code,) = _compile([_tree(source)])
    expression = _evaluate(code, symbolic, _functions_of(machine))
    if isinstance(expression, bool):
        return graph.lift(expression)
    if not isinstance(expression, Expr) or expression.kind != TRUTH:
        raise UsageError("a condition is true or false of a state, as in s.x == 1")
    return expression


def values(machine: Machine, source: str) -> tuple[list[str], Callable[[Any], list[Any]]]:
    """The values, with commas between them, each as it was typed; and the function that has them of a state.

    Raises:
        UsageError: they are no values of a state of this machine.
    """
    tree, functions = _tree(source), _functions_of(machine)
    parts = tree.elts if isinstance(tree, ast.Tuple) else [tree]
    names = [ast.get_source_segment(source.strip(), part) or ast.unparse(part) for part in parts]
    codes = _compile(parts)

    def function(state: Any) -> list[Any]:
        results = (_evaluate(code, state, functions) for code in codes)
        return [result.mask if isinstance(result, IdSet) else result for result in results]

    for name, value in zip(names, function(symbolic_state(machine.type)[2]), strict=True):
        if not isinstance(value, Expr):
            raise UsageError(f"{name} is the same in every state, or no single value: name one, as s.x")
    return names, function


def _functions_of(machine: Machine) -> Mapping[str, Any]:
    source = machine.origin.source if machine.origin else None
    return source.functions if isinstance(source, MachineFile) else {}


def _tree(source: str) -> ast.expr:
    """What is typed, parsed and looked through.

    Raises:
        UsageError: it is no expression, or has what it may not have.
    """
    if len(source) > LONGEST:
        raise UsageError(f"a condition has at most {LONGEST} characters")
    try:
        tree = ast.parse(source.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise UsageError(f"this is no condition in Python: {getattr(error, 'msg', error)}") from None
    for node in ast.walk(tree):
        name = getattr(node, "attr", "") or getattr(node, "id", "") or getattr(node, "arg", "") or ""
        if not isinstance(node, _ALLOWED) or name.startswith("_"):
            raise UsageError(f"a condition has no {name or type(node).__name__}: it compares fields of `s`")
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Constant):
            raise UsageError("a condition compares fields of the state `s`")
    return tree.body


def _compile(parts: list[ast.expr]) -> list[CodeType]:
    try:
        expressions = [ast.fix_missing_locations(ast.Expression(_Words().visit(part))) for part in parts]
        return [compile(expression, "<condition>", "eval") for expression in expressions]
    except RecursionError:
        raise UsageError("this is no condition: it is nested too deeply") from None


def _fields_of(state: Any) -> dict[str, Any]:
    return {name: getattr(state, name) for name in state.type.fields}


def example(machine: Machine) -> str:
    """A condition on the machine's first field, which a person may begin with, such as `turn == 0`."""
    leaf = next((leaf for leaf in machine.leaves if 0 < leaf.bits < 16), None)
    if leaf is None or leaf.kind.family == "truth":
        return leaf.path if leaf else ""
    values = {"label": f'"{(leaf.kind.labels or ("",))[-1]}"', "id": "0"}
    return f"{leaf.path} == {values.get(leaf.kind.family, leaf.hi)}"


def _evaluate(code: CodeType, state: Any, functions: Mapping[str, Any]) -> Any:
    """What an expression is of a state.

    Raises:
        UsageError: it fails.
    """
    try:
        with Context(lifts=True) as context:
            value = eval(
                code,
                {"__builtins__": {}, "=": _equal, **_fields_of(state), **functions, **_NAMES, "s": state},
            )
        if context.mistakes:
            raise context.mistakes[0]
        return value
    except TidemarkError as error:
        raise UsageError(str(error).removeprefix("<condition>:1: ")) from None
    except NameError as error:
        raise UsageError(f"a state has no {error.name}: there is {', '.join(_fields_of(state))}") from None
    except Exception as error:
        raise UsageError(f"this is no condition: {error}") from None
