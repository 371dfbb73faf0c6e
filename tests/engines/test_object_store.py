"""A search on Spark keeps its files in an object store: the same answers, no shared mount, and each failure told."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import pytest
from pyspark import cloudpickle
from pyspark.errors import PythonException

from tests.support.agreement import GO_ON
from tests.support.agreement import at as machine
from tests.support.object_store import BUCKET, Server
from tests.support.processes import wait_for_end
from tests.support.refusal import refused
from tests.support.spark import CLUSTER, assert_as_native, told
from tests.support.temporal import agree_on_verdict
from tidemark import impl
from tidemark.base.errors import UsageError
from tidemark.checker import cli
from tidemark.checker.engines.native import liveness as native_runs
from tidemark.checker.engines.native import search as native
from tidemark.checker.engines.spark import about_runs, jobs, liveness, session
from tidemark.checker.engines.spark import search as spark
from tidemark.checker.engines.spark.s3 import Objects
from tidemark.checker.engines.spark.workdir import Share, Workdir
from tidemark.checker.engines.store import StorageError
from tidemark.checker.engines.workdir import LOCK
from tidemark.checker.runs.results import Limits, Result

pytestmark = pytest.mark.spark

SMALL, LARGER = ("published/kip-101", "2/2/2/1"), ("published/kip-101", "2/2/2/2")
PLACE, ROOT = f"s3://{BUCKET}/a search/w", "a search/w/"
SEARCH = [
    *(
        "check",
        "published/kip-101",
        "--replicas=2",
        "--log-size=2",
        "--records=2",
        "--max-epoch=1",
        "--keep-going",
    ),
    *(f"--promise={promise.name}" for promise in machine(*SMALL).promises),
    *("--engine=spark", f"--workdir={PLACE}"),
]
CHECK = [*SEARCH, "--master=local[1]", "--handover=1000000"]


@pytest.fixture
def server(object_store: Server) -> Server:
    return object_store


def searched(limits: Limits = GO_ON, at: tuple[str, str] = SMALL, **how: Any) -> Result:
    """A search, by default in this process alone."""
    return spark.search(machine(*at), limits, **{"workdir": PLACE, "handover": 10**9, **how})


def test_a_search_is_stopped_and_resumed_to_the_same_answers(server: Server) -> None:
    stopped = searched(Limits(max_states=500, keep_going=True))
    assert not stopped.complete
    server.objects[f"{ROOT}runs/0019-0019-0000000000000000-64-half"] = b"half written"
    found = searched(resume=True, workdir=PLACE.replace("s3:", "s3a:") + "/")
    assert_as_native(found, *SMALL)
    assert f"{ROOT}runs/0019-0019-0000000000000000-64-half" not in server.objects
    assert f"{ROOT}{LOCK}" not in server.objects
    server.asked.clear()
    assert told(searched(resume=True)) == told(found)
    assert not [name for method, name in server.asked if method == "GET" and "/runs/" in name]


class Machines:
    """Machines that share nothing, and work on the tasks of a job in turn: each has a folder that no other sees."""

    def __init__(self, folders: list[Path]) -> None:
        self.folders, self.jobs = folders, 0

    @contextmanager
    def session(self, *_: Any) -> Iterator[None]:
        yield None

    def at(self, number: int, work: Callable[..., Any], *arguments: Any) -> Any:
        """What a task gives. number: says which machine it runs on."""
        folder = self.folders[(number + self.jobs) % len(self.folders)]
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("SPARK_LOCAL_DIRS", f"{folder},/nowhere")
            found = cloudpickle.loads(cloudpickle.dumps(work))(*arguments)
            return found if isinstance(found, str) else list(found)

    def run(self, _: None, items: Sequence[Any], work: Callable[[Any], Iterator[str]]) -> list[str]:
        self.jobs += 1
        return [text for number, item in enumerate(items) for text in self.at(number, work, item)]

    def exchange(
        self, _: None, items: Sequence[Any], send: Callable[..., Any], receive: Callable[..., str]
    ) -> list[str]:
        sent = [block for number, item in enumerate(items) for block in self.at(number, send, item)]
        self.jobs += 1
        return [
            self.at(part, receive, part, [block[1:] for block in sent if block[0] == part])
            for part in range(len(items))
        ]


@pytest.fixture
def machines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machines:
    found = Machines([tmp_path / name for name in "abc"])
    monkeypatch.setattr(session, "open_session", found.session)
    monkeypatch.setattr(spark, "require_executors", lambda *_: None)
    monkeypatch.setattr(jobs, "describe", lambda *_: nullcontext())
    for name in ("run", "exchange"):
        monkeypatch.setattr(jobs, name, getattr(found, name))
    monkeypatch.setattr(jobs, "cores", lambda _: 4)
    return found


def copies(folder: Path) -> set[str]:
    """The copies that a machine has, by their names."""
    return {"/".join(path.parts[-2:]) for path in folder.glob("tidemark-*/*/*")}


def test_machines_share_nothing_but_the_objects(server: Server, machines: Machines) -> None:
    found = searched(at=LARGER, handover=0)
    assert_as_native(found, *LARGER)
    kept = {name.removeprefix(ROOT) for name in server.below(f"{ROOT}runs/0")}
    assert len(kept) > 3
    for folder in machines.folders:
        assert 1 < len(copies(folder)) < 2 * len(kept)  # what no level has is not kept until the end
    sent = [name for method, name in server.asked if method == "PUT" and "/runs/0" in name]
    assert len(sent) == len(set(sent)) > len(kept)
    assert not [
        name for method, name in server.asked if method == "GET" and ("/level-" in name or "/index-" in name)
    ]


def test_promises_about_runs_need_no_mount(
    server: Server, machines: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(liveness, "FULL_PART", 8)
    votes = impl.protocol("votes/votes-again").machine({"servers": 2})
    votes = votes.with_promises("led-again", "can-be-led")
    found = about_runs.check(votes, workdir=PLACE, handover=0)
    for name, verdict in native_runs.check(votes).promises.items():
        agree_on_verdict(name, verdict, found.promises[name])
    assert found.promises["led-again"].verdict == "violated"
    assert {name for method, name in server.asked if method == "PUT" and "/graph/1-round2-1" in name}
    assert not server.below(f"{ROOT}graph/0")
    assert not [one for one in server.objects if one.endswith(".npy")]
    for folder in machines.folders:
        rounds = {name for name in copies(folder) if "round" in name}
        assert rounds
        assert all(name.startswith("graph/2-") for name in rounds)


def test_a_store_is_sent_without_what_only_the_driver_has(server: Server, tmp_path: Path) -> None:
    store = Objects.of(PLACE, tmp_path)
    there = pickle.loads(pickle.dumps(store))
    assert there == store
    assert (there.driver, store.driver) == (None, tmp_path)
    assert "a-secret" not in repr(there)


def test_a_large_object_is_sent_in_parts_and_fetched_whole(server: Server, tmp_path: Path) -> None:
    content = os.urandom(11 << 20)
    Objects.of(PLACE, tmp_path / "here").write("runs/large", content)
    assert [method for method, _ in server.asked].count("PUT") > 1
    assert Objects.of(PLACE, tmp_path / "there").local("runs/large").read_bytes() == content


def test_a_copy_that_is_being_made_is_not_given_up(server: Server, tmp_path: Path) -> None:
    store, name = Objects.of(PLACE, tmp_path), "runs/0001-0001-0000000000000000-64-0123456789ab"
    server.objects[f"{ROOT}{name}"] = b"all of it"
    gone: list[str] = []

    def given_up(method: str, asked: str) -> bool:
        if method == "GET":
            Workdir(store).remove_stale(Share(0, []), 1)  # as another task on the machine does meanwhile
            gone.append(asked)
        return False

    server.fails = given_up
    assert store.local(name).read_bytes() == b"all of it"
    assert gone
    Workdir(store).remove_stale(Share(0, []), 1)
    assert not copies(tmp_path)


def resumption(server: Server, capsys: pytest.CaptureFixture[str], fragment: str) -> None:
    """A resumed search is refused in one line, and nothing is lost."""
    before = dict(server.objects)
    refused([*CHECK, "--resume"], fragment, capsys)
    assert {name: content for name, content in server.objects.items() if name[-1] != "/"} == {
        name: content for name, content in before.items() if name[-1] != "/"
    }


STOPPED: dict[str, bytes] = {}
"""The objects of a search that has finished only some levels, once a test has made it."""


@pytest.fixture
def unfinished(server: Server) -> Server:
    """A server with such a search."""
    if not STOPPED:
        searched(Limits(max_states=500, keep_going=True))
        STOPPED.update(server.objects)
    server.objects.update(STOPPED)
    return server


def cut(content: bytes) -> bytes:
    return content[:-8]


def changed(content: bytes) -> bytes:
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


def another_depth(content: bytes) -> bytes:
    return content.replace(b'"depth": 3', b'"depth": 4', 1)


@pytest.mark.parametrize(
    ("name", "damage", "expected"),
    [
        ("runs/0", cut, "bytes, and was written with"),
        ("runs/0", changed, "is damaged"),
        ("runs/0", None, "is missing: this search can't be resumed"),
        ("level-0003.json", another_depth, "is damaged, or of another version"),
        ("level-0003.json", None, "is missing: this search can't be resumed"),
        ("kernel.ll", changed, "kernel.ll is damaged"),
        ("kernel.ll", None, "kernel.ll is missing"),
        ("search.json", None, "has other files in it, and no search"),
        ("search.json", lambda _: b"\xff", "can't be read"),
        ("search.json", lambda _: b"{" * 100_000, "search.json"),
        (LOCK, lambda _: b"[]", "lock.json is damaged: if no search is at work"),
    ],
)
def test_damaged_objects_are_told(
    unfinished: Server,
    capsys: pytest.CaptureFixture[str],
    name: str,
    damage: Callable[[bytes], bytes] | None,
    expected: str,
) -> None:
    found = max(unfinished.below(f"{ROOT}{name}"), default=f"{ROOT}{name}")
    content = unfinished.objects.pop(found, b"")
    if damage:
        unfinished.objects[found] = damage(content)
    resumption(unfinished, capsys, expected)


def gone_from(method: str, words: str, before: int = 5) -> Callable[[str, str], bool]:
    """Whether the server no longer answers: once it has answered some requests of a method for such an object."""
    left, is_gone = iter(range(before)), False

    def fails(asked: str, name: str) -> bool:
        nonlocal is_gone
        is_gone = is_gone or (asked == method and words in name and next(left, None) is None)
        return is_gone

    return fails


@pytest.mark.parametrize(
    ("method", "words", "expected"),
    [
        (
            "PUT",
            "/runs/",
            "the work directory s3://bucket/a search/w can't be written: no answer from http://127.",
        ),
        (
            "PUT",
            "/level-",
            "the work directory s3://bucket/a search/w can't be written: no answer from http://127.",
        ),
        ("DELETE", "/runs/", "the work directory s3://bucket/a search/w can't be written: no answer from "),
    ],
)
def test_a_server_that_goes_away_ends_the_search_with_what_was_found(
    server: Server, method: str, words: str, expected: str
) -> None:
    server.fails = gone_from(method, words)
    found = searched()
    assert found.stopped
    assert found.stopped.startswith(expected)
    assert 0 < found.distinct_states < 1177
    assert f"{ROOT}{LOCK}" in server.objects  # its search is over, though its process is not
    server.fails = lambda *_: False
    assert_as_native(searched(resume=True), *SMALL)


def test_a_command_whose_server_goes_away_is_incomplete(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    server.fails = gone_from("PUT", "/runs/")
    assert cli.main([*(word for word in CHECK if "--promise" not in word), "--promise=weak-isr"]) == 3
    output, error = capsys.readouterr()
    assert "can't be written: no answer from http://127.0.0.1:" in " ".join(output.split())
    assert error == ""


def test_a_server_that_is_not_there_is_told(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    server.fails = lambda *_: True
    refused(CHECK, "can't be written: no answer from http://127.0.0.1:", capsys)
    with pytest.raises(StorageError, match="no answer from"):
        searched(resume=True)
    server.fails = lambda *_: False
    with pytest.raises(UsageError, match=r"^there is nothing to resume: there is no s3://bucket/a search/w$"):
        searched(resume=True)
    assert not server.objects


def test_a_task_that_can_not_reach_the_store_says_so_to_the_driver() -> None:
    @jobs._name_failures()
    def run() -> None:
        raise PythonException(
            "  File x, line 1\ntidemark.checker.engines.store.StorageError: s3://b/w can't be read: no answer\n"
        )

    with pytest.raises(StorageError, match=r"^s3://b/w can't be read: no answer$"):
        run()


@pytest.mark.parametrize(
    ("place", "variables", "expected"),
    [
        ("s3://nobody/w", {}, "there is no bucket nobody"),
        (PLACE, {"AWS_ACCESS_KEY_ID": "another"}, " denies access"),
        (PLACE, {"AWS_ENDPOINT_URL": "http://127.0.0.1:1"}, "no answer from http://127.0.0.1:1: "),
        (PLACE, {"AWS_ENDPOINT_URL": "localhost:9000"}, "is localhost:9000: write https://host:port"),
        (PLACE, {"AWS_ENDPOINT_URL": "http://[::"}, "write https://host:port"),
        ("s3://bucket", {}, "s3://bucket can't be used: write s3://bucket/prefix"),
        ("s3://bucket//w", {}, "write s3://bucket/prefix"),
        ("s3://bucket/../w", {}, "write s3://bucket/prefix"),
        ("s3://key:secret@bucket/w", {}, "write s3://bucket/prefix"),
        ("hdfs://name:8020/w", {}, "hdfs://name:8020/w can't be used: write s3://bucket/prefix, or the path"),
        ("file:///tmp/w", {}, "write s3://bucket/prefix, or the path of a directory"),
    ],
)
def test_a_place_that_can_not_be_used_is_told(
    server: Server,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    place: str,
    variables: dict[str, str],
    expected: str,
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    refused(
        [f"--workdir={place}" if word.startswith("--workdir") else word for word in CHECK], expected, capsys
    )
    assert not server.objects


@contextmanager
def other_search(server: Server, **owner: Any) -> Iterator[None]:
    """A search is at work, or was, in the place."""
    store = Objects.of(PLACE, Path())
    with store.hold_lock():
        kept = server.objects[f"{ROOT}{LOCK}"]
        changed = json.dumps({**json.loads(kept), **owner}).encode()
        server.objects[f"{ROOT}{LOCK}"] = changed
        yield
        if server.objects.get(f"{ROOT}{LOCK}") == changed:
            server.objects[f"{ROOT}{LOCK}"] = kept


def test_one_search_at_a_time_works_in_a_place(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    with other_search(server):
        line = refused(CHECK, "another search is at work in s3://bucket/a search/w", capsys)
        assert f"process {os.getpid()} on " in line
        assert line.endswith("or, if it has ended, remove s3://bucket/a search/w/lock.json\n")
    assert not server.below(ROOT + LOCK)
    with other_search(server, boot="of another machine", search="another", pid=1):
        refused(CHECK, "another search is at work in ", capsys)


def test_the_lock_of_a_process_that_has_ended_is_taken_over(server: Server) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    with other_search(server, pid=ended.pid, search="another"):
        assert_as_native(searched(), *SMALL)
    assert f"{ROOT}{LOCK}" not in server.objects


@pytest.mark.parametrize(
    ("lock", "expected"), [(None, "lock.json was removed while"), ("another", "another search is at work")]
)
def test_a_search_whose_lock_is_taken_notes_nothing_more(
    server: Server, lock: str | None, expected: str
) -> None:
    kept: dict[str, bytes] = {}

    def taken(method: str, name: str) -> bool:
        if method == "PUT" and "/runs/0007" in name and not kept:
            owner = json.loads(server.objects.pop(f"{ROOT}{LOCK}"))
            if lock:
                server.objects[f"{ROOT}{LOCK}"] = json.dumps({**owner, "search": lock}).encode()
            kept.update(server.objects)
        return False

    server.fails = taken
    with pytest.raises(UsageError, match=expected):
        searched()
    assert kept
    assert [name for name in server.objects if name not in kept and "/runs/" not in name] == []
    assert {name: server.objects[name] for name in kept} == kept


@pytest.mark.slow
def test_executors_in_processes_of_their_own_need_no_mount(server: Server) -> None:
    assert_as_native(searched(at=LARGER, master=CLUSTER, handover=0), *LARGER)


@pytest.mark.slow
def test_a_search_that_is_killed_goes_on(server: Server, tmp_path: Path) -> None:
    reached = threading.Event()
    server.fails = lambda _, name: bool("/level-0009" in name and reached.set())
    command = [sys.executable, "-m", "tidemark", *SEARCH, "--master=local[2]", "--handover=0", "--json=-"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL) as process:
        assert reached.wait(600)
        process.kill()
    wait_for_end(process.pid)
    assert f"{ROOT}{LOCK}" in server.objects
    done = subprocess.run([*command, "--resume"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    found, expected = json.loads(done.stdout), native.search(machine(*SMALL), GO_ON).as_json()
    assert found["complete"]
    for part in ("distinct_states", "generated_states", "depth"):
        assert found[part] == expected[part]
    assert {name: one["length"] for name, one in found["promises"].items()} == {
        name: one["length"] for name, one in expected["promises"].items()
    }
