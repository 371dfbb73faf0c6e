"""What a person sees on the terminal: tables of results, and one live line of progress."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from tidemark.base.counts import count_of
from tidemark.base.errors import escape_text
from tidemark.checker.runs.results import Progress, Report, Result, Verdict
from tidemark.checker.views import screen
from tidemark.checker.views.screen import Screen
from tidemark.spec.families.family import assumptions, bounds_to_tell
from tidemark.spec.machines.machine import Machine


@contextmanager
def live_line() -> Iterator[Callable[[str], None] | None]:
    """What keeps one line on a terminal, which each text replaces; None where standard error is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    with Live(console=Console(file=screen.terminal()), transient=True, auto_refresh=False) as live:

        def say(message: str) -> None:
            live.update(Text(escape_text(message)), refresh=True)

        yield say


@contextmanager
def progress_bar(columns: Sequence[Any], total: int) -> Iterator[tuple[Any, Any]]:
    """A bar on a terminal, which is gone at the end; and the task that it shows."""
    from rich.console import Console
    from rich.progress import Progress as Bar

    with Bar(*columns, console=Console(file=screen.terminal()), transient=True) as bar:
        yield bar, bar.add_task("", total=total)


@contextmanager
def progress_line() -> Iterator[Report | None]:
    """A report that keeps one line of progress on a terminal; None where standard error is no terminal."""
    with live_line() as say:
        yield (lambda progress: say(progress_text(progress))) if say else None


def progress_text(progress: Progress) -> str:
    """Depth, states, rate, frontier, memory, and about what is left, of a search under way."""
    memory = f"{progress.memory / 2**20:,.0f} MiB"
    if not progress.distinct_states:
        return f"depth {progress.depth} · {progress.seconds:,.0f} s · {memory}"
    rate = progress.distinct_states / max(progress.seconds, 1e-9)
    summary = (
        f"depth {progress.depth} · {count_of(progress.distinct_states, 'state')} · {rate:,.0f} a second · "
        f"frontier {progress.frontier:,} · {memory}"
    )
    if not progress.left:
        return summary
    rounded = round(progress.left, 2 - len(str(progress.left)))
    return f"{summary} · about {rounded:,} states to come, {progress.left / rate:,.0f} s"


def heading(machine: Machine) -> str:
    """A machine in a line: its name, and the bounds that a reader needs."""
    bounds = " ".join(f"{name}={value}" for name, value in bounds_to_tell(machine).items())
    return f"{machine.name}  {bounds}".rstrip()


def _paint_verdict(on: Screen, verdict: Verdict) -> str:
    style = {"violated": screen.LOST, "holds": screen.HOLDS}.get(verdict.verdict, screen.OPEN)
    return on.paint(verdict.text, style)


def verdict_lines(result: Result) -> str:
    """Nothing but a line for each promise."""
    on = screen.here()
    return "\n".join(f"{name}: {_paint_verdict(on, verdict)}" for name, verdict in result.promises.items())


def result_table(result: Result, coverage: bool = False) -> str:
    """The verdicts, the counts, and what a reader should doubt."""
    on = screen.here()
    rows = [
        [promise.name, _paint_verdict(on, result.promises[promise.name]), promise.summary]
        for promise in result.machine.all_promises
    ]
    table = on.table(rows, ["promise", "verdict", "what it says"])
    lines = [*on.wrap(heading(result.machine), indent="  "), "", table]
    if coverage:
        lines += ["", _coverage(result, on)]
    lines += ["", *on.wrap(f"{coverage_summary(result)} · {result.seconds:.2f} s · {result.engine}")]
    holds = any(verdict.verdict == "holds" for verdict in result.promises.values())
    clauses = assumptions(result.machine) if holds else []
    notes = [
        *([f"holds assumes: {'; '.join(clauses)}"] if clauses else []),
        *([] if result.complete else [f"incomplete: {result.stopped}"]),
        *([f"ends at the bounds: {', '.join(result.ends_at)}"] if result.ends_at else []),
        *(f"warning: {warning}" for warning in result.warnings()),
    ]
    return "\n".join([*lines, *(line for note in notes for line in on.wrap(note, indent="  "))])


def _coverage(result: Result, on: Screen) -> str:
    """How often each action was enabled, and led to another state; and whether it can always happen again, if known."""
    headers = ["action", "enabled", "to another state"]
    actions = [[name, f"{c.enabled:,}", f"{c.changing:,}"] for name, c in result.actions.items()]
    if result.endings is not None:
        headers.append("again")
        for row in actions:
            always = all(row[0] in ending.actions for ending in result.endings)
            row.append("always" if always else "not always")
    return on.table(actions, headers, ("left", "right", "right", "left")[: len(headers)])


def coverage_summary(result: Result) -> str:
    """What a search covered: states, or the steps of random runs, or the runs of a bounded search."""
    if result.distinct_states:
        generated = f"{result.generated_states:,} generated"
        return f"{count_of(result.distinct_states, 'distinct state')} · {generated} · depth {result.depth}"
    if result.generated_states:
        return f"{result.generated_states:,} random steps"
    return f"all runs of up to {count_of(result.depth, 'state')}"
