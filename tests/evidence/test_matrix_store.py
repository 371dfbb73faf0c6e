"""The data set of a grid in an object store: the table that a directory gives, cell by cell, and each failure told."""

import json
from pathlib import Path

import pytest

from tests.evidence.test_matrix import TINY, matrix, verdicts
from tests.support.object_store import BUCKET, Server
from tests.support.refusal import refused
from tidemark.checker import cli

PLACE, ROOT = f"s3://{BUCKET}/the grid", "the grid/"


@pytest.fixture
def server(object_store: Server) -> Server:
    return object_store


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.toml"
    path.write_text(TINY)
    return path


@pytest.mark.parametrize("engine", ["native", pytest.param("spark", marks=pytest.mark.spark)])
def test_a_grid_in_a_store_is_resumed_and_asked(
    engine: str,
    tiny: Path,
    tmp_path: Path,
    server: Server,
    capsys: pytest.CaptureFixture[str],
) -> None:
    how = [f"--engine={engine}", *(["--master=local[2]"] if engine == "spark" else [])]
    expected = verdicts(matrix(tiny, tmp_path))
    assert verdicts(matrix(tiny, tmp_path, *how, f"--dataset={PLACE}")) == expected
    cells = server.below(f"{ROOT}protocol=")
    assert len(cells) == 8
    lost = min(cells)
    del server.objects[lost]
    server.asked.clear()
    resumed = matrix(tiny, tmp_path, *how, f"--dataset={PLACE}", "--resume")
    assert verdicts(resumed) == expected
    assert [name for method, name in server.asked if method == "PUT" and "protocol=" in name] == [lost]
    assert [*server.below(f"{ROOT}protocol=")] == [*cells]
    capsys.readouterr()
    assert cli.main(["query", PLACE, "--promise=weak-isr", "--json=-"]) == 0
    answers = {answer["protocol"]: answer for answer in json.loads(capsys.readouterr().out)}
    assert answers["published/kip-320"]["always kept"] == [{}]


def test_what_is_wrong_with_a_data_set_in_a_store_is_told(
    tiny: Path,
    tmp_path: Path,
    server: Server,
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
    refused(["query", "s3://bucket"], "s3://bucket can't be used: write s3://bucket/prefix, or", capsys)
    refused(["query", PLACE], f"{PLACE} has no results: ", capsys)
    matrix(tiny, tmp_path, f"--dataset={PLACE}")
    capsys.readouterr()
    refused([*command, f"--dataset={PLACE}"], "go on with --resume", capsys)
    one = min(server.below(f"{ROOT}protocol="))
    kept = server.objects[one]
    server.objects[one] = kept[:-9]
    refused(["query", PLACE], f"s3://{BUCKET}/{one} can't be read, and is damaged: ", capsys)
    server.objects[one] = kept
    server.fails = lambda method, name: method == "GET" and name.endswith(".parquet")
    refused(["query", PLACE], f"s3://{BUCKET}/{one} can't be read: ", capsys)
    server.fails = lambda method, name: method == "PUT" and name.endswith(".parquet")
    del server.objects[one]
    assert cli.main([*command, f"--dataset={PLACE}", "--resume"]) == 2
    assert f"tidemark: the data set {PLACE} can't be written: no answer from " in capsys.readouterr().err
    server.fails = lambda method, name: False
    server.objects[f"{ROOT}notes.txt"] = b"mine"
    refused([*command, f"--dataset={PLACE}", "--resume"], "has notes.txt in it, which is no result", capsys)
