"""What several tests of evidence share."""

from pathlib import Path
from typing import Any

import pytest

from tidemark.checker.engines import processes

TINY = """
promises = ["weak-isr", "strong-isr"]
protocols = ["published/high-watermark", "published/kip-320"]
bounds = { replicas = 2 }

[axes.records]
"one" = { records = 1, log-size = 1 }
"two" = { records = 2, log-size = 2 }

[axes.epochs]
"two" = { max-epoch = 1 }
"three" = { max-epoch = 2 }
"""


@pytest.fixture
def processes_are_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every process that works for this one is killed as soon as it is started."""
    start = processes.start_process

    def killed(*arguments: Any) -> Any:
        connection, process = start(*arguments)
        process.kill()
        return connection, process

    monkeypatch.setattr(processes, "start_process", killed)


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.toml"
    path.write_text(TINY)
    return path
