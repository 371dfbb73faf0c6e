"""What was measured of the peers, as tables: for a terminal, and for docs/performance.md."""

from __future__ import annotations

from collections.abc import Callable

from tabulate import tabulate

from bench.peers.growth import Measured
from bench.peers.measuring import PeerRun
from bench.peers.ours import PROTOCOL, TIDEMARK
from bench.peers.spaces import SMALLEST, USUAL

BASE = str(TIDEMARK[-1])
"""What the others are compared with."""
IDLE = 0.5
"""The load of a machine that does nothing else."""
ENDED = {"memory": "memory", "time": "time", "failed": "its failure"}


def one_table(found: Measured, style: str = "simple") -> str:
    """Every peer at the usual bounds, with the largest space that it could do and how soon an edit has its verdict."""
    base = found.at(BASE, USUAL)
    rows = []
    for name in found.names():
        run = found.at(name, USUAL)
        costs = _costs(run, base) if run else [""] * 6
        edited = found.edited.get(name)
        rows.append([name, *costs, f"{edited:.1f}" if edited is not None else "", *_largest(found, name)])
    headers = [
        "",
        "search s",
        "times ours",
        "process s",
        "CPU s",
        "M states/s",
        "bytes a state",
        "edit to verdict s",
        "largest space",
        "ended by",
    ]
    align = ("left", *["right"] * 8, "left")
    return tabulate(rows, headers, tablefmt=style, disable_numparse=True, colalign=align)


def _costs(run: PeerRun, base: PeerRun | None) -> list[str]:
    return [
        _seconds(run.search_seconds),
        f"{run.search_seconds / base.search_seconds:.1f}" if base else "",
        _seconds(run.wall_seconds),
        _seconds(run.processor_seconds),
        f"{run.states_a_second / 1e6:.2f}",
        f"{run.bytes_a_state:.0f}",
    ]


def _seconds(seconds: float) -> str:
    """With three digits, as far as they are behind a thousandth."""
    return f"{seconds:,.{3 if seconds < 1 else 2 if seconds < 10 else 1 if seconds < 100 else 0}f}"


def _largest(found: Measured, name: str) -> list[str]:
    finished, last = found.finished(name), found.of(name)[-1]
    largest = f"{finished[-1].distinct_states:,}" if finished else "none"
    return [largest, ENDED.get(last.outcome, "")]


def growth_tables(found: Measured, style: str = "simple") -> dict[str, str]:
    """Seconds of search, and bytes a state, of every peer at every space, by what they are of."""
    return {
        "seconds": _matrix(found, lambda run: _seconds(run.search_seconds), style),
        "bytes": _matrix(found, lambda run: f"{run.bytes_a_state:.0f}", style),
    }


def _matrix(found: Measured, cell: Callable[[PeerRun], str], style: str) -> str:
    spaces = {run.bounds: run.distinct_states for run in found.runs if run.outcome == "finished"}
    rows = []
    for name in found.names():
        runs = {run.bounds: run for run in found.of(name)}
        cells = [_cell(runs.get(bounds), cell) for bounds in spaces]
        rows.append([name, *cells])
    headers = ["", *(f"{bounds}: {states:,}" for bounds, states in spaces.items())]
    return tabulate(
        rows, headers, tablefmt=style, disable_numparse=True, colalign=("left", *["right"] * len(spaces))
    )


def _cell(run: PeerRun | None, cell: Callable[[PeerRun], str]) -> str:
    if run is None:
        return ""
    return cell(run) if run.outcome == "finished" else run.outcome


def where(found: Measured) -> str:
    """On which machine, with which limits, and what was absent."""
    machine, limits = found.machine, found.limits
    text = (
        f"{machine['system']}, {machine['cores']} cores, {machine['memory'] / 2**30:.0f} GiB. At most "
        f"{limits.bytes / 2**30:g} GiB and {limits.seconds:g} s a search."
    )
    if machine["busy"] > IDLE:
        text += f" The load was {machine['busy']} when it began"
        others = machine["busy"] > machine["cores"]
        text += ": other programs ran, so seconds say little, those of the processor more." if others else "."
    absent = sorted({f"{one.peer} ({', '.join(one.missing)})" for one in found.absent})
    return f"{text} Absent: {'; '.join(absent)}." if absent else text


def for_a_terminal(found: Measured) -> str:
    """All of it."""
    grown = growth_tables(found)
    return "\n\n".join(
        [
            f"{PROTOCOL} at {USUAL}, beside {BASE}; from edit to verdict at {SMALLEST}",
            one_table(found),
            "seconds of search",
            grown["seconds"],
            "bytes a state at the peak",
            grown["bytes"],
            where(found),
        ]
    )
