"""Logs of consumer groups (docs/examples/consumer-group): what is said of one, and of one that was changed."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "consumer-group"
EAGER = ("group/no-last-commit", "map.py")
COOPERATIVE = ("group/cooperative", "map.py", "--with", "revocation=group/no-last-commit")
KIP_848 = ("kip-848/published", "kip_848_map.py")
"""For each kind of group the protocol, the map, and options."""


def said_of(model: tuple[str, ...], folder: Path, traces: Path) -> dict[str, Any]:
    """What is said of the log of a group, whose members' files are in a folder."""
    out = traces / "found.json"
    protocol, map, *options = model
    logs = map_files(folder)
    command = [sys.executable, "-m", "tidemark", "validate", protocol, *logs, "--map", map, *options]
    done = subprocess.run(
        [*command, "--traces", str(traces / "runs"), "--json", str(out)],
        capture_output=True,
        text=True,
        timeout=600,
        cwd=EXAMPLE,
    )
    assert done.returncode in (0, 1), done.stdout + done.stderr
    (found,) = json.loads(out.read_text(encoding="utf-8"))["logs"]
    return dict(found)
