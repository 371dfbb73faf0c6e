"""What articles claim: every claim has a verdict, and what shows it says what the table says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.support.pages import ROOT, anchors
from tidemark.checker import cli
from tidemark.impl import claims
from tidemark.impl.claims import OUT_OF_SCOPE, SUBJECTS, VERDICT, Claim

CLAIMS = claims.claims()
MOST = 261
"""The statements of five articles, each by itself."""
BRIEF = 80
"""The characters of the longest quote."""
QUICK = frozenset(
    {
        "tidemark compute assign",
        "tidemark compute look-up segments=0,368769 index=1:0,3:497,6:1407,8:1686 offset=368774",
        "tidemark compute look-up segments=0,368769 index=1:0,3:497,6:1407,8:1686 offset=368775",
        "tidemark compute look-up segments=0,368769 index=1:0,3:497,6:1407,8:1686 offset=368776",
        "tidemark compute look-up segments=32450 offset=32455",
        "tidemark compute look-up segments=368769 index=6:1407 offset=368775",
        "tidemark compute partition",
        "tidemark compute place rule=zookeeper brokers=3 partitions=3 replicas=3",
        "tidemark compute partition words=abc partitions=6",
        "tidemark compute send linger=20",
        "tidemark compute send rate=4",
        "tidemark list AR",
        "tidemark list LSO",
        "tidemark list OffsetsForLeaderEpoch",
        "tidemark list claimed/read-from-followers",
        "tidemark list kafka/2.0.0",
        "tidemark list kafka/2.0.1",
    }
)
"""The fastest tenth of the commands, which the suite runs each time; `make slow` runs all."""
RUNS = {
    one.run: [other.says for c in CLAIMS for other in c.evidence if other.run == one.run]
    for c in CLAIMS
    for one in c.evidence
    if one.run
}


def test_every_statement_has_its_row() -> None:
    assert sorted(claim.number for claim in CLAIMS) == list(range(1, MOST + 1))


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: str(claim.number))
def test_a_claim_has_a_verdict_that_is_shown_or_a_reason(claim: Claim) -> None:
    assert claim.subject in SUBJECTS
    assert claim.claim.endswith((".", "?"))
    assert not claim.why or claim.why.endswith(".")
    if claim.subject == OUT_OF_SCOPE:
        assert claim.why
        assert not claim.verdict
        assert not claim.evidence
        return
    assert VERDICT.fullmatch(claim.verdict), claim.verdict
    assert claim.why or claim.verdict == "true"
    assert claim.evidence
    for one in claim.evidence:
        assert sum(map(bool, (one.run, one.test, one.source))) == 1
        assert bool(one.says) == bool(one.run)
        assert not one.source or re.fullmatch(r"[\d.]+ \S+\.\w+:\d+ \w+", one.source)
    page, _, anchor = claim.page.partition("#")
    assert not anchor or anchor in anchors(ROOT / "docs" / page)
    assert (ROOT / "docs" / page).is_file()


def test_a_quote_is_a_brief_clause_of_a_text_in_its_language_and_in_english() -> None:
    letters = {article.letter for article in claims.articles()}
    assert letters == {claim.article[0] for claim in CLAIMS if claim.article}
    for claim in CLAIMS:
        assert bool(claim.article) == bool(claim.quote) == bool(claim.english)
        if claim.quote:
            assert len(claim.quote) <= BRIEF
            assert claim.english.isascii()
            assert re.fullmatch(r"[A-Z]\d*", claim.article)
            assert claim.article_title.startswith(tuple(article.title for article in claims.articles()))


def test_claims_that_contradict_each_other_refer_to_each_other() -> None:
    by_number = {claim.number: claim for claim in CLAIMS}
    assert by_number[150].contradicts == (151,)  # the elected leader
    for claim in CLAIMS:
        assert claim.number not in claim.contradicts
        assert all(claim.number in by_number[other].contradicts for other in claim.contradicts)


@pytest.mark.parametrize(
    ("run", "says"),
    [
        pytest.param(*one, marks=() if one[0] in QUICK else pytest.mark.slow, id=one[0])
        for one in RUNS.items()
    ],
)
def test_what_shows_a_claim_says_it(
    run: str,
    says: list[str],
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "400")  # no cell is wrapped
    program, *words = shlex.split(run)
    assert program == "tidemark"
    status = cli.main(words)
    printed = " ".join(capsys.readouterr().out.split())
    assert all(said and said in printed for said in says), printed
    assert status == (1 if words[0] == "check" and any("violated" in said for said in says) else 0)


def test_a_tenth_of_the_commands_is_run_each_time() -> None:
    assert set(RUNS) >= QUICK
    assert len(QUICK) == len(RUNS) // 10


@pytest.mark.parametrize("named", sorted({one.test for c in CLAIMS for one in c.evidence if one.test}))
def test_a_test_that_shows_a_claim_is_there(named: str) -> None:
    file, _, name = named.partition("::")
    assert f"def {name}(" in (ROOT / file).read_text(encoding="utf-8")


def test_list_shows_the_claims_of_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["list", "acks=0"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("acks: ")
    assert "a record may be lost on its way" in " ".join(printed.split())
    assert cli.main(["list", "LeaderEpochRequest"]) == 0
    assert "true from 0.11 to 2.7" in " ".join(capsys.readouterr().out.split())


def test_list_quotes_the_text_and_names_the_claims_that_say_otherwise(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert cli.main(["list", "high watermark"]) == 0
    printed = capsys.readouterr().out
    assert "“取一个partition对应的ISR中最小的LEO” (Kafka设计原理详解)" in printed
    assert "otherwise: 259" in printed


def test_the_page_has_every_claim_and_its_quote() -> None:
    page = ROOT / "docs" / "claims.md"
    assert {f"claim-{claim.number}" for claim in CLAIMS} <= anchors(page)
    assert all(f"“{claim.quote}”" in page.read_text(encoding="utf-8") for claim in CLAIMS if claim.quote)
