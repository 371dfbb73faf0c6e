"""The family of consumer groups under the classic protocol: bounds, rules, and the machine that comes of them."""

from pathlib import Path
from typing import Any

from tidemark.impl.group import faults, joining, rebalancing
from tidemark.impl.group.domains import domains
from tidemark.impl.group.lessons import LESSONS
from tidemark.impl.group.promises import PROMISES
from tidemark.impl.group.state import Group, Settings, group_type, initial_group
from tidemark.impl.group.telling import GroupTelling
from tidemark.spec import (
    Action,
    Bound,
    Cost,
    Family,
    Machine,
    Number,
    Rule,
    any_of,
    not_,
    settings_of,
    spent,
    where,
)

RULES = {
    "rebalance": "what members do with their partitions while the group rebalances",
    "membership": "who a client is that comes back",
    "member-check": "whether a commit is taken of members alone",
    "generation-check": "whether a commit is taken of the group's generation alone",
    "delivery": "whether a record is processed or its offset committed first",
    "revocation": "what a member does with what it has begun in a partition that it revokes",
    "offset-fetch": "whether a new owner waits for a transaction that is about to change its offset",
    "retention": "when committed offsets expire",
}

BOUNDS = (
    Bound("clients", "processes that consume", 2, 1, 4),
    Bound("partitions", "partitions that the group reads", 1, 1, 4),
    Bound("records", "records in each partition", 1, 1, 4),
    Bound("generations", "the last generation; the first one is 1", 3, 1, 8, spare=1),
    Bound("crashes", "processes that may crash", 0, 0, 8, role="budget"),
    Bound("pauses", "time-outs that may hit a live client", 1, 0, 8, role="budget"),
    Bound("failovers", "failovers of the coordinator", 0, 0, 8, role="budget"),
    Bound("late-commits", "commits that may be delayed on their way", 0, 0, 8, role="budget"),
    Bound("expiries", "times that committed offsets may expire", 0, 0, 8, role="budget"),
)

REBALANCE = (
    joining.join_group,
    joining.rejoin,
    rebalancing.complete_join,
    rebalancing.assign,
    rebalancing.sync_group,
    joining.rejoin_unasked,
)
DEPARTURE = (
    joining.learn_removal,
    joining.rejoin_in_old_generation,
    joining.return_as_static_member,
    joining.leave_group,
    rebalancing.become_empty,
)
FAULTS = (
    faults.time_session_out,
    faults.time_rebalance_out,
    faults.crash,
    faults.restart,
    faults.fail_over,
)


def _build(name: str, bounds: dict[str, Any], chosen: dict[str, Rule]) -> Machine:
    settings = settings_of(chosen)
    state = group_type(bounds, {name: settings[name] for name in Settings.__annotations__})
    absent = _left_out(bounds, settings)
    actions: list[Action] = [
        *REBALANCE,
        *(a for rule in RULES for a in chosen[rule].actions),
        *DEPARTURE,
        *FAULTS,
    ]
    return Machine(
        name=name,
        bounds=bounds,
        type=state,
        initial=initial_group(state, bounds),
        actions=[a for a in actions if a.name not in absent],
        promises=list(PROMISES),
        domains=domains(bounds),
    )


def _left_out(bounds: dict[str, Any], settings: dict[str, Any]) -> set[str]:
    """The names of the actions that can never happen at these bounds: they would only be reported as idle."""
    possible = {
        "leave_group": not settings["static"],
        "rejoin_unasked": settings["cooperative"] or bounds["failovers"] > 0,
        "rejoin_in_old_generation": settings["static"] or bounds["failovers"] > 0,
        "return_as_static_member": settings["static"] and bounds["crashes"] > 0,
        "learn_removal": bounds["pauses"] + bounds["failovers"] > 0,
        "time_session_out": bounds["crashes"] + bounds["pauses"] + bounds["failovers"] > 0,
        "time_rebalance_out": bounds["crashes"] + bounds["pauses"] + bounds["failovers"] > 0,
        "crash": bounds["crashes"] > 0,
        "restart": bounds["crashes"] > 0,
        "fail_over": bounds["failovers"] > 0,
        "commit_is_delayed": bounds["late-commits"] > 0,
        "late_commit_arrives": bounds["late-commits"] > 0,
        "expire_offsets": bounds["expiries"] > 0,
    }
    return {name for name, can_happen in possible.items() if not can_happen}


def _faults(before: Group, after: Group) -> Number:
    """What a step pays from the budget."""
    paid: Number = spent(before.budget, after.budget)
    return paid


def unowned(_before: Group, after: Group) -> Number:
    """How many partitions have no owner after a step: summed over a run, partitions times steps."""
    idle = [
        not_(any_of(after.is_member(me) & after.clients[me].owned.has(one) for me in after.clients.indices()))
        for one in after.partitions.indices()
    ]
    return sum(where(one, 1, 0) for one in idle)


FAMILY = Family(
    name="group",
    bounds=BOUNDS,
    rules=RULES,
    promises=PROMISES,
    build=_build,
    telling=GroupTelling(),
    costs=(Cost("faults", _faults), Cost("steps of partitions without an owner", unowned)),
    pins=Path(__file__).with_name("pins.toml"),
    lessons=LESSONS,
)
