"""What a view is to `tidemark replay`: an option, and one function from explained runs to text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tidemark.checker.telling.explanation import Explanation


@dataclass(frozen=True)
class View:
    """One way to show a run.

    name: its option, without the dashes. help: what the option does.
    render: the text, of the run and, where more are given, of the same events under other protocols; and of the file
    that the run is in. It imports late what only it needs.
    in_file: whether it goes to a file that the option names, or to the terminal. beside: whether it shows the others.
    of_any: whether it shows any run; otherwise a counterexample alone.
    """

    name: str
    help: str
    render: Callable[[Sequence[Explanation], str], str]
    in_file: bool = True
    beside: bool = False
    of_any: bool = True
