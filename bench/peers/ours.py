"""Tidemark as one of its peers: the native engine, no promise checked, in a process that begins with nothing in memory.

Built means compiled, by the optimizer too, into a cache of its own: what the peers' builds are. An edited model has its
verdict without that: a search begins with code that is not optimized.
"""

import json
from functools import partial
from pathlib import Path

from bench.own import compiling, searching
from bench.peers.spaces import Bounds
from bench.peers.tool import ROOT, Peer, PeerError, Searched, Verifier, call, on_threads, tail

PROTOCOL = "published/high-watermark"


def _environment(directory: Path) -> dict[str, str]:
    return {"XDG_CACHE_HOME": str(directory), "PYTHONPATH": str(ROOT)}


def build(threads: int, bounds: Bounds, directory: Path) -> Verifier:
    """Compile the machine into a cache in the directory."""
    call(compiling(PROTOCOL, bounds.by_option()), directory, _environment(directory))
    return edited(threads, bounds, directory)


def edited(threads: int, bounds: Bounds, directory: Path) -> Verifier:
    """The search by itself."""
    return Verifier(searching(PROTOCOL, bounds.by_option(), threads), _environment(directory))


def read(output: str) -> Searched:
    """Read the JSON that the search prints."""
    try:
        states, _, seconds, _, _ = json.loads(output)
    except ValueError as error:
        raise PeerError(f"Tidemark printed no count ({error}):\n{tail(output)}") from error
    return Searched(states, seconds)


TIDEMARK = tuple(
    Peer(
        name="tidemark",
        variant=on_threads(threads),
        programs=(),
        build=partial(build, threads),
        read=read,
        edited=partial(edited, threads),
    )
    for threads in (1, 2)
)
