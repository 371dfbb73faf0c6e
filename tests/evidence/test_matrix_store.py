"""The data set of a grid in an object store: the table that a directory gives, cell by cell, and each failure told."""

import json
from pathlib import Path

import pytest

from tests.evidence.test_matrix import matrix, verdicts
from tests.support.object_store import BUCKET, Server
from tests.support.refusal import refused
from tidemark.checker import cli

PLACE, ROOT = f"s3://{BUCKET}/the grid", "the grid/"


@pytest.mark.parametrize("engine", ["native", pytest.param("spark", marks=pytest.mark.spark)])
def test_a_grid_in_a_store_is_resumed_and_asked(
    engine: str,
    tiny: Path,
    tmp_path: Path,
    object_store: Server,
    capsys: pytest.CaptureFixture[str],
) -> None:
    how = [f"--engine={engine}", *(["--master=local[2]"] if engine == "spark" else [])]
    expected = verdicts(matrix(tiny, tmp_path))
    assert verdicts(matrix(tiny, tmp_path, *how, f"--dataset={PLACE}")) == expected
    cells = object_store.below(f"{ROOT}protocol=")
    assert len(cells) == 8
    lost = min(cells)
    del object_store.objects[lost]
    object_store.asked.clear()
    resumed = matrix(tiny, tmp_path, *how, f"--dataset={PLACE}", "--resume")
    assert verdicts(resumed) == expected
    assert [name for method, name in object_store.asked if method == "PUT" and "protocol=" in name] == [lost]
    assert [*object_store.below(f"{ROOT}protocol=")] == [*cells]
    capsys.readouterr()
    assert cli.main(["query", PLACE, "--promise=weak-isr", "--json=-"]) == 0
    answers = {answer["protocol"]: answer for answer in json.loads(capsys.readouterr().out)}
    assert answers["published/kip-320"]["always kept"] == [{}]


def test_what_is_wrong_with_a_data_set_in_a_store_is_told(
    tiny: Path,
    tmp_path: Path,
    object_store: Server,
    capsys: pytest.CaptureFixture[str],
) -> None:
    command = ["matrix", f"--grid={tiny}", f"--traces={tmp_path}"]
    refused(
        [*command, "--dataset=s3://nobody/w"], "s3://nobody/w can't be written: there is no bucket", capsys
    )
    refused(
        [*command, "--dataset=hdfs://name/d"],
        "hdfs://name/d can't be used: write s3://bucket/prefix, or",
        capsys,
    )
    refused(["query", "s3://bucket"], "s3://bucket can't be used", capsys)
    refused(["query", PLACE], f"{PLACE} has no results: ", capsys)
    matrix(tiny, tmp_path, f"--dataset={PLACE}")
    capsys.readouterr()
    refused([*command, f"--dataset={PLACE}"], "go on with --resume", capsys)
    one = min(object_store.below(f"{ROOT}protocol="))
    kept = object_store.objects[one]
    object_store.objects[one] = kept[:-9]
    refused(["query", PLACE], f"s3://{BUCKET}/{one} can't be read, and is damaged: ", capsys)
    object_store.objects[one] = kept
    object_store.fails = lambda method, name: method == "GET" and name.endswith(".parquet")
    refused(["query", PLACE], f"s3://{BUCKET}/{one} can't be read: ", capsys)
    object_store.fails = lambda method, name: method == "PUT" and name.endswith(".parquet")
    del object_store.objects[one]
    assert cli.main([*command, f"--dataset={PLACE}", "--resume"]) == 2
    assert f"tidemark: the data set {PLACE} can't be written: no answer from " in capsys.readouterr().err
    object_store.fails = lambda method, name: False
    object_store.objects[f"{ROOT}notes.txt"] = b"mine"
    refused([*command, f"--dataset={PLACE}", "--resume"], "has notes.txt in it", capsys)
