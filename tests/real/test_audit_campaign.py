"""Audits of healthy brokers find nothing: while they work, after they stopped, after they were killed.

The whole campaign is `python -m tidemark.real.audit_campaign 4.3.1 3.9.2`: 100 audits of a cluster that works, and of
20 stops and 20 kills of each release.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from tidemark.real.audit_campaign import __main__ as command
from tidemark.real.audit_campaign import campaign
from tidemark.real.audit_campaign.campaign import Audit, CampaignPlan
from tidemark.real.audit_campaign.losses import LOSSES
from tidemark.spec.families.audits import AuditFinding


@pytest.mark.brokers
@pytest.mark.slow
@pytest.mark.parametrize("version", ["3.9.2", "4.3.1"])
def test_audits_of_healthy_brokers_find_nothing(version: str, tmp_path: Path) -> None:
    done = campaign.run(version, CampaignPlan(20, 20, 2, 2), "test", tmp_path, lambda one: None)
    assert [alarm for one in done for alarm in (*one.alarms, *one.unread)] == []
    assert [one.missed for one in done if one.missed] == []
    moments = Counter(re.split("[:,]", one.moment)[0] for one in done)
    assert moments == {"live": 20, "copied": 20, "lost": len(LOSSES), "stopped": 2, "killed": 2}
    assert min(one.groups for one in done) > 7


ALARM = AuditFinding("checksum", "t-0", "broker-0", "0.log", 3, "offset 3: 1, not 2")


@pytest.mark.parametrize(("alarms", "status"), [((), 0), ((ALARM,), 1)])
def test_a_campaign_says_what_it_found(
    alarms: tuple[AuditFinding, ...],
    status: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def run(version: str, plan: CampaignPlan, seed: str, keep: Path | None, tell: object) -> list[Audit]:
        assert (version, plan, seed, keep) == ("4.3.1", CampaignPlan(3, 4, 1, 20), "7", None)
        one = Audit("stopped", 1.5, 9, alarms, harmless=2)
        command._tell(one)
        return [one]

    monkeypatch.setattr(campaign, "run", run)
    assert command.main(["4.3.1", "--live", "3", "--copies", "4", "--stops", "1", "--seed", "7"]) == status
    said = capsys.readouterr().out
    assert f"stopped: 9 partitions in 1.5 s, {len(alarms)} alarms, 2 told\n" in said
    assert f"Kafka 4.3.1: 1 audits, {len(alarms)} false alarms" in said
    assert ("checksum broker-0 t-0/0.log 3: offset 3: 1, not 2" in said) is bool(alarms)


def test_a_campaign_says_which_losses_it_missed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(version: str, plan: CampaignPlan, seed: str, keep: Path | None, tell: object) -> list[Audit]:
        found = Audit("lost: flip_byte, found: checksum", 1.0, 9, ())
        missed = Audit("lost: cut_segment, found: nothing", 1.0, 9, (), missed="cut_segment")
        command._tell(missed)
        return [found, missed]

    monkeypatch.setattr(campaign, "run", run)
    assert command.main(["4.3.1"]) == 1
    said = capsys.readouterr().out
    assert "  not found: cut_segment\n" in said
    assert "2 audits, 0 false alarms, 1 of 2 planted losses found" in said


def test_a_release_that_can_not_be_run_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["9.9.9"]) == 2
    assert "there is no release of Kafka to run 9.9.9" in capsys.readouterr().err
