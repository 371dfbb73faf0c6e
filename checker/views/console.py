"""What a person sees on the terminal: tables of results, and one live line of progress."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from tabulate import tabulate

from checker.runs.results import Progress, Report, Result


@contextmanager
def progress_line() -> Iterator[Report | None]:
    """A report that keeps one line of progress on a terminal; None where standard error is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    with Live(console=Console(stderr=True), transient=True, auto_refresh=False) as live:

        def report(progress: Progress) -> None:
            live.update(Text(progress_text(progress)), refresh=True)

        yield report


def progress_text(progress: Progress) -> str:
    """Depth, states, rate, frontier and memory of a running search."""
    memory = f"{progress.memory / 2**20:,.0f} MiB"
    if not progress.distinct_states:
        return f"depth {progress.depth} · {progress.seconds:,.0f} s · {memory}"
    rate = progress.distinct_states / max(progress.seconds, 1e-9)
    return (
        f"depth {progress.depth} · {progress.distinct_states:,} states · {rate:,.0f} a second · "
        f"frontier {progress.frontier:,} · {memory}"
    )


def states(number: int | None) -> str:
    """A number of states in words."""
    return f"{number:,} state" if number == 1 else f"{number or 0:,} states"


def result_table(result: Result, coverage: bool = False) -> str:
    """The verdicts, the counts, and what a reader should doubt."""
    rows = []
    for promise in result.machine.promises:
        verdict = result.promises[promise.name]
        words = (
            f"violated after {states(verdict.length)}" if verdict.verdict == "violated" else verdict.verdict
        )
        rows.append([promise.name, words, promise.summary])
    lines = [
        f"{result.machine.name}  {result.machine.at}",
        "",
        _table(rows, ["promise", "verdict", "what it says"]),
    ]
    if coverage:
        actions = [[name, f"{c.enabled:,}", f"{c.new:,}"] for name, c in result.actions.items()]
        lines += ["", _table(actions, ["action", "enabled", "to a new state"], ("left", "right", "right"))]
    ended = "" if result.complete else f" · incomplete: {result.stopped}"
    lines += [
        "",
        f"{_counted(result)} · {result.seconds:.2f} s · {result.engine}{ended}",
    ]
    lines += [f"warning: {warning}" for warning in result.warnings()]
    return "\n".join(lines)


def _counted(result: Result) -> str:
    """What was searched: states, or steps of random runs, or all runs up to a length."""
    if result.distinct_states:
        generated = f"{result.generated_states:,} generated"
        return f"{result.distinct_states:,} distinct states · {generated} · depth {result.depth}"
    if result.generated_states:
        return f"{result.generated_states:,} random steps"
    return f"all runs of up to {states(result.depth)}"


def _table(rows: list[list[str]], headers: list[str], align: tuple[str, ...] | None = None) -> str:
    widths = None if align else [None, None, 72]
    return tabulate(
        rows, headers, tablefmt="simple", colalign=align, maxcolwidths=widths, disable_numparse=True
    )
