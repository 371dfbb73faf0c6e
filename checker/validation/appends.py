"""What keys have in a history in which text is appended to them, as numbers.

A key begins with no text. An append makes a longer text, and most texts are
never read. Only those matter that begin a text that somebody reads:

    append "a"; append "b"; append "c"; get, answered "ab"      0: nothing; 2: "a"; 3: "ab"; 1: any text that is lost

The append of "b" makes 3 of 2, and of any other text one that is lost: nobody reads a text that begins so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

NOTHING, LOST = 0, 1
Pair = tuple[int, int]
"""The numbers of a text, and of the text that it is after an append."""


class AppendedTexts:
    """The texts of one key. puts, appends: what they write; gets: what was answered.

    latest_get: the place of the last call of a get that was answered.
    """

    def __init__(self) -> None:
        self.puts, self.appends, self.gets = {""}, set[str](), dict[str, None]()
        self.latest_get = -1
        self._numbers = {"": NOTHING}
        self._pairs: dict[str, list[Pair]] | None = None

    def number(self, text: str, is_read: bool) -> int:
        """The number of a text that was read, or written: the latter is lost where nobody reads what begins with it."""
        if not is_read and text not in self._numbers and not any(r.startswith(text) for r in self.gets):
            return LOST
        return self._numbers.setdefault(text, len(self._numbers) + (len(self._numbers) >= LOST))

    def pairs(self, text: str, answered_at: int | None) -> tuple[Pair, ...]:
        """The pairs of an append of this text; the last one is LOST and LOST, for all other texts.

        That one is absent where a get comes after the answer, and no put could have been between them.
        """
        if self._pairs is None:
            self._pairs = defaultdict(list)
            self._follow_reads(self._pairs)
        found = tuple(self._pairs.get(text, ()))
        if len(self.puts) == 1 and answered_at is not None and answered_at < self.latest_get:
            return found
        return (*found, (LOST, LOST))

    def _follow_reads(self, pairs: dict[str, list[Pair]]) -> None:
        """Note each append that leads from the beginning of a text that was read to a longer one."""
        lengths, longest = {len(text) for text in self.appends}, list[str]()
        for read in sorted(self.gets, key=len, reverse=True):
            if any(longer.startswith(read) for longer in longest):
                continue
            longest.append(read)
            open_texts = [text for text in sorted(self.puts) if read.startswith(text)]
            texts = {*open_texts}
            while open_texts:
                text = open_texts.pop()
                for part in (read[len(text) : len(text) + length] for length in sorted(lengths)):
                    if part not in self.appends or not read.startswith(text + part):
                        continue
                    pair = self.number(text, True), self.number(text + part, True)
                    if pair not in pairs[part]:
                        pairs[part].append(pair)
                    if text + part not in texts:
                        texts.add(text + part)
                        open_texts.append(text + part)


def has_appends(events: Sequence[Mapping[str, Any]]) -> bool:
    """Whether text is appended to keys in a history."""
    appends = [event["value"] for event in events if event["event"] == "append"]
    return bool(appends) and all(
        isinstance(v, list) and len(v) == 2 and isinstance(v[1], str) for v in appends
    )


def number_texts(events: Sequence[dict[str, Any]]) -> None:
    """Give each event its codes: the key, and the number of the text; of an append all pairs."""
    texts: dict[int, AppendedTexts] = defaultdict(AppendedTexts)
    answers = {event["op"]: (place, event) for place, event in enumerate(events) if event["event"] == "ok"}
    calls = [(place, event) for place, event in enumerate(events) if event["event"] not in ("ok", "fail")]
    for place, event in calls:
        of_key, text = texts[event["key"]], event["value"][1]
        if event["event"] == "append":
            of_key.appends.add(text)
        elif text is not None:
            of_key.puts.add(str(text))
        elif event["op"] in answers:
            of_key.gets[str(answers[event["op"]][1]["value"][1] or "")] = None
            of_key.latest_get = place
    for _, event in calls:
        of_key, text = texts[event["key"]], event["value"][1]
        answered_at, answer = answers.get(event["op"], (None, None))
        if event["event"] == "append":
            code: Any = of_key.pairs(text, answered_at)
        else:
            code = NOTHING if text is None else of_key.number(str(text), False)
        event["codes"] = event["key"], code
        if answer is not None:
            read = event["event"] != "append" and text is None
            code = of_key.number(str(answer["value"][1] or ""), True) if read else NOTHING
            answer["codes"] = answer["key"], code
