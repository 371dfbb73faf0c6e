"""The compiled functions of a machine, called for single states: what the agreement tests compare."""

from checker.engines.native.kernel import Kernel
from checker.engines.native.search import Buffer
from checker.runs.results import State
from spec.machine import Machine


class Compiled:
    """Successors and broken promises of a state, by the machine code."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.kernel = Kernel(machine, symmetry=False)
        words, instances = self.kernel.layout.words, max(1, len(self.kernel.instances))
        self._state, self._out = Buffer(8 * words), Buffer(8 * words * instances)
        self._hashes, self._actions = Buffer(8 * instances), Buffer(2 * instances)
        self._enabled, self._error = Buffer(8 * instances), Buffer(16)
        self._judge_buffers = [Buffer(8 * 64) for _ in range(7)]
        self._expand, self._commit = self.kernel.function("expand", 8), self.kernel.function("commit", 13)

    def successors(self, state: State) -> list[tuple[str, State]]:
        """Each enabled action instance, in order, with the state that it leads to."""
        words = self.kernel.layout.words
        self._state.write(0, self.kernel.layout.pack(state))
        count = self._expand(
            self._state.address, 0, 1, self._out.address, self._hashes.address, self._actions.address,
            self._enabled.address, self._error.address,
        )  # fmt: skip
        return [
            (str(self.kernel.instances[k]), self.kernel.layout.unpack(self._out.words(n * words, words)))
            for n, k in enumerate(self._actions.shorts(0, count))
        ]

    def broken(self, state: State) -> set[str]:
        """The promises that a state breaks."""
        table, hashes, slot_of, actions, new, met, least = self._judge_buffers
        self._state.write(0, self.kernel.layout.pack(state))
        slot_of.write(0, (1,))
        least.write(0, (0,) * 64)
        self._commit(
            self._out.address, table.address, self._state.address, hashes.address, slot_of.address, actions.address,
            0, 1, 0, new.address, 2**64 - 1, met.address, least.address,
        )  # fmt: skip
        return {p.name for bit, p in enumerate(self.machine.promises) if least.words(bit, 1)[0]}
