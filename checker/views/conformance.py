"""How code differs from its model: the run in its family's words, what was seen, and a test of pytest that fails."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from textwrap import fill, indent
from typing import Any

from tidemark.checker.analyses.adapters.drive import CodeDifference
from tidemark.checker.analyses.adapters.harness import Harness
from tidemark.checker.views import screen, terminal
from tidemark.checker.views.screen import Screen

UNSHRUNK = "the code did not do the same again, or the time for it was over"


def describe_difference(difference: CodeDifference, harness: Harness, on: Screen | None = None) -> str:
    """What differs, the run of the model that came nearest, and what was seen in its last state."""
    on = on or screen.here()
    where = f"{harness.label} differs from {harness.machine.name} at step {difference.step}"
    lines = [on.paint(line, screen.LOST) for line in on.wrap(f"{where}: {difference.reason}.")]
    lines += ["", terminal.describe_run(difference.run, on=on)]
    margin = len(str(difference.run.length)) * " "
    if difference.step > difference.run.length:
        last = f"{difference.step}. {difference.trail[-1].text}, which the model forbids"
        lines += on.wrap(last, indent=f"{margin}  ")
    for fact in difference.facts:
        if not fact.agrees:
            seen = f"{margin}    seen: {fact.name} = {fact.real}; in the model it is {fact.model}"
            lines += on.wrap(seen, indent=f"{margin}      ")
    agreeing = [f"{fact.name} = {fact.real}" for fact in difference.facts if fact.agrees]
    if agreeing:
        lines += on.wrap(f"{margin}    as in the model: {' · '.join(agreeing)}", indent=f"{margin}    ")
    if difference.refused:
        tried = ", ".join(f"{move} after step {step}" for step, move in difference.refused)
        lines += ["", *on.wrap(f"Refused on the way, as the model has it: {tried}.")]
    if not difference.is_shrunk:
        why = "a call without an end takes long to try again" if difference.is_endless else UNSHRUNK
        lines += ["", *on.wrap(f"Not minimized: {why}.")]
    return "\n".join(lines)


def as_call(
    machine: str,
    adapter: str,
    moves: Sequence[str],
    bounds: Mapping[str, Any] | None = None,
    exchanged: Mapping[str, str] | None = None,
) -> str:
    """The call of `assert_conforms` that takes these moves, as lines of Python."""
    arguments = [f"{name.replace('-', '_')}={value!r}" for name, value in (bounds or {}).items()]
    arguments += [f"exchanged={dict(exchanged)!r}"] if exchanged else []
    steps = [f"    {_quote(move)}," for move in moves]
    lines = [f"{machine},", f"{adapter},", "[", *steps, "],", *(f"{argument}," for argument in arguments)]
    return "\n".join(["assert_conforms(", *(f"    {line}" for line in lines), ")"])


def _quote(word: str) -> str:
    return repr(word) if '"' in word else f'"{word}"'


def as_test(
    difference: CodeDifference, harness: Harness, imports: Sequence[str], folders: Sequence[str], call: str
) -> str:
    """A test of pytest that takes the moves of a difference, and fails as long as the code differs.

    imports: the lines that import the machine and the adapter. folders: where these are, where Python does not search.
    call: as `as_call` gives it.
    """
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", harness.label).lower()
    reason = difference.reason.replace("\\", "\\\\").replace('"', "'")
    claim = f"{harness.label} differs from {harness.machine.name}: {reason}."
    summary = fill(claim, 100, break_long_words=False)
    head = f'"""{summary}"""\n\n' if "\n" not in summary else f'"""{summary}\n"""\n\n'
    if folders:
        head += f"import sys\n\nsys.path[:0] = [{', '.join(map(_quote, folders))}]\n\n"
    lines = "\n".join(sorted([*imports, "from tidemark import assert_conforms"]))
    return f"{head}{lines}\n\n\ndef test_{words}() -> None:\n{indent(call, '    ')}\n"
