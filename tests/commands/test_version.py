"""`tidemark --version` says which code runs: of which folder, at which commit, started by which environment."""

import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tidemark.checker import installation
from tidemark.checker.cli import main

COMMIT = "0123456789abcdef" * 2 + "01234567"


def files(home: Path, content: dict[str, str]) -> Path:
    for name, text in content.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text)
    return home


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ({}, ""),
        ({".git/HEAD": f"{COMMIT}\n"}, f" at commit {COMMIT[:12]}"),
        ({".git/HEAD": "ref: refs/heads/a/b\n", ".git/refs/heads/a/b": COMMIT}, f" at commit {COMMIT[:12]}"),
        (
            {".git/HEAD": "ref: refs/heads/a", ".git/packed-refs": f"# pack\n{COMMIT} refs/heads/a\n"},
            f" at commit {COMMIT[:12]}",
        ),
        ({".git/HEAD": "ref: refs/heads/a"}, ""),
        ({".git/HEAD": "x"}, ""),
        (
            {
                ".git": "gitdir: whole/.git/worktrees/w\n",
                "whole/.git/worktrees/w/HEAD": "ref: refs/heads/w\n",
                "whole/.git/worktrees/w/commondir": "../..\n",
                "whole/.git/refs/heads/w": COMMIT,
            },
            f" at commit {COMMIT[:12]}",
        ),
    ],
    ids=["no git", "detached", "a branch", "packed", "no commit yet", "damaged", "a work tree"],
)  # fmt: skip
def test_a_checkout_has_its_commit(content: dict[str, str], told: str, tmp_path: Path) -> None:
    assert installation.describe_location(files(tmp_path, content)) == f"checkout {tmp_path}{told}"


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_this_checkout_has_the_commit_that_git_says() -> None:
    root = Path(__file__).parents[2]
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=root, capture_output=True, text=True, check=False)
    if head.returncode == 0:
        assert installation.describe_location().endswith(f"at commit {head.stdout[:12]}")


def test_an_installed_package_is_told_by_its_folder() -> None:
    place = Path(sysconfig.get_path("purelib")).resolve()
    assert installation.describe_location(place) == f"installed in {place}"


def test_a_copied_environment_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    files(tmp_path, {"bin/tidemark": ""})
    monkeypatch.setattr(sys, "argv", [str(tmp_path / "bin" / "tidemark")])
    with pytest.raises(SystemExit):
        main(["--version"])
    assert f"started by {tmp_path}/bin/tidemark, which is of another environment" in capsys.readouterr().out
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    assert installation.foreign_start() == ""
