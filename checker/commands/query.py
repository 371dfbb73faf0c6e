"""`tidemark query`: ask the results of a matrix under which conditions a promise is broken."""

from __future__ import annotations

import argparse
from collections import defaultdict
from typing import Any

from tabulate import tabulate

from tidemark.base.names import look_up
from tidemark.checker.commands.shared import output
from tidemark.checker.engines.spark import s3
from tidemark.checker.evidence.matrix import laws
from tidemark.checker.evidence.matrix.dataset import Dataset

VERDICTS = {"violated": "lost", "holds": "kept", "unknown": "unknown"}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    help_of_dataset = "the --dataset of a `tidemark matrix`, a directory or s3://bucket/prefix"
    parser.add_argument("dataset", metavar="DIR", help=help_of_dataset)
    parser.add_argument("--protocol", metavar="NAME", help="of this protocol only")
    parser.add_argument("--promise", metavar="NAME", help="of this promise only")
    parser.add_argument(
        "--cells", action="store_true", help="list every lost cell, not what they have in common"
    )
    output.add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print what the results say."""
    with output.document(options) as document:
        document.data = _query(options)
    return 0


def _query(options: argparse.Namespace) -> list[dict[str, Any]]:
    """Print what the results say; gives the same as JSON data."""
    with s3.place(options.dataset) as store:
        rows = Dataset(store).rows()
    for name in ("protocol", "promise"):
        if selected := getattr(options, name):
            look_up({row[name] for row in rows}, selected, f"the results have no {name}")
            rows = [row for row in rows if row[name] == selected]
    if options.cells:
        return _print_cells([row for row in rows if row["verdict"] == "violated"])
    groups = defaultdict[tuple[str, str], list[dict[str, Any]]](list)
    for row in rows:
        groups[row["promise"], row["protocol"]].append(row)
    answers = list(map(_answer, groups.values()))
    for answer in answers:
        print(_in_words(answer) + "\n")
    return answers


def _answer(rows: list[dict[str, Any]]) -> dict[str, Any]:
    answer = {"protocol": rows[0]["protocol"], "promise": rows[0]["promise"], "cells": len(rows)}
    for verdict, word in VERDICTS.items():
        answer[word] = sum(row["verdict"] == verdict for row in rows)
        answer[f"always {word}"] = [dict(condition) for condition in laws.always(rows, verdict)]
    return answer


def _in_words(answer: dict[str, Any]) -> str:
    broken = f"broken in {answer['lost']} of {answer['cells']} cells"
    lines = [f"{answer['protocol']}, {answer['promise']}: {broken}"]
    for word in VERDICTS.values():
        lines += [
            f"  always {'broken' if word == 'lost' else word}: {laws.in_words(tuple(c.items()))}"
            for c in answer[f"always {word}"]
        ]
    return "\n".join(lines)


def _print_cells(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    axes = list(laws.axes_of(rows))
    kept = ["protocol", "promise", *axes, "length"]
    headers = ["protocol", "promise", *axes, "broken after"]
    print(tabulate([[row[name] for name in kept] for row in rows], headers, disable_numparse=True))
    return [{name: row[name] for name in kept} for row in rows]
