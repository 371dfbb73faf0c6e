"""The command line: its contract, its exit statuses, and one clear line for every mistake."""

import json
import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tidemark import impl, real
from tidemark.checker import cli, commands, engines
from tidemark.checker.engines.amounts import positive
from tidemark.checker.engines.engine import Engine, Option, SearchRequest
from tidemark.checker.runs.results import Report, Result
from tidemark.spec import Machine

SMALL = ("--replicas", "2", "--log-size", "2", "--records", "2", "--max-epoch", "2")


def tidemark(*arguments: str, cwd: Path, code: str | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tidemark"] if code is None else [sys.executable, "-c", code]
    path = os.pathsep.join([str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")])
    return subprocess.run(
        [*command, *arguments],
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "PYTHONPATH": path},
    )


def test_a_violation_is_told_written_and_exits_with_1(tmp_path: Path) -> None:
    done = tidemark(
        "check", "published/kip-101", *SMALL, "--json", "result.json", "--junit", "r.xml", cwd=tmp_path
    )
    assert done.returncode == 1
    assert "strong-isr is violated after 12 states" in done.stdout
    assert "\n12 ◆ " in done.stdout
    result = json.loads((tmp_path / "result.json").read_text())
    assert result["promises"]["strong-isr"]["length"] == 12
    assert result["promises"]["strong-isr"]["minimality"] == "shortest"
    trace = json.loads((tmp_path / result["promises"]["strong-isr"]["trace"]).read_text())
    assert len(trace["steps"]) == 12
    replayed = tidemark("replay", result["promises"]["strong-isr"]["trace"], cwd=tmp_path)
    assert replayed.returncode == 0, replayed.stderr
    suite = ElementTree.parse(tmp_path / "r.xml").getroot()
    assert suite.attrib["failures"] == "2"


def test_json_on_standard_output_is_one_object_of_the_contract(tmp_path: Path) -> None:
    done = tidemark(
        "check", "published/kip-320", *SMALL, "--promise", "strong-isr", "--json", "-", cwd=tmp_path
    )
    assert done.returncode == 0
    result = json.loads(done.stdout)
    assert result["protocol"] == "published/kip-320"
    assert result["bounds"] == {"replicas": 2, "log-size": 2, "records": 2, "max-epoch": 2}
    assert (result["complete"], result["distinct_states"], result["depth"]) == (True, 5973, 18)
    assert result["generated_states"] == 11733
    assert result["promises"] == {"strong-isr": {"verdict": "holds", "length": None}}
    assert result["actions"]["become_follower"] == {"enabled": 2110, "changing": 2110}


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (
            ["check", "published/kip-10"],
            "there is no protocol published/kip-10: did you mean published/kip-101?",
        ),
        (["check", "published/kip-101", "--promise", "strng-isr"], "did you mean strong-isr?"),
        (["check", "published/kip-101", "--with", "adv=kip-320"], "has no rule adv: did you mean advance?"),
        (["check", "published/kip-101", "--with", "advance"], "says no protocol: write --with RULE=PROTOCOL"),
        (["check", "published/kip-101", "--with", "advance=kip-32"], "did you mean published/kip-320?"),
        (
            ["check", "published/kip-101", "--engine", "nativ"],
            "there is no engine nativ: did you mean native?",
        ),
        (["check", "published/kip-101", "--replicas", "-3"], "--replicas is -3: it goes from 1 to 5"),
        (
            ["check", "published/kip-101", "--log-size", "1000000"],
            "--log-size is 1000000: it goes from 1 to 8",
        ),
        (["check", "published/kip-101", "--acks", "all"], "has no bound acks"),
        (["check", "published/kip-101", "--threads", "0"], "0 is not a whole number from 1 on"),
        (["check", "published/kip-101", "--handover=-1"], "-1 is not a whole number from 0 on"),
        (
            ["fuzz", "published/kip-101", "--seconds", "nan"],
            "nan is not a time in seconds, such as 10 or 0.5",
        ),
        (["check", "published/kip-101", "--max-memory", "3X"], "3X is not a size"),
        (["check", "published/kip-101", "--json", "/nowhere/x.json"], "/nowhere/x.json can't be written"),
        (
            ["check", "published/kip-101", "--engine", "smt", "--symmetry"],
            "--symmetry is for the engines native, gpu, reference and spark, not for smt: it takes",
        ),
        (["chek"], "there is no command chek: did you mean check?"),
        (["check", "published/kip-101", "--replcas", "3"], "unrecognized arguments: --replcas"),
        (["minimize", "published/kip-101", "--promise", "weak-isr", "--engine", "spark"], "no engine spark"),
        (["check"], "the following arguments are required: PROTOCOL"),
    ],
)
def test_a_mistake_is_one_line_and_exits_with_2(arguments: list[str], complaint: str, tmp_path: Path) -> None:
    done = tidemark(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert done.stdout == ""


REFUSED = [
    (
        "check",
        "native",
        ["--question-seconds", "5"],
        "--question-seconds is for the engine smt, not for native",
    ),
    ("check", "reference", ["--resume"], "--resume is for the engines native and spark, not for reference"),
    ("check", "native", ["--seed", "0"], "--seed is for the engine hypothesis, not for native"),
    (
        "check",
        "reference",
        ["--threads", "2"],
        "not for reference: it runs on one core, so that it stays plain",
    ),
    ("check", "spark", ["--threads", "2"], "not for spark: --master says on how many cores"),
    ("check", "spark", ["--max-length", "9"], "--max-length is for the engine smt, not for spark"),
    ("check", "smt", ["--max-states", "9"], "not for smt: it asks about runs and counts no states"),
    ("check", "smt", ["--master", "local[*]"], "--master is for the engine spark, not for smt"),
    ("check", "hypothesis", ["--symmetry"], "not for hypothesis: a random run keeps no states"),
    ("check", "hypothesis", ["--keep-going"], "native, gpu, reference, spark and smt, not for hypothesis"),
    ("fuzz", "native", ["--tasks", "2"], "--tasks is for the engine spark, not for native"),
    ("fuzz", "spark", ["--threads", "2"], "--threads is for the engine native, not for spark"),
    ("fuzz", "native", ["--max-states", "9"], "--max-states is for the engine hypothesis, not for native"),
    ("minimize", "native", ["--max-length", "9"], "--max-length is for the engine smt, not for native"),
    ("minimize", "smt", ["--max-memory", "1G"], "--max-memory is for the engine native, not for smt: z3 may"),
]


@pytest.mark.parametrize(("command", "engine", "option", "reason"), REFUSED)
def test_an_option_that_the_engine_does_not_take_is_refused_with_the_reason(
    command: str, engine: str, option: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [command, "published/kip-320", "--promise", "strong-isr", "--engine", engine, *option]
    assert cli.main(words) == 2
    told = capsys.readouterr()
    assert reason in told.err
    assert (told.out, len(told.err.splitlines())) == ("", 1)


def test_every_option_of_every_engine_is_refused_by_the_others(capsys: pytest.CaptureFixture[str]) -> None:
    options = {option.name: option for engine in engines.ENGINES.values() for option in engine.options}
    for engine in engines.ENGINES.values():
        for option in options.values():
            if not engine.takes(option.name):
                value = [] if option.parse is None else ["1"]
                words = ["check", "published/kip-320", "--engine", engine.name, f"--{option.name}", *value]
                assert cli.main(words) == 2
                assert f"not for {engine.name}" in capsys.readouterr().err


def test_a_new_engine_is_one_value(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def guess(machine: Machine, request: SearchRequest, _report: Report | None) -> Result:
        result = Result.start(machine, "oracle")
        result.depth = request["omens"]
        result.finish(exhausted=request["sure"])
        return result

    options = (
        Option("omens", "how many birds to watch", positive, "N", default=7),
        Option("sure", "leave no doubt", default=False),
    )
    oracle = Engine(name="oracle", summary="asks the birds", options=options, start=guess)
    monkeypatch.setitem(engines.ENGINES, "oracle", oracle)
    words = ["check", "published/kip-320", "--promise", "strong-isr", "--json", "-", "--engine"]
    assert cli.main([*words, "oracle", "--sure"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["engine"], found["depth"], found["promises"]["strong-isr"]["verdict"]) == (
        "oracle",
        7,
        "holds",
    )
    assert cli.main([*words, "oracle", "--omens", "3"]) == 3
    assert json.loads(capsys.readouterr().out)["depth"] == 3
    assert cli.main([*words, "oracle", "--threads", "2"]) == 2
    assert "--threads is for the engine native, not for oracle" in capsys.readouterr().err
    assert cli.main([*words, "native", "--omens", "3"]) == 2
    assert "--omens is for the engine oracle, not for native" in capsys.readouterr().err
    assert cli.main(["list"]) == 0
    assert "asks the birds" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        cli.main(["check", "--help"])
    assert "oracle: how many birds to watch (default: 7)" in capsys.readouterr().out


def test_a_new_command_is_one_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "greet.py").write_text(
        '"""`tidemark greet`: say good day."""\n\n'
        'def arguments(parser):\n    parser.add_argument("name")\n\n'
        'def run(options):\n    print("good day,", options.name)\n    return 0\n'
    )
    monkeypatch.setattr(cli, "COMMANDS", tmp_path)
    monkeypatch.setattr(commands, "__path__", [str(tmp_path)])
    monkeypatch.setattr(real, "SYSTEMS", {})  # each of which is a command too
    assert cli.commands() == {"greet": "say good day"}
    assert cli.main(["greet", "Ada"]) == 0
    assert capsys.readouterr().out == "good day, Ada\n"


def test_every_command_says_what_it_does_and_names_no_system(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The bounds and their texts are the protocols' own; without them no text is about a system."""
    monkeypatch.setattr(impl, "protocols", dict)
    monkeypatch.setattr(real, "SYSTEMS", {})
    for name, summary in cli.commands().items():
        with pytest.raises(SystemExit):
            cli.main([name, "--help"])
        text = capsys.readouterr().out
        assert " ".join(summary.split()).lower() in " ".join(text.split()).lower()
        assert summary[-1].isalnum()
        assert not re.search(r"kafka|broker|replica|watermark|epoch|kip-", text, re.IGNORECASE), name


SLOW_IMPORTS = """
import contextlib, io, sys
from tidemark.checker.cli import main
with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()):
    main(sys.argv[1:])
slow = ("z3", "pyspark", "hypothesis", "llvmlite", "numpy", "pyarrow", "rich")
print([name for name in slow if name in sys.modules])
"""
UNNEEDED = """
unneeded = [
    *("tabulate", "concurrent.futures", "logging", "importlib.metadata", "email", "difflib"),
    *("tidemark.checker.engines.liveness.lasso_check", "tidemark.checker.engines.liveness.questions"),
    *("tidemark.checker.analyses.scenario", "tidemark.checker.runs.scenarios"),
    *("numpy", "pyarrow", "networkx", "tomllib", "tidemark.spec.families.audits", "tidemark.spec.families.functions"),
    *("tidemark.spec.families.system", "tidemark.spec.families.adapters", "tidemark.spec.logs"),
    "tidemark.checker.installation",
    *("tidemark.impl.published.async_isr", "tidemark.impl.published.kraft_replication", "tidemark.impl.kafka"),
    *("tidemark.checker.engines.native.liveness.state_graph", "tidemark.checker.engines.native.compiler_process"),
]
print([name for name in unneeded if name in sys.modules])
"""


@pytest.mark.parametrize(
    "words", [["--help"], ["check", "--help"], ["fuzz", "--help"], ["minimize", "--help"], ["list"]]
)
def test_what_starts_no_engine_imports_none(words: list[str], tmp_path: Path) -> None:
    assert tidemark(*words, cwd=tmp_path, code=SLOW_IMPORTS).stdout == "[]\n"


def test_a_search_imports_only_what_it_needs(tmp_path: Path) -> None:
    """Of a protocol that is violated, and was searched before: no promise asks where its runs end. It is told as a
    story, in a table and with a file; its states are so few that one thread searches them, with code from the cache.
    """
    words = ("check", "published/high-watermark", "--replicas=2", "--promise=strong-isr")
    found = [tidemark(*words, cwd=tmp_path, code=SLOW_IMPORTS + UNNEEDED).stdout for _ in range(2)]
    assert found[1] == "['llvmlite']\n[]\n"


AT_THE_END = """
import atexit, gc
atexit.register(lambda: print(gc.get_freeze_count() > len(gc.get_objects())))
from tidemark.__main__ import main
main()
"""


def test_no_garbage_is_looked_for_once_the_program_has_ended(tmp_path: Path) -> None:
    assert tidemark("completion", "bash", cwd=tmp_path, code=AT_THE_END).stdout.splitlines()[-1] == "True"


def test_a_counterexample_that_cannot_be_written_is_still_told(tmp_path: Path) -> None:
    (tmp_path / "traces").write_text("in the way")
    done = tidemark("check", "published/kip-101", *SMALL, cwd=tmp_path)
    assert done.returncode == 1
    assert "strong-isr is violated after 12 states" in done.stdout
    assert len(done.stderr.strip().splitlines()) == 1
    assert "traces" in done.stderr


@pytest.mark.parametrize("limit", [("--max-states", "1000"), ("--max-memory", "60M")])
def test_a_limit_ends_a_run_as_incomplete_with_what_is_known(limit: tuple[str, str], tmp_path: Path) -> None:
    bounds = ("--log-size", "3", "--records", "3", "--max-epoch", "3")
    done = tidemark("check", "published/kip-320", *bounds, "--promise", "strong-isr", *limit, cwd=tmp_path)
    assert done.returncode == 3
    assert f"incomplete: {limit[0]}" in done.stdout
    assert "unknown" in done.stdout


BROKEN = textwrap.dedent(
    """
    import sys
    from tidemark import impl
    from tidemark.checker.cli import main
    from tidemark import At, Family, Int, Machine, Protocol, Record, Number, action, require, promise

    class Counter(Record):
        value: Number

    @action
    def increase(c: Counter) -> Counter:
        return c.but(value=c.value + 1)

    def build(name, bounds, rules):
        state = Counter.of(value=Int(0, 3))
        return Machine(name, bounds, state, state.default, [increase], [], {})

    family = Family("broken", At, {}, (), build)
    broken = Protocol("broken/counter", "a counter that leaves its domain", family, {})
    known = impl.protocols()
    impl.protocols = lambda: {**known, broken.name: broken}
    sys.exit(main(["check", "broken/counter", *sys.argv[1:]]))
    """
)


@pytest.mark.parametrize("engine", ["native", "reference"])
def test_a_write_out_of_range_is_an_error_of_the_model_with_its_trace(engine: str, tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text(BROKEN)
    run = "import runpy; runpy.run_path('broken.py', run_name='__main__')"
    done = tidemark("--engine", engine, cwd=tmp_path, code=run)
    assert done.returncode == 2, done.stderr
    assert "increase() writes 4 to value, which holds a number from 0 to 3" in done.stderr
    assert "4. increase()" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "engine", ["native", "reference", "smt", "hypothesis", pytest.param("spark", marks=pytest.mark.spark)]
)
def test_every_engine_is_reached_from_the_command_line(engine: str, tmp_path: Path) -> None:
    bounds = ("--replicas", "2", "--log-size", "1", "--records", "1", "--max-epoch", "1")
    more = {
        "smt": ("--max-length", "10"),
        "hypothesis": ("--seconds", "600"),
        "spark": ("--master", "local[2]"),
    }
    done = tidemark(
        "check", "published/high-watermark", *bounds, "--promise", "leader-in-isr", "--engine", engine,
        *more.get(engine, ()), "--json", "result.json", cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 1, done.stderr
    found = json.loads((tmp_path / "result.json").read_text())
    assert found["engine"] == engine
    assert found["promises"]["leader-in-isr"]["verdict"] == "violated"
    assert found["promises"]["leader-in-isr"]["length"] == 1


def test_symmetry_is_refused_where_a_promise_names_one_broker(tmp_path: Path) -> None:
    own = (
        "from tidemark import not_, promise\n\n@promise\n"
        "def never_the_first(c):\n    return not_(c.presumes_leadership({}))\n"
    )
    (tmp_path / "one.py").write_text(own.format("c.replicas.indices()[0]"))
    words = (
        "check",
        "published/kip-320",
        *SMALL,
        "--symmetry",
        "--promise",
        "never-the-first",
        "--promises",
        "one.py",
    )
    done = tidemark(*words, cwd=tmp_path)
    assert done.returncode == 2
    assert "names one replica id in particular" in done.stderr


def test_there_is_no_progress_line_off_a_terminal(tmp_path: Path) -> None:
    done = tidemark("check", "published/kip-320", "--promise", "strong-isr", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stderr == ""


def test_list_names_subjects_and_engines_on_a_screen_and_the_rest_by_subject(tmp_path: Path) -> None:
    done = tidemark("list", cwd=tmp_path)
    for word in ("published", "kip-279", "native", "reference"):
        assert word in done.stdout
    assert len(done.stdout.splitlines()) <= 64
    of_one = tidemark("list", "published", cwd=tmp_path).stdout
    for word in ("published/kip-320-first-try", "strong-isr", "become-follower", "--max-epoch"):
        assert word in of_one
    assert "kafka/" not in of_one
    told = [of_one.index(f"\n{word} ") for word in ("published/kip-320", "strong-isr", "published/async-isr")]
    assert told == sorted(told), "a subject of several families has the promises of each below its protocols"
    assert set(impl.subjects()) == set(impl.SUBJECTS)
    assert "how a broker cuts its log" in tidemark("list", "published/kip-320", cwd=tmp_path).stdout


def test_a_release_is_a_name_and_the_command_says_which_protocol_it_is(tmp_path: Path) -> None:
    words = ("--replicas", "2", "--log-size", "1", "--records", "1", "--promise", "acknowledged-survives")
    done = tidemark("check", "kafka/3.9.2", *words, cwd=tmp_path)
    assert done.returncode == 0
    (line,) = done.stderr.splitlines()
    assert line.startswith(
        "tidemark: kafka/3.9.1 is true to kafka/3.9.2 (Kafka 3.9.1 and 3.9.2 with ZooKeeper"
    )
    assert "so are kafka-kraft/3.7, kafka-kraft/4.0, elections/3.7, elections/4.0" in line
    done = tidemark("check", "kafka-kraft/4.2", *words, cwd=tmp_path)
    assert done.returncode == 2
    assert "name one of kafka-kraft/3.7 (" in done.stderr
