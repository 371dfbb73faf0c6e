"""What a user imports has an example in its docstring, or in the code of a page that the tests run."""

from __future__ import annotations

import doctest
import inspect
import re
from typing import Any

import pytest

import tidemark
from tests.support.blocks import ROOT, run_source

COUNTER = '''
from typing import Annotated
from tidemark import *


class Counter(Record):
    seen: Array[Number]


Replica = Annotated[Identity, Domain("replica")]


@action
def count_further(c: Counter, replica: Replica) -> Counter:
    """A replica counts one further."""
    require(c.seen[replica] < 3, "there is a number left")
    return c.but(seen=c.seen.but(replica, c.seen[replica] + 1))


@promise
def nobody_lags(c: Counter) -> Truth:
    """No replica is more than one behind another."""
    return all_of(a <= b + 1 for a in c.seen for b in c.seen)


replica = Id("replica", 2)
counter = Counter.of(seen=Array.of(replica, Int(0, 3)))
machine = Machine("counter", {}, counter, counter.default, [count_further], [nobody_lags], {"replica": replica})
'''
"""The machine of the README, with two replicas: the examples may use its names."""
PAGES = (
    "language",
    "liveness",
    "validate",
    "conform",
    "architecture",
    "tutorial",
    "engines",
    "traces",
    "explorer",
)
ELSEWHERE = {
    *(
        "BeforeAfter",
        "Conformance",
        "Disabled",
        "Inconclusive",
        "Inquiry",
        "LogVerdict",
        "ModelError",
        "TidemarkError",
    ),
    *(
        "TemporalPromise",
        "always_eventually",
        "conform",
        "eventually_always",
        "no_deadlock",
        "pattern",
        "settings_of",
    ),
    *("eventually", "paid", "settings_type", "sometimes", "spent", "unspent", "validate"),
}
"""Results, errors, and what a page shows in a table or on the command line."""


def namespace() -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "counter"}
    run_source(COUNTER, "counter of the examples", names)
    return names


def documented() -> list[str]:
    names = [name for name in tidemark.__all__ if inspect.getdoc(getattr(tidemark, name))]
    return [name for name in names if ">>>" in (inspect.getdoc(getattr(tidemark, name)) or "")]


@pytest.mark.parametrize("name", documented())
def test_the_example_of_a_docstring_shows_what_it_says(name: str) -> None:
    text = inspect.getdoc(getattr(tidemark, name)) or ""
    example = doctest.DocTestParser().get_doctest(f"{text}\n", namespace(), name, None, None)
    reported: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example, out=reported.append)
    assert reported == []


def test_every_exported_name_has_an_example() -> None:
    pages = [(ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8") for page in PAGES]
    code = "\n".join(block for page in pages for block in re.findall(r"```python\n(.*?)```", page, re.DOTALL))
    without = {name for name in tidemark.__all__ if not re.search(rf"\b{name}\b", code)} - set(documented())
    assert without == ELSEWHERE
