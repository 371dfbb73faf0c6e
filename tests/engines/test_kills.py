"""A search with a work directory that is killed at any moment goes on, and ends with the counts of one that is not."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}


def checking(options: str) -> list[str]:
    """The command of a search with a work directory."""
    words = f"check published/kip-320 --keep-going --workdir w {options}"
    return [sys.executable, "-m", "tidemark", *words.split()]


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, 100_000, 2_000_000])
def test_a_process_that_is_killed_goes_on(count: int, tmp_path: Path) -> None:
    """4,093,531 states; the kill comes once a note has more than `count` of them."""
    command = checking("--log-size 3 --records 3")
    note = tmp_path / "w/progress.json"
    with subprocess.Popen(command, cwd=tmp_path, env=ENVIRONMENT, stdout=subprocess.DEVNULL) as process:
        while not note.exists() or json.loads(note.read_text()).get("levels", [0])[-1] <= count:
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
    done = subprocess.run(
        [*command, "--resume"], cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True, check=False
    )
    assert "4,093,531 distinct states · 11,444,788 generated · depth 31" in done.stdout, done.stderr


@pytest.mark.slow
def test_kills_at_random_moments_lose_no_count(tmp_path: Path) -> None:
    """9,985,570 states. A search that is killed may be killed again when it goes on, or may have ended before."""
    command = checking("--max-epoch 3 --json -")
    draw, kills, ended = random.Random(55), 0, 0
    while kills < int(os.environ.get("TIDEMARK_KILLS", "5")) or not ended:
        again = [*command, "--resume"] if (tmp_path / "w/progress.json").exists() else command
        if again == command:
            shutil.rmtree(tmp_path / "w", ignore_errors=True)
        with subprocess.Popen(again, cwd=tmp_path, env=ENVIRONMENT, stdout=subprocess.PIPE) as process:
            with suppress(subprocess.TimeoutExpired):
                process.wait(draw.uniform(0.2, 4))
            process.send_signal(signal.SIGKILL)
            printed, _ = process.communicate()
        if process.returncode == -signal.SIGKILL:
            kills += 1
            continue
        found = json.loads(printed)
        counts = [found[name] for name in ("distinct_states", "generated_states", "depth")]
        assert counts == [9_985_570, 26_629_363, 32]
        ended += 1
        shutil.rmtree(tmp_path / "w")
