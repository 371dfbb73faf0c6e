"""What drives real brokers, without any: jars, processes, the wire, the proxies, and what is on a disk."""

from __future__ import annotations

import os
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from kafka.protocol.consumer.fetch import FetchRequest
from kafka.protocol.metadata import ApiVersionsResponse
from kafka.record import MemoryRecords

from tests.support.logs import batch
from tests.support.processes import wait_for_end
from tidemark.base.errors import UsageError
from tidemark.checker import cli
from tidemark.real.brokers import jars, processes, wire
from tidemark.real.brokers.disk import Disk
from tidemark.real.brokers.processes import NoAnswer, Workplace, free_ports, wait_for
from tidemark.real.brokers.proxy import Gate, Proxy
from tidemark.real.brokers.transactional_client import CLIENT, REQUESTS
from tidemark.real.brokers.wire import FETCH, PartitionState
from tidemark.real.storage.batches import CONTROL, TRANSACTIONAL

# Jars.


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user without any jars, and a Maven that writes the one jar that a test puts into `jar`."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    tools = tmp_path / "bin"
    tools.mkdir()
    (tools / "java").write_text("#!/bin/sh\n")
    (tools / "mvn").write_text(
        '#!/bin/sh\n[ -f "$TEST_JAR" ] || { echo "[ERROR] no route to anywhere"; exit 1; }\n'
        'for word in "$@"; do case $word in -DoutputDirectory=*) mkdir -p "${word#*=}"; cp "$TEST_JAR" "${word#*=}";;'
        " esac; done\n"
    )
    for tool in tools.iterdir():
        tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tools}:/usr/bin:/bin")
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("TEST_JAR", str(tmp_path / "kafka.jar"))
    return tmp_path


def test_a_release_that_is_not_here_says_how_to_get_it(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(UsageError, match=r"run `tidemark kafka fetch 2\.1\.1`"):
        jars.jars("2.1.1")
    assert cli.main(["kafka", "fetch", "2.1.1"]) == 2
    assert "Maven could not fetch Kafka 2.1.1: [ERROR] no route to anywhere" in capsys.readouterr().err
    monkeypatch.setenv("PATH", "/nowhere")
    assert cli.main(["kafka", "fetch", "2.1.1"]) == 2
    assert "sudo apt-get install maven" in capsys.readouterr().err


def test_what_is_not_as_pinned_is_not_kept(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "kafka.jar").write_text("not Kafka")
    with pytest.raises(UsageError, match="SHA-256"):
        jars.fetch("2.1.1")
    assert list((home / "cache/tidemark/kafka").iterdir()) == []
    pinned = jars.Release("2.1.1", "kafka_2.12", jars.digest(home))
    monkeypatch.setattr(jars, "releases", lambda: {"2.1.1": pinned})
    assert [jar.name for jar in jars.fetch("2.1.1").folder.iterdir()] == ["kafka.jar"]
    (home / "kafka.jar").unlink()
    assert jars.fetch("2.1.1") == pinned  # nothing is fetched again
    assert [jar.name for jar in jars.jars("2.1.1")] == ["kafka.jar"]


def test_what_comes_alone_brings_nothing_else() -> None:
    project = jars._project(jars.release("4.3.1"))
    (tools,) = [part for part in project.split("</dependency>") if "kafka-tools" in part]
    assert jars.ALONE in tools
    assert project.count(jars.ALONE) == 1


def other_content(jar: Path) -> None:
    jar.write_bytes(jar.read_bytes() + b"!")


def same_size_and_time(jar: Path) -> None:
    before = jar.stat()
    jar.write_bytes(b"X" * before.st_size)
    os.utime(jar, ns=(before.st_atime_ns, before.st_mtime_ns))


def link(jar: Path) -> None:
    jar.rename(jar.with_name("away"))
    jar.symlink_to(jar.with_name("away"))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (other_content, "have the SHA-256"),
        (same_size_and_time, "have the SHA-256"),
        (lambda jar: jar.with_name("a.jar").write_text("more"), "have the SHA-256"),
        (lambda jar: jar.rename(jar.with_name("b.jar")), "have the SHA-256"),
        (link, "kafka.jar is no file"),
        (lambda jar: jar.chmod(0o666), "other users may change"),
        (lambda jar: jar.parent.chmod(0o777), "other users may change"),
        (lambda jar: jar.unlink(), "is not here yet"),
    ],
)
def test_jars_that_were_changed_are_not_run_and_are_fetched_again(
    change: Callable[[Path], object], said: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "kafka.jar").write_text("Kafka")
    pinned = jars.Release("2.1.1", "kafka_2.12", jars.digest(home))
    monkeypatch.setattr(jars, "releases", lambda: {"2.1.1": pinned})
    (jar,) = jars.fetch("2.1.1").folder.iterdir()
    assert jars.jars("2.1.1") == [jar]
    change(jar)
    with pytest.raises(UsageError, match=said) as caught:
        jars.jars("2.1.1")
    assert "`tidemark kafka fetch 2.1.1`" in str(caught.value)
    jars.fetch("2.1.1")
    assert jars.jars("2.1.1") == [jar]
    assert [path.name for path in jar.parent.parent.iterdir()] == ["2.1.1"]


def test_an_unknown_release_gets_the_nearest_one() -> None:
    with pytest.raises(UsageError, match=r"did you mean 2\.8\.2"):
        jars.release("2.8.9")


# Processes.


@pytest.fixture
def sleeper(home: Path) -> Path:
    """A `java` that lives until it is ended, and says so when that is by SIGTERM."""
    java = home / "bin/java"
    java.write_text("#!/bin/sh\ntrap 'echo bye; exit 0' TERM\necho up\nwhile :; do sleep 0.05; done\n")
    return java


def test_processes_end_with_their_workplace_and_leave_nothing(sleeper: Path) -> None:
    with Workplace() as place:
        one, other = (place.start(name, [], "Main") for name in ("one", "other"))
        wait_for("both", lambda: "up" in one.text() and "up" in other.text())
        one.stop()
        assert one.text() == "up\nbye\n"
        with pytest.raises(NoAnswer, match="one ended unexpectedly: bye"):
            one.require_up()
        other.pause()
        folder, pid = place.path, other.pid
    assert not folder.exists()
    wait_for_end(pid)


def test_directories_are_kept_where_one_asks_and_never_mixed(sleeper: Path, tmp_path: Path) -> None:
    with Workplace(tmp_path / "kept") as place:
        place.start("one", [], "Main").kill()
    assert (tmp_path / "kept/one/out").exists()
    with pytest.raises(UsageError, match="is not empty"):
        Workplace(tmp_path / "kept")


def test_a_program_has_its_temporary_files_in_its_own_folder() -> None:
    with Workplace() as place:
        one = place.start("one", [], "-XshowSettings:properties", "-version")
        wait_for("its end", lambda: not one.is_up())
        assert f"java.io.tmpdir = {place.path}/one\n" in one.text()


def test_what_a_killed_program_leaves_is_removed_by_the_next_one(
    sleeper: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    child = subprocess.Popen(
        [sys.executable, "-c", f"""
import sys; sys.path.insert(0, {str(Path(__file__).parents[3])!r})
from tidemark.real.brokers.processes import Workplace
import time
place = Workplace()
process = place.start("one", [], "Main")
print(process.pid, flush=True)
time.sleep(600)
"""],
        stdout=subprocess.PIPE,
        text=True,
    )  # fmt: skip
    assert child.stdout
    grandchild = int(child.stdout.readline())
    child.send_signal(signal.SIGKILL)
    child.communicate()
    wait_for_end(grandchild)
    (abandoned,) = tmp_path.glob(f"{processes.PREFIX}*")
    with Workplace() as place:
        assert not abandoned.exists()
        with Workplace():
            assert place.path.exists()  # somebody holds it


def test_ports_are_free_and_different() -> None:
    ports = free_ports(20)
    assert len(set(ports)) == 20
    assert not any(processes.listens(port) for port in ports)


# The wire.


def test_a_record_is_as_kafka_python_reads_it() -> None:
    for magic in (1, 2):
        (record,) = MemoryRecords(wire.record("m0", magic)).next_batch()
        assert (record.offset, record.value) == (0, b"m0")


@pytest.mark.parametrize("version", [0, 1, 2, 3])
def test_api_versions_are_as_kafka_python_reads_them(version: int) -> None:
    found = ApiVersionsResponse.decode(wire.api_versions_answer(version), version=version)
    assert {one.api_key: (one.min_version, one.max_version) for one in found.api_keys} == {
        wire.API_VERSIONS: (0, 3),
        wire.ALTER_PARTITION: (0, 0),
    }


def test_an_isr_that_a_leader_asks_for_is_read() -> None:
    isr = b"\x03" + struct.pack(">ii", 0, 2)
    partition = b"\x02" + struct.pack(">ii", 0, 7) + isr + struct.pack(">i", 4) + b"\0"
    body = struct.pack(">iq", 2, 9) + b"\x02\x03t0" + partition + b"\0\0"
    frame = struct.pack(">hhih", wire.ALTER_PARTITION, 0, 1, 3) + b"abc" + b"\0" + body
    assert wire.read_alter_partition(frame) == PartitionState(2, 7, (0, 2), 4)


def fetch(replica: int, version: int, client: str = "0") -> bytes:
    request = FetchRequest(
        version=version, replica_id=replica, max_wait_ms=1, min_bytes=1, max_bytes=9, topics=[]
    )
    request.with_header(5, client)
    found: bytes = request.encode(header=True)
    return found


@pytest.mark.parametrize(
    ("frame", "follower"),
    [(fetch(1, 3), 1), (fetch(-1, 3), None), (fetch(1, 12, "broker-2-fetcher-0"), 2), (fetch(1, 12), 0)],
)
def test_a_follower_is_known_by_its_client_id_or_by_its_fetch(frame: bytes, follower: int | None) -> None:
    head = wire.head_of(frame)
    assert (head.api, head.number, head.follower) == (FETCH, 5, follower)


def test_a_fetch_that_only_forgets_is_known() -> None:
    """It ends that the topic `t` is part of the session, and asks for nothing."""
    forgotten = FetchRequest.ForgottenTopic(version=8, topic="t", partitions=[0])
    for data, expected in (([forgotten], True), ([], False)):
        request = FetchRequest(version=8, replica_id=1, topics=[], forgotten_topics_data=data)
        request.with_header(5, "broker-1-fetcher-0")
        frame = request.encode(header=True)
        assert wire.forgets(wire.head_of(frame), frame) is expected
    assert not wire.forgets(wire.head_of(fetch(1, 3)), fetch(1, 3))


# The proxies.


class Leader:
    """A broker that answers each request with its own number and a byte."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self.requests: list[bytes] = []
        self.may_answer = threading.Event()
        self.may_answer.set()
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            connection, _ = self._listener.accept()
            threading.Thread(target=self._answer, args=(connection,), daemon=True).start()

    def _answer(self, connection: socket.socket) -> None:
        with connection:
            for frame in wire.frames(connection):
                self.requests.append(frame)
                self.may_answer.wait()
                connection.sendall(wire.with_length(frame[4:8] + b"!"))


@pytest.fixture
def link() -> Iterator[tuple[Gate, Leader, socket.socket]]:
    """A gate, a leader numbered 0 behind a proxy, and the connection of a follower to it."""
    gate, leader = Gate(), Leader()
    proxy = Proxy(gate, 0, leader.port)
    with socket.create_connection(("127.0.0.1", proxy.port)) as follower:
        follower.settimeout(60)
        yield gate, leader, follower
    gate.cut_all()
    proxy.close()


def test_a_request_and_its_answer_wait_until_they_are_let_go(
    link: tuple[Gate, Leader, socket.socket],
) -> None:
    gate, leader, follower = link
    follower.sendall(wire.with_length(fetch(1, 3)))
    request = gate.request(1, 0)
    assert (request.api, request.head.number, leader.requests) == (FETCH, 5, [])
    gate.release(request)
    answer = gate.answer(request)
    assert len(leader.requests) == 1
    gate.release(answer)
    assert next(wire.frames(follower)) == struct.pack(">i", 5) + b"!"


def test_what_is_free_passes_and_what_waited_too(link: tuple[Gate, Leader, socket.socket]) -> None:
    gate, _, follower = link
    follower.sendall(wire.with_length(fetch(1, 3)))
    gate.request(1, 0)
    gate.set_free(FETCH, 1, 0)
    assert next(wire.frames(follower)) == struct.pack(">i", 5) + b"!"
    follower.sendall(wire.with_length(fetch(1, 3)))
    assert next(wire.frames(follower)) == struct.pack(">i", 5) + b"!"
    gate.set_free(FETCH, 1, 0, free=False)
    follower.sendall(wire.with_length(fetch(1, 3)))
    assert gate.request(1, 0)


def test_an_answer_that_comes_when_its_link_is_free_passes(link: tuple[Gate, Leader, socket.socket]) -> None:
    gate, leader, follower = link
    leader.may_answer.clear()
    follower.sendall(wire.with_length(fetch(1, 3)))
    gate.release(gate.request(1, 0))
    wait_for("the request", lambda: leader.requests)
    gate.set_free(FETCH, 1, 0)
    leader.may_answer.set()
    assert next(wire.frames(follower)) == struct.pack(">i", 5) + b"!"


def test_a_cut_connection_drops_what_waits(link: tuple[Gate, Leader, socket.socket]) -> None:
    gate, leader, follower = link
    follower.sendall(wire.with_length(fetch(1, 3)))
    request = gate.request(1, 0)
    gate.cut(1)
    assert follower.recv(1) == b""
    assert gate.held(1, 0) is None
    gate.release(request)  # goes nowhere
    with pytest.raises(NoAnswer):
        gate.answer(request, patience=0.05)
    assert leader.requests == []


def test_a_request_that_was_given_up_can_still_arrive(link: tuple[Gate, Leader, socket.socket]) -> None:
    gate, leader, follower = link
    follower.sendall(wire.with_length(fetch(1, 3)))
    request = gate.request(1, 0)
    gate.abandon(request)
    assert follower.recv(1) == b""
    gate.release(request)
    gate.drop(gate.answer(request).pair)
    assert len(leader.requests) == 1


@pytest.mark.parametrize("api", REQUESTS.values())
def test_the_first_copy_of_a_caught_request_arrives_after_the_second(
    link: tuple[Gate, Leader, socket.socket], api: int
) -> None:
    """A client is numbered by its client id. Its connection ends, and it sends the request again over another one."""
    gate, leader, first = link
    proxy = first.getpeername()
    gate.set_free(api, CLIENT, 0)
    gate.catch(api, CLIENT)
    assert gate.caught(api, CLIENT) is None
    first.sendall(wire.with_length(of_client(api, number=1)))
    caught = wait_for("the first copy", lambda: gate.caught(api, CLIENT))
    first.shutdown(socket.SHUT_WR)
    assert first.recv(1) == b""
    with socket.create_connection(proxy) as second:
        second.settimeout(60)
        second.sendall(wire.with_length(of_client(api, number=2)))
        assert next(wire.frames(second)) == struct.pack(">i", 2) + b"!"
        assert not caught.pair.has_answered(caught.head)
        gate.release(caught)
        wait_for("the answer to the first copy", lambda: caught.pair.has_answered(caught.head))
    assert [wire.head_of(request).number for request in leader.requests] == [2, 1]
    assert gate.caught(api, CLIENT) is None


def of_client(api: int, number: int) -> bytes:
    client = str(CLIENT).encode()
    return struct.pack(">hhih", api, 1, number, len(client)) + client


# Disks.


def test_a_marker_of_a_transaction_is_shown_as_what_it_is(tmp_path: Path) -> None:
    disk = Disk(tmp_path, "t")
    disk.partition.mkdir()
    ended = batch(0, 0, [(b"\0\0\0\1", b"\0\0\0\0\0\0")], 0, attributes=TRANSACTIONAL | CONTROL)
    (disk.partition / "00000000000000000000.log").write_bytes(ended)
    assert [record.value for record in disk.records()] == ["commit"]


def test_checkpoints_are_read_and_set_back(tmp_path: Path) -> None:
    disk = Disk(tmp_path, "t")
    assert (disk.records(), disk.high_watermark(), disk.epochs()) == ([], None, {})
    (tmp_path / "replication-offset-checkpoint").write_text("0\n2\nother 0 9\nt 0 3\n")
    disk.partition.mkdir()
    (disk.partition / "leader-epoch-checkpoint").write_text("0\n2\n0 0\n4 2\n")
    assert (disk.high_watermark(), disk.epochs()) == (3, {0: 0, 4: 2})
    disk.put_high_watermark(1)
    disk.cut_epochs(2)
    assert (disk.high_watermark(), disk.epochs()) == (1, {0: 0})
    assert (tmp_path / "replication-offset-checkpoint").read_text() == "0\n2\nother 0 9\nt 0 1\n"


def test_records_are_read_and_cut(tmp_path: Path) -> None:
    disk = Disk(tmp_path, "t")
    disk.partition.mkdir()
    log = disk.partition / f"{0:020}.log"
    one = records("m0", "m1")
    log.write_bytes(one + b"\0\0\0")  # the third record is not whole yet
    assert [(record.offset, record.value, record.epoch) for record in disk.records()] == [
        (0, "m0", -1),
        (1, "m1", -1),
    ]
    disk.cut_log(1)
    assert [record.value for record in disk.records()] == ["m0"]
    assert log.stat().st_size == len(one) // 2


def records(*values: str) -> bytes:
    """Records as a log has them: with offsets from 0 on."""
    return b"".join(struct.pack(">q", k) + wire.record(value)[8:] for k, value in enumerate(values))


def test_nothing_waits_for_ever() -> None:
    begun = time.monotonic()
    with pytest.raises(NoAnswer, match="a thing did not come"):
        wait_for("a thing", lambda: None, 0.05)
    assert time.monotonic() - begun >= 0.05
