"""Stateright, a library of Rust: a model is a program, and a state that was seen is kept as 64 bits of its hash.

So its counts are right with a probability only. The library is compiled once, below `build/`; the model for each
space, with the bounds as constants, for the processor that it runs on.
"""

import fcntl
import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from bench.peers.spaces import Bounds
from bench.peers.tool import MODELS, ROOT, Peer, PeerError, Searched, Verifier, call, on_threads, tail

CRATE = MODELS / "stateright"
TARGET = ROOT / "build" / "peers" / "stateright"
NATIVE = {"RUSTFLAGS": "-C target-cpu=native"}
SMALL = Bounds(2, 1, 1, 1)


def cargo(command: str, *options: str, bounds: Bounds | None = None) -> None:
    """Call cargo for the model's crate, whose folder it leaves as it is."""
    constants = {name: str(value) for name, value in (bounds or SMALL).by_constant().items()}
    call(
        ["cargo", command, "--quiet", "--release", "--locked", "--target-dir", str(TARGET), *options],
        CRATE,
        {**NATIVE, **constants},
    )


@contextmanager
def alone() -> Iterator[None]:
    """The folder that cargo compiles in is this process's: a model for other bounds has the same name."""
    TARGET.mkdir(parents=True, exist_ok=True)
    with (TARGET / ".alone").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def prepare() -> None:
    """Compile the library, and forget the model that was compiled last."""
    with alone():
        cargo("build")
        cargo("clean", "--package", "high_watermark")


def build(order: str, threads: int, bounds: Bounds, directory: Path) -> Verifier:
    """Compile the model; its program is taken out of the folder that the next one is compiled in."""
    with alone():
        cargo("build", bounds=bounds)
        shutil.copy2(TARGET / "release" / "high_watermark", directory / "high_watermark")
    return Verifier(["./high_watermark", order, str(threads)])


def read(output: str) -> Searched:
    """Read the JSON that the model's program prints."""
    try:
        found = json.loads(output)
        return Searched(found["states"], found["seconds"])
    except (ValueError, KeyError, TypeError) as error:
        raise PeerError(f"the model for Stateright printed no count ({error}):\n{tail(output)}") from error


def _peer(order: str, threads: int) -> Peer:
    return Peer(
        name="stateright",
        variant=f"{order}, {on_threads(threads)}",
        programs=("cargo", "cc"),
        build=partial(build, order, threads),
        read=read,
        prepare=prepare,
    )


def breadth_first(threads: int) -> Peer:
    """Its breadth-first search with that many threads."""
    return _peer("breadth-first", threads)


STATERIGHT = tuple(_peer(order, threads) for order in ("breadth-first", "depth-first") for threads in (1, 2))
