"""`tidemark compute`: give a function its words, and show what it gives; without a name, list the functions."""

from __future__ import annotations

import argparse
from typing import Any

from tidemark import real
from tidemark.base.errors import UsageError, printable
from tidemark.base.names import look_up
from tidemark.checker.commands.shared import output
from tidemark.checker.views import screen
from tidemark.spec.families.functions import Computed, Function


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "function", nargs="?", metavar="FUNCTION", help="its name; alone, it shows what it takes"
    )
    parser.add_argument("words", nargs="*", metavar="NAME=VALUE", help="what it takes")
    output.add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print a table."""
    with output.document(options) as given:
        if options.function is None:
            given.data = _list()
            return 0
        function = real.function(options.function)
        if not options.words:
            given.data = _parameters(options.function, function)
            return 0
        texts = _texts(options.words, function)
        found = _computed(function, texts)
        _show(found)
        given.data = {
            "function": options.function,
            "given": texts,
            "rows": [dict(zip(found.headers, row, strict=True)) for row in found.rows],
            "notes": list(found.notes),
        }
    return 0


def _list() -> dict[str, Any]:
    functions = {name: real.function(name) for name in real.FUNCTIONS}
    print(screen.here().table([[name, one.about] for name, one in functions.items()], ["function", ""]))
    print("\n`tidemark compute FUNCTION` shows what it takes.")
    return {"functions": [{"name": name, "about": one.about} for name, one in functions.items()]}


def _parameters(name: str, function: Function) -> dict[str, Any]:
    rows = [
        [one.name, "needed" if one.default is None else one.default or "-", one.summary]
        for one in function.parameters
    ]
    here = screen.here()
    print("\n".join(here.wrap(f"{name}: {function.about}", indent="  ")))
    print("\n" + here.table(rows, ["name", "default", ""]))
    print(f"\ntidemark compute {name} {function.example}")
    return {
        "name": name,
        "about": function.about,
        "example": function.example,
        "parameters": [
            {"name": one.name, "summary": one.summary, "default": one.default} for one in function.parameters
        ],
    }


def _texts(words: list[str], function: Function) -> dict[str, str]:
    """What is given for each parameter, or its default.

    Raises:
        UsageError: a word is not one of them, or is there twice; or one is missing.
    """
    known, texts = {one.name: one for one in function.parameters}, dict[str, str]()
    for word in words:
        name, equals, text = word.partition("=")
        if not equals:
            raise UsageError(f"{printable(word)} has no `=`: write NAME=VALUE")
        look_up(known, printable(name), "the function takes no")
        if name in texts:
            raise UsageError(f"{name} is given twice")
        texts[name] = text
    if missing := [one for one in function.parameters if one.default is None and one.name not in texts]:
        raise UsageError(f"{missing[0].name} is needed: {missing[0].summary}; as in {function.example}")
    return {one.name: texts.get(one.name, one.default or "") for one in function.parameters}


def _computed(function: Function, texts: dict[str, str]) -> Computed:
    values = {}
    for one in function.parameters:
        try:
            values[one.name.replace("-", "_")] = one.read(texts[one.name])
        except ValueError as error:
            said = printable(f"{one.name}={texts[one.name]}")
            raise UsageError(f"{said} can't be read ({one.summary}): {error}") from None
    try:
        return function.compute(**values)
    except ValueError as error:
        raise UsageError(printable(str(error))) from None


def _show(found: Computed) -> None:
    here = screen.here()
    if found.picture:
        print(found.picture)
    else:
        align = ["right" if isinstance(cell, int) else "left" for cell in found.rows[0]] if found.rows else []
        print(here.table([[str(cell) for cell in row] for row in found.rows], list(found.headers), align))
    if found.notes:
        print()
    for note in found.notes:
        print("\n".join(here.wrap(note)))
