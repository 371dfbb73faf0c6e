"""The GPU engine: the machine that the native engine searches, searched on an NVIDIA GPU.

`texts` writes a machine's kernels around kernels.c, and `ptx` translates them. `device` says what a device can do, and
`cuda` is an NVIDIA GPU. `search` goes level by level. The native engine packs the states and lowers the expressions.
"""

from typing import TYPE_CHECKING

from tidemark.checker.engines.amounts import natural, size
from tidemark.checker.engines.engine import (
    KEEP_GOING,
    MAX_STATES,
    SECONDS,
    SPOT_CHECKS,
    SYMMETRY,
    Engine,
    Option,
    SearchRequest,
)
from tidemark.checker.runs.results import Limits, Report, Result
from tidemark.spec.machines.machine import Machine

if TYPE_CHECKING:
    from tidemark.checker.engines.gpu.device import Device

MAX_MEMORY = Option(
    "max-memory", "stop, incomplete, at SIZE of the GPU's memory (default: all that is free)", size, "SIZE"
)
DEVICE = Option("device", "which GPU", natural, "N", default=0)


def _start(machine: Machine, request: SearchRequest, report: Report | None) -> Result:
    from tidemark.checker.engines.gpu.cuda import CudaDevice

    extent = request["spot-checks"]
    return search_on(
        CudaDevice(request["device"]), machine, request.limits, report, request["symmetry"], extent
    )


def search_on(
    device: "Device",
    machine: Machine,
    limits: Limits,
    report: Report | None = None,
    symmetry: bool = False,
    spot_checks: int | None = None,
) -> Result:
    """Explore every reachable state on a device, exactly, and make spot checks (None: as many as time allows).

    Raises:
        OutOfRange: an action writes outside a field's domain; its `run` is the run to it.
        UsageError: the device has too little memory to begin with.
    """
    from tidemark.checker.engines.gpu import spots
    from tidemark.checker.engines.gpu.search import GpuSearch
    from tidemark.checker.engines.spot_checks import Extent

    try:
        begun = GpuSearch(machine, limits, symmetry, device)
        result = begun.run(report)
        spots.note(begun, Extent.of(spot_checks))
        return result
    finally:
        device.close()


ENGINE = Engine(
    name="gpu",
    summary="compiled, exhaustive, on an NVIDIA GPU",
    options=(SYMMETRY, KEEP_GOING, MAX_STATES, MAX_MEMORY, SECONDS, DEVICE, SPOT_CHECKS),
    start=_start,
)
