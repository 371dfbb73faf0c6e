"""What several tests of evidence share."""

from typing import Any

import pytest

from tidemark.checker.engines import processes


@pytest.fixture
def processes_are_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every process that works for this one is killed as soon as it is started."""
    start = processes.start_process

    def killed(*arguments: Any) -> Any:
        connection, process = start(*arguments)
        process.kill()
        return connection, process

    monkeypatch.setattr(processes, "start_process", killed)
