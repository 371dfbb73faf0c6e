"""Faults that are put into a copy of etcd's raft, or into the harness that drives it, while it is built.

Each change prints a line when the fault makes a difference for the first time: how many lines of the trace there were.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "docs" / "examples" / "etcd-raft"
HARNESS = ROOT / "build" / "examples" / "etcd-raft" / "harness"
HARNESS_FILE = "harness.go"
TRACE_FILE = "state_trace.go"
MODULE = "go.etcd.io/raft/v3"
COUNTED = (
    ("func traceEvent(evt", "var traced int\n\nfunc fault() { println(\"fault\", traced) }\n\nfunc traceEvent(evt"),
    ("	r.traceLogger.TraceEvent(&TracingEvent{\n", "	traced++\n	r.traceLogger.TraceEvent(&TracingEvent{\n"),
)  # fmt: skip
"""What lets the module say how many lines it has traced."""


@dataclass(frozen=True)
class Fault:
    """A change of a file, and where it shows.

    event, reason: of the line that is refused, and why, in part. after: how many lines behind the fault that is.
    seeds: to be tried; of a rare fault those that have it.
    """

    file: str
    before: str
    instead: str
    event: str
    reason: str
    after: int = 1
    seeds: Sequence[int] = range(1, 300)


FAULTS = {
    "a vote counts twice": Fault(
        "raft.go",
        "	return r.trk.TallyVotes()\n",
        """	granted, rejected, result = r.trk.TallyVotes()
	if granted == 1 && result == quorum.VotePending {
		fault()
		result = quorum.VoteWon
	}
	return granted, rejected, result
""",
        "BecomeLeader",
        "a majority has voted for it",
    ),
    "a second vote in a term": Fault(
        "raft.go",
        "		lastID := r.raftLog.lastEntryID()\n		candLastID :=",
        """		if !canVote && r.raftLog.isUpToDate(entryID{term: m.GetLogTerm(), index: m.GetIndex()}) {
			fault()
			canVote = true
		}
		lastID := r.raftLog.lastEntryID()
		candLastID :=""",
        "SendRequestVoteResponse",
        "latest.reject is yes",
    ),
    "a vote for a candidate that lacks entries": Fault(
        "raft.go",
        "		if canVote && r.raftLog.isUpToDate(candLastID) {\n",
        """		if canVote && !r.raftLog.isUpToDate(candLastID) {
			fault()
		}
		if canVote {
""",
        "SendRequestVoteResponse",
        "latest.reject is yes",
    ),
    "a commit of an old term": Fault(
        "log.go",
        "	if at.term != 0 && at.index > l.committed && l.matchTerm(at) {\n",
        """	if at.term != 0 && at.index > l.committed {
		if !l.matchTerm(at) {
			fault()
		}
""",
        "Commit",
        "commit is",
    ),
    "a truncation is lost": Fault(
        "log.go",
        "	default:\n		offset := a.prev.index + 1\n",
        """	case lastnewi < l.lastIndex():
		fault()
	default:
		offset := a.prev.index + 1
""",
        "SendAppendEntriesResponse",
        "and must be",
    ),
    "a follower commits what the leader did not send": Fault(
        "log.go",
        "	l.commitTo(min(committed, lastnewi))\n",
        """	if tocommit := min(committed, l.lastIndex()); tocommit > lastnewi && tocommit > l.committed {
		fault()
	}
	l.commitTo(min(committed, l.lastIndex()))
""",
        "SendAppendEntriesResponse",
        "commit is",
        seeds=(114, 193),
    ),
    "a heartbeat commits more than the follower is known to have": Fault(
        "raft.go",
        "	commit := min(pr.Match, r.raftLog.committed)\n",
        """	commit := r.raftLog.committed
	if commit > pr.Match {
		fault()
	}
""",
        "SendAppendEntriesRequest",
        "latest.commit is",
    ),
    "a follower acknowledges more than it was sent": Fault(
        "raft.go",
        "		r.send(&pb.Message{To: m.From, Type: pb.MsgAppResp.Enum(), Index: new(mlastIndex)})\n",
        """		if mlastIndex < r.raftLog.lastIndex() {
			fault()
		}
		r.send(&pb.Message{To: m.From, Type: pb.MsgAppResp.Enum(), Index: new(r.raftLog.lastIndex())})
""",
        "SendAppendEntriesResponse",
        "latest.index is",
    ),
    "a vote is not written": Fault(
        HARNESS_FILE,
        "	case p < elections+crashes:\n",
        """	case p < elections+crashes:
		if hard, _, _ := any.store.InitialState(); hard.GetVote() != 0 {
			println("fault", c.lines)
			any.store.SetHardState(&pb.HardState{Term: hard.Term, Vote: new(uint64(0)), Commit: hard.Commit})
		}
""",
        "BecomeFollower",
        "vote is",
        3,
    ),
    "messages are sent before the node has written": Fault(
        HARNESS_FILE,
        "	ready := s.node.Ready()\n",
        """	ready := s.node.Ready()
	if len(ready.Entries) > 0 && c.chance.Float64() < 0.1 {
		c.wire = append(c.wire, ready.Messages...)
		println("fault", c.lines)
		c.start(s)
		return
	}
""",
        "InitState",
        "log",
    ),
}  # fmt: skip


def go() -> str:
    """The Go that `make examples` names, or the one on the path."""
    found = os.environ.get("GO") or shutil.which("go")
    assert found, "Go builds the example: put it on the path, or set GO"
    return found


def build(fault: Fault, folder: Path) -> Path:
    """A harness with a fault, built in a folder with a copy of the module."""
    own, module = folder / "example", folder / "raft"
    own.mkdir()
    for name in ("go.mod", "go.sum", HARNESS_FILE):
        shutil.copy(EXAMPLE / name, own)
    shutil.copytree(
        _go("list", "-m", "-f", "{{.Dir}}", MODULE, folder=own), module, copy_function=shutil.copyfile
    )
    _go("mod", "edit", "-replace", f"{MODULE}={module}", folder=own)
    for path in [module, *module.rglob("*")]:
        path.chmod(path.stat().st_mode | 0o200)
    for before, instead in COUNTED:
        _change(module / TRACE_FILE, before, instead)
    _change((own if fault.file == HARNESS_FILE else module) / fault.file, fault.before, fault.instead)
    _go("build", "-tags", "with_tla", "-o", str(folder / "harness"), ".", folder=own)
    return folder / "harness"


def _change(file: Path, before: str, instead: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count(before) == 1, f"{file.name} has another text than {before}"
    file.write_text(text.replace(before, instead), encoding="utf-8")


def _go(*words: str, folder: Path) -> str:
    done = subprocess.run([go(), *words], capture_output=True, text=True, cwd=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def write_log(harness: Path, seed: int, log: Path, *options: str) -> int:
    """Write the trace of a seed; gives the number of lines before the first fault, -1 without one."""
    with log.open("wb") as out:
        done = subprocess.run([harness, f"-seed={seed}", *options], stdout=out, stderr=subprocess.PIPE)
    for line in done.stderr.decode().splitlines():
        if line.startswith("fault "):
            return int(line.split()[1])
    assert done.returncode == 0, done.stderr.decode()
    return -1
