"""How a family tells its runs to a person: what a state looks like, what was lost, and how.

Everything has a default that fits any machine, so a family overrides only what it can say better. The checker calls
`see` once for each state, and passes the results to the other methods.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from tidemark.spec.families.picture import Arrow, Lanes, Note, Picture, by_type
from tidemark.spec.types.differences import changes, texts
from tidemark.spec.types.members import told_arguments

V = TypeVar("V")
"""A state as a family sees it: by default the state itself."""

Story = str | Callable[..., str]
"""The sentence of an action: a template for `str.format`, or a function, of the names that `Telling.names` gives."""


@dataclass(frozen=True)
class Loss:
    """What is wrong in a state: the values concerned, the most important first, and a sentence.

    short: the same in a few words, without the full stop, for a heading that goes on with how it came about.

    >>> Loss([0], "Record m0 is on no disk.").values
    [0]
    """

    values: list[int]
    sentence: str
    short: str = ""


@dataclass(frozen=True)
class HowLost:
    """How a value came to be lost: the step by which it was, and a sentence that begins in lower case.

    >>> HowLost(step=4, sentence="cut from broker 1").step
    4
    """

    step: int
    sentence: str


@dataclass(frozen=True)
class Event:
    """Something that happened to a value in a step. `kind` is a word of the family's; `text` says it.

    >>> Event(step=3, kind="acknowledged", text="acknowledged to its producer").kind
    'acknowledged'
    """

    step: int
    kind: str
    text: str


class BeforeAfter:
    """Something in a template that looks different before an action (`was`) and after it (`now`)."""

    def __init__(self, name: str, was: Any, now: Any) -> None:
        self.name, self.was, self.now = name, was, now

    def __format__(self, _: str) -> str:
        return self.name


class Telling(Generic[V]):
    """How runs of any machine are told, by its types alone.

    stories: the sentence of each action, by the name of its function.
    losses: for a promise, what is lost in a state that breaks it. Only the first loss is told.
    events: kinds of steps that cut across actions, in words, each with a test of the states before and after.
    situations: kinds of states, in words, each with a test.
    tells_all: whether the sentences of the actions say all that changes, so that no facts follow them.
    noun: what kind of thing a value that can be lost is.
    legend: what the signs of a picture mean, below it.
    lanes: the lanes of a picture that no method makes: `{"process": ["place", "flag"]}` has a lane for each process.

    >>> Telling({"count_further": "Replica {replica} counts one further."}).stories["count_further"]
    'Replica {replica} counts one further.'
    """

    stories: Mapping[str, Story] = {}
    losses: Mapping[str, Callable[[V], Iterator[Loss]]] = {}
    events: Mapping[str, Callable[[V, V], bool]] = {}
    situations: Mapping[str, Callable[[V], bool]] = {}
    tells_all = False
    noun = "value"
    legend: Sequence[str] = ()
    lanes: Lanes = MappingProxyType({})

    def __init__(
        self,
        stories: Mapping[str, Story] | None = None,
        lanes: Lanes | None = None,
        *,
        losses: Mapping[str, Callable[[V], Iterator[Loss]]] | None = None,
        tells_all: bool | None = None,
        noun: str | None = None,
    ) -> None:
        """The telling with these stories, lanes and so on, by default those of its class."""
        parts = {"stories": stories, "lanes": lanes, "losses": losses, "tells_all": tells_all, "noun": noun}
        vars(self).update({name: part for name, part in parts.items() if part is not None})

    def see(self, state: Any) -> V:
        """A plain state in the form that the other methods take."""
        return state  # type: ignore[no-any-return]

    def picture(self, view: V) -> Picture:
        """The picture of a state."""
        return by_type(view, self.lanes)  # type: ignore[arg-type]

    def observe(self, view: V) -> Mapping[str, str]:
        """What a scenario may say of a state, each by its name. Every state of a machine has the same names."""
        return texts(view.type, view)  # type: ignore[attr-defined]

    def arrows(self, before: V, after: V) -> list[Arrow]:  # noqa: ARG002
        """The messages that a step sent or delivered."""
        return []

    def notes(self, before: V, after: V) -> list[Note]:  # noqa: ARG002
        """What a step changed without a message."""
        return []

    def beginning(self, view: V) -> str:  # noqa: ARG002
        """The sentence of the initial state."""
        return "This is how it begins."

    def names(self, before: Any, arguments: Mapping[str, Any], after: Any) -> dict[str, Any]:
        """What the template of an action may name: its arguments, and `state`, plain states before and after."""
        return {"state": BeforeAfter("the state", before, after), **told_arguments(arguments)}

    def facts(self, views: Sequence[V], numbers: Sequence[int], sentence: str) -> list[str]:  # noqa: ARG002
        """Facts about the last step of a run, to follow its sentence; `numbers` has the step of each state so far."""
        if self.tells_all:
            return []
        return [f"{change.sentence}." for change in changes(views[-1].type, views[-2], views[-1])]  # type: ignore[attr-defined]

    def name(self, value: int) -> str:
        """The name of a value that can be lost."""
        return str(value)

    def must_stay(self, view: V, value: int) -> bool:  # noqa: ARG002
        """Whether the protocol has promised that a value stays."""
        return False

    def life(self, views: Sequence[V], value: int) -> list[Event]:  # noqa: ARG002
        """What happened to a value, in order; the first state is step 1."""
        return []

    def how(self, views: Sequence[V], value: int) -> HowLost | None:  # noqa: ARG002
        """How a value came to be lost; None where nothing is known of it."""
        return None
