"""Which ids can be renamed, and in which order a run may therefore use them.

A machine says which sorts of ids it never orders (`Machine.symmetric_kinds`). It may still name one id in particular,
as in `state.seats[0]`, and its types do not show that. So its expressions must show it (`renaming`).

An argument that is a message of a network counts as no id in that order, whatever ids the message has. A run keeps its
order of ids under the renaming that gives their first uses as arguments the numbers 0, 1, …; the renamed messages are
then in other slots, and every slot is tried. On a ring the first id that is used has the number 0, and no other is
fixed.
"""

from __future__ import annotations

from tidemark.base.errors import UsageError
from tidemark.checker.engines.symmetry.renaming import Obstacle, obstacles
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symbolic import Instance
from tidemark.spec.machines.symmetry import MOST_RENAMINGS, CanonicalForm, has_symmetric_start


def interchangeable(machine: Machine, initially: bool = True) -> dict[str, int]:
    """The sorts of ids, with their sizes, that can be renamed in the machine (and in its initial states)."""
    return {
        kind: machine.id_sizes[kind]
        for kind, obstacle in obstacles(machine).items()
        if obstacle is None and (not initially or has_symmetric_start(machine, [kind]))
    }


def is_symmetric(machine: Machine) -> bool:
    """Whether ids of every sort that has renamings can be renamed, and a search can try them: what it relies on."""
    if not machine.symmetric_kinds() or CanonicalForm.of(machine).count_renamings(machine) > MOST_RENAMINGS:
        return False
    return not any(obstacles(machine).values())


def require_interchangeable(machine: Machine) -> None:
    """Refuse symmetry where an action or a promise names one id in particular, which its types do not show.

    Raises:
        UsageError: renaming the ids changes what the machine does, or it can't be shown that it does not; or they can
            be renamed in too many ways.
    """
    form = CanonicalForm.of(machine)
    if (count := form.count_renamings(machine)) > MOST_RENAMINGS:
        ids = " and ".join(f"{machine.id_sizes[kind]} {kind}" for kind in form.by_trial)
        raise UsageError(
            f"{ids} ids can be renamed in {count:,} ways, and --symmetry tries at most {MOST_RENAMINGS:,} for each "
            "state: lower a bound, or leave out --symmetry; any number of ids may be renamed where no message, and no "
            "element of an array that they index, holds one of them"
        )
    for kind, obstacle in obstacles(machine).items():
        if obstacle:
            line = obstacle.outside or obstacle.place or machine.name
            raise UsageError(f"{line}: {_describe(obstacle, kind)}")


def _describe(obstacle: Obstacle, kind: str) -> str:
    """What an obstacle is, and what to do."""
    if obstacle.breaks_form:
        return (
            f"{obstacle.what} may leave something in an unused place of a sequence or a network, so it is not shown "
            f"that {kind} ids are interchangeable: change a sequence by append() and truncate(), and a network by "
            "send() and discard(), or leave out --symmetry"
        )
    if obstacle.outside:
        return (
            f"{obstacle.what} reads outside a sequence or an array here, which gives the default, {kind} 0, and so "
            f"names one {kind} id in particular: guard the read, as in where(i < log.length, log[i], none), or make "
            f"the element Optional({kind}), or leave out --symmetry"
        )
    return (
        f"{obstacle.what} names one {kind} id in particular, or seems to, so renaming them may change what is found: "
        "leave out --symmetry"
    )


def ids_of(machine: Machine, instance: Instance, kind: str) -> list[int]:
    """The ids of one sort among the arguments of an instance, in order."""
    domains = instance.action.parameters
    kinds = {name: machine.domains[domain].kind for name, domain in domains.items()}
    return [
        int(value)
        for name, value in instance.arguments.items()
        if kinds[name].family == "id" and kinds[name].name == kind and int(value) >= 0
    ]


def needed_before(ids: list[int], is_ring: bool = False) -> int:
    """How many ids must have been used before an action with these arguments, so that ids appear in order.

    is_ring: whether they can be renamed around a ring alone: then the first one that is used is 0.
    """
    if is_ring:
        return 1 if ids and ids[0] else 0
    for used in range(max(ids, default=-1) + 2):
        count = used
        for i in ids:
            if i > count:
                break
            count = max(count, i + 1)
        else:
            return used
    raise AssertionError("enough ids used always suffice")
