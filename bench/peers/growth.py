"""All peers on spaces that grow, each until it takes too much memory or too long; what was measured, as a JSON file."""

from __future__ import annotations

import json
import os
import platform
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from bench.peers.measuring import AbsentPeer, Limits, PeerRun, edit_to_verdict, measure
from bench.peers.spaces import SMALLEST, Bounds
from bench.peers.tool import Peer, PeerError, WrongCountError
from tidemark.base.errors import UsageError

RUNS, SECONDS_OF_RUNS = 3, 20.0
"""A search is repeated up to three times, as long as all runs of it together take less than twenty seconds."""


@dataclass
class Measured:
    """What was measured, on which machine.

    edited: seconds from an edited model to its verdict at the smallest bounds, by the peer's name.
    """

    machine: dict[str, Any]
    limits: Limits
    runs: list[PeerRun] = field(default_factory=list)
    absent: list[AbsentPeer] = field(default_factory=list)
    edited: dict[str, float] = field(default_factory=dict)

    def write(self, path: Path) -> None:
        """Write all of it as JSON."""
        path.write_text(json.dumps(asdict(self), indent=1) + "\n", encoding="utf-8")

    @classmethod
    def read(cls, path: Path) -> Measured:
        """Read what `write` wrote. Raises UsageError if it is not that."""
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
            return cls(
                machine=dict(found["machine"]),
                limits=Limits(**found["limits"]),
                runs=[PeerRun(**run) for run in found["runs"]],
                absent=[AbsentPeer(**{**one, "missing": tuple(one["missing"])}) for one in found["absent"]],
                edited=dict(found["edited"]),
            )
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise UsageError(f"{path} is not what `--json` writes: {error}") from error

    def names(self) -> list[str]:
        """The peers that were measured, in the order of the measuring."""
        return list(dict.fromkeys(run.name for run in self.runs))

    def of(self, name: str) -> list[PeerRun]:
        """The runs of a peer, the smallest space first."""
        return [run for run in self.runs if run.name == name]

    def finished(self, name: str) -> list[PeerRun]:
        """Those that counted the states."""
        return [run for run in self.of(name) if run.outcome == "finished"]

    def at(self, name: str, bounds: Bounds) -> PeerRun | None:
        """The finished run of a peer at these bounds."""
        return next((run for run in self.finished(name) if run.bounds == str(bounds)), None)


def this_machine() -> dict[str, Any]:
    """What speeds depend on, and how busy the machine is."""
    pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return {
        "system": f"{platform.system()} {platform.machine()}",
        "cores": len(os.sched_getaffinity(0)),
        "memory": pages,
        "busy": round(os.getloadavg()[0], 1),
    }


def grow(
    peers: Sequence[Peer],
    spaces: Mapping[Bounds, int | None],
    limits: Limits,
    keep: Callable[[Measured], None] = lambda _: None,
) -> Measured:
    """Measure every peer at every space, until one of them is too large for it. One that can't be built is absent.

    spaces: with their states; None where they are not known: then all have to count what the first one does.
    keep: is called with all that has been measured, before the first search and after each.

    Raises WrongCountError if a peer counts other states than there are.
    """
    found = Measured(this_machine(), limits)
    left = []
    for peer in peers:
        missing = peer.missing()
        if not missing:
            try:
                found.edited[str(peer)] = edit_to_verdict(peer, SMALLEST)
                left.append(peer)
                continue
            except PeerError as error:
                print(error, file=sys.stderr)
                missing = (str(error).splitlines()[0],)
        found.absent.append(AbsentPeer(peer.name, peer.variant, missing))
    keep(found)
    for run in _climb(left, spaces, limits):
        found.runs.append(run)
        keep(found)
        print(_told(run), file=sys.stderr, flush=True)
    return found


def _climb(left: list[Peer], spaces: Mapping[Bounds, int | None], limits: Limits) -> Iterator[PeerRun]:
    for bounds, states in spaces.items():
        for peer in list(left):
            try:
                run = measure(peer, bounds, states, limits, _often_enough)
            except WrongCountError:
                raise
            except PeerError as error:
                run = PeerRun(peer.name, peer.variant, str(bounds), "failed", 0, 0.0, 0.0, 0.0, 0.0, 0)
                print(error, file=sys.stderr)
            if isinstance(run, PeerRun):
                yield run
                if run.outcome != "finished":
                    left.remove(peer)
                elif states is None:
                    states = run.distinct_states


def _often_enough(seconds: list[float]) -> bool:
    return len(seconds) >= RUNS or sum(seconds) > SECONDS_OF_RUNS


def _told(run: PeerRun) -> str:
    if run.outcome != "finished":
        return f"{run.bounds} {run.name}: {run.outcome}"
    return f"{run.bounds} {run.name}: {run.search_seconds:.2f} s, {run.max_resident_bytes / 2**20:,.0f} MiB"
