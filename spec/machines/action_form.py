"""The symbolic form of an action with thousands of instances: traced once, with symbolic parameters.

    def begin(s: Ring, a: Value, b: Value) -> Ring:
        require(not_(s.has_begun), …)              guards: [not has_begun]
        return s.but(a=a, b=b, has_begun=True)     fields: [parameter 0, parameter 1, true]

The form of an instance is this with constants for the parameters. Where Python decides by a parameter (`if a == b:`),
the action has no such form, and each instance is traced by itself, as it is where instances are few: constants fold.
"""

from __future__ import annotations

from collections.abc import Callable

from tidemark.base.authors import is_shipped
from tidemark.spec.expressions.expression import Expr, ExpressionGraph
from tidemark.spec.machines.enumeration import ActionInstances
from tidemark.spec.machines.symbolic import ActionForm, Guards, Instance
from tidemark.spec.types.members import MemberType

FEWEST = 256
"""Instances of an action that is traced once for all of them.

Kafka's actions have few. As loops, in which no constant folds, those of `kafka-kraft/4.1` with three replicas have a
longer text, 836 KB in place of 662, and a search takes a fifth longer.
"""


def find_form(
    group: ActionInstances,
    graph: ExpressionGraph,
    trace: Callable[[Instance], tuple[Guards, list[Expr]]],
) -> ActionForm | None:
    """The form of an action with many instances; None where it has none.

    Only an author's function, which is watched for what a symbolic value can't refuse, is traced so.

    trace: gives the guards of an instance and the fields of the state after it.
    """
    types = list(group.types.values())
    if len(group.instances) < FEWEST or is_shipped(group.action.function):
        return None
    if any(isinstance(domain, MemberType) for domain in types):
        return None
    parameters = [graph.parameter(domain.kind, domain.lo, domain.hi) for domain in types]
    symbols = [domain.build(iter([node])) for domain, node in zip(types, parameters, strict=True)]
    try:
        guards, fields = trace(Instance(group.action, dict(zip(group.types, symbols, strict=True))))
    except Exception:  # each instance is traced by itself then, and what is wrong is reported
        return None
    return ActionForm(graph, group.instances, types, parameters, guards, fields)
