"""The GPU engine's kernels for NVIDIA's GPUs: written for every family, and assembled by NVIDIA's own assembler."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.spec.test_enumeration import lock, turn
from tests.support.protocols import ONE_OF_EACH_FAMILY, small
from tidemark import impl
from tidemark.checker.engines.gpu.ptx import ptx
from tidemark.checker.engines.gpu.texts import KERNELS, MOST_TOGETHER, KernelText, divide_instances
from tidemark.checker.engines.native.layout import Layout
from tidemark.checker.engines.symmetry.interchangeable import is_symmetric
from tidemark.spec import Machine

ROOT = Path(__file__).parents[2]
PTXAS = next(ROOT.glob("build/ptxas/lib/python3.*/site-packages/nvidia/cuda_nvcc/bin/ptxas"), None)
ARCHITECTURES = ("sm_80", "sm_90")


def modules(machine: Machine, symmetry: bool = False) -> list[bytes]:
    text = KernelText(machine, Layout(machine.leaves), symmetry, "nvptx")
    return [ptx(text.kernels(part)) for part in divide_instances(machine)]


def test_a_module_has_each_kernel_and_no_copy_of_what_is_inlined() -> None:
    (module,) = modules(small("published/kip-320"))
    text = module.decode()
    assert ".target sm_80" in text
    assert [text.count(f".entry {name}_kernel(") for name in KERNELS] == [1] * len(KERNELS)
    assert "successors" not in text
    assert "atom.relaxed.gpu.global.cas.b64" in text
    assert "atom.shared.add.u32" in text
    assert ".sys." not in text  # no other processor takes part


def test_the_instances_of_a_large_machine_are_divided_among_modules() -> None:
    machine = impl.protocol("kafka-kraft/4.1").machine()
    parts, instances = divide_instances(machine), machine.symbolic.actions
    assert len(instances) > MOST_TOGETHER
    assert [k for part in parts for k in part] == list(range(len(instances)))
    assert max(len(part) for part in parts) <= 12
    assert len(divide_instances(small("published/kip-320"))) == 1


@pytest.mark.slow
@pytest.mark.skipif(PTXAS is None, reason="no ptxas to assemble the kernels: `make ptxas` installs it")
@pytest.mark.parametrize("name", ONE_OF_EACH_FAMILY)
def test_the_kernels_of_every_family_can_be_assembled(name: str, tmp_path: Path) -> None:
    machine = impl.protocol(name).machine()
    assemble(
        [*modules(machine), *(modules(machine, symmetry=True) if is_symmetric(machine) else [])], tmp_path
    )


@pytest.mark.slow
@pytest.mark.skipif(PTXAS is None, reason="no ptxas to assemble the kernels: `make ptxas` installs it")
def test_loops_over_parameters_can_be_assembled(tmp_path: Path) -> None:
    assemble(modules(lock(turn)), tmp_path)


def assemble(written: list[bytes], tmp_path: Path) -> None:
    """Let NVIDIA's assembler make code of some modules for each architecture."""
    assert PTXAS
    PTXAS.chmod(0o755)
    for number, module in enumerate(written):
        path = tmp_path / f"{number}.ptx"
        path.write_bytes(module)
        for architecture in ARCHITECTURES:
            command = [PTXAS, f"-arch={architecture}", "-o", tmp_path / "object", path]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stderr
