"""What real brokers made of the model's runs, as it is kept: all as predicted, or explained."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tidemark import real
from tidemark.checker.commands.shared import version_matrix as command
from tidemark.checker.evidence import version_matrix
from tidemark.checker.evidence.version_matrix import TrialOutcome, VersionCell, VersionPlan

FOLDER = Path(__file__).parents[2] / "counterexamples"


@pytest.fixture(scope="module")
def plan() -> VersionPlan:
    return version_matrix.plan(real.system("kafka"))


@pytest.fixture(scope="module")
def kept() -> dict[VersionCell, TrialOutcome]:
    return version_matrix.read(FOLDER / "brokers.toml")


@pytest.fixture(scope="module")
def predicted(plan: VersionPlan, kept: dict[VersionCell, TrialOutcome]) -> dict[VersionCell, str | None]:
    return {cell: plan.predict(cell) for cell in kept}


@pytest.fixture(autouse=True)
def checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER.parent)


def test_every_cell_of_the_plan_was_tried_and_could_be_told(
    plan: VersionPlan, kept: dict[VersionCell, TrialOutcome]
) -> None:
    assert set(kept) == set(plan.cells)
    assert [cell for cell, one in kept.items() if one.verdict == "inconclusive"] == []


@pytest.mark.slow
def test_each_is_as_the_model_of_its_release_predicts_or_explained(
    plan: VersionPlan, kept: dict[VersionCell, TrialOutcome], predicted: dict[VersionCell, str | None]
) -> None:
    differing = {cell for cell, one in kept.items() if predicted[cell] not in (None, one.text)}
    assert differing == set(plan.known)


@pytest.mark.slow
def test_the_page_is_the_table_of_what_is_kept(
    plan: VersionPlan, kept: dict[VersionCell, TrialOutcome], predicted: dict[VersionCell, str | None]
) -> None:
    rows = {cell: (predicted[cell], kept[cell]) for cell in plan.cells if cell in kept}
    assert (FOLDER / "brokers.md").read_text(encoding="utf-8").endswith(command.markdown(plan, rows))


def test_the_page_of_brokers_has_the_counts(plan: VersionPlan, kept: dict[VersionCell, TrialOutcome]) -> None:
    counts = Counter(one.verdict for one in kept.values())
    text = " ".join((FOLDER.parent / "docs" / "brokers.md").read_text(encoding="utf-8").split())
    assert (
        f"{len(kept)} trials: {counts['confirmed']} confirmed, {counts['refused']} refused. "
        f"{len(plan.known)} of them differ from what the model of the release says"
    ) in text
