"""Kafka's own producer in transactions: the Java program `java/TransactionalClient`, with the jars of a release.

It reaches the brokers by their proxies, so what it asks can be held: a request that is held long enough is sent again
over another connection, and the first copy arrives whenever it is released.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from tidemark.real.brokers.processes import Process, Workplace, wait_for
from tidemark.real.brokers.wire import (
    ADD_PARTITIONS_TO_TXN,
    END_TXN,
    INIT_PRODUCER_ID,
    PRODUCE,
    TXN_OFFSET_COMMIT,
)

CLIENT = 200
"""The client's number on a link, and its client id: no broker has it."""
ID = "schedule"
"""Its transactional id."""
GROUP = "g"
"""The group for which it commits offsets: no consumer is its member."""
REQUESTS: Mapping[str, int] = {
    "id": INIT_PRODUCER_ID,
    "partitions": ADD_PARTITIONS_TO_TXN,
    "produce": PRODUCE,
    "offset": TXN_OFFSET_COMMIT,
    "end": END_TXN,
}
"""The requests that can be held, by their words in a schedule."""
_CLASS_PATH = Path(__file__).with_name("java")
_SETTINGS = {
    "client.id": str(CLIENT),
    "transactional.id": ID,
    "request.timeout.ms": "3000",
    "delivery.timeout.ms": "3000",  # a record that is held expires, and is not sent again
    "linger.ms": "0",
    "max.block.ms": "60000",
}
_SAYS = "client: "


class TransactionalClient:
    """The program, which runs from here on; a command is done when its outcome is printed."""

    def __init__(
        self, workplace: Workplace, jars: Sequence[Path], port: int, properties: Mapping[str, str]
    ) -> None:
        settings = {"bootstrap.servers": f"127.0.0.1:{port}", **_SETTINGS, **properties}
        arguments = [f"{name}={value}" for name, value in settings.items()]
        class_path = [_CLASS_PATH, *jars]
        self._process: Process = workplace.start(
            "client", class_path, "TransactionalClient", *arguments, has_input=True
        )
        wait_for("the transactional client", self._is_ready)

    def do(self, command: str) -> None:
        """Begin a command: `begin`, `send RECORD TOPIC`, `offset N GROUP TOPIC`, `commit` or `abort`.

        Its outcome may come much later.
        """
        self._process.require_up()
        assert self._process.stdin
        self._process.stdin.write(f"{command}\n".encode())
        self._process.stdin.flush()

    @property
    def outcomes(self) -> list[str]:
        """What it has printed so far: each command that is done, or that `failed`, and with which error."""
        lines = self._process.text().splitlines()
        return [line.removeprefix(_SAYS) for line in lines if line.startswith(_SAYS)]

    def _is_ready(self) -> bool:
        self._process.require_up()
        return bool(self.outcomes)
