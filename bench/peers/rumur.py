"""Rumur, which compiles a model in Murphi to C that searches breadth first, and keeps whole states."""

import platform
import re
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

from bench.peers.spaces import Bounds
from bench.peers.tool import (
    MODELS,
    OPTIMISED,
    Peer,
    PeerError,
    Searched,
    Verifier,
    call,
    on_threads,
    tail,
)

MODEL = MODELS / "high_watermark.m"


def murphi_model(bounds: Bounds) -> str:
    """The Murphi model with the constants at its top set to these bounds. The language has no other way."""
    text = MODEL.read_text(encoding="utf-8")
    for constant, value in bounds.by_constant().items():
        text, found = re.subn(rf"^(  {constant}:) \d+;", rf"\1 {value};", text, flags=re.MULTILINE)
        if found != 1:
            raise PeerError(f"{MODEL.name} should set {constant} once, and does so {found} times")
    return text


def build(threads: int, bounds: Bounds, directory: Path) -> Verifier:
    """Compile the model to C, and that to a verifier."""
    model = directory / "model.m"
    model.write_text(murphi_model(bounds), encoding="utf-8")
    options = ["--symmetry-reduction", "off", "--deadlock-detection", "off", "--threads", str(threads)]
    call(
        ["rumur", *options, "--output-format", "machine-readable", "--output", "check.c", str(model)],
        directory,
    )
    # Without this instruction Rumur's table of states falls back on a library, and locks.
    wide_swap = ["-mcx16"] if platform.machine() == "x86_64" else ["-latomic"]
    call(["cc", "-std=c11", *OPTIMISED, "check.c", *wide_swap, "-lpthread", "-o", "check"], directory)
    return Verifier(["./check"])


def read(output: str) -> Searched:
    """Read the XML that a verifier prints: its `summary` holds the whole of the search. Its seconds are whole ones."""
    try:
        summary = ElementTree.fromstring(output).find("summary")
    except ElementTree.ParseError as error:
        raise PeerError(f"Rumur's report is not XML ({error}):\n{tail(output)}") from error
    if summary is None or summary.get("errors") != "0":
        raise PeerError(f"Rumur did not finish its search:\n{tail(output)}")
    return Searched(int(summary.attrib["states"]))


RUMUR = tuple(
    Peer(
        name="rumur",
        variant=on_threads(threads),
        programs=("rumur", "cc"),
        build=partial(build, threads),
        read=read,
    )
    for threads in (1, 2)
)
