"""The pages of the kept runs, and small spaces as explorers: pages that Tidemark makes itself."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from pages import KEPT, ROOT, RUNS

from tidemark.checker.runs import files
from tidemark.checker.telling.explanation import explain
from tidemark.checker.views.page import page

EXPLORERS = "explorers"


@dataclass(frozen=True)
class Space:
    """A small space that the site has whole: the words of `tidemark explore`, and what there is to see."""

    name: str
    words: str
    about: str


SPACES = (
    Space(
        "truncation",
        "kafka/0.10.2 --log-size 1 --records 1",
        "Two brokers of Kafka 0.10.2 and one record: a follower cuts its log to its own high watermark.",
    ),
    Space(
        "deletion",
        "topics/at-once",
        "A topic is deleted and made again while one of two brokers is away, as before topic ids.",
    ),
    Space(
        "votes",
        "votes/kip-595",
        "Three voters of KRaft without Pre-Vote: elections that need not end.",
    ),
)


def write_runs(target: Path) -> int:
    """Write the page of every kept run below `target`; gives how many there are."""
    traces = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / KEPT).rglob("*-[0-9]*.json"))
    with ProcessPoolExecutor() as pool:
        for trace, text in zip(traces, pool.map(_page, traces, chunksize=4), strict=True):
            path = target / RUNS / Path(trace).relative_to(KEPT).with_suffix(".html")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return len(traces)


def _page(trace: str) -> str:
    return page([explain(files.load(str(ROOT / trace)))], trace)


def write_explorers(target: Path) -> None:
    """Write the small spaces below `target`, each as the file that `tidemark explore --html` makes."""
    (target / EXPLORERS).mkdir(parents=True, exist_ok=True)
    for space in SPACES:
        file = str(target / EXPLORERS / f"{space.name}.html")
        words = [sys.executable, "-m", "tidemark", "explore", *space.words.split(), "--html", file]
        subprocess.run(words, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def explorers_page() -> str:
    """The page that leads to the small spaces."""
    lines = [
        "# Explorers",
        "Small machines with all their states, each in one page: what can happen, what can't and why not, which",
        "promise is broken, and which states are doomed. [explorer.md](docs/explorer.md) says how to use one, and how",
        "to have one for any machine.",
        "",
    ]
    lines += [
        f'- <a href="{EXPLORERS}/{space.name}.html">{space.about}</a><br>`tidemark explore {space.words}`'
        for space in SPACES
    ]
    return "\n".join([lines[0], "", *lines[1:]]) + "\n"
