"""An adapter: a class by which a model drives code that somebody wrote, and sees what it did.

    from tidemark import Refused, performs

    class LockServer:
        def __init__(self):                     # called for each walk: the code in its initial state
            self.server = Server()

        def ask(self, me):                      # a method for each action, with the action's parameters
            self.server.ask(me)

        @performs("grant", must_refuse=True)    # or one of another name; here one that the code may have to refuse
        def give(self, me):
            if not self.server.give(me):
                raise Refused("somebody has the lock")

        def observe(self):                      # what can be seen now, by the names of the model's fields
            return {"holder": self.server.holder, "phase[0]": self.server.phase_of(0)}

        def close(self):                        # optional: called after each walk, also after one that failed
            self.server.stop()

Values are plain on both sides, as a trace file has them: a number, a truth value, an id as a number or None, a label as
its name, a set of ids or a sequence as a list, a record or a message as a dictionary.

**What is observed.** `observe` may be partial: fields that it leaves out are not compared, and it may leave out others
after each step. A name is a field of the state, or a part of one: `clients`, `clients[0]`, `clients[0].phase`. Where
code and model have no names in common, a method `expect(self, state)` says what the model says of each thing that is
observed, by the same names.

**What the code may refuse.** A method says that the code refused a call by raising `Refused`; the state is then
unchanged. Where the model allows the call, that is a difference, unless `may_refuse` says that the code is free to
refuse: for a time limit, or a capacity that the model leaves out. With `must_refuse` walks also try the call where the
model forbids it, and the code must refuse it there.

**What the code may choose.** A call may have several outcomes in the model. With `@performs("granted", "denied")` one
method stands for several actions; with `chooses=("leader",)` the code chooses a parameter, which the method does not
take. What is observed decides which outcome it was. Where it fits several, all of them are kept in mind until a later
observation decides. A method may also return the name of the action that happened, or a mapping of more that was
observed of this step, such as a reply. What the code does without being asked, at any time, is named by the class:
`by_itself = ("expire",)`.

**What fails.** An exception from the code that a method calls is a difference, as is a failed assertion anywhere, and a
call that does not end within `seconds` (an attribute of the class; 10 without it). An exception that the lines of the
adapter itself raise is its author's mistake. Where an exception does not tell which it is, as a time limit of a client,
a method `blame(self, error)` is asked first, and may raise `Inconclusive`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Performance:
    """What a method of an adapter stands for: actions, and the freedom that the code has in them.

    actions: the names of the actions, of which the call is one; without any, the action of the method's name.
    chooses: the parameters that the code chooses. may_refuse, must_refuse: as `performs` has them.
    """

    actions: tuple[str, ...] = ()
    chooses: tuple[str, ...] = ()
    may_refuse: bool = False
    must_refuse: bool = False


def performs(
    *actions: str, chooses: tuple[str, ...] | str = (), may_refuse: bool = False, must_refuse: bool = False
) -> Callable[[F], F]:
    """Declare what a method of an adapter stands for. Without it a method stands for the action of its name.

    actions: the names of the actions, of which the call is one: the code decides which. Without any, that of the
    method's name.
    chooses: the parameters that the code chooses, and the method does not take.
    may_refuse: the code may refuse the call also where the model allows it.
    must_refuse: walks try the call also where the model forbids it, and the code must refuse it there.
    """
    names = (chooses,) if isinstance(chooses, str) else tuple(chooses)

    def mark(method: F) -> F:
        method.__performs__ = Performance(actions, names, may_refuse, must_refuse)  # type: ignore[attr-defined]
        return method

    return mark
