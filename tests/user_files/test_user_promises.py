"""A promise in ten lines, from the user's own file: in every engine, and with its mistakes told by their line."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tidemark import impl
from tidemark.checker import cli, engines
from tidemark.checker.engines import SearchRequest, reference
from tidemark.checker.engines.native import search as native
from tidemark.checker.user_files import promises as user_promises
from tidemark.spec import Machine, ModelError, UsageError

DOCUMENT = Path(__file__).parents[2] / "docs" / "language.md"


def example() -> str:
    """The first block of Python below *Promises of your own* in docs/language.md."""
    _, _, section = DOCUMENT.read_text(encoding="utf-8").partition("## Promises of your own\n")
    found = re.search(r"```python\n(.*?)```", section, re.DOTALL)
    assert found
    return found[1]


def machine(promises: Path) -> Machine:
    built = impl.protocol("published/high-watermark").machine({"replicas": 2})
    return replace(built, promises=user_promises.load(promises))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "mine.py"


def test_the_example_has_at_most_ten_lines() -> None:
    assert len(example().strip().splitlines()) <= 10


@pytest.mark.spark
def test_the_example_runs_in_every_engine(file: Path) -> None:
    file.write_text(example())
    truth = engines.search("reference", machine(file)).promises["no-two-leaders"]
    assert truth.verdict == "violated"
    requests = {
        "spark": SearchRequest(master="local[2]", handover=0),
        "hypothesis": SearchRequest(seconds=600, seed=1),
    }
    names = [
        name for name in engines.ENGINES if name != "gpu"
    ]  # tests/engines/test_gpu.py runs it by threads
    found = {name: engines.search(name, machine(file), requests.get(name)) for name in names}
    assert found["spark"].phases["starting Spark"] > 0
    assert found.pop("hypothesis").promises["no-two-leaders"].length >= truth.length
    for name, result in found.items():
        assert result.promises["no-two-leaders"].length == truth.length, name


def test_the_command_checks_it(file: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file.write_text(example())
    words = ["check", "published/high-watermark", "--replicas", "2", "--promises", str(file)]
    assert cli.main([*words, "--promise", "no-two-leaders", "--traces", str(tmp_path)]) == 1
    assert "no-two-leaders" in capsys.readouterr().out


def test_its_counterexample_is_replayed_and_made_smaller_and_explained(
    file: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file.write_text(example())
    own = ["--promises", str(file)]
    name = "no-two-leaders"
    assert (
        cli.main(["check", "published/high-watermark", *own, "--promise", name, "--traces", str(tmp_path)])
        == 1
    )
    (told,) = re.findall("again: tidemark (replay .*)", capsys.readouterr().out)
    assert cli.main(told.split()) == 0
    assert "the last one breaks no-two-leaders, as the file claims" in capsys.readouterr().out
    assert cli.main(told.split()[:2]) == 2
    assert (
        "did you mean leader-in-isr? A promise of your own needs --promises FILE.py"
        in capsys.readouterr().err
    )
    assert cli.main(["minimize", "published/high-watermark", *own, "--promise", name]) == 1
    assert "at which no-two-leaders still breaks" in capsys.readouterr().out
    assert cli.main(["why", "published/high-watermark", name, *own]) == 1
    assert "passes a state in which two brokers believe that they lead" in " ".join(
        capsys.readouterr().out.split()
    )


def test_a_name_that_is_taken_is_refused(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(HEAD.replace("mine", "weak_isr") + "    return True\n")
    assert cli.main(["check", "published/kip-320", "--promises", str(file)]) == 2
    assert "has a promise weak-isr already: give yours a name of its own" in capsys.readouterr().err


HEAD = "from tidemark import promise\n\n@promise\ndef mine(cluster):\n"
MISTAKES = {
    "a wrong name in the file": (
        "from tidemark import promis\n",
        1,
        "ImportError: cannot import name 'promis'",
    ),
    "a wrong field": (HEAD + "    return cluster.quorums.isr\n", 5, "no field quorums: did you mean quorum"),
    "if on a symbolic value": (
        HEAD + "    if cluster.quorum.leader_epoch > 1:\n        return True\n",
        5,
        "write where",
    ),
    "an exception": (HEAD + "    return 1 / 0\n", 5, "ZeroDivisionError"),
    "an endless loop": (HEAD + "    while True:\n        pass\n", r"[56]", "did not end within 1 s"),
    "an endless loop in the file": ("while True:\n    pass\n", r"[12]", "did not end within 1 s"),
    "no Python": ("def promise(:\n", 1, "this is not valid Python"),
    "no truth value": (HEAD + "    return cluster.quorum.leader\n", 3, "must return a truth value"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_told_with_its_line(mistake: str, file: Path) -> None:
    text, line, message = MISTAKES[mistake]
    file.write_text(text)
    seconds = 1 if "endless" in mistake else user_promises.SECONDS
    with pytest.raises(ModelError, match=rf"(?s)mine\.py:{line}: .*{message}"):
        _ = replace(machine_of(file), promises=user_promises.load(file, seconds)).symbolic


def machine_of(_file: Path) -> Machine:
    return impl.protocol("published/high-watermark").machine({"replicas": 2})


def test_a_mistake_on_plain_values_is_told_too(file: Path) -> None:
    file.write_text(HEAD + "    return cluster.quorums.isr\n")
    with pytest.raises(ModelError, match=r"mine\.py:5: .* has no field quorums"):
        reference.search(machine(file))


def test_a_file_without_a_promise_is_refused(file: Path) -> None:
    file.write_text("def mine(cluster):\n    return True\n")
    with pytest.raises(UsageError, match="no function in it is declared with @promise"):
        user_promises.load(file)
    with pytest.raises(UsageError, match="there is no such file"):
        user_promises.load(file.with_name("other.py"))


@pytest.mark.parametrize(
    ("bounds", "states"),
    [
        ({"replicas": 2}, 17),
        pytest.param({"replicas": 2, "max-epoch": 3}, 17, marks=pytest.mark.slow),
        ({"replicas": 3}, 24),
    ],
    ids=str,
)
def test_the_late_violation_of_the_page_is_found_and_the_run_is_that_of_the_plain_rule(
    bounds: dict[str, int], states: int
) -> None:
    """docs/performance.md has it at 724 million states; `replicas=3` is too much for the reference engine."""
    built = impl.protocol("published/kip-320").machine(
        {"log-size": 2, "records": 2, "max-epoch": 2, **bounds}
    )
    late = replace(built, promises=user_promises.load(DOCUMENT.parent / "examples" / "late_leader.py"))
    found = native.search(late, threads=2).promises["nobody-leads-that-late"]
    assert found.run is not None
    assert len(found.run.steps) == states
    if bounds["replicas"] == 2:
        assert found.run == reference.search(late).promises["nobody-leads-that-late"].run
