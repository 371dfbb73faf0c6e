"""Many short logs of the lock of docs/validate.md, in one file: some are not explained, some break its promise."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

OPEN = 40
"""Episodes whose lines stand among each other."""


def episodes(count: int, seed: int = 0) -> Iterator[dict[str, object]]:
    """The lines of so many episodes, those of one at a time among those of others."""
    chance = random.Random(seed)
    waiting = iter(range(count))
    going: list[list[dict[str, object]]] = []
    while True:
        while len(going) < OPEN and (number := next(waiting, None)) is not None:
            going.append(_episode(number, chance))
        if not going:
            return
        place = chance.randrange(len(going))
        yield going[place].pop(0)
        if not going[place]:
            del going[place]


def _episode(number: int, chance: random.Random) -> list[dict[str, object]]:
    lines: list[dict[str, object]] = []
    clients = [f"web-{one}" for one in chance.sample(range(10), 3)]
    last: dict[str, int] = {}
    for lease in range(1, chance.randint(2, 6)):
        client = chance.choice(clients)
        last[client] = lease
        lines.append({"event": "granted", "client": client, "lease": lease})
        lines += [{"event": "wrote", "client": client, "lease": lease}] * chance.randrange(3)
        if chance.random() < 0.02 and len(last) > 1:  # a client that slept
            late = next(one for one in last if one != client)
            lines.append({"event": "wrote", "client": late, "lease": last[late]})
        if chance.random() < 0.02:  # a lease is given twice
            lines.append({"event": "granted", "client": clients[0], "lease": lease})
    return [
        {"at": float(place), "host": "lock-1", **line, "episode": f"e{number}"}
        for place, line in enumerate(lines)
    ]


def write_episodes(path: Path, count: int, seed: int = 0) -> None:
    """Write so many episodes as NDJSON."""
    with path.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(line) + "\n" for line in episodes(count, seed))
