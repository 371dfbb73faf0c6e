"""The growth of time and of memory with the number of states, as pictures in SVG, both axes logarithmic.

Drawn here, since a chart of lines is all that is needed. The colours follow the reader's scheme, light or dark; the
picture has a background of its own, so that it can be read on any page.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple
from xml.sax.saxutils import escape

from bench.peers.growth import Measured
from bench.peers.measuring import PeerRun

WIDTH, HEIGHT = 800, 440
LEFT, RIGHT, TOP, BOTTOM = 72, 258, 40, 46
LINE = 16
"""Pixels between two labels."""

STYLE = """
  svg { --back: #ffffff; --text: #1f2328; --grid: #d8dee4;
    --tidemark: #0b5cad; --spin: #a84300; --rumur: #7a3db8; --stateright: #1a7f37; --tlc: #b3123d }
  @media (prefers-color-scheme: dark) {
    svg { --back: #0d1117; --text: #e6edf3; --grid: #30363d;
      --tidemark: #6cb6ff; --spin: #f0883e; --rumur: #c297ff; --stateright: #56d364; --tlc: #ff7b9c }
  }
  text { font: 12px system-ui, sans-serif; fill: var(--text) }
  .title { font-weight: 600; font-size: 14px }
  .grid { stroke: var(--grid); stroke-width: 1 }
  .line { fill: none; stroke-width: 2; stroke-linejoin: round }
  .lead { fill: none; stroke-width: 1; opacity: .5 }
"""
DASHES = ("", "7 4", "2 4", "10 4 2 4")
"""How the lines of one tool differ, in the order of its variants."""


class Line(NamedTuple):
    """A peer's line: the tool, whose colour it has, how it is dashed, its label, and its points."""

    tool: str
    dash: str
    label: str
    points: list[tuple[float, float]]


class Axis(NamedTuple):
    """A logarithmic axis, from one power of ten to another, along pixels."""

    least: int
    most: int
    begin: float
    end: float

    @classmethod
    def over(cls, values: list[float], begin: float, end: float) -> Axis:
        """From the power of ten below all values to the one above them."""
        return cls(math.floor(math.log10(min(values))), math.ceil(math.log10(max(values))), begin, end)

    def at(self, value: float) -> float:
        """The pixel of a value."""
        share = (math.log10(value) - self.least) / (self.most - self.least)
        return self.begin + share * (self.end - self.begin)


def time_picture(found: Measured) -> str:
    """Seconds of search against states."""
    return _picture(found, "Seconds of search", lambda run: run.search_seconds, _seconds, None)


def memory_picture(found: Measured) -> str:
    """Peak of memory against states."""
    return _picture(found, "Peak of memory", lambda run: run.max_resident_bytes, _bytes, found.limits.bytes)


def shown(found: Measured) -> list[str]:
    """The peers that are drawn: of one that was measured with one thread and with two, that with two."""
    names = found.names()
    return [
        name for name in names if name.replace("1 thread", "2 threads") not in names or "1 thread" not in name
    ]


def _lines(found: Measured, cost: Callable[[PeerRun], float]) -> list[Line]:
    lines: list[Line] = []
    for name in shown(found):
        runs = found.finished(name)
        if runs:
            tool = runs[0].peer
            dash = DASHES[sum(line.tool == tool for line in lines) % len(DASHES)]
            lines.append(Line(tool, dash, name, [(run.distinct_states, cost(run)) for run in runs]))
    return lines


def _picture(
    found: Measured,
    title: str,
    cost: Callable[[PeerRun], float],
    told: Callable[[float], str],
    limit: float | None,
) -> str:
    lines = _lines(found, cost)
    points = [point for line in lines for point in line.points]
    x = Axis.over([p[0] for p in points], LEFT, WIDTH - RIGHT)
    y = Axis.over([p[1] for p in points] + ([limit] if limit else []), HEIGHT - BOTTOM, TOP)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
        f' role="img" aria-label="{escape(title)} against states">',
        f"<style>{STYLE}</style>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="var(--back)"/>',
        f'<text class="title" x="{LEFT}" y="22">{escape(title)}, against states</text>',
        *_grid(x, y, told),
    ]
    if limit:
        at = y.at(limit)
        parts += [
            f'<path class="line" d="M{LEFT} {at:.1f}H{WIDTH - RIGHT}" stroke="var(--text)" stroke-dasharray="1 3"/>',
            f'<text x="{LEFT + 6}" y="{at + 15:.1f}">{told(limit)}</text>',
        ]
    parts += _drawn(lines, x, y)
    return "\n".join([*parts, "</svg>\n"])


def _grid(x: Axis, y: Axis, told: Callable[[float], str]) -> list[str]:
    parts = []
    for power in range(x.least, x.most + 1):
        at = x.at(10.0**power)
        parts.append(f'<path class="grid" d="M{at:.1f} {y.begin}V{y.end}"/>')
        parts.append(f'<text x="{at:.1f}" y="{y.begin + 18}" text-anchor="middle">{_count(10**power)}</text>')
    for power in range(y.least, y.most + 1):
        at = y.at(10.0**power)
        parts.append(f'<path class="grid" d="M{x.begin} {at:.1f}H{x.end}"/>')
        parts.append(f'<text x="{x.begin - 8}" y="{at + 4:.1f}" text-anchor="end">{told(10.0**power)}</text>')
    parts.append(f'<text x="{(x.begin + x.end) / 2}" y="{HEIGHT - 8}" text-anchor="middle">states</text>')
    return parts


def _drawn(lines: list[Line], x: Axis, y: Axis) -> list[str]:
    """The lines, and beside the chart their labels, each as high as its line ends if there is room."""
    parts = []
    ends = {line.label: (x.at(line.points[-1][0]), y.at(line.points[-1][1])) for line in lines}
    heights = spread({label: end[1] for label, end in ends.items()}, LINE, y.end, y.begin)
    for line in lines:
        colour, dash = f"var(--{line.tool})", f' stroke-dasharray="{line.dash}"' if line.dash else ""
        path = "L".join(f"{x.at(a):.1f} {y.at(b):.1f}" for a, b in line.points)
        end, height = ends[line.label], heights[line.label]
        parts += [
            f'<path class="line" d="M{path}" stroke="{colour}"{dash}/>',
            *(
                f'<circle cx="{x.at(a):.1f}" cy="{y.at(b):.1f}" r="2.5" fill="{colour}"/>'
                for a, b in line.points
            ),
            f'<path class="lead" d="M{end[0]:.1f} {end[1]:.1f}L{x.end + 6} {height:.1f}" stroke="{colour}"/>',
            f'<path class="line" d="M{x.end + 8} {height:.1f}h24" stroke="{colour}"{dash}/>',
            f'<text x="{x.end + 36}" y="{height + 4:.1f}">{escape(line.label)}</text>',
        ]
    return parts


def spread(wanted: dict[str, float], gap: float, least: float, most: float) -> dict[str, float]:
    """Places in the order of those wanted, at least a gap apart, between two bounds if there is room for all."""
    names = sorted(wanted, key=lambda name: wanted[name])
    places: list[float] = []
    for name in names:
        places.append(max(wanted[name], places[-1] + gap if places else least))
    for k in reversed(range(len(places))):
        places[k] = min(places[k], places[k + 1] - gap if k + 1 < len(places) else most)
    return dict(zip(names, places, strict=True))


def _count(number: float, space: str = "") -> str:
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if number >= size:
            return f"{number / size:g}{space}{unit}"
    return f"{number:g}{space}"


def _seconds(seconds: float) -> str:
    return f"{1000 * seconds:g} ms" if seconds < 1 else f"{seconds:,g} s"


def _bytes(count: float) -> str:
    return f"{count / 2**30:g} GiB" if count % 2**30 == 0 else f"{_count(count, ' ')}B"
