"""TLC, which interprets a module of TLA+ breadth first, and keeps of a state 64 bits of its hash, some on the disk.

Its jar is in no registry: whoever has it names its class path in the environment variable TIDEMARK_TLC.
"""

import os
import re
import shutil
from functools import partial
from pathlib import Path

from bench.peers.spaces import Bounds
from bench.peers.tool import MODELS, Peer, PeerError, Searched, Verifier, on_threads, tail

MODULE = MODELS / "high_watermark.tla"
CLASS_PATH = "TIDEMARK_TLC"
MEMORY = ("-Xmx5g", "-XX:MaxDirectMemorySize=2g", "-XX:+UseParallelGC")


def lacks() -> str:
    """What is lacking to run it."""
    return "" if os.environ.get(CLASS_PATH) else f"{CLASS_PATH}, the class path of TLC"


def build(workers: int, bounds: Bounds, directory: Path) -> Verifier:
    """Copy the module, beside which TLC writes, and write its configuration."""
    shutil.copy2(MODULE, directory)
    constants = "".join(f"    {name} = {value}\n" for name, value in bounds.by_constant().items())
    configuration = f"INIT Init\nNEXT Next\nCONSTANTS\n{constants}"
    (directory / "high_watermark.cfg").write_text(configuration, encoding="ascii")
    java = ["java", *MEMORY, "-cp", os.environ[CLASS_PATH], "tlc2.TLC"]
    # -deadlock: none is an error.
    options = ["-deadlock", "-noGenerateSpecTE", "-workers", str(workers), "-metadir", "states"]
    return Verifier([*java, *options, "-config", "high_watermark.cfg", MODULE.name])


def read(output: str) -> Searched:
    """Read TLC's report. Its time is told in words, of hours, minutes and whole seconds, and is not read."""
    states = re.search(r"(\d[\d,]*) distinct states found, 0 states left on queue", output)
    if states is None or "No error has been found" not in output:
        raise PeerError(f"TLC did not finish its search:\n{tail(output)}")
    return Searched(int(states[1].replace(",", "")))


TLC = tuple(
    Peer(
        name="tlc",
        variant=on_threads(threads),
        programs=("java",),
        build=partial(build, threads),
        read=read,
        lacks=lacks,
    )
    for threads in (1, 2)
)
