"""How often the guards of an action with six parameters are evaluated, by each engine that tries its instances.

Each guard reads one parameter. So it needs to be evaluated once for each value of that parameter, whatever the others
are: together at most as often as the domains have values, which is counted here and not timed.
"""

from __future__ import annotations

from ctypes import c_uint64
from typing import Any

import pytest
from hypothesis import given, settings

from tests.engines.test_action_form import kinds
from tests.spec.test_enumeration import SIZE, Digit, Lock, attempts, lock, turn, turn_from_the_end
from tests.support.agreement import agree
from tests.support.host_device import HostDevice, HostModule, searched_by_threads
from tests.support.random_machines import QUICK, machines
from tidemark.checker.engines.gpu import texts
from tidemark.checker.engines.gpu.ptx import ptx
from tidemark.checker.engines.gpu.texts import KernelText, divide_instances
from tidemark.checker.engines.native.kernel import Kernel
from tidemark.checker.engines.native.layout import Layout
from tidemark.checker.engines.native.machine_text import MachineText
from tidemark.checker.engines.native.stepping import Stepper
from tidemark.spec import Action, Machine, TidemarkError, action, require
from tidemark.spec.machines import action_form

VALUES = 6 * SIZE
"""How many values the six domains have together."""


@action
def turn_almost(s: Lock, a: Digit, b: Digit, c: Digit, d: Digit, e: Digit, f: Digit) -> Lock:
    """All guards but the last hold for every value, and in the first state the last one for none."""
    require(s.a + a >= 0, "a")
    require(s.b <= b + s.b, "b")
    require(s.c + c < 20, "c")
    require(s.d + d < 20, "d")
    require(s.e + e < 20, "e")
    require(s.f > f, "f")
    return s.but(open=True)


@action
def turn_some(s: Lock, a: Digit, b: Digit, c: Digit, d: Digit, e: Digit, f: Digit) -> Lock:
    """Each guard holds for some values: in the first state for the even ones."""
    require((s.a + a) % 2 == 0, "a")
    require((s.b + b) % 2 == 0, "b")
    require((s.c + c) % 2 == 0, "c")
    require((s.d + d) % 2 == 0, "d")
    require((s.e + e) % 2 == 0, "e")
    require((s.f + f) % 2 == 0, "f")
    return s.but(open=True)


TURNS = [turn, turn_from_the_end, turn_almost, turn_some]


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Machine code counts how often it evaluates a guard of a form."""
    right, module, kernels = MachineText._guard, MachineText.module, KernelText.kernels

    def guard(self: MachineText, lower: Any, condition: Any) -> str:
        if condition.constant is None:
            lower._emit("atomicrmw add ptr @evaluations, i64 1 monotonic")
        return right(self, lower, condition)

    def with_counter(text: str) -> str:
        return f"@evaluations = global i64 0\n{text}"

    monkeypatch.setattr(MachineText, "_guard", guard)
    monkeypatch.setattr(MachineText, "module", lambda self: with_counter(module(self)))
    monkeypatch.setattr(KernelText, "kernels", lambda self, part: with_counter(kernels(self, part)))


@pytest.mark.parametrize("turned", TURNS, ids=lambda a: a.name)
def test_machine_code_evaluates_a_guard_once_for_each_value(turned: Action, counted: None) -> None:
    machine = lock(turned)
    kernel = Kernel(machine, symmetry=False)
    stepper = Stepper(kernel)
    enabled = stepper.enabled_instances(machine.encode(machine.initial))
    assert len(enabled) == {"turn_almost": 0, "turn_some": 3**6}.get(turned.name, 1)
    assert 0 < kernel.constant("evaluations") <= VALUES


class Counting(HostDevice):
    """A device that keeps its modules."""

    def __init__(self) -> None:
        super().__init__(threads=1)
        self.modules = list[HostModule]()

    def load(self, text: str, instances: int) -> HostModule:
        self.modules.append(super().load(text, instances))
        return self.modules[-1]


@pytest.mark.parametrize("turned", TURNS, ids=lambda a: a.name)
def test_a_gpu_evaluates_a_guard_once_for_each_value_unless_its_memory_is_full(
    turned: Action, counted: None
) -> None:
    machine, device = lock(turned), Counting()
    found = searched_by_threads(machine, device=device)
    (module,) = device.modules
    made = found.generated_states - 1
    times = found.distinct_states + made // texts.MOST_KEPT
    evaluations = c_uint64.from_address(module._linked.address("evaluations")).value
    assert found.distinct_states == (1 if turned is turn_almost else 2)
    assert 0 < evaluations <= times * VALUES


@pytest.mark.parametrize("turned", [turn, turn_from_the_end], ids=lambda a: a.name)
def test_plain_functions_are_called_no_more_than_twice_for_each_value(turned: Action) -> None:
    machine = lock(turned)
    for state in (machine.initial, machine.initial.but(a=5, b=5, c=5, d=5, e=5, f=5)):
        assert attempts(machine, state) <= 2 * VALUES


@pytest.mark.parametrize("turned", TURNS, ids=lambda a: a.name)
def test_a_text_for_a_gpu_does_not_grow_with_the_domains(turned: Action) -> None:
    def size(machine: Machine) -> int:
        (part,) = divide_instances(machine)
        assert part == range(len(machine.instances))
        return len(KernelText(machine, Layout(machine.leaves), False, "nvptx").kernels(part))

    assert size(lock(turned)) < 1.01 * size(lock(turned, size=3))


def test_a_form_can_be_compiled_for_a_gpu() -> None:
    machine = lock(turn)
    (part,) = divide_instances(machine)
    module = ptx(KernelText(machine, Layout(machine.leaves), False, "nvptx").kernels(part)).decode()
    assert [module.count(f".entry {name}_kernel(") for name in texts.KERNELS] == [1] * len(texts.KERNELS)


@pytest.mark.parametrize("kept", [1, 2, 7])
def test_loops_go_on_where_the_memory_of_a_thread_was_full(
    kept: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(action_form, "FEWEST", 1)
    monkeypatch.setattr(texts, "MOST_KEPT", kept)
    agree(kinds(), engines=("gpu",))
    agree(kinds(2), engines=("gpu",))


@settings(QUICK, max_examples=8)
@given(machines())
def test_loops_that_stop_after_each_successor_make_the_same_ones(machine: Machine) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(action_form, "FEWEST", 1)
        monkeypatch.setattr(texts, "MOST_KEPT", 1)
        agree(machine, max_states=600, engines=("gpu",))


def loops_end_where_memory_does(monkeypatch: pytest.MonkeyPatch) -> None:
    right = KernelText.kernels
    monkeypatch.setattr(
        KernelText,
        "kernels",
        lambda self, part: right(self, part).replace("store i64 1, ptr %cursor", "store i64 0, ptr %cursor"),
    )


def one_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    right = KernelText._make_room

    def make_room(self: KernelText, emit: Any, counters: list[str]) -> None:
        right(self, emit, counters)
        self._count_on(emit, counters[-1])

    monkeypatch.setattr(KernelText, "_make_room", make_room)


@pytest.mark.parametrize("fault", [loops_end_where_memory_does, one_is_left_out])
def test_loops_that_do_not_go_on_are_noticed(fault: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(action_form, "FEWEST", 1)
    monkeypatch.setattr(texts, "MOST_KEPT", 2)
    fault(monkeypatch)
    with pytest.raises((AssertionError, TidemarkError)):
        agree(kinds(), engines=("gpu",))
