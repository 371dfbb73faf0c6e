"""`tidemark compute`: give a function its words, and show what it gives; without a name, list the functions."""

from __future__ import annotations

import argparse
from typing import Any

from tidemark import real
from tidemark.base.errors import UsageError, printable
from tidemark.base.names import look_up
from tidemark.checker.commands.shared import output
from tidemark.checker.views import screen
from tidemark.spec.families.functions import ComputedTable, Function


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "function", nargs="?", metavar="FUNCTION", help="its name; alone, it shows what it takes"
    )
    parser.add_argument("words", nargs="*", metavar="NAME=VALUE", help="what it takes")
    output.add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print a table."""
    with output.document(options) as document:
        if options.function is None:
            document.data = _list()
            return 0
        function = real.function(options.function)
        if not options.words:
            document.data = _parameters(options.function, function)
            return 0
        texts = _parse_words(options.words, function)
        computation = _compute(function, texts)
        _show(computation)
        document.data = {
            "function": options.function,
            "given": texts,
            "rows": [dict(zip(computation.headers, row, strict=True)) for row in computation.rows],
            "notes": list(computation.notes),
        }
    return 0


def _list() -> dict[str, Any]:
    functions = {name: real.function(name) for name in real.FUNCTIONS}
    rows = [[name, function.about] for name, function in functions.items()]
    print(screen.here().table(rows, ["function", ""]))
    print("\n`tidemark compute FUNCTION` shows what it takes.")
    return {"functions": [{"name": name, "about": function.about} for name, function in functions.items()]}


def _parameters(name: str, function: Function) -> dict[str, Any]:
    rows = [
        [p.name, "needed" if p.default is None else p.default or "-", p.summary] for p in function.parameters
    ]
    screen.print_indented(f"{name}: {function.about}")
    print("\n" + screen.here().table(rows, ["name", "default", ""]))
    print(f"\ntidemark compute {name} {function.example}")
    return {
        "name": name,
        "about": function.about,
        "example": function.example,
        "parameters": [
            {"name": p.name, "summary": p.summary, "default": p.default} for p in function.parameters
        ],
    }


def _parse_words(words: list[str], function: Function) -> dict[str, str]:
    """The text of each parameter, or its default.

    Raises:
        UsageError: a word names no parameter, or one comes twice; or one is missing.
    """
    parameters, texts = {parameter.name: parameter for parameter in function.parameters}, dict[str, str]()
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise UsageError(f"{printable(word)} has no `=`: write NAME=VALUE")
        look_up(parameters, printable(name), "the function takes no")
        if name in texts:
            raise UsageError(f"{name} is given twice")
        texts[name] = value
    if missing := [p for p in function.parameters if p.default is None and p.name not in texts]:
        raise UsageError(f"{missing[0].name} is needed: {missing[0].summary}; as in {function.example}")
    return {p.name: texts.get(p.name, p.default or "") for p in function.parameters}


def _compute(function: Function, texts: dict[str, str]) -> ComputedTable:
    values = {}
    for parameter in function.parameters:
        try:
            values[parameter.name.replace("-", "_")] = parameter.read(texts[parameter.name])
        except ValueError as error:
            said = printable(f"{parameter.name}={texts[parameter.name]}")
            raise UsageError(f"{said} can't be read ({parameter.summary}): {error}") from None
    try:
        return function.compute(**values)
    except ValueError as error:
        raise UsageError(printable(str(error))) from None


def _show(computation: ComputedTable) -> None:
    console = screen.here()
    if computation.picture:
        print(computation.picture)
    else:
        first = next(iter(computation.rows), ())
        align = ["right" if isinstance(cell, int) else "left" for cell in first]
        rows = [list(map(str, row)) for row in computation.rows]
        print(console.table(rows, computation.headers, align))
    if computation.notes:
        print()
    for note in computation.notes:
        print("\n".join(console.wrap(note)))
