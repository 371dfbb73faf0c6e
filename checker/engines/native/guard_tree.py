"""The guards of some action instances as a tree: what several of them share is evaluated once, before they part.

    take(me=1): free, 1 is idle                free ─┬─ 1 is idle ── take(me=1)
    take(me=2): free, 2 is idle      becomes         └─ 2 is idle ── take(me=2)
    drop(me=1): 1 has it                       1 has it ── drop(me=1)

So a guard that reads few parameters is evaluated once for all instances that have the same values of these, and where
it is false none of them is looked at. Instances stay in order: a branch joins neighbours only, as many as it can. Each
expression is computed in the innermost branch around all that read it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce

from tidemark.spec.expressions.expression import Expr
from tidemark.spec.machines.symbolic import Symbolic, SymbolicAction


@dataclass(eq=False)
class Branch:
    """What happens where some guards hold: an instance, or further branches are tried. The root has no guards.

    condition: the conjunction of these guards, which no branch around this one has.
    number: that of the instance.
    fields: what each field becomes, if all in the branch agree; otherwise, and in the root, what it is.
    decisive: what this branch computes to decide which branches in it are taken.
    common: what it computes for several of them, if it takes any.
    """

    condition: Expr
    around: Branch | None = None
    number: int | None = None
    fields: Sequence[Expr] = ()
    inner: list[Branch] = field(default_factory=list)
    decisive: list[Expr] = field(default_factory=list)
    common: list[Expr] = field(default_factory=list)
    depth: int = 0

    @property
    def has_common_work(self) -> bool:
        """Whether there is anything that it does once for several branches, beside deciding which it takes."""
        before = self.around.fields if self.around else self.fields
        return bool(self.common) or any(a is not b for a, b in zip(self.fields, before, strict=True))

    def grow(self, condition: Expr, number: int | None = None) -> Branch:
        """A new branch in this one, the last."""
        branch = Branch(condition, self, number, depth=self.depth + 1)
        self.inner.append(branch)
        return branch

    def __iter__(self) -> Iterator[Branch]:
        """This branch and all in it, in order, each before those in it."""
        yield self
        for branch in self.inner:
            yield from branch


def guard_tree(symbolic: Symbolic, actions: Mapping[int, SymbolicAction]) -> Branch:
    """The root of the tree of some instances of a machine, in order. actions: by the numbers of the instances."""
    root = Branch(symbolic.graph.true, fields=symbolic.fields)
    _divide(root, [(number, [guard for guard, _ in a.guards]) for number, a in actions.items()])
    conditions = _Homes(root)
    for branch in root:
        if branch.around:
            conditions.add_reader(branch.condition, branch.around)
    for branch, value in conditions.by_branch():
        branch.decisive.append(value)
    for tree in root.inner:
        _agree(tree, symbolic.fields, actions)
        fields = _Homes(tree, conditions)
        for branch in tree:
            assert branch.around is not None
            for before, after in zip(branch.around.fields, branch.fields, strict=True):
                if after is not before:
                    fields.add_reader(after, branch)
        for branch, value in fields.by_branch():
            branch.common.append(value)
    return root


def _agree(branch: Branch, before: Sequence[Expr], actions: Mapping[int, SymbolicAction]) -> Sequence[Expr]:
    """Set the fields on which all in a branch agree, in it and in those in it; and give them."""
    if branch.number is not None:
        branch.fields = actions[branch.number].fields
    else:
        of_all = zip(*(_agree(inner, before, actions) for inner in branch.inner), strict=True)
        branch.fields = [
            first if all(after is first for after in rest) else current
            for current, (first, *rest) in zip(before, of_all, strict=True)
        ]
    return branch.fields


def _divide(around: Branch, instances: list[tuple[int, list[Expr]]]) -> None:
    """Divide some instances, each with the guards that it still has, into branches.

    Each branch takes the guards that the most neighbours share.
    """
    graph, runs = around.condition.graph, [dict[int, int]()]
    for _, guards in reversed(instances):  # how many in a row have a guard, from each instance on
        runs.append({guard.number: 1 + runs[-1].get(guard.number, 0) for guard in guards})
    runs.reverse()
    begin = 0
    while begin < len(instances):
        number, guards = instances[begin]
        length = max(runs[begin].values(), default=1)
        shared = {k for k, run in runs[begin].items() if run == length}
        condition = reduce(
            graph.conjunction, [guard for guard in guards if guard.number in shared], graph.true
        )
        members = instances[begin : begin + length]
        if length == 1:
            around.grow(condition, number)
        else:
            rest = [(n, [guard for guard in its if guard.number not in shared]) for n, its in members]
            _divide(around.grow(condition), rest)
        begin += length


class _Homes:
    """Decides in which branch each expression is computed: in the innermost one around all that read it.

    within: the outermost branch that may be one. conditions: the homes of what conditions read.
    """

    def __init__(self, within: Branch, conditions: _Homes | None = None) -> None:
        self._within = within
        self._homes: dict[int, Branch] = {}
        self._nodes: dict[int, Expr] = {}
        self._of_conditions: Mapping[int, Branch] = conditions._homes if conditions else {}

    def add_reader(self, expression: Expr, reader: Branch) -> None:
        """A branch reads an expression, and so all below that."""
        waiting = [(expression, reader)]
        while waiting:
            node, branch = waiting.pop()
            before = self._homes.get(node.number) or self._of_conditions.get(node.number)
            if before is not None:
                both = _innermost_around(before, branch)
                if both is before:
                    continue
                if both.depth >= self._within.depth:
                    branch = both
            self._homes[node.number], self._nodes[node.number] = branch, node
            waiting += [(operand, branch) for operand in node.args if type(operand) is Expr]

    def by_branch(self) -> Iterator[tuple[Branch, Expr]]:
        """The branches that compute something for those in them, each with what that is.

        What has most operands comes first: where it is computed, each operand is computed just before it is needed.
        Machine code that is not optimized would keep all others in memory until then.
        """
        for number, branch in sorted(self._homes.items(), reverse=True):
            if branch.number is None:
                yield branch, self._nodes[number]


def _innermost_around(a: Branch, b: Branch) -> Branch:
    """The innermost branch that both are in, or are."""
    while a is not b:
        if a.depth < b.depth:
            a, b = b, a
        assert a.around is not None  # only the root has none, and it is around all
        a = a.around
    return a
