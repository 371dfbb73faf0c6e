"""A run as an animation: one SVG without scripts, which a page can show as a picture.

Every lane of every step is drawn once for each stretch of steps in which it stays as it is. Style rules say when each
part is seen: with `steps 1 to 3 of 10, two seconds each`, from 0 to 30 % of twenty seconds. Where a reader wants no
motion, or the style rules of animations are not known, the step by which a value was lost stands still.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import accumulate, groupby

from tidemark.base.errors import escape_text
from tidemark.checker.telling.explanation import Explanation, ToldStep
from tidemark.checker.views import template
from tidemark.checker.views.screen import wrap_text
from tidemark.spec.families.picture import Cell, Lane

MARGIN, NAME_WIDTH, CELL_WIDTH, MESSAGE_WIDTH, LEAST_WIDTH = 12, 140, 52, 160, 460
LINE, CELL_HEIGHT, MOST_LINES = 19, 34, 3
AVERAGE = 0.54
"""The width of a letter, as a part of its height."""
SECONDS_TO_SEE, LETTERS_A_SECOND, LAST = 1.2, 45, 4.0
"""How long a step is shown: so long, and longer the more it says; and how much longer the last one."""


def animation(explanation: Explanation) -> str:
    """The SVG: the headline, the lanes with what moves between them, and the sentence of each step."""
    drawing = _Drawing(explanation)
    return escape_text(drawing.svg())


@dataclass
class _Row:
    """Where a lane is: its place from the top, its height, and its state after each step."""

    top: int
    height: int
    states: list[Lane]

    @property
    def middle(self) -> int:
        return self.top + self.height // 2


class _Drawing:
    """The parts of an animation, and the rules that say when each is seen."""

    def __init__(self, explanation: Explanation) -> None:
        self.explanation, self.rules = explanation, dict[str, str]()
        steps = explanation.steps
        seconds = [SECONDS_TO_SEE + len(step.text) / LETTERS_A_SECOND for step in steps]
        seconds[-1] += LAST
        self.seconds = round(sum(seconds), 1)
        self.times = [0.0, *(100 * time / sum(seconds) for time in accumulate(seconds))]
        ends = {end for step in steps for arrow in step.arrows for end in (arrow.source, arrow.target)}
        self.has_messages = bool(ends)
        lanes = [
            n for n, lane in enumerate(steps[0].picture.lanes) if not lane.optional or lane.actor in ends
        ]
        every = [[step.picture.lanes[n] for step in steps] for n in lanes]
        places = max(
            (max(len(lane.cells or ()), lane.mark) for states in every for lane in states), default=0
        )
        self.message_left = MARGIN + NAME_WIDTH + places * CELL_WIDTH + 24
        self.width = max(LEAST_WIDTH, self.message_left + MESSAGE_WIDTH + MARGIN)
        self.head = _wrap(self.explanation.headline, self.width - 2 * MARGIN, 17)
        top = 2 * MARGIN + LINE * len(self.head)
        self.rows: dict[str, _Row] = {}
        for states in every:
            text = max(len(self._texts(lane)) for lane in states)
            height = max(LINE * (1 + text) + 10, CELL_HEIGHT + 26 if states[0].cells is not None else 0)
            self.rows[states[0].actor] = _Row(top, height, states)
            top += height + 6
        self.caption_top = top + 4

    def svg(self) -> str:
        """The whole."""
        captions = [self._sentences(step) for step in self.explanation.steps]
        height = self.caption_top + (LINE + 2) * max(map(len, captions)) + 22
        head = "".join(
            f'<text class="head" x="{MARGIN}" y="{MARGIN + LINE * n + 14}">{escape(line)}</text>'
            for n, line in enumerate(self.head)
        )
        parts = [
            *(part for row in self.rows.values() for part in self._row(row)),
            *(part for step in self.explanation.steps for part in self._message_parts(step)),
            *(self._part(self._caption(lines), n, n + 1) for n, lines in enumerate(captions)),
            self._ticks(height - 12),
        ]
        moves = "\n".join(self.rules.values())
        palette = template.file(template.VIEWS, "look.css").partition("* {")[0]
        style = palette + template.file(template.VIEWS, "animation.css")
        story = " ".join(f"{step.number}. {step.text}" for step in self.explanation.steps)
        size = f'viewBox="0 0 {self.width} {height}" width="{self.width}" height="{height}"'
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-labelledby="title story">',
            f'<title id="title">{escape(self.explanation.headline)}</title>',
            f'<desc id="story">{escape(story)}</desc>',
            f"<style>\n{escape(style, quote=False)}",
            f"@media (prefers-reduced-motion: no-preference) {{\n{moves}\n}}\n</style>",
            f'<rect class="sheet" x="1" y="1" width="{self.width - 2}" height="{height - 2}" rx="12"/>',
            head,
            *parts,
            "</svg>",
        ]
        return "\n".join(lines) + "\n"

    def _part(self, inside: str, first: int, end: int) -> str:
        """A part that is seen from one step on until another, in every round."""
        if (first, end) == (0, len(self.explanation.steps)):
            return inside
        name = f"s{first + 1}-{end}"
        start, stop = self.times[first], self.times[end]
        frames = (
            f"0%{{visibility:hidden}}{start:.2f}%{{visibility:visible}}{stop:.2f}%,100%{{visibility:hidden}}"
        )
        self.rules[name] = (
            f"@keyframes {name}{{{frames}}}.{name}{{animation:{name} {self.seconds}s step-end infinite}}"
        )
        still = " still" if first < self.explanation.turn <= end else ""
        return f'<g class="part{still} {name}">{inside}</g>'

    def _row(self, row: _Row) -> Iterable[str]:
        """A lane: its frame, a ground where it has just changed, and all that it says while it stays the same."""
        width = self.width - 2 * MARGIN
        box = f'x="{MARGIN}" y="{row.top}" width="{width}" height="{row.height}" rx="7"'
        for n, (was, now) in enumerate(zip(row.states, row.states[1:], strict=False), 1):
            if was != now:
                yield self._part(f'<rect class="fresh" {box}/>', n, n + 1)
        title = (
            f'<text class="lane" x="{MARGIN + 12}" y="{row.top + 19}">{escape(row.states[0].title)}</text>'
        )
        yield f'<rect class="room" {box}/>{title}'
        for first, end, lane in _stretches(row.states):
            yield self._part(self._lane(row, lane), first, end)
        for n, (was, now) in enumerate(zip(row.states, row.states[1:], strict=False), 1):
            cut = [(k, cell) for k, cell in enumerate(was.cells or ()) if k >= len(now.cells or ())]
            if cut and not now.faded:
                yield self._part("".join(self._cell(row, k, cell, " gone") for k, cell in cut), n, n + 1)

    def _lane(self, row: _Row, lane: Lane) -> str:
        """What a lane says: who it believes to be, its cells, and the bar before one of them."""
        parts = [
            f'<text class="soft" x="{MARGIN + 12}" y="{row.top + 19 + LINE * n}">{escape(line)}</text>'
            for n, line in enumerate(self._texts(lane), 1)
        ]
        if lane.lead:
            parts.append(
                f'<line class="edge {lane.lead}" x1="{MARGIN + 3}" x2="{MARGIN + 3}" y1="{row.top + 5}" '
                f'y2="{row.top + row.height - 5}"/>'
            )
        if lane.cells is not None:
            parts += [self._cell(row, k, cell) for k, cell in enumerate(lane.cells)]
            parts.append(self._bar(row, lane))
        return "".join(parts)

    def _texts(self, lane: Lane) -> list[str]:
        """What is below the title of a lane: what it is, beside its cells; or its lines."""
        if lane.cells is not None:
            return _wrap(lane.standing or lane.role, NAME_WIDTH - 16, 13)
        room = self.message_left if self.has_messages else self.width - MARGIN
        texts = lane.lines if len(lane.lines) <= MOST_LINES else ["; ".join(lane.lines)]
        return [line for text in texts for line in _wrap(text, room - 2 * MARGIN - 12, 13)]

    def _cell(self, row: _Row, place: int, cell: Cell, kind: str = "") -> str:
        followed = " followed" if cell.value == self.explanation.value else ""
        x, y = MARGIN + NAME_WIDTH + place * CELL_WIDTH + 5, row.top + 18
        return (
            f'<rect class="cell{followed}{kind}" style="fill:var(--s{max(0, cell.shade) % 9})" x="{x}" y="{y}" '
            f'width="{CELL_WIDTH - 10}" height="{CELL_HEIGHT}" rx="4"/>'
            f'<text class="mid name{kind}" x="{x + CELL_WIDTH // 2 - 5}" y="{y + 22}">{escape(cell.name)}</text>'
        )

    def _bar(self, row: _Row, lane: Lane) -> str:
        x = MARGIN + NAME_WIDTH + lane.mark * CELL_WIDTH
        mark = escape(self.explanation.steps[0].picture.titles.mark_short)
        return (
            f'<line class="bar" x1="{x}" x2="{x}" y1="{row.top + 16}" y2="{row.top + 20 + CELL_HEIGHT}"/>'
            f'<text class="mid mark" x="{x}" y="{row.top + 12}">{mark}</text>'
        )

    def _message_parts(self, step: ToldStep) -> Iterable[str]:
        """The messages of a step, each on its way from lane to lane."""
        for n, arrow in enumerate(step.arrows):
            source, target = self.rows[arrow.source].middle, self.rows[arrow.target].middle
            width = (self.width - MARGIN - self.message_left) // len(step.arrows)
            x = self.message_left + n * width + width // 2
            lines = _wrap(arrow.text, width - 16, 13)
            height, room = (
                17 * len(lines) + 8,
                min(width - 4, round(max(map(len, lines)) * 13 * AVERAGE) + 20),
            )
            note = "".join(
                f'<text class="mid soft" x="{x}" y="{17 * k - height // 2 + 17}">{escape(line)}</text>'
                for k, line in enumerate(lines)
            )
            name = f"m{step.number}-{n}"
            start, stop = self.times[step.number - 1 : step.number + 1]
            arrives = start + 0.6 * (stop - start)
            self.rules[name] = (
                f"@keyframes {name}{{0%,{start:.2f}%{{transform:translateY({source}px)}}{arrives:.2f}%,100%"
                f"{{transform:translateY({target}px)}}}}.{name}{{animation:{name} {self.seconds}s linear infinite}}"
            )
            tip = 5 if target > source else -5
            yield self._part(
                f'<line class="way" x1="{x}" x2="{x}" y1="{source}" y2="{target}"/>'
                f'<g class="{name}" style="transform:translateY({(source + target) // 2}px)">'
                f'<rect class="note" x="{x - room // 2}" y="{-height // 2}" width="{room}" height="{height}" rx="8"/>'
                f'<path class="tick" d="M{x - 6} {height // 2 * (tip // 5)}h12l-6 {2 * tip}z"/>{note}</g>',
                step.number - 1,
                step.number,
            )

    def _sentences(self, step: ToldStep) -> list[tuple[str, str]]:
        """The lines of a step's sentence and of its facts, each with how it is shown."""
        name, width = self.explanation.name, self.width - 2 * MARGIN
        lines = [("say", line) for line in _wrap(f"{step.number}. {step.sentence}", width, 16)]
        for fact in step.facts:
            kind = "say fact lost" if name and fact.startswith(f"{name},") else "say fact"
            lines += [(kind, line) for line in _wrap(fact, width, 17)]
        return lines

    def _caption(self, lines: Sequence[tuple[str, str]]) -> str:
        return "".join(
            f'<text class="{kind}" x="{MARGIN}" y="{self.caption_top + (LINE + 2) * n + 14}">{escape(line)}</text>'
            for n, (kind, line) in enumerate(lines)
        )

    def _ticks(self, y: int) -> str:
        """How far the run is: a mark for each step, and that of the step that is shown in another color."""
        number = len(self.explanation.steps)
        width = (self.width - 2 * MARGIN) / number
        marks = [
            f'x="{MARGIN + n * width:.1f}" y="{y}" width="{width - 3:.1f}" height="4"' for n in range(number)
        ]
        ground = "".join(f"<rect {mark}/>" for mark in marks)
        shown = [self._part(f'<rect class="tick" {mark}/>', n, n + 1) for n, mark in enumerate(marks)]
        return f'<g class="ticks">{ground}</g>' + "".join(shown)


def _stretches(states: Sequence[Lane]) -> Iterable[tuple[int, int, Lane]]:
    """The stretches of steps over which a lane stays the same: the first, the one behind the last, and the lane."""
    for _, numbered in groupby(enumerate(states), key=lambda one: one[1]):
        stretch = list(numbered)
        yield stretch[0][0], stretch[-1][0] + 1, stretch[0][1]


def _wrap(text: str, width: int, size: int) -> list[str]:
    """A text as lines that fit into a width; no number begins a line."""
    letters = max(1, int(width / (AVERAGE * size)))
    bound = re.sub(r" (?=\d)", "\N{NO-BREAK SPACE}", text)
    return [part for line in wrap_text(bound, letters) for part in textwrap.wrap(line, letters)]
