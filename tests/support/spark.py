"""Spark in tests: what a search there must have in common with the native one, and a session that many share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.support.agreement import GO_ON, at
from tidemark.checker.engines.native import search as native
from tidemark.checker.engines.spark import session
from tidemark.checker.runs.results import Result

CLUSTER = "local-cluster[2,1,2048]"


def told(result: Result) -> dict[str, Any]:
    """All that must not depend on the engine: counts, verdicts, counterexamples step by step."""
    data = result.as_json()
    kept = {
        key: data[key] for key in ("complete", "distinct_states", "generated_states", "depth", "promises")
    }
    enabled = {name: coverage.enabled for name, coverage in result.actions.items()}
    runs = {
        name: [(str(step.instance), step.state) for step in verdict.run.steps]
        for name, verdict in result.promises.items()
        if verdict.run
    }
    return {
        **kept,
        "enabled": enabled,
        "vacuous": {n: v.vacuous for n, v in result.promises.items()},
        "runs": runs,
    }


def assert_as_native(found: Result, protocol: str, bounds: str, symmetry: bool = False) -> None:
    """The native engine finds the same."""
    assert told(found) == told(native.search(at(protocol, bounds), GO_ON, symmetry=symmetry))
    assert sum(coverage.enabled for coverage in found.actions.values()) == found.generated_states - 1


@contextmanager
def one_session(master: str, scratch: Path) -> Iterator[None]:
    """Every search on this master meanwhile runs in one session: it would else take most of its time to start one."""
    with session.open_session(master, scratch) as spark, pytest.MonkeyPatch.context() as patch:

        @contextmanager
        def shared(asked: str, own_scratch: Path) -> Iterator[Any]:
            assert asked == master
            with session.explain_failures(own_scratch):
                yield spark

        patch.setattr(session, "open_session", shared)
        yield
