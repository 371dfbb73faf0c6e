"""`tidemark new`: write a small machine to begin with: a promise, a broken variant, a test."""

from __future__ import annotations

import argparse
import keyword
import shlex
import sys
from pathlib import Path

from tidemark.base.errors import UsageError, printable
from tidemark.base.files import write_text

MACHINE = '''\
"""A lock with leases: its holder has it for a time, and another client may take it when that time is over.

A client believes that it has the lock until it looks at its clock. The lock is safe where every client stops in time.
"""

from typing import Annotated

from tidemark import Domain, Id, Identity, IdSet, Machine, Optional, Record, Truth, action, none, promise, require


class Lock(Record):
    """The lock, and what the clients believe."""

    holder: Identity
    believers: IdSet


Client = Annotated[Identity, Domain("client")]


@action
def acquire(lock: Lock, client: Client) -> Lock:
    """A client takes the free lock."""
    require(lock.holder == none, "the lock is free")
    return lock.but(holder=client, believers=lock.believers.including(client))


@action
def stop(lock: Lock, client: Client) -> Lock:
    """A client stops, since its lease is nearly over."""
    require(lock.believers.has(client), "the client believes that it has the lock")
    return lock.but(believers=lock.believers.excluding(client))


@action
def expire(lock: Lock) -> Lock:
    """The lease is over, after its client has stopped."""
    require(lock.holder != none, "there is a lease")
    require(lock.believers.is_empty(), "the client has stopped in time")
    return lock.but(holder=none)


@action("expire")
def expire_early(lock: Lock) -> Lock:
    """The lease is over, whatever its client believes: the client's clock may be slow."""
    require(lock.holder != none, "there is a lease")
    return lock.but(holder=none)


@promise
def one_believer(lock: Lock) -> Truth:
    """At most one client believes that it has the lock."""
    return lock.believers.size() <= 1


client = Id("client", 3)
state = Lock.of(holder=Optional(client), believers=IdSet.of(client))
domains = {"client": client}

machine = Machine("NAME", {}, state, state.default, [acquire, stop, expire], [one_believer], domains)
broken = Machine(
    "NAME-broken", {}, state, state.default, [acquire, stop, expire_early], [one_believer], domains
)
'''

TEST = '''\
"""The lock keeps its promise; the broken one does not, and by the shortest run that there is."""

from NAME import broken, machine

from tidemark import assert_holds, check


def test_the_lock_is_safe() -> None:
    assert_holds(machine)


def test_a_slow_clock_breaks_it() -> None:
    found = check(broken).promises["one-believer"]
    assert (found.verdict, found.length) == ("violated", 4)
'''


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("name", metavar="NAME", help="the folder to write; its last part names the machine")


def run(options: argparse.Namespace) -> int:
    """Write the folder, and say what to try.

    Raises:
        UsageError: the name can't be a module's, something has it already, or the folder can't be written.
    """
    folder = Path(options.name)
    name = folder.name
    if not (name.isidentifier() and name.isascii()) or keyword.iskeyword(name):
        raise UsageError(
            f"{options.name}: its last part names a module, as in my_lock: letters, digits and _"
        )
    if name in sys.stdlib_module_names or name == "tidemark":
        raise UsageError(f"{options.name}: there is a module {name} already: choose another name")
    if folder.exists() or folder.is_symlink():
        raise UsageError(f"{options.name} is there already: choose another name")
    written = {folder / f"{name}.py": MACHINE, folder / f"test_{name}.py": TEST}
    for path, template in written.items():
        write_text(template.replace("NAME", name), path)
        print(f"written: {printable(str(path))}")
    machine = shlex.quote(str(folder / f"{name}.py"))
    print(
        f"""
Next:
  tidemark check {machine}:machine     holds
  tidemark check {machine}:broken      the shortest run that breaks it
  python -m pytest {shlex.quote(str(folder))}     both, as a test"""
    )
    return 0
