"""docs/examples: what docs/findings.md tells, with Kafka's jars alone, and what a script leaves behind."""

from __future__ import annotations

import re
import signal
from pathlib import Path

import pytest

from tests.support.processes import wait_for_end
from tests.support.scripts import FOLDER, children, started
from tidemark.real.brokers.processes import wait_for

SCRIPTS = sorted(FOLDER.glob("*.java"))
RAISED, POWER, STUCK, VOTERS, LATE, EMPTY, SHARE = (
    FOLDER / f"{name}.java"
    for name in (
        "RaisedMinIsr",
        "LastKnownLeader",
        "NobodyLeads",
        "Voters",
        "LateAnswer",
        "EmptyEpoch",
        "SkippedShare",
    )
)
LOST = r"LOST: m0 was acknowledged, is on no disk, and m1 has its offset\n$"
SHOWN = {
    RAISED: [
        r"broker 0 asks for a smaller ISR: .* Shrinking ISR from ",
        r"the controller goes by 2: .* set configuration min\.insync\.replicas to 2",
        r"broker 0 goes by 1, and has its answer: .* ISR updated to 0 ",
        r"m0 is acknowledged at offset 1, \d+ ms after the change",
        r"a consumer reads the whole partition: \[first, m0\]",
        r"leader 0, ISR \[0\], ELR \[1\]; SIGTERM for broker 0",
        r"broker 1 is elected: .* Leader t-0 ",
        r"broker 0 is up again: .* Truncating to offset 1",
        r"m1 is acknowledged at offset 1; the consumer reads \[first, m1\]",
        LOST,
    ],
    POWER: [
        r"m0 is acknowledged at offset 1; a consumer reads the whole partition: \[first, m0\]",
        r"m0 is in the logs of both: true; KILL for broker 1",
        r"leader 0, ISR \[0\], ELR \[1\], last known leader \[\]",
        r"broker 1 registers, and leaves the ELR: .* Registering a new incarnation of broker 1",
        r"a loss of power, EMULATED",
        r"broker 1 has m0 in its log: true",
        r"broker 0 is elected, without m0: .* UNCLEAN partition change for t-0 ",
        r"broker 1 cuts m0 from its log: .* Truncating to offset 1",
        r"m1 is acknowledged at offset 1; the consumer reads \[first, m1\]",
        LOST,
    ],
    STUCK: [
        r"m0 is acknowledged; SIGTERM for broker 0",
        r"leader none, ISR \[\], ELR \[0\], last known leader \[0\]",
        r"the default is changed: .* name=''\) which set configuration min\.insync\.replicas to 2",
        r"brokers with a session: \[0, 1\]; on broker 0 is m0: true",
        r"the preferred leader: org\.apache\.kafka\.common\.errors\.\w+NotAvailable",
        r"leader none, ISR \[\], ELR \[\], last known leader \[\]: NOBODY LEADS",
        r"an unclean election: elected\n",
        r"leader 0, ISR \[0\], ELR \[\], last known leader \[\]; the consumer reads \[m0\]\n$",
    ],
    VOTERS: [
        r"nothing is committed: so it is",
        r"voters \[0, 1, 2\]: added by . and 2, two of the three of the NEW set, and one of the two of the old",
        r"voters \[0, 1\]: taken out by a record that is not committed, .* of the OLD set: so it is",
        r"who asked for it hears: .*TimeoutException",
        r"who asks for another change hears: .*waiting for voters to commit the latest voter change",
        r"voters \[0, 1\]: committed once voter . goes on",
        r"node 2 joined by itself, and was removed again",
        r"voters \[0, 1, 2\]: and it has joined by itself once more\n$",
    ],
    LATE: [
        r"ISR \[0, 1, 2\], logs \[f0@0, m0@0, d0@0\]\[f0@0, a0@1, b0@1\]\[f0@0, a0@1\]: broker 1 leads, and",
        r"logs \[f0@0, m0@0, d0@0\]\[f0@0, m0@0, d0@0\]\[f0@0, a0@1, d0@0\]: broker 2 has read the answer",
        r"m0 is acknowledged at offset 1; a consumer reads the partition: \[f0, m0, d0\]",
        r"ISR \[0, 1, 2\], logs (\[f0@0, m0@0, d0@0, e0@3\]){2}\[f0@0, a0@1, d0@0, e0@3\]: broker 2 leads",
        r"LOST: m0 was acknowledged, a0 has its offset; it reads \[f0, a0, d0, e0\]\n$",
    ],
    EMPTY: [
        r"leader 1, ISR \[0, 1\], epochs on broker 1: \[0 0, 1 1\]; SIGSTOP for broker 1",
        r"leader 0, epochs on broker 0: \[0 0, 2 1\]; it is moved to its other log directory",
        r"leader 0, epochs on broker 0: \[0 0\]\n",
        r"m1 with acks=all, for 20 seconds: .*Exception",
        r"meanwhile broker 1 asked in vain \d+ times: .* t-0 is out of range",
        r"leader 0, ISR \[0\]: it does not come back by itself",
        r"leader 0, ISR \[0, 1\], epochs on broker 0: \[0 0, 2 1\], on broker 1: \[0 0, 2 1\]",
        r"a consumer reads the partition: \[m0, m2, m3\]\n$",
    ],
    SHARE: [
        r"leader 0; share\.auto\.offset\.reset of the group g is latest",
        r"a member has \[m\d+.*\], and acknowledges nothing; the group's start offset is not stored\n",
        r"KILL for broker 0",
        r"leader 1; its log has \[m\d+.*\]: true",
        r"another member has \[m\d+",
        r"SKIPPED: nobody acknowledged \[m\d+.*\], and nobody gets it any more\n$",
    ],
}
BEFORE = {VOTERS: "4.2.1", LATE: "3.7.2", EMPTY: "3.9.2", SHARE: "4.2.1"}
"""Besides 4.3.1, a release on which a script shows the same; 4.1.2 if nothing is said."""
TRIED = [(script, version) for script in SHOWN for version in (BEFORE.get(script, "4.1.2"), "4.3.1")]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_it_is_short_and_uses_kafka_alone(script: Path) -> None:
    text = script.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 150
    names = re.findall(r"^import (.*);", text, re.M)
    assert [
        name for name in names if not name.startswith(("java.", "org.apache.", "kafka.", "com.sun.jdi."))
    ] == []
    assert set(re.findall(r"org\.apache\.(\w+)", text)) - {"log4j"} <= {"kafka"}
    assert "127.0.0.1" in text or not re.search(r"Socket|bootstrap|listeners", text), (
        "it stays on this machine"
    )
    assert "0.0.0.0" not in text


@pytest.mark.brokers
@pytest.mark.parametrize(
    ("script", "version"), TRIED, ids=[f"{script.stem}-{version}" for script, version in TRIED]
)
def test_it_shows_what_it_says_and_leaves_nothing(script: Path, version: str, tmp_path: Path) -> None:
    with started(script, version, tmp_path) as process:
        out, _ = process.communicate()
    assert process.returncode == 0, out
    assert f"Kafka {version}" in out
    assert re.search(".*".join(SHOWN[script]), out, re.S), out  # in this order
    assert not children(tmp_path)
    assert not list(tmp_path.iterdir())


@pytest.mark.brokers
@pytest.mark.parametrize("version", ["3.7.2", "4.3.1"])
def test_a_late_answer_of_a_later_epoch_is_refused_with_kafka_18723(version: str, tmp_path: Path) -> None:
    """Broker 0 takes m0 and d0 when it leads again: three lines of the script are moved."""
    text = LATE.read_text(encoding="utf-8")
    begin, end = text.index("        var m0 = "), text.index("        held.addAll(")
    taken, then = text[begin:end], '        has(1, "d0");\n'
    assert taken.count("\n") == 3
    assert text.count(then) == 1
    script = tmp_path / LATE.name
    script.write_text(text.replace(taken, "").replace(then, taken + then), encoding="utf-8")
    with started(script, version, tmp_path) as process:
        out, _ = process.communicate()
    lost = r"LOST: m0 was acknowledged, a0 has its offset; it reads \[f0, a0, d0, e0\]\n$"
    kept = r"not lost; it reads \[f0, m0, d0, e0\]\n$"
    assert re.search(lost if version == "3.7.2" else kept, out), out
    assert ("[f0@0, a0@1, d0@2]: broker 2 has read" in out) == (version == "3.7.2")


@pytest.mark.brokers
@pytest.mark.parametrize("script", SHOWN, ids=lambda script: script.stem)
def test_interrupted_it_leaves_nothing(script: Path, tmp_path: Path) -> None:
    with started(script, "4.3.1", tmp_path) as process:
        running = wait_for("nodes", lambda: found if len(found := children(tmp_path)) >= 3 else None, 600)
        process.send_signal(signal.SIGINT)
        assert process.wait() == 128 + signal.SIGINT
    for child in running:
        wait_for_end(child)
    assert not children(tmp_path)
    assert not list(tmp_path.iterdir())
