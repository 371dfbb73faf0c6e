"""The errors that a user may cause, and text that is safe to print: one clear line each."""

import json
import re
from pathlib import Path
from typing import Any

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
        super().__init__(_shorten(printable(message)))


class UsageError(TidemarkError):
    """A wrong name, an impossible bound, a file that can't be read or written.

    >>> check("kafka/0.10.3")
    Traceback (most recent call last):
        ...
    tidemark.base.errors.UsageError: ...
    """


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


def digits(number: int) -> str:
    """A number as text; how many bits it has, where nobody reads its digits and Python refuses to write them."""
    bits = number.bit_length()
    return str(number) if bits <= MOST_BITS else f"a number of {bits:,} bits"


def printable(message: str) -> str:
    """A text as one line in which nothing steers a terminal: what is not printable is written out."""
    return _escape_line(" ".join(message.splitlines()), "")


def escape_text(lines: str) -> str:
    """A text in which nothing steers a terminal, its lines and tabs as they are.

    Control characters are written out, as are marks that change the direction of text, and lone surrogates.
    """
    return "\n".join(_escape_line(line, _HARMLESS) for line in lines.split("\n"))


def as_json(data: Any, **layout: Any) -> str:
    """Data as JSON text in which nothing steers a terminal, and characters of every language are kept."""
    document = json.dumps(data, ensure_ascii=False, **layout)
    if document.isprintable():
        return document
    return "".join(c if c.isprintable() or c == "\n" else json.dumps(c)[1:-1] for c in document)


def _escape_line(line: str, harmless: str) -> str:
    if line.isprintable():
        return line
    shown = (c if c.isprintable() or c in harmless else c.encode("unicode_escape").decode() for c in line)
    return "".join(shown)


def _shorten(message: str) -> str:
    """A message without the middle of a long word, or of a long message; it says how long that was."""
    message = re.sub(rf"\S{{{LONGEST_WORD + 1},}}", lambda word: _cut(word[0], LONGEST_WORD), message)
    return _cut(message, LONGEST_MESSAGE)


def _cut(message: str, longest: int) -> str:
    if len(message) <= longest:
        return message
    return f"{message[: longest // 2]}… ({len(message):,} characters) …{message[-longest // 4 :]}"


def short(name: str) -> str:
    """A path, relative to the working directory if it is below it."""
    try:
        return str(Path(name).relative_to(Path.cwd()))
    except ValueError:
        return name
