"""The errors of Tidemark: one class for each kind of mistake, one clear line each.

Kept apart because the language, the protocols and every engine raise them and none of them imports another.
"""

import json
import re
import sys
from pathlib import Path
from types import FrameType
from typing import Any

from tidemark.spec.authors import CHECKER, FAMILIES, LANGUAGE, is_pythons
from tidemark.spec.context import Context, current

LONGEST_WORD, LONGEST_MESSAGE = 400, 2000
"""The most characters of a word, and of a message: what is longer is cut. A path that people name is shorter."""
MOST_BITS = 1 << 10
"""Of a number whose digits are written."""
_HARMLESS = "\t\N{NO-BREAK SPACE}"
"""Characters that Python does not call printable, and that a terminal shows."""


class TidemarkError(Exception):
    """Any mistake that a user can make: printed as one line, exit status 2.

    The message may quote a file or the command line: what would steer a terminal is written out, what is long is cut.
    """

    def __init__(self, message: str) -> None:
        super().__init__(_shortened(printable(message)))


class UsageError(TidemarkError):
    """A wrong name, an impossible bound, a file that can't be read or written."""


class ModelError(TidemarkError):
    """A mistake of a protocol's author. The message starts with the place, `file:line`.

    also_of_plain: whether plain values make the same mistake. Any other one that happens while a function is traced is
    noted, so that an `except` of the author's does not hide it.
    """

    also_of_plain = False

    def __init__(self, message: str, place: str | None = None) -> None:
        self.place = place or author_place()
        super().__init__(f"{self.place}: {message}" if self.place else message)
        context = current()
        if context and not self.also_of_plain:
            context.mistakes.append(self)


def old_import(error: BaseException) -> str:
    """What to write in place of an import of `spec`, `impl` or `checker`, their names until they became one package."""
    if not isinstance(error, ImportError):
        return ""
    module = error.name or ""
    part = module.partition(".")[0]
    if part not in ("spec", "impl", "checker"):
        return ""
    source = "tidemark" if module in ("spec", "checker") else f"tidemark.{module}"
    if error.path:  # a module of the user's that has the same name
        return f"{error}; if {part} of Tidemark is meant, write `from {source} import …`"
    return f"{part} is a part of tidemark: write `from {source} import …`"


class Disabled(Exception):
    """Raised by `require` in a running action: the action is not enabled, and this guard is why."""


def author_place() -> str:
    """`file:line` of the line that its author wrote: the innermost frame outside Tidemark, where a user's file is read.

    Without one the innermost frame outside the language, a family's; empty where none wrote it.
    """
    found = ""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and not frame.f_code.co_filename.startswith(CHECKER):
        name = frame.f_code.co_filename
        if not name.startswith((LANGUAGE, "<")) and not is_pythons(name):
            found = found or f"{short(name)}:{frame.f_lineno}"
            if not name.startswith(FAMILIES):
                return f"{short(name)}:{frame.f_lineno}"
        frame = frame.f_back
    return found


def shown(value: object) -> str:
    """A value as a message about it shows it, which may be symbolic."""
    with Context():  # in which nothing is traced
        return repr(value)


def digits(number: int) -> str:
    """A number as text; how many bits it has, where nobody reads its digits and Python refuses to write them."""
    bits = number.bit_length()
    return str(number) if bits <= MOST_BITS else f"a number of {bits:,} bits"


def printable(text: str) -> str:
    """A text as one line in which nothing steers a terminal: what is not printable is written out."""
    return _escaped(" ".join(text.splitlines()), "")


def escaped(text: str) -> str:
    """A text in which nothing steers a terminal, its lines and tabs as they are.

    Control characters are written out, as are marks that change the direction of text, and lone surrogates.
    """
    return "\n".join(_escaped(line, _HARMLESS) for line in text.split("\n"))


def as_json(data: Any, **layout: Any) -> str:
    """Data as JSON text in which nothing steers a terminal, and characters of every language are kept."""
    text = json.dumps(data, ensure_ascii=False, **layout)
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\n" else json.dumps(c)[1:-1] for c in text)


def _escaped(line: str, harmless: str) -> str:
    if line.isprintable():
        return line
    return "".join(
        c if c.isprintable() or c in harmless else c.encode("unicode_escape").decode() for c in line
    )


def _shortened(message: str) -> str:
    """A message without the middle of a long word, or of a long message; it says how long that was."""
    message = re.sub(rf"\S{{{LONGEST_WORD + 1},}}", lambda word: _cut(word[0], LONGEST_WORD), message)
    return _cut(message, LONGEST_MESSAGE)


def _cut(text: str, longest: int) -> str:
    if len(text) <= longest:
        return text
    return f"{text[: longest // 2]}… ({len(text):,} characters) …{text[-longest // 4 :]}"


def short(name: str) -> str:
    """A path, relative to the working directory if it is below it."""
    try:
        return str(Path(name).relative_to(Path.cwd()))
    except ValueError:
        return name
