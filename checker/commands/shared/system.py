"""The command of a real system (`impl.SYSTEMS`): its versions, and bringing them onto this machine."""

from __future__ import annotations

import argparse

import impl
from checker.commands.shared import output
from checker.views import screen
from spec.errors import UsageError
from spec.names import look_up

SUMMARY = "list the releases that runs can be tried on, or fetch one"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "words",
        nargs="*",
        metavar="fetch VERSION",
        help="bring versions onto this machine; `fetch all` brings every one. Without it: a table of them",
    )
    output.add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print the versions, or fetch some."""
    system = impl.system(options.command)
    known = system.versions()
    task, *versions = options.words or ["list"]
    look_up(["fetch", "list"], task, f"`tidemark {options.command}` can't do")
    if task == "fetch" and not versions:
        raise UsageError(f"name the versions to fetch, or all: there is {', '.join(known)}")
    if task == "list" and versions:
        raise UsageError(f"`tidemark {options.command} list` takes no version")
    wanted = known if versions == ["all"] else versions
    for version in wanted:
        look_up(known, version, f"there is no {system.name}")
    with output.document(options) as given:
        for version in wanted:
            print(f"{system.name} {version}: {system.fetch(version)}", flush=True)
        here = {version: system.is_here(version) for version in known}
        titles = system.schedules()
        if task == "list":
            rows = [[v, system.protocol(v) or "by schedules", "yes" if here[v] else ""] for v in known]
            print(screen.here().table(rows, ["version", "modelled by", "is here"]))
            print(
                "\n" + screen.here().table([[*one] for one in titles.items()], ["schedule", "what it tries"])
            )
        given.data = {
            "system": system.name,
            "versions": [{"version": v, "protocol": system.protocol(v), "here": here[v]} for v in known],
            "schedules": titles,
        }
    return 0
