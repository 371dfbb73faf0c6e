"""Where each rule was read: a release names lines of its own tags alone, and what is no release names none."""

from __future__ import annotations

import runpy
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.support.pages import ROOT
from tidemark import impl
from tidemark.impl.shared.sources import references_of
from tidemark.impl.transactions import prepared
from tidemark.spec.families.releases import covers, first_patch

FILES: dict[str, dict[str, Any]] = {
    path.parent.name: tomllib.loads(path.read_text(encoding="utf-8"))
    for path in sorted(ROOT.glob("impl/*/sources.toml"))
}
CITED = [(folder, protocol) for folder, file in FILES.items() for protocol in file["tags"]]
NAMING = [folder for folder, file in FILES.items() if any("function" in entry for entry in file["source"])]
"""The families whose entries name functions."""
BESIDE_RULES = {"expiration", "transaction-version"}
"""What several rules of transactions rest on."""
IN_NO_RELEASE = {action.name for action in prepared.ACTIONS}
"""What prepared transactions do (KIP-939)."""


@pytest.mark.parametrize(("folder", "protocol"), CITED)
def test_a_rule_of_a_release_was_read_at_its_tags(folder: str, protocol: str) -> None:
    file = FILES[folder]
    entries, tags, read_as = file["source"], file["tags"][protocol], file.get("read-as", {})
    rules = {entry["rule"] for entry in entries}
    renamed = {name for names in read_as.values() for name in names}
    references = references_of(ROOT / "impl" / folder / "sources.toml")
    for rule, read in references(protocol, {*rules, *renamed}).items():
        names = read_as.get(protocol.partition("/")[0], {}).get(rule, (rule,))
        kept = [(e["tag"], e["file"], e["line"]) for e in entries if e["tag"] in tags and e["rule"] in names]
        assert sorted((r.tag, r.file, r.line) for r in read) == sorted(kept)


def test_a_protocol_that_is_no_release_and_a_rule_that_is_not_read_have_no_source() -> None:
    references = references_of(ROOT / "impl/kafka/sources.toml")
    rules = {entry["rule"] for entry in FILES["kafka"]["source"]}
    assert set(references("kafka/none", rules).values()) == {()}
    assert references("kafka/3.7", ["unheard-of"]) == {"unheard-of": ()}
    assert references("kafka-kraft/4.1", ["producer"]) == {"producer": ()}


@pytest.mark.parametrize("folder", NAMING)
def test_a_protocol_that_stands_for_releases_cites_each_rule_with_its_function(folder: str) -> None:
    """At the last patch of its range, and at every other tag; a rival cites nothing."""
    file, subject = FILES[folder], impl.load_subject(folder)
    record = tomllib.loads((ROOT / "impl" / folder / "patches.toml").read_text(encoding="utf-8"))
    patches, not_in_kafka = record["releases"], record.get("not-in-kafka", {})
    assert set(file["tags"]) == {name for name, protocol in subject.items() if protocol.releases}
    for name, tags in file["tags"].items():
        releases = subject[name].releases
        assert releases
        assert max((r for r in patches if covers(releases, r)), key=first_patch) in tags
        assert all(covers(releases, tag) for tag in tags)
        for rule, read in subject[name].references.items():
            if rule in not_in_kafka:
                continue
            assert {reference.tag for reference in read} == set(tags), (name, rule)
            assert all(reference.function for reference in read), (name, rule)
    rivals = [protocol for name, protocol in subject.items() if name not in file["tags"]]
    assert not any(read for protocol in rivals for read in protocol.references.values())


@pytest.mark.parametrize("folder", NAMING)
def test_every_action_of_a_family_is_cited(folder: str) -> None:
    family = next(iter(impl.load_subject(folder).values())).family
    actions = {part if isinstance(part, str) else getattr(part, "name", "") for part in family.actions}
    file = FILES[folder]
    cited = {entry["rule"] for entry in file["source"]}
    read_as = {action for renamed in file.get("read-as", {}).values() for action in renamed}
    assert actions - cited - read_as - IN_NO_RELEASE == set()
    assert cited - actions - set(family.rules) == BESIDE_RULES


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({}, None),
        ({"function": "fenced"}, None),
        ({"function": "other"}, "not in other, but in fenced"),
        ({"line": 4, "word": "epoch"}, "no epoch there; it is at 2"),
        ({"line": 9}, "the file has 6 lines"),
        ({"file": "None.scala"}, "no such file"),
        ({"tag": "2.0.0"}, "no tag 2.0.0"),
        ({"says": "x" * 81}, "more than 80 characters"),
        ({"functions": "fenced"}, "must have rule"),
        ({"line": 0, "word": "recovered"}, None),
        ({"line": 0}, "epoch is at 1"),
    ],
)
def test_a_citation_that_does_not_hold_is_told(
    changed: dict[str, Any], said: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One release of one file, in which a function compares epochs."""
    monkeypatch.syspath_prepend(ROOT / "tools")
    tool = runpy.run_path(str(ROOT / "tools/kafka-sources"))
    (tmp_path / "Planted.scala").write_text(
        "def fenced(epoch: Int): Boolean = {\n  epoch < current\n}\n\ndef other(): Int = 1\n"
    )
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"]
    for words in (["init"], ["add", "-A"], ["commit", "-m", "1.0.0"], ["tag", "1.0.0"]):
        subprocess.run(["git", "-C", str(tmp_path), *identity, *words], check=True, capture_output=True)
    entry = {
        "rule": "fencing",
        "tag": "1.0.0",
        "file": "Planted.scala",
        "line": 2,
        "word": "epoch",
        "says": "old",
    }
    trouble = tool["wrong"](tool["Sources"](str(tmp_path)), {**entry, **changed})
    assert trouble is None if said is None else said in trouble
