"""A small machine in which one name stands for everything that a user may name, and names that are hard to give.

A name is either what its author declared or an error at the declaration. So a machine with a hard name has the states,
verdicts and runs of the same machine with an easy one, in every engine.
"""

from __future__ import annotations

import inspect
import keyword
from collections.abc import Callable, Mapping
from typing import Any

from tidemark import spec
from tidemark.spec import (
    Action,
    Array,
    Enum,
    Id,
    IdSet,
    Int,
    Machine,
    Network,
    Optional,
    Promise,
    Record,
    Sequence,
    all_of,
    none,
    require,
)
from tidemark.spec.expressions.expression import Expr
from tidemark.spec.expressions.kinds import Constant
from tidemark.spec.expressions.model_errors import ModelError
from tidemark.spec.machines.symbolic import Instance
from tidemark.spec.types.leaves import LeafType, Type
from tidemark.spec.types.members import NetworkMember
from tidemark.spec.types.parts import Composite

EASY = "plain"
_WORDS = """
    self cls state s init next message slot step action arguments lifts given null true false yes no @ 0 -1 a-b a.b a[0]
    x' x@0 %v1 #bigint mbt::actionTaken tag Some nothing_can_happen promises_are_kept teardown machine watched explored
    steps take bundle bundles check_invariants runTest settings _ __x _x __slots__ größe 名 ﬁ ℌ e\u0301 \u212b
"""
OTHERS = (*_WORDS.split(), " ", "", "a b", '"', "\\", "\x1b[31m", "a\nb", "\u202e")
"""Names that steer a terminal, that Python reads as others, that other parts have for something of their own."""


def names() -> list[str]:
    """Every name that the language, its types, Python or another part of Tidemark has for something of its own."""
    owners: list[Any] = [
        spec,
        LeafType,
        Type,
        Enum,
        Record,
        Composite,
        Array,
        Sequence,
        IdSet,
        Network,
        Machine,
    ]
    owners += [
        NetworkMember,
        Instance,
        Constant,
        Expr,
        Int(0, 1),
        Id("one", 2),
        Network.of(Int(0, 1), 1),
        Promise,
        Action,
    ]
    found = {name for owner in owners for name in dir(owner)} | {
        *keyword.kwlist,
        *keyword.softkwlist,
        *OTHERS,
    }
    found |= {
        parameter
        for owner in (Machine, Record.of, Instance)
        for parameter in inspect.signature(owner).parameters
    }
    return sorted(found)


def record(name: str, fields: list[str]) -> Any:
    """A class of records with these fields."""
    return type(Record)(name, (Record,), {"__annotations__": dict.fromkeys(fields, Any)})


def allowed(name: str, declare: Callable[[str], object], refused: list[str]) -> str:
    """The name where it can be declared; else an easy one, and the complaint is noted."""
    try:
        declare(name)
    except ModelError as error:
        refused.append(str(error))
        return EASY
    return name


def machine(name: str, refused: list[str] | None = None) -> Machine:
    """The machine whose labels, fields, actions, parameters, domains, ids and promises all have that name.

    refused: the complaints of what can't have it, in whose place an easy one stands.
    """
    no = [] if refused is None else refused
    attribute = name if name.isidentifier() else EASY
    field = allowed(attribute, lambda n: record("State", [n]).of(**{n: Int(0, 2)}), no)
    label = allowed(name, lambda n: Enum("mode", "manual", n), no)
    sort = allowed(name, lambda n: Id(n, 2), no)
    act = allowed(name, lambda n: Action(n, len, {}), no)
    kept = allowed(name, lambda n: Promise(n, len), no)
    one = Id(sort, 2)
    mode = Enum(sort, "manual", label)
    message = record("Message", [field]).of(**{field: Int(0, 2)})
    fields = {field: Int(0, 2), "mode1": mode, "holder1": Optional(one), "group1": IdSet.of(one)}
    fields |= {
        "per1": Array.of(mode, Int(0, 1)),
        "box1": Network.of(message, 2),
        "queue1": Sequence.of(mode, 1),
    }
    state = record("State", list(fields)).of(**fields)

    def takes(s: Any, /, **chosen: Any) -> Any:
        (who,) = chosen.values()
        number = getattr(s, field)
        require(number < 2, "there is room")
        changed = {field: number + 1, "mode1": getattr(mode, label), "holder1": who}
        return s.but(**changed, group1=s.group1.including(who), per1=s.per1.but(getattr(mode, label), 1))

    def sends(s: Any) -> Any:
        require(s.box1.size() < 2, "there is room")
        queue = s.queue1.truncate(0).append(s.mode1)
        return s.but(box1=s.box1.send(**{field: getattr(s, field)}), queue1=queue)

    def receives(s: Any, /, **chosen: Any) -> Any:
        (got,) = chosen.values()
        require(getattr(got, field) == getattr(s, field), "it is of now")
        return s.but(box1=s.box1.discard(got), mode1=mode.manual, holder1=none)

    def manual(s: Any) -> Any:
        return (s.mode1 == mode.manual) | (getattr(s, field) < 2)

    def marked(s: Any) -> Any:
        return (s.mode1 != getattr(mode, label)) | (s.per1[getattr(mode, label)] == 1)

    def not_both(s: Any) -> Any:
        return all_of(s.box1.count(lambda m, k=k: getattr(m, field) == k) < 2 for k in range(3))

    actions = [
        Action(act, takes, {name: sort}),
        Action("sends1", sends, {}),
        Action("gets1", receives, {name: "box1"}),
    ]
    promises = [Promise(kept, manual), Promise("marked1", marked), Promise("not-both1", not_both)]
    title = name if name.strip() else EASY
    return Machine(title, {name: 2}, state, state.default, actions, promises, {sort: one})


def renamed(one: Machine, names: Mapping[str, str]) -> Machine:
    """The machine with other names for its fields, actions, parameters, domains and promises."""

    def new(name: str) -> str:
        return names.get(name, name)

    old_type, cls = one.type, record("State", [new(field) for field in one.type.fields])
    new_type = cls.of(**{new(field): type for field, type in old_type.fields.items()})

    def old_state(s: Any) -> Any:
        return old_type.new({field: getattr(s, new(field)) for field in old_type.fields})

    def new_state(s: Any) -> Any:
        return new_type.new({new(field): getattr(s, field) for field in old_type.fields})

    def renamed_action(action: Action) -> Action:
        old_names = {new(parameter): parameter for parameter in action.parameters}

        def act(s: Any, /, **chosen: Any) -> Any:
            return new_state(action.function(old_state(s), **{old_names[n]: v for n, v in chosen.items()}))

        return Action(new(action.name), act, {new(p): new(domain) for p, domain in action.parameters.items()})

    return Machine(
        one.name,
        one.bounds,
        new_type,
        new_state(one.initial),
        [renamed_action(action) for action in one.actions],
        [Promise(new(p.name), lambda s, p=p: p.function(old_state(s))) for p in one.promises],
        {new(name): type for name, type in one.domains.items() if name not in old_type.fields},
    )
