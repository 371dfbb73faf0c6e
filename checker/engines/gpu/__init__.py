"""The GPU engine: the machine that the native engine searches, searched on an NVIDIA GPU.

`texts` writes a machine's kernels around kernels.c, and `ptx` translates them. `device` says what a device can do, and
`cuda` has NVIDIA's. `search` goes level by level. The layout of a state and the functions of a machine are those of the
native engine.
"""

from tidemark.checker.engines.amounts import natural, size
from tidemark.checker.engines.engine import (
    KEEP_GOING,
    MAX_STATES,
    SECONDS,
    SYMMETRY,
    Engine,
    Option,
    SearchRequest,
)
from tidemark.checker.runs.results import Report, Result
from tidemark.spec.machine import Machine

MAX_MEMORY = Option(
    "max-memory", "stop, incomplete, at SIZE of the GPU's memory (default: all that is free)", size, "SIZE"
)
DEVICE = Option("device", "which GPU", natural, "N", default=0)


def _start(machine: Machine, request: SearchRequest, report: Report | None) -> Result:
    from tidemark.checker.engines.gpu.cuda import CudaDevice
    from tidemark.checker.engines.gpu.search import search

    return search(machine, CudaDevice(request["device"]), request.limits, report, request["symmetry"])


ENGINE = Engine(
    name="gpu",
    summary="compiled, exhaustive, on an NVIDIA GPU",
    options=(SYMMETRY, KEEP_GOING, MAX_STATES, MAX_MEMORY, SECONDS, DEVICE),
    start=_start,
)
