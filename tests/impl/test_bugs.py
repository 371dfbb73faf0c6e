"""The corpus of Kafka's bugs: every entry is complete, and a reproduction differs in the rule of the patch."""

from __future__ import annotations

import re

import pytest

from tests.support.pages import ROOT, anchors
from tidemark import impl
from tidemark.checker import cli
from tidemark.checker.evidence.pins import bug_pins, select_pins
from tidemark.impl import bugs
from tidemark.impl.bugs import PARTS, Bug, Side

BUGS = bugs.bugs()
REPRODUCED = [bug for bug in BUGS if bug.reproduction]
RELEASE = r"\d+(\.\d+){1,3}"
AFFECTED = re.compile(rf"none|((up to )?{RELEASE}( to {RELEASE})?)(, {RELEASE}( to {RELEASE})?)*(; .+)?")
REPAIRED = re.compile(rf"({RELEASE}(, {RELEASE})*)?")


def rules_of(side: Side) -> dict[str, object]:
    """The rules of a machine, those of other protocols in their place."""
    rules = dict(impl.protocol(side.protocol).rules)
    return rules | {rule: impl.protocol(name).rules[rule] for rule, name in side.exchanged.items()}


def exchanged_rules(bug: Bug) -> set[str]:
    """The rules in which the two machines of a reproduction differ."""
    assert bug.reproduction
    affected, repaired = (rules_of(side) for side in (bug.reproduction.affected, bug.reproduction.repaired))
    return {rule for rule in affected if affected[rule] != repaired[rule]}


def test_no_bug_has_two_entries() -> None:
    keys = [key for bug in BUGS for key in (bug.key, *bug.also)]
    assert len(keys) == len(set(keys))


def test_sixty_bugs_are_known_and_thirty_reproduced_by_one_rule_alone() -> None:
    by_one_rule = [bug for bug in REPRODUCED if len(exchanged_rules(bug)) == 1]
    assert len(BUGS) >= 60
    assert len(by_one_rule) >= 30


def test_eight_bugs_were_seen_on_brokers_of_an_affected_and_of_a_repaired_release() -> None:
    assert len([bug for bug in REPRODUCED if bug.confirmed]) >= 8


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.key)
def test_an_entry_says_what_happens_in_which_releases_and_why_it_is_not_reproduced(bug: Bug) -> None:
    assert bug.part in PARTS
    assert bug.summary.endswith(".")
    assert AFFECTED.fullmatch(bug.affected), bug.affected
    assert REPAIRED.fullmatch(bug.repaired), bug.repaired
    assert bool(bug.reproduction) != bool(bug.reason)


@pytest.mark.parametrize("bug", REPRODUCED, ids=lambda bug: bug.key)
def test_a_reproduction_is_of_one_family_at_equal_bounds_and_cites_the_patch(bug: Bug) -> None:
    assert bug.reproduction
    affected, repaired = bug.reproduction.affected, bug.reproduction.repaired
    assert impl.protocol(affected.protocol).family is impl.protocol(repaired.protocol).family
    assert bool(exchanged_rules(bug)) != bool(affected.settings), "they differ in rules, or else in a setting"
    assert affected.settings.keys() == repaired.settings.keys()
    assert re.search(r":\d+", bug.source), bug.source


def test_verify_checks_ten_of_them_and_all_on_request() -> None:
    assert len(list(bug_pins())) == 2 * len(REPRODUCED)
    assert len([pin for pin in bug_pins() if not pin.large]) == 2 * 10
    assert [pin.name for pin in select_pins(["KAFKA-7128"])] == ["KAFKA-7128:affected", "KAFKA-7128:repaired"]


def test_list_shows_a_bug_by_its_number(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["list", "kafka-7128"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "--with expand=kafka/2.0.0" in shown
    assert "violated after" in shown


def test_the_page_has_every_bug() -> None:
    assert {bug.anchor for bug in BUGS} <= anchors(ROOT / "docs/bugs.md")
