"""Ranges of releases: the cited functions of every patch release were compared, and each difference is explained."""

from __future__ import annotations

import runpy
import subprocess
import sys
import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.support.pages import ROOT
from tidemark import impl
from tidemark.spec.families.releases import covers

RECORD = tomllib.loads((ROOT / "impl/kafka/patches.toml").read_text(encoding="utf-8"))
COMPARED: dict[str, list[str]] = RECORD["compared"]
TAGS: dict[str, list[str]] = tomllib.loads((ROOT / "impl/kafka/sources.toml").read_text())["tags"]
RUN: list[str] = list(tomllib.loads((ROOT / "real/brokers/releases.toml").read_text()))


def test_every_protocol_that_cites_sources_is_compared_over_its_range() -> None:
    assert set(COMPARED) == set(TAGS)
    for name, releases in COMPARED.items():
        of_name = impl.protocol(name).releases or (
            releases[0],
            releases[-1],
        )  # kafka/1.0.0 has no whole range
        assert [r for r in releases if not covers(of_name, r)] == []
        assert set(TAGS[name]) <= set(releases), name


@pytest.mark.parametrize("name", [name for name in COMPARED if impl.protocol(name).releases])
def test_every_release_of_a_range_that_can_be_run_is_compared(name: str) -> None:
    releases = impl.protocol(name).releases
    assert releases
    assert {release for release in RUN if covers(releases, release)} <= set(COMPARED[name])


def test_every_difference_is_of_neighbours() -> None:
    for row in RECORD["difference"]:
        for protocol in row["protocols"]:
            assert tuple(row["between"]) in set(pairwise(COMPARED[protocol])), row


def git(repo: Path, *words: str) -> None:
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"]
    subprocess.run(["git", "-C", str(repo), *identity, *words], check=True, capture_output=True)


def test_a_function_whose_result_type_is_on_the_next_line_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    class Text:
        def lines(self, *_: str) -> tuple[str, ...]:
            return ("  def one(a: Int):", "  Seq[Int] = {", "    a", "  }", "  def other(): Int = 1")

    monkeypatch.syspath_prepend(ROOT / "tools")
    tool = runpy.run_path(str(ROOT / "tools/kafka-patches"))
    assert tool["functions"](Text(), "1.0.0", "Planted.scala") == [("one", 0, 3), ("other", 4, 4)]


def compare(repo: Path, record: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "tools/kafka-patches"), str(repo), "--record", str(record)]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)


@pytest.mark.parametrize(
    ("third", "differs"),
    [
        ("  counted(fetch)\n  // as before\n  debug(s\"took $fetch\")\n", False),
        ("  if (!fetch.diverges) counted(fetch)\n", True),
        ("  counted(fetch)\n  log.truncateTo(fetch)\n", True),
    ],
    ids=["comment and logging", "behaviour", "a call of a field named log"],
)  # fmt: skip
def test_a_planted_difference_is_told(third: str, differs: bool, tmp_path: Path) -> None:
    """Three releases of one file, in which one function stands around a cited line."""
    reference = impl.protocol("kafka/2.6.1").references["expand"][0]
    file = tmp_path / "kafka" / reference.file
    file.parent.mkdir(parents=True)
    git(tmp_path, "init", "kafka")
    for release, text in (("2.6.1", "  counted(fetch)\n"), ("2.6.2", "  counted(fetch)\n"), ("2.6.3", third)):
        function = f"def planted(fetch: Fetch): Unit = {{\n{text}" + "  done()\n" * 40 + "}\n"
        file.write_text("\n" * (reference.line - 20) + function + f"// {release}\n")
        git(tmp_path / "kafka", "add", "-A")
        git(tmp_path / "kafka", "commit", "-m", release)
        git(tmp_path / "kafka", "tag", release)
    record: dict[str, Any] = {"kafka/2.6.1": ["2.6.1", "2.6.2", "2.6.3"]}
    path = tmp_path / "patches.toml"
    path.write_text(f'difference = []\n[compared]\n"kafka/2.6.1" = {record["kafka/2.6.1"]}\n')
    told = compare(tmp_path / "kafka", path)
    name = reference.file.rpartition("/")[2]
    said = f"not in the record: kafka/2.6.1: {name} planted, 2.6.2 to 2.6.3"
    assert (told.returncode, said in told.stdout) == (int(differs), differs), told.stdout + told.stderr
    explained = (
        f'[[difference]]\nprotocols = ["kafka/2.6.1"]\nfile = "{reference.file}"\nfunction = "planted"\n'
    )
    lines = '[compared]\n"kafka/2.6.1" = ["2.6.1", "2.6.2", "2.6.3"]\n'
    path.write_text(lines + explained + 'between = ["2.6.2", "2.6.3"]\nwhy = "Planted."\n')
    told = compare(tmp_path / "kafka", path)
    assert (told.returncode, "and no difference" in told.stdout) == (int(not differs), not differs)
