"""Tidemark in Python: `check` and `assert_holds`, and how their answers look in a prompt, a notebook and a test."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import tidemark
from tests.support import blocks
from tidemark import (
    EventMap,
    assert_holds,
    assert_run,
    check,
    conform,
    conform_test,
    fuzz_test,
    impl,
    validate,
)
from tidemark.checker.analyses.replay import replay
from tidemark.checker.engines.hypothesis import stateful
from tidemark.checker.runs import files
from tidemark.checker.telling.explanation import explain
from tidemark.checker.views import VIEWS
from tidemark.spec import Action, Enum, Machine, ModelError, Promise, Record, UsageError

ROOT = Path(__file__).parents[1]
SMALL = {"replicas": 2, "log_size": 1, "records": 1, "max_epoch": 1}


class Moded(Record):
    """A state of one field, whose labels the test gives."""

    mode: object


@pytest.fixture(scope="module")
def page() -> dict[str, Any]:
    """What the README defines."""
    return blocks.run("README.md")


@pytest.fixture
def counter(page: dict[str, Any]) -> Machine:
    machine: Machine = page["machine"]
    return machine


def test_importing_the_package_imports_nothing_else() -> None:
    code = "import sys, tidemark; print([m for m in sys.modules if m.split('.')[0] == 'tidemark'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, timeout=300)
    assert done.stdout == "['tidemark']\n"
    assert {"check", "assert_holds", "Result", "Run", "Record", "promise"} <= set(dir(tidemark))
    assert tidemark.Record is Record
    with pytest.raises(AttributeError, match="has no attribute 'chek'"):
        _ = tidemark.chek  # type: ignore[attr-defined]


@pytest.mark.parametrize("engine", ["native", "reference", "smt", "hypothesis"])
def test_every_engine_checks_a_machine_made_by_hand(counter: Machine, engine: str) -> None:
    more = {"smt": {"max_length": 4}, "hypothesis": {"seconds": 60}}.get(engine, {})
    result = check(counter, engine=engine, **more)
    assert result.promises["nobody-lags"].text == "violated after 3 states"


def test_a_protocol_is_checked_by_its_name_or_itself() -> None:
    for protocol in ("published/kip-320", impl.protocol("published/kip-320")):
        result = check(protocol, "strong-isr", symmetry=True, **SMALL)
        assert list(result.promises) == ["strong-isr"]
        assert result.promises["strong-isr"].verdict == "holds"
        assert result.machine.bounds["log-size"] == 1
    other = impl.protocol("published/high-watermark")
    for source in ("high-watermark", "published/high-watermark", other):
        exchanged = check("published/kip-320", "strong-isr", exchanged={"advance": source}, **SMALL)
        assert exchanged.machine.exchanged == {"advance": "published/high-watermark"}


class Idle:
    """Code of which nothing is known, and of which nothing is asked."""

    def observe(self) -> dict[str, Any]:
        return {}


def test_a_bound_is_named_alike_wherever_it_is_given() -> None:
    protocol = impl.protocol("published/high-watermark")
    without = [action.name for action in protocol.machine({}).actions]
    driven = conform(protocol, Idle, walks=1, without=without, log_size=1)
    assert driven.harness.machine.bounds["log-size"] == 1
    test: Any = conform_test(protocol, Idle, without=without, log_size=1)
    assert test.harness.machine.bounds["log-size"] == 1
    with pytest.raises(UsageError, match=r"no bound, .* log-sise: did you mean log-size"):
        conform(protocol, Idle, without=without, log_sise=1)


def test_a_mistake_is_told_of_the_function_that_was_called(counter: Machine) -> None:
    for call, name in (
        (lambda **given: conform(counter, Idle, **given), "conform"),
        (lambda **given: conform("published/kip-320", Idle, **given), "conform"),
        (lambda **given: conform_test(counter, Idle, **given), "conform_test"),
        (lambda **given: fuzz_test(counter, **given), "fuzz_test"),
        (lambda **given: assert_run(counter, [], **given), "assert_run"),
        (lambda **given: validate(counter, EventMap(), **given), "validate"),
        (lambda **given: check(counter, **given), "check"),
    ):
        with pytest.raises(UsageError, match=rf"and {name}\(\) (has )?no option,? foo"):
            call(foo=1)


def test_a_promise_of_ones_own_is_checked_of_a_protocol_and_of_a_machine(counter: Machine) -> None:
    result = check("published/kip-320", blocks.run("docs/language.md")["followers_do_not_outrun"], **SMALL)
    assert list(result.promises) == ["followers-do-not-outrun"]
    nobody_counts = Promise("nobody-counts", lambda c: c.seen[c.seen.indices()[0]] < 1)
    assert list(check(counter, nobody_counts, "nobody-lags").promises) == ["nobody-counts", "nobody-lags"]


MISTAKES: list[tuple[dict[str, Any], str]] = [
    ({"machine": "published/kip-32"}, "there is no protocol published/kip-32: did you mean published/kip-320"),
    ({"machine": 3}, "a machine, a protocol or its name is checked, and not 3"),
    ({"replica": 3}, "no bound, and check() no option, replica: did you mean replicas?"),
    ({"max_stats": 3}, "did you mean max-states?"),
    ({"replicas": 99}, "--replicas is 99: it goes from"),
    ({"max_states": 0}, "max_states: 0 is not a whole number from 1 on"),
    ({"max_memory": "lots"}, "max_memory: lots is not a size"),
    ({"symmetry": 1}, "symmetry is 1: it is True or False"),
    (
        {"engine": "smt", "symmetry": True},
        "--symmetry is for the engines native, gpu, reference and spark, not for smt",
    ),
    ({"engine": "tlc"}, "there is no engine tlc"),
    ({"exchanged": {"advanced": "kip-101"}}, "has no rule advanced: did you mean advance?"),
    ({"exchanged": {"advance=x": "kip-101"}}, "has no rule advance=x: did you mean advance?"),
    ({"exchanged": {"advance": "kip-101=x"}}, "there is no protocol published/kip-101=x: did you mean"),
    ({"exchanged": {"advance": 3}}, "the rule advance is taken from a protocol, or from its name, and not from 3"),
    ({"exchanged": {3: "kip-101"}}, "has no rule 3"),
    ({"exchanged": ["advance"]}, "exchanged is ['advance']: write {rule: protocol}"),
]  # fmt: skip


@pytest.mark.parametrize(("given", "said"), MISTAKES, ids=lambda value: str(value)[:30])
def test_a_mistake_is_told_in_a_line(given: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError) as caught:
        check(**{"machine": "published/kip-320", **given})
    assert said in str(caught.value)


def test_a_mistake_with_a_machine_is_told_in_a_line(counter: Machine) -> None:
    for given, said in [
        ({"replicas": 2}, "counter is built already, and check() has no option replicas"),
        ({"exchanged": {"advance": "kip-101"}}, "counter is built already: exchange rules where"),
    ]:
        with pytest.raises(UsageError, match=said.replace("(", r"\(").replace(")", r"\)")):
            check(counter, **given)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=r"counter has no promise nobody-lag: did you mean nobody-lags\?"):
        check(counter, "nobody-lag")
    with pytest.raises(UsageError, match="is no promise: name one"):
        check(counter, len)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="has no promise to check"):
        assert_holds(replace(counter, promises=[]))


@pytest.mark.parametrize("engine", ["native", "reference", "smt", "hypothesis"])
def test_every_engine_refuses_a_comparison_of_two_kinds(counter: Machine, engine: str) -> None:
    """Plain values would only be unequal: the mistake shows when the promise is traced."""
    more = {"smt": {"max_length": 4}, "hypothesis": {"seconds": 60}}.get(engine, {})
    mode = Enum("mode", "manual", "auto")
    type = Moded.of(mode=mode)
    mixed = Machine("mixed", {}, type, type.default, [], [Promise("never-one", lambda c: c.mode != 1)])
    with pytest.raises(ModelError, match="mode"):
        check(mixed, engine=engine, **more)


def test_a_write_out_of_range_is_told_with_the_run_to_it(counter: Machine) -> None:
    def count(c: Any, replica: Any) -> Any:
        return c.but(seen=c.seen.but(replica, c.seen[replica] + 1))

    careless = replace(counter, actions=[Action("count", count, {"replica": "replica"})], promises=[])
    with pytest.raises(ModelError, match="writes 4 to seen") as caught:
        check(careless)
    assert "4. count(replica=" in caught.value.__notes__[0]


def test_results_and_runs_are_short_in_a_prompt(counter: Machine) -> None:
    result = check(counter)
    assert repr(result) == (
        "<Result of counter: 10 distinct states, native\n  nobody-lags: violated after 3 states>"
    )
    assert repr(result.promises["nobody-lags"].run) == "<Run of counter: breaks nobody-lags after 3 states>"
    assert repr(counter) == "<Machine counter: actions 1, promises 1>"
    limited = check("published/kip-320", max_states=100, **SMALL)
    assert "replicas=2 log-size=1 records=1 max-epoch=1: " in repr(limited)
    assert ", incomplete: " in repr(limited)
    assert len(repr(limited).splitlines()) == 1 + len(limited.promises)


class Elements(HTMLParser):
    """The elements of a text, each with its attributes; those that are open at its end."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in ("meta", "link", "input"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_a_notebook_shows_the_verdicts_and_the_page_of_each_run(counter: Machine) -> None:
    result = check(counter)
    shown = result._repr_html_()
    assert shown
    elements = Elements(shown)
    assert elements.open == []
    assert "violated after 3 states" in shown
    assert "No replica is more than one behind another." in shown
    (frame,) = [attributes for tag, attributes in elements.seen if tag == "iframe"]
    assert frame["sandbox"] == "allow-scripts"
    run = result.promises["nobody-lags"].run
    assert run
    alone = run._repr_html_()
    assert alone
    assert alone in shown
    assert "counter breaks nobody-lags" in str(frame["srcdoc"])
    outside = shown.replace("http://www.w3.org/2000/svg", "")
    assert not [text for text in ("http:", "https:", "src=", "@import") if text in outside]


def test_what_a_docstring_says_is_no_html(counter: Machine) -> None:
    def hostile(c: Any) -> Any:
        """Nobody <script>alert(1)</script> lags."""
        return c.seen[c.seen.indices()[0]] < 1

    shown = check(counter, Promise("hostile", hostile))._repr_html_()
    assert shown
    assert "script" not in [tag for tag, _ in Elements(shown).seen]


def test_every_view_takes_a_machine_made_by_hand(counter: Machine, tmp_path: Path) -> None:
    run = check(counter).promises["nobody-lags"].run
    assert run
    replay(run)
    for view in VIEWS:
        text = view.render([explain(run)], "run.json")
        assert "count" in text, view.name
        assert "with ." not in text, view.name


def test_assert_holds_says_nothing_where_all_is_well(counter: Machine) -> None:
    assert_holds("published/kip-320", "strong-isr", **SMALL)
    assert_holds(counter, Promise("small", lambda c: c.seen[c.seen.indices()[0]] <= 3))


def test_assert_holds_tells_the_counterexample(counter: Machine) -> None:
    with pytest.raises(AssertionError) as caught:
        assert_holds(counter)
    assert str(caught.value) == (
        "nobody-lags is violated after 3 states:\n\n1. the initial state\n"
        "2. count(replica=2): A replica counts one further.\n     seen[2]: 0 → 1\n"
        "3. count(replica=2): A replica counts one further.\n     seen[2]: 1 → 2"
    )
    with pytest.raises(AssertionError, match="Broker 1 cut its log") as caught:
        assert_holds("published/kip-101", "strong-isr", replicas=2)
    assert "\033" not in str(caught.value)


def test_assert_holds_does_not_pass_what_is_not_decided(counter: Machine) -> None:
    with pytest.raises(AssertionError, match=r"strong-isr is unknown: .*100"):
        assert_holds("published/kip-320", "strong-isr", max_states=100)
    small = Promise("small", lambda c: c.seen[c.seen.indices()[0]] <= 3)
    with pytest.raises(
        AssertionError, match=r"small is unknown: .*; random runs .* never prove .*`fuzz_test`"
    ):
        assert_holds(counter, small, engine="hypothesis", seconds=0.2)


QUICKLY = """
from hypothesis import settings

settings.register_profile("quick", max_examples=3, stateful_step_count=12, database=None, derandomize=True)
settings.load_profile("quick")
"""


BROKEN = """
from tidemark import fuzz_test

TestIt = fuzz_test("published/kip-101", "leader-in-isr", replicas=2).TestCase
"""


@pytest.mark.parametrize(
    ("code", "failed"),
    [(blocks.blocks("docs/engines.md")[-1], 0), (BROKEN, 1)],
    ids=["as the page has it", "a promise that is broken"],
)
def test_random_runs_are_a_test_of_a_user(
    code: str, failed: int, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    pytester.makeconftest(QUICKLY)
    pytester.makepyfile(code)
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(passed=1 - failed, failed=failed)
    assert not failed or "is violated after" in result.stdout.str()


def test_random_runs_watch_what_is_checked_where_nothing_is_named(counter: Machine) -> None:
    kafka: Any = fuzz_test("kafka/2.6.1", crashes=2)
    machine = kafka.machine
    assert any(promise.only_named for promise in impl.protocol("kafka/2.6.1").machine({}).promises)
    assert kafka.watched == tuple(p.name for p in machine.promises if not p.only_named)
    named: Any = fuzz_test("kafka/2.6.1", "acknowledged-survives")
    assert named.watched == ("acknowledged-survives",)
    with_own: Any = fuzz_test(counter, Promise("small", lambda c: c.seen[c.seen.indices()[0]] <= 3))
    assert with_own.watched == ("small",)
    assert stateful.state_machine(impl.protocol("kafka/2.6.1").machine({})).watched == kafka.watched  # type: ignore[attr-defined]
    with pytest.raises(UsageError, match="is about runs"):
        fuzz_test("kip-848/published", "eventually-converges")
    with pytest.raises(UsageError, match="has no promise about states to watch"):
        fuzz_test(replace(counter, promises=[]))


def test_a_failing_test_of_a_user_is_readable(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    code = blocks.blocks("README.md")[0]
    pytester.makepyfile(
        code + "\n\nfrom tidemark import assert_holds\n\ndef test_counter():\n    assert_holds(machine)\n"
    )
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(failed=1)
    told = result.stdout.str()
    assert "E       AssertionError: nobody-lags is violated after 3 states:" in told
    assert "E            seen[2]: 1 → 2" in told
    assert "api.py" not in told.split("short test summary")[0]


def test_a_trace_that_cannot_be_loaded_again_is_refused(counter: Machine, tmp_path: Path) -> None:
    run = check(counter).promises["nobody-lags"].run
    assert run
    with pytest.raises(UsageError, match="counter was made by hand"):
        files.save(run, tmp_path / "run.json")
    assert not (tmp_path / "run.json").exists()
