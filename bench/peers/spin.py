"""SPIN, which compiles a model in Promela to C that searches on one thread, and keeps whole states.

Depth-first is its own order. `-DCOLLAPSE` numbers the parts of a state that it has seen, and keeps the numbers.
"""

import math
import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from bench.peers.spaces import Bounds, about
from bench.peers.tool import MODELS, OPTIMISED, Peer, PeerError, Searched, Verifier, call, tail

MODEL = MODELS / "high_watermark.pml"

LONGEST_STACK = "-m1000000"
"""Frames of the depth-first stack (46 MB). A search that needs more is refused, not reported."""
SMALLEST_TABLE = 20
DIGITS = 8
"""How many digits a verifier prints of its count: from 100,000,000 states on it rounds."""


def build(options: Sequence[str], limits: Sequence[str], bounds: Bounds, directory: Path) -> Verifier:
    """Compile the model to C, and that to a verifier with about one slot of its table (8 bytes) for each state."""
    defines = [f"-D{constant}={value}" for constant, value in bounds.by_constant().items()]
    # -P: SPIN would call gcc as its preprocessor, whatever compiler there is.
    call(["spin", "-Pcc -E -x c", *defines, "-a", str(MODEL)], directory)
    call(["cc", *OPTIMISED, "-DSAFETY", "-DNOREDUCE", *options, "pan.c", "-o", "pan"], directory)
    slots = max(SMALLEST_TABLE, round(math.log2(about(bounds))))
    # -E: no deadlock is an error. -n: no list of unreached statements.
    return Verifier(["./pan", "-E", "-n", f"-w{slots}", *limits])


def read(output: str) -> Searched:
    """Read the report of a verifier, which exits with 0 even from a search that it cut short."""
    states = re.search(r"^\s*([0-9.e+]+) states, stored$", output, re.MULTILINE)
    cut_short = "max search depth too small" in output or "Search not completed" in output
    if cut_short or states is None or "errors: 0" not in output:
        raise PeerError(f"SPIN did not finish its search:\n{tail(output)}")
    seconds = re.search(r"^pan: elapsed time (\S+) seconds$", output, re.MULTILINE)
    count = int(float(states[1]))
    return Searched(count, float(seconds[1]) if seconds else None, None if states[1].isdigit() else DIGITS)


SPIN = tuple(
    Peer(
        name="spin",
        variant=variant,
        programs=("spin", "cc"),
        build=partial(build, options, limits),
        read=read,
        extra_states=1,  # the one in which `init` has yet to set up the first state of the protocol
    )
    for variant, options, limits in (
        ("breadth-first", ("-DBFS",), ()),
        ("depth-first", (), (LONGEST_STACK,)),
        ("breadth-first, collapse", ("-DBFS", "-DCOLLAPSE"), ()),
        ("depth-first, collapse", ("-DCOLLAPSE",), (LONGEST_STACK,)),
    )
)
