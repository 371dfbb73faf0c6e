"""docs/liveness.md: its code runs, it prints what it shows, and its tables have what is found."""

from __future__ import annotations

import re
import textwrap
from typing import Any

import pytest

from tests.support.agreement import at
from tests.support.blocks import ROOT, run
from tidemark import impl
from tidemark.checker.analyses.fairness import needs
from tidemark.checker.api import check
from tidemark.checker.views.terminal import violation
from tidemark.spec import fair

PAGE = "docs/liveness.md"
TEXT = (ROOT / PAGE).read_text(encoding="utf-8")
LETTERS = {
    "a": "become_leader",
    "f": "become_follower",
    "c": "follower_fetch",
    "t": "follower_truncate",
    "h": "leader_advance_high_watermark",
    "x": "leader_expand_isr",
}
PROMISES = ("all-adopt-epoch", "high-watermark-reaches-end", "isr-is-full")


@pytest.fixture(scope="module")
def page() -> dict[str, Any]:
    """What the page defines: its own assertions hold."""
    return run(PAGE)


def test_the_page_prints_the_lasso_that_it_shows(page: dict[str, Any]) -> None:
    printed = (
        violation("served", page["weak"]).partition("\n\n")[2].replace("enabled\n  again", "enabled again")
    )
    printed = re.sub(
        r"\n  +allows", " allows", re.sub(r"weak fairness\n +allows", "weak fairness allows", printed)
    )
    assert textwrap.indent(printed, "    ") in TEXT


OPERATORS = {
    "eventually": r"◇[^□]",
    "always-eventually": "□◇",
    "eventually-always": "◇□",
    "leads-to": r"□\(.* ⇒ ◇",
    "can-always-reach": "AG EF",
}
TWICE = re.findall(r"^\| [^|`]* \| ([^|`]*) \| `([^`]*/[^`]*)` \| ([^|]*) \|$", TEXT, re.MULTILINE)


def test_ten_properties_or_more_are_written_both_ways() -> None:
    assert len(TWICE) >= 10


@pytest.mark.parametrize(("formula", "command", "said"), TWICE, ids=[command for _, command, _ in TWICE])
def test_a_property_written_both_ways_is_of_that_kind_and_has_that_verdict(
    formula: str, command: str, said: str
) -> None:
    protocol, *words = command.replace("--", "").split()
    options = dict(zip(words[::2], words[1::2], strict=True))
    name = options.pop("promise")
    machine = impl.protocol(protocol).machine({bound: int(value) for bound, value in options.items()})
    promise = next(one for one in machine.temporal if one.name == name)
    assert re.match(OPERATORS[promise.kind.name], formula)
    assert check(machine, name).promises[name].text == said


def cells() -> list[Any]:
    """The cells of the table of minimal fairness: protocol, promise, and what is said."""
    table = TEXT.partition("### The fairness that each needs")[2].partition("###")[0]
    found = []
    for line in re.findall(r"^\| `(published.*)\|$", table, re.MULTILINE):
        name, *said = (cell.strip(" `") for cell in line.split("|"))
        quick = name == "published/kip-320"
        found += [
            pytest.param(
                name, promise, cell, marks=() if quick and promise == PROMISES[0] else pytest.mark.slow
            )
            for promise, cell in zip(PROMISES, said, strict=True)
        ]
    return found


@pytest.mark.parametrize(("protocol", "promise", "said"), cells(), ids=str)
def test_the_minimal_fairness_is_as_the_page_says(protocol: str, promise: str, said: str) -> None:
    machine = at(protocol, "2/2/2/1").with_fairness([fair("follower_fetch", each=False)])
    if "first-try" in protocol:
        machine = machine.with_fairness([fair("follower_truncate", each=False)])
    found = needs(machine.with_promises(promise))[promise]
    told = {f"{letter} {found.without[one].length}" for letter, name in LETTERS.items()
            for one in found.without if one.actions == (name,)}  # fmt: skip
    assert told == set(said.split(", "))
    assert [set(one) for one in found.sets] == [set(found.without)]
