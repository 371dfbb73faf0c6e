"""The words of the field: each leads somewhere, and the command line and docs/glossary.md know all of them."""

from __future__ import annotations

import pytest

from tests.support.pages import ROOT, missing
from tidemark import impl, real
from tidemark.checker import cli
from tidemark.impl import glossary

WORDS = {word.word: word for word in glossary.words()}
ASKED = (
    "replica", "AR", "ISR", "OSR", "ELR", "LEO", "HW", "LSO", "leader epoch", "OffsetsForLeaderEpoch", "acks",
    "replica.lag.time.max.ms", "unclean.leader.election.enable", "min.insync.replicas", "GroupCoordinator",
    "RangeAssignor", "StickyAssignor", "transactional.id", "__consumer_offsets",
)  # fmt: skip


def test_what_readers_look_for_is_there() -> None:
    assert set(ASKED) <= set(WORDS)
    assert {WORDS[word].chinese for word in ("replica", "HW", "ISR")} == {
        "副本",
        "高水位",
        "ISR 同步副本集合",
    }


@pytest.mark.parametrize("word", WORDS.values(), ids=WORDS)
def test_every_word_leads_to_what_is_there(word: glossary.Word) -> None:
    assert word.pages
    assert word.means.endswith(".")
    promises = {promise.name for family in impl.families() for promise in family.promises}
    assert set(word.promises) <= promises
    assert set(word.scenarios) <= set(impl.scenarios())
    for name in word.protocols:
        assert name in impl.subjects() or impl.is_protocol(name), name
    for function in word.functions:
        name, *given = function.split()
        values = {one.name: one for one in real.function(name).parameters}
        for parameter, _, text in (one.partition("=") for one in given):
            assert values[parameter].read(text) == text


def test_a_spelling_stands_for_one_word() -> None:
    keys = [glossary.key(spelling) for word in WORDS.values() for spelling in (word.word, *word.also)]
    assert len(set(keys)) == len(keys)
    assert all(glossary.find(name) is word for word in WORDS.values() for name in word.spellings)


@pytest.mark.parametrize(
    ("asked", "word"),
    [
        ("range", "RangeAssignor"),
        ("leader election", "election"),
        ("leader epoch", "leader epoch"),
        ("Leader-Epoch", "leader epoch"),
        ("high watermark", "HW"),
        ("高水位", "HW"),
        ("同步副本集合", "ISR"),
        ("isr", "ISR"),
    ],
)
def test_list_says_what_a_word_means(asked: str, word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["list", asked]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(f"{word}: ")
    assert all(f"docs/{page}" in printed for page in WORDS[word].pages)


def test_a_subject_is_still_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["list", "transactions"]) == 0
    assert capsys.readouterr().out.startswith("protocol")


def test_a_near_miss_names_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["list", "elektion"]) == 2
    assert "there is no subject elektion: did you mean election?" in capsys.readouterr().err


def test_scenario_lists_those_of_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["scenario", "elections"]) == 0
    printed = capsys.readouterr().out
    assert "unclean-election" in printed
    assert "acks-1" not in printed
    assert cli.main(["scenario", "range"]) == 2
    assert "`tidemark list range` says where it leads" in capsys.readouterr().err
    assert cli.main(["scenario", "ISR", "--protocol", "kafka/2.2"]) == 2
    assert "--protocol is for one scenario" not in capsys.readouterr().out


def test_the_page_has_every_word_as_it_is() -> None:
    page = ROOT / "docs" / "glossary.md"
    text = page.read_text(encoding="utf-8")
    assert all(f'<a id="{word.anchor}">' in text for word in WORDS.values())
    assert missing(page) == []
