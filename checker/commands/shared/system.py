"""The command of a real system (`real.SYSTEMS`): its versions, bringing them onto this machine, and their own tools."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tidemark import real
from tidemark.base.errors import UsageError
from tidemark.base.names import look_up
from tidemark.checker.commands.shared import output
from tidemark.checker.views import screen

if TYPE_CHECKING:  # of all commands this one alone needs it
    from tidemark.spec.families.system import System

SUMMARY = "list the releases that runs can be tried on, fetch one, or run a tool of it"
TASKS = ("fetch", "list", "run")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "words",
        nargs="*",
        metavar="fetch VERSION | run VERSION TOOL",
        help="bring versions onto this machine; `fetch all` brings every one. Or run a tool of a version: what follows "
        "its name is for the tool. Without it: a table of the versions",
    )
    parser.set_defaults(passes_on=_count_own_words)
    output.add_json(parser)


def _count_own_words(words: Sequence[str]) -> int:
    """How many of the words are for this program: of `run VERSION TOOL …`, those up to the tool."""
    task = next((index for index, word in enumerate(words) if word in TASKS), 0)
    return task + 3 if words[task : task + 1] == ["run"] else len(words)


def run(options: argparse.Namespace) -> int:
    """Print the versions, fetch some, or run a tool; its exit status is then that of the tool."""
    from tidemark.spec.families.system import Drivable, Playable

    system = real.system(options.command)
    available = system.versions()
    task, *versions = options.words or ["list"]
    look_up(TASKS, task, f"`tidemark {options.command}` can't do")
    if task == "run":
        return _run_tool(options, system, versions)
    if task == "fetch" and not versions:
        raise UsageError(f"name the versions to fetch, or all: there is {', '.join(available)}")
    if task == "list" and versions:
        raise UsageError(f"`tidemark {options.command} list` takes no version")
    selected = available if versions == ["all"] else versions
    for version in selected:
        look_up(available, version, f"there is no {system.name}")
    with output.document(options) as document:
        for version in selected:
            print(f"{system.name} {version}: {system.fetch(version)}", flush=True)
        is_fetched = {version: system.is_here(version) for version in available}
        models = {v: system.protocol(v) if isinstance(system, Drivable) else None for v in available}
        titles = system.schedules() if isinstance(system, Playable) else {}
        if task == "list":
            otherwise = "by schedules" if titles else ""
            rows = [[v, models[v] or otherwise, "yes" if is_fetched[v] else ""] for v in available]
            print(screen.here().table(rows, ["version", "modelled by", "is here"]))
            if titles:
                rows = [[*schedule] for schedule in titles.items()]
                print("\n" + screen.here().table(rows, ["schedule", "what it tries"]))
        document.data = {
            "system": system.name,
            "versions": [{"version": v, "protocol": models[v], "here": is_fetched[v]} for v in available],
            "schedules": titles,
        }
    return 0


def _run_tool(options: argparse.Namespace, system: System, words: Sequence[str]) -> int:
    if options.json:
        raise UsageError("--json is for the table: what a tool prints is its own")
    if len(words) < 2:
        raise UsageError(f"name a version and a tool: `tidemark {options.command} run VERSION TOOL …`")
    version, *rest = words
    look_up(system.versions(), version, f"there is no {system.name}")
    return system.run(version, rest)
