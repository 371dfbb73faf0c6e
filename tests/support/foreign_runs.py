"""Runs of five machines that nobody's family tells: a ring, caches, Dekker's first attempt, a commit, and Paxos."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from tests.support.pages import ROOT
from tidemark.checker.engines.native.search import search
from tidemark.checker.runs.results import Run
from tidemark.checker.user_files import machines
from tidemark.spec import Domain, Identity, Machine, action, require

FOREIGN = Path(__file__).with_name("foreign")
EXAMPLES = ROOT / "docs" / "examples"

ManagerId = Annotated[Identity, Domain("manager")]
AcceptorId = Annotated[Identity, Domain("acceptor")]
SomeMessage = Annotated[Any, Domain("network")]


def machine_in(path: Path) -> Machine:
    """The machine of a file."""
    return machines.protocol(str(path)).machine({})


def _variables(path: Path) -> dict[str, Any]:
    return vars(machines.source_of(str(path)).file.module)


def hasty_commit() -> Machine:
    """Two-phase commit in which a resource manager aborts by itself although it is prepared."""
    names = _variables(EXAMPLES / "models" / "two_phase_commit.py")
    made: Machine = names["machine"](managers=2)

    def choose_to_abort(t: Any, manager: ManagerId) -> Any:
        """A resource manager aborts by itself."""
        require(t.managers[manager] != names["Manager"].committed, "the resource manager has not committed")
        return t.but(managers=t.managers.but(manager, names["Manager"].aborted))

    return _with(made, choose_to_abort)


def forgetful_paxos() -> Machine:
    """Paxos in which an acceptor votes although it has heard of a greater ballot."""
    names = _variables(EXAMPLES / "paxos.py")
    made: Machine = names["machine"]()

    def vote(p: Any, acceptor: AcceptorId, message: SomeMessage) -> Any:
        """An acceptor votes as it is asked."""
        require(message.kind == names["Kind"].accept, "the message asks for a vote")
        voted = p.acceptors[acceptor].but(ballot=message.ballot, voted=message.ballot, value=message.value)
        answer = {"acceptor": acceptor, "ballot": message.ballot, "value": message.value}
        network = p.network.send(kind=names["Kind"].accepted, **answer)
        return p.but(acceptors=p.acceptors.but(acceptor, voted), network=network)

    return _with(made, vote)


def _with(machine: Machine, function: Callable[..., Any]) -> Machine:
    """The machine with another action of the same name."""
    other = action(function)
    return replace(machine, actions=[other if a.name == other.name else a for a in machine.actions])


FOREIGN_MACHINES: dict[str, Callable[[], Machine]] = {
    "ring": lambda: machine_in(FOREIGN / "ring.py"),
    "msi": lambda: machine_in(FOREIGN / "msi.py"),
    "dekker": lambda: machine_in(FOREIGN / "dekker.py"),
    "commit": hasty_commit,
    "paxos": forgetful_paxos,
}


@cache
def foreign_run(name: str) -> Run:
    """The shortest run that breaks the promise of one of these machines."""
    (verdict,) = search(FOREIGN_MACHINES[name]()).promises.values()
    assert verdict.run is not None
    return verdict.run
