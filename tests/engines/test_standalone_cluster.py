"""A standalone cluster on the loopback: a master and two workers, whose executors Tidemark is sent to."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.logs import unpack_archive
from tidemark.base import signals
from tidemark.checker.engines.spark import session

pytestmark = [pytest.mark.spark, pytest.mark.slow]
ROOT = Path(__file__).parents[2]
DEPLOY = "org.apache.spark.deploy"
GRID = """
promises = ["acknowledged-survives"]
protocols = ["kafka/0.10.2"]
bounds = { log-size = 1, records = 1, max-epoch = 2, consumers = "no" }

[axes.faults]
"a process crashes" = { crashes = 1 }
"""
SPACE = (
    "check published/kip-320 --replicas 3 --log-size 2 --records 2 --max-epoch 1 --keep-going --handover 100"
)


@dataclass(frozen=True)
class Cluster:
    """address: of its master. log: what the master writes. folder: where commands run."""

    address: str
    log: Path
    folder: Path

    def count(self, text: str) -> int:
        """How often the master has said something."""
        return self.log.read_text(errors="replace").count(text)

    def wait_for(self, text: str, times: int = 1) -> None:
        """Wait until the master has said something so often."""
        while self.count(text) < times:
            time.sleep(0.05)

    @contextmanager
    def tidemark(self, words: str, *settings: str) -> Iterator[subprocess.Popen[str]]:
        """A command whose executors are this cluster's. It is ended if it has not."""
        conf = " ".join(f"--conf {setting}" for setting in ("spark.executor.memory=512m", *settings))
        environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "PYSPARK_PYTHON": sys.executable,
            "PYSPARK_SUBMIT_ARGS": f"{conf} pyspark-shell",
        }
        command = [
            sys.executable,
            "-m",
            "tidemark",
            *words.split(),
            "--engine",
            "spark",
            "--master",
            self.address,
        ]
        process = subprocess.Popen(
            command,
            cwd=self.folder,
            env=environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        try:
            yield process
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGINT)
            process.communicate()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


@contextmanager
def daemon(log: Path, name: str, *words: str) -> Iterator[None]:
    """Start a part of the cluster, and end it. log: what it writes."""
    from pyspark.find_spark_home import _find_spark_home

    environment = {**os.environ, "JAVA_HOME": session.java_home(), "SPARK_LOCAL_IP": "127.0.0.1"}
    command = [f"{_find_spark_home()}/bin/spark-class", f"{DEPLOY}.{name}", "--host", "127.0.0.1", *words]
    with log.open("wb") as output:
        process = subprocess.Popen(command, env=environment, stdout=output, stderr=output)
    try:
        yield
    finally:
        process.terminate()
        process.wait()


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    port = free_port()
    address = f"spark://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as name:
        made = Cluster(address, Path(name) / "master.log", Path(name) / "here")
        made.folder.mkdir()
        prepare(made.folder)
        words = ["--cores", "1", "--memory", "1g", "--webui-port", "0", "--work-dir", f"{name}/work", address]
        with daemon(made.log, "master.Master", "--port", str(port), "--webui-port", "0"):
            made.wait_for("New state: ALIVE")
            with (
                daemon(Path(name) / "one.log", "worker.Worker", *words),
                daemon(Path(name) / "other.log", "worker.Worker", *words),
            ):
                made.wait_for("Registering worker", 2)
                yield made


def prepare(folder: Path) -> None:
    """Write a grid, a model with a log and its map, and the data directories of brokers."""
    (folder / "grid.toml").write_text(GRID)
    page = (ROOT / "docs/validate.md").read_text(encoding="utf-8")
    for name in ("lock.py", "map.py"):
        (code,) = re.findall(rf"```python\n(# {name}\n.*?)```", page, re.S)
        (folder / name).write_text(code)
    events = [{"at": k, "host": "a", "event": "granted", "client": "web-7", "lease": 41} for k in (1,)]
    for name in ("first", "second"):
        (folder / f"{name}.jsonl").write_text("".join(f"{json.dumps(event)}\n" for event in events))
    unpack_archive("every-kind", folder)


@pytest.mark.parametrize(
    ("words", "status", "said", "group"),
    [
        (SPACE, 0, "39,619", "search"),
        ("fuzz published/kip-101 --seconds 3", 1, "violated", "fuzz"),
        ("matrix --grid grid.toml --dataset kept", 0, "kafka/0.10.2", "matrix"),
        ("audit every-kind/broker-1", 0, "nothing is wrong", "audit"),
        ("validate lock.py first.jsonl second.jsonl --map map.py --each", 0, "2", "log"),
    ],
)
def test_every_command_runs_there_under_the_names_that_it_was_given(
    words: str, status: int, said: str, group: str, cluster: Cluster, tmp_path: Path
) -> None:
    settings = ["spark.eventLog.enabled=true", "spark.eventLog.compress=false", "spark.app.name=mine"]
    settings.append(f"spark.eventLog.dir={tmp_path}")
    with cluster.tidemark(words, *settings) as command:
        out, err = command.communicate()
    assert command.returncode == status, out + err
    assert said in out
    events = [json.loads(line) for log in tmp_path.rglob("events_*") for line in log.read_text().splitlines()]
    (start,) = [event for event in events if event["Event"] == "SparkListenerApplicationStart"]
    assert start["App Name"] == "mine"
    jobs = [event["Properties"] for event in events if event["Event"] == "SparkListenerJobStart"]
    assert {job["spark.jobGroup.id"] for job in jobs} == {"tidemark start", f"tidemark {group}"}
    assert all(job["spark.job.description"] for job in jobs)


def test_a_search_goes_on_when_an_executor_is_killed(cluster: Cluster) -> None:
    before = cluster.count("Launching executor")
    with cluster.tidemark(SPACE) as command:
        cluster.wait_for("Launching executor", before + 2)
        killed = False
        while not killed and command.poll() is None:
            killed = kill_one("CoarseGrainedExecutorBackend")
        out, err = command.communicate()
    assert killed
    assert command.returncode == 0, out + err
    assert "39,619" in out


def kill_one(name: str) -> bool:
    """Kill a process below this one whose command names something; whether there was one."""
    for process_id in signals.descendants():
        try:
            words = Path(f"/proc/{process_id}/cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if any(word.endswith(name.encode()) for word in words):
            os.kill(process_id, signal.SIGKILL)
            return True
    return False


def test_the_time_limit_counts_while_a_full_cluster_is_waited_for(cluster: Cluster) -> None:
    before = cluster.count("Launching executor")
    with cluster.tidemark("fuzz published/kip-101 --seconds 600"):
        cluster.wait_for("Launching executor", before + 2)
        with cluster.tidemark(f"{SPACE} --seconds 8") as second:
            out, err = second.communicate()
    assert second.returncode == 3, out + err
    assert "waiting for spark://127.0.0.1" in err, out + err
    assert "unknown" in out
