"""`make check` needs one folder that may be written: what it runs, in a file system that is else read-only."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.pages import ROOT

READ_ONLY = """
mount --bind "$FOLDER" "$FOLDER"
for place in $(awk '{print $5}' /proc/self/mountinfo | sort -u); do
    case $place in /proc*|/sys*|/dev*|"$FOLDER") ;; *) mount -o remount,bind,ro "$place" || exit 9 ;; esac
done
! touch "$FOLDER.beside" 2>&- || exit 9
exec "$@"
"""
"""Runs a command where every file system but `$FOLDER` is read-only, for root of the user namespace too."""


def in_read_only(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    variables = dict.fromkeys(("TMPDIR", "XDG_CACHE_HOME", "FOLDER"), str(folder))
    return subprocess.run(
        ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", READ_ONLY, "sh", *words],
        cwd=ROOT,
        env={
            **os.environ,
            **variables,
            "HOME": "/nonexistent",
            "PYTHONPATH": ":".join(filter(None, sys.path)),
        },
        capture_output=True,
        text=True,
        timeout=300,
    )


def test_what_make_check_runs_writes_in_one_folder_alone(tmp_path: Path) -> None:
    if in_read_only(tmp_path, "true").returncode:
        pytest.skip("this system lets no user mount")
    done = in_read_only(tmp_path, sys.executable, "-m", "tidemark", "verify", "published/kip-279")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "all as pinned" in done.stdout
    assert done.stderr == ""
    assert [path.name for path in tmp_path.iterdir()] == ["tidemark"]  # the cache; no temporary file stays
