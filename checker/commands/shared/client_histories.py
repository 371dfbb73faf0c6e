"""`validate` with a checker: histories of clients that are read as a whole, without a machine or a map."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from tidemark import real
from tidemark.base.counts import count_of
from tidemark.base.errors import UsageError, printable
from tidemark.checker.commands.shared import options as shared
from tidemark.checker.commands.shared.output import Document, gravest_status
from tidemark.checker.runs import histories
from tidemark.checker.validation.client_calls import read_calls
from tidemark.checker.views import anomalies, screen
from tidemark.spec.families.system import Soakable
from tidemark.spec.logs.client_histories import ClientCall, HistoryChecker

FOR_SEARCHES = ("map", "exchanged", "by", "coverage", "follow", "most", "max_states", "seconds")
"""The options of a search for a run."""


def run(options: argparse.Namespace, checker: HistoryChecker, document: Document) -> int:
    """Check each file; 0 if every promise is kept, 1 if one is broken, 3 if a history has nothing to check."""
    _require_fitting(options)
    checked: list[anomalies.CheckedHistory] = []
    try:
        for name, calls in _histories(options.logs):
            number = sum(call.name in checker.names for call in calls)
            checked.append(anomalies.CheckedHistory(name, number, list(checker.find(calls))))
            print(screen.here().paragraph(anomalies.summary(checked[-1])), flush=True)
            print("\n".join(anomalies.details(checked[-1], checker)), end="\n" * bool(checked[-1].anomalies))
            if options.first and checked[-1].exit_status:
                break
    finally:
        logs = [anomalies.as_json(history) for history in checked]
        document.data = {"protocol": options.protocol, "map": "", "logs": logs, "coverage": None}
    if len(checked) > 1:
        broken = sum(bool(history.anomalies) for history in checked)
        print(f"\n{count_of(len(checked), 'history', 'histories')}: a promise is broken in {broken:,}")
    return gravest_status(history.exit_status for history in checked)


def _histories(paths: Sequence[str]) -> Iterator[tuple[str, Sequence[ClientCall]]]:
    """Each history with its name; the episodes of a soak's file are one each."""
    for path in paths:
        if not histories.is_history(Path(path)):
            yield path, read_calls(path)
            continue
        for episode in histories.read(Path(path)):
            system = Soakable.of(real.system(str(episode.about["system"]).partition(":")[0]))
            try:
                calls = system.client_calls(episode, path)
            except UsageError as error:
                raise UsageError(f"{path}, {error}") from None
            yield f"{path}, episode {episode.about.get('number', '?')}", calls


def _require_fitting(options: argparse.Namespace) -> None:
    """Refuse what is for a search.

    Raises:
        UsageError: there is such an option.
    """
    names = [name for name in FOR_SEARCHES if getattr(options, name)]
    names = ["with" if name == "exchanged" else name.replace("_", "-") for name in names]
    names += [*shared.bounds_of(options), *(["engine"] if options.engine != "native" else [])]
    if names:
        raise UsageError(
            f"{printable(options.protocol)} reads a history as a whole, and searches nothing: leave out --{names[0]}"
        )
