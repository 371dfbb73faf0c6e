"""A clone of Apache Kafka, as `kafka-sources` and `kafka-patches` read it."""

from __future__ import annotations

import subprocess
import sys


def git(repo: str, *arguments: str) -> str | None:
    """What git prints, or None if it fails."""
    try:
        done = subprocess.run(["git", "-C", repo, *arguments], capture_output=True, check=False)
    except FileNotFoundError:
        sys.exit("git is needed, and is not installed")
    return done.stdout.decode(errors="replace") if done.returncode == 0 else None


def has_tag(repo: str, tag: str) -> bool:
    """Whether a clone has a tag."""
    return git(repo, "rev-parse", "--verify", "--quiet", f"refs/tags/{tag}") is not None
