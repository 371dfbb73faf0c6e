"""What a person sees first: the short help, the story of a counterexample, colors, widths, and completion."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tidemark
from tidemark import impl
from tidemark.checker import cli
from tidemark.checker.engines import reference

SMALL = ("--replicas", "2", "--log-size", "2", "--records", "2", "--max-epoch", "2")
KEPT = Path(__file__).parents[2] / "counterexamples"
FAMOUS = str(KEPT / "kafka" / "0.10.2" / "acknowledged-survives-1.json")


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)


def told(capsys: pytest.CaptureFixture[str], *words: str, expected: int = 0) -> str:
    try:
        status = cli.main(words)
    except SystemExit as ended:
        status = int(ended.code or 0)
    printed = capsys.readouterr()
    assert status == expected, printed.out + printed.err
    return printed.out


def test_alone_it_shows_the_short_help_and_is_no_success(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert all(f"    {name}" in printed.err for name in cli.commands())
    assert "--replicas" not in printed.err


def test_it_says_its_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, "--version").startswith(f"tidemark {tidemark.__version__} (checkout ")


def test_it_runs_as_a_module(tmp_path: Path) -> None:
    path = str(Path(__file__).parents[2])
    done = subprocess.run(
        [sys.executable, "-m", "tidemark", "--version"],
        cwd=tmp_path, capture_output=True, text=True, timeout=300, env={**os.environ, "PYTHONPATH": path},
    )  # fmt: skip
    assert done.stdout.startswith(f"tidemark {tidemark.__version__} (checkout {path}")


def test_check_tells_the_story_and_the_fields_on_demand(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("check", "published/kip-101", *SMALL, "--promise", "strong-isr")
    story = told(capsys, *words, expected=1)
    assert "Broker 1 cut its log to a high watermark one fetch behind." in story
    assert "12 ◆ Broker 1 learns that broker 0 leads in epoch 2" in story
    assert "quorum.leader_epoch" not in story
    assert "tidemark replay traces/published-kip-101_strong-isr_2-2-2-2.json" in story
    assert "quorum.leader_epoch: -1 → 0" in told(capsys, *words, "--fields", expected=1)
    walked = told(capsys, "fuzz", *words[1:], "--seconds", "5", expected=1)
    assert "Broker 1 cut its log" in walked


def test_quiet_is_the_verdicts_alone(capsys: pytest.CaptureFixture[str]) -> None:
    quiet = told(capsys, "check", "published/kip-101", *SMALL, "--quiet", expected=1)
    assert quiet == "weak-isr: violated after 12 states\nstrong-isr: violated after 12 states\n"


def test_a_protocol_line_has_the_sizes_and_what_is_not_the_default(
    capsys: pytest.CaptureFixture[str],
) -> None:
    printed = told(capsys, "check", "kafka/2.2", "--acks", "1", "--log-size", "1", "--crashes", "1",
                   "--promise", "hw-within-log")  # fmt: skip
    assert printed.splitlines()[0] == "kafka/2.2  replicas=2 log-size=1 records=2 max-epoch=2 acks=1"


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("check", "published/kip-101", *SMALL, "--coverage"), 1),
        (("check", "kafka/2.2", "--log-size", "1", "--records", "1"), 0),
        (("list",), 0),
        (("list", "published/kip-101"), 0),
        (("replay", FAMOUS), 0),
        (("replay", FAMOUS, "--table"), 0),
        (("scenario",), 0),
        (("scenario", "cut-and-elected", "--protocol", "kafka/0.11"), 0),
        (
            (
                "why",
                "published/high-watermark",
                "strong-isr",
                "--replicas",
                "2",
                "--log-size",
                "1",
                "--records",
                "1",
            ),
            1,
        ),
        (("minimize", "kafka/0.10.2", "--crashes", "2", "--promise", "acknowledged-survives"), 1),
    ],
    ids=lambda value: " ".join(value[:2])[:30] if isinstance(value, tuple) else "",
)
def test_output_fits_the_terminal(
    words: tuple[str, ...],
    status: int,
    width: int,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    lines = told(capsys, *words, expected=status).splitlines()
    assert [line for line in lines if len(line) > width and " tidemark replay " not in line] == []


def test_colors_are_for_terminals_and_for_those_who_ask(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("check", "published/kip-101", *SMALL, "--quiet")
    assert "\033[" not in told(capsys, *words, expected=1)
    assert "\033[1;31mviolated after 12 states\033[0m" in told(
        capsys, *words, "--color", "always", expected=1
    )
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    assert "\033[" in told(capsys, *words, expected=1)
    assert "\033[" not in told(capsys, *words, "--color", "never", expected=1)
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\033[" not in told(capsys, *words, expected=1)


def test_help_shows_the_bounds_of_the_protocol_alone(capsys: pytest.CaptureFixture[str]) -> None:
    published = told(capsys, "check", "published/kip-320", "--help")
    assert "(1..5; default: 3; also --replication.factor)" in " ".join(published.split())
    assert "--acks" not in published
    assert "--acks" in told(capsys, "check", "kafka/2.2", "--help")
    assert "--replicas" not in told(capsys, "check", "--help")


def test_what_is_known_to_fail_at_the_start_is_checked_where_it_is_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    printed = told(capsys, "check", "published/kip-320", *SMALL)
    assert "violated" not in printed
    assert "not checked: leader-in-isr" in printed
    named = told(capsys, "check", "published/kip-320", *SMALL, "--promise", "leader-in-isr", expected=1)
    assert "violated after 1 state" in named
    assert "known to fail at the start" in " ".join(told(capsys, "list", "published/kip-320").split())


def test_what_is_marked_so_fails_at_the_start_and_nothing_else_does() -> None:
    for protocol in impl.protocols().values():
        machine = protocol.machine()
        marked = {promise.name for promise in machine.promises if "at the start" in promise.only_named}
        assert set(reference.broken_promises(machine, machine.encode(machine.initial))[0]) == marked


COMPLETED = [
    (["ch"], ["check"]),
    (["check", "published/kip-320"], ["published/kip-320", "published/kip-320-first-try"]),
    (["check", "published/kip-101", "--promise", "s"], ["strong-isr"]),
    (["check", "published/kip-101", "--promise", "i"], ["isr-is-full"]),
    (["check", "producer/retries", "--promise", "no-"], ["no-duplicate", "no-gap"]),  # of kafka's family
    (["check", "kafka/0.10.2", "--promise", "no-"], []),
    (["why", "group/static", "i"], ["instance-is-kept"]),  # only where members fail over and crash
    (
        ["check", "published/kip-101", "--promise", ""],
        [
            "all-adopt-epoch",
            "high-watermark-reaches-end",
            "isr-is-full",
            "leader-in-isr",
            "strong-isr",
            "weak-isr",
        ],
    ),
    (["check", "published/kip-101", "--rep"], ["--replicas", "--replication.factor"]),
    (["check", "published/kip-101", "--ack"], []),
    (["check", "kafka/2.2", "--acks", ""], ["0", "1", "all"]),
    (["prove", "published/kip-320", "str"], ["strong-isr"]),
    (["replay", "tra"], ["trace.json"]),
    (["scenario", "tw"], ["two-rounds"]),
    (["compute", "lo"], ["look-up"]),
    (
        ["check", "published/kip-101", "--engine", ""],
        ["gpu", "hypothesis", "native", "reference", "smt", "spark"],
    ),
    (["fuzz", "published/kip-101", "--engine", ""], ["hypothesis", "native", "spark"]),
    (["audit", "--engine", ""], ["auto", "embedded", "spark"]),
    (["verify", "published/kip-320"], ["published/kip-320", "published/kip-320-first-try"]),
    (["verify", "idem"], ["idempotence", *sorted(impl.load_subject("idempotence"))]),
    (["scenario", "two-rounds", "--protocol", "kafka/2.6"], ["kafka/2.6.1"]),
]


@pytest.mark.parametrize(("words", "expected"), COMPLETED, ids=lambda value: " ".join(value))
def test_bash_completes(
    words: list[str], expected: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "trace.json").touch()
    quoted = " ".join(f"'{word}'" for word in words)
    asked = f"\nCOMP_WORDS=(tidemark {quoted}); COMP_CWORD={len(words)}; _tidemark; printf '%s\\n' ${{COMPREPLY[@]}}"
    script = told(capsys, "completion", "bash") + asked
    done = subprocess.run(["bash"], input=script, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert (sorted(done.stdout.split()), done.stderr) == (expected, "")


@pytest.mark.skipif(not shutil.which("zsh"), reason="zsh is not installed")
def test_zsh_completes(capsys: pytest.CaptureFixture[str]) -> None:
    stubs = 'compdef() { : }; _arguments() { : }; compadd() { shift; print -l -- "${(@M)@:#no-d*}" }\n'
    script = stubs + told(capsys, "completion", "zsh")
    for protocol in ("producer/retries", "kafka/0.10.2"):
        script += f"\nwords=(tidemark check {protocol} --promise '') CURRENT=5\n_tidemark_promises; print -- $#words\n"
    done = subprocess.run(["zsh", "-f", "-s"], input=script, capture_output=True, text=True, timeout=300)
    assert (done.stdout.split(), done.stderr) == (["no-duplicate", "5", "5"], "")


@pytest.mark.skipif(not shutil.which("fish"), reason="fish is not installed")
def test_fish_completes(capsys: pytest.CaptureFixture[str]) -> None:
    asked = [
        "check published/kip-101 --promise str",
        "check kafka/0.10.2 --promise no-d",
        "check producer/retries --promise no-d",
        "check kip-848/published --with assig",
        "check kip-848/pub",
    ]
    script = told(capsys, "completion", "fish") + "".join(
        f"\ncomplete -C 'tidemark {line}'" for line in asked
    )
    done = subprocess.run(["fish"], input=script, capture_output=True, text=True, timeout=300)
    offered = [line.partition("\t")[0] for line in done.stdout.splitlines()]
    similar = ["monotonic-reads", "acknowledged-or-leader-changes"]  # no promise of 0.10.2 begins so
    assert (offered, done.stderr) == (
        ["strong-isr", *similar, "no-duplicate", "assigning=", "kip-848/published"],
        "",
    )
