"""Settings: a bound that the real system has under another name is given by that name too, and refused by it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tidemark import impl
from tidemark.checker import cli
from tidemark.spec import At, Bound, ModelError, Protocol, Setting

OWN = """
from tidemark import *

class Light(Record):
    is_on: Truth

@action
def switch(l: Light) -> Light:
    \"\"\"It is switched.\"\"\"
    return l.but(is_on=not_(l.is_on))

class LightAt(At):
    lamps = Bound("lamps", 2, 1, 3, setting=Setting("lamp.count"))
    bright = Bound("how", "no", choices=("yes", "no"), setting=Setting("lamp.bright", {"on": "yes", "off": "no"}))
    seed = Bound("a bound that has the name of an option", 1, 0, 3, setting=Setting("lamp.seed"))
    power = Bound("a setting that has the name of an option", 1, 0, 3, setting=Setting("promise"))

family = Family(
    "lights", LightAt, {}, (), state=lambda at: Light.of(is_on=Bool()), actions=(switch,),
)
light = Protocol("light", "a light", family, {})
"""


def settings() -> Iterator[tuple[Protocol, Bound, str]]:
    """Every setting under each of its spellings, once for each family."""
    families = {protocol.family.name: protocol for protocol in impl.protocols().values()}
    for protocol in families.values():
        for bound in protocol.bounds:
            for name in bound.setting.spellings if bound.setting else ():
                yield protocol, bound, name


def values(bound: Bound, name: str) -> dict[str, Any]:
    """What may be written under a name, with the bound's value for it."""
    assert bound.setting
    if not bound.choices:
        return {str(number): number for number in range(bound.low, bound.high + 1)}
    own = {} if bound.setting.values and name != bound.name else {choice: choice for choice in bound.choices}
    return {**own, **bound.setting.values}


def given(monkeypatch: pytest.MonkeyPatch, protocol: str, *words: str) -> dict[str, Any]:
    """The bounds that `check` is given by these words."""
    from tidemark.checker.commands import check
    from tidemark.checker.commands.shared import options as shared

    bounds: list[dict[str, Any]] = []

    def note(options: Any) -> int:
        bounds.append(shared.bounds_of(options))
        return 0

    monkeypatch.setattr(check, "run", note)
    assert cli.main(["check", protocol, *words]) == 0
    return bounds.pop()


@pytest.mark.parametrize(
    ("protocol", "bound", "name"), list(settings()), ids=lambda one: one if isinstance(one, str) else one.name
)
def test_every_setting_is_an_option_with_each_of_its_values(
    protocol: Protocol, bound: Bound, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for text, value in values(bound, name).items():
        assert given(monkeypatch, protocol.name, f"--{name}", text) == {bound.name: value}
        assert given(monkeypatch, protocol.name, f"--{name}={text}") == {bound.name: value}
        assert bound.check(value) == value


@pytest.mark.parametrize("protocol", ["kafka/3.7", "kafka-kraft/3.7", "elections/3.7"])
def test_the_settings_that_an_operator_looks_for_are_there(protocol: str) -> None:
    named = {bound.name: bound.names for bound in impl.protocol(protocol).bounds}
    assert named["replicas"] == ("replicas", "replication.factor", "replication-factor")
    assert named["min-isr"] == ("min-isr", "min.insync.replicas", "min-insync-replicas")
    assert named["unclean"] == ("unclean", "unclean.leader.election.enable", "unclean-leader-election-enable")


@pytest.mark.parametrize(
    "command", ["check", "fuzz", "minimize", "prove", "explore", "ask", "why", "graph", "soak"]
)
@pytest.mark.parametrize("name", ["min.insync.replicas", "min-insync-replicas"])
def test_every_command_that_takes_bounds_takes_settings(
    command: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    more = {
        "why": ["strong-isr"],
        "graph": ["strong-isr"],
        "prove": ["strong-isr"],
        "minimize": ["--promise", "strong-isr"],
    }.get(command, [])
    assert cli.main([command, "kafka/3.7", *more, f"--{name}", "9"]) == 2
    line = capsys.readouterr().err.splitlines()[-1]
    assert line == f"tidemark: --{name} is 9: it goes from 1 to 5"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--min.insync.replicas", "x"], "argument --min.insync.replicas: x is not a whole number"),
        (["--min.insync.replicas", "3"], "--min.insync.replicas is 3: there are 2 replicas"),
        (["--min-isr", "3"], "--min-isr is 3: there are 2 replicas"),
        (
            ["--unclean.leader.election.enable", "yes"],
            "--unclean.leader.election.enable is yes: it is one of true, f",
        ),
        (["--unclean", "true"], "--unclean is true: it is one of yes, no"),
        (["--acks", "2"], "--acks is 2: it is one of 0, 1, all"),
        (
            ["--min-isr", "1", "--min.insync.replicas", "1"],
            "--min-isr and --min.insync.replicas are two names of one",
        ),
        (
            ["--min.insync.replicas", "1", "--min.insync.replicas", "1"],
            "--min.insync.replicas is given twice",
        ),
        (["--min-isr", "1", "--min-isr", "1"], "--min-isr is given twice"),
        (["--min.insync", "1"], "unrecognized arguments: --min.insync 1, did you mean --min.insync.replicas"),
        (["--num.io.threads", "1"], "kafka/3.7 has no bound num.io.threads"),
    ],
)
def test_a_mistake_is_one_line_that_has_the_name_as_it_was_written(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["check", "kafka/3.7", *words]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"tidemark: {said}")


def test_the_help_and_the_list_have_the_names(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    with pytest.raises(SystemExit):
        cli.main(["check", "kafka/3.7", "--help"])
    told = capsys.readouterr().out
    assert "default: 1; also --min.insync.replicas)" in told
    assert "default: no; also --unclean.leader.election.enable true|false)" in told
    assert cli.main(["list", "kafka/3.7"]) == 0
    assert "replica of the partition (replication.factor)" in capsys.readouterr().out
    assert cli.main(["list", "kafka/3.7", "--json", "-"]) == 0
    bounds = {bound["name"]: bound["setting"] for bound in json.loads(capsys.readouterr().out)["bounds"]}
    assert (bounds["unclean"], bounds["crashes"]) == ("unclean.leader.election.enable", None)


def test_a_family_of_ones_own_has_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.py").write_text(OWN)
    monkeypatch.chdir(tmp_path)
    words = ("--lamp.count", "3", "--lamp-bright", "on", "--lamp-seed", "2", "--bound:promise", "0")
    assert given(monkeypatch, "mine.py", *words) == {"lamps": 3, "bright": "yes", "seed": 2, "power": 0}


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: Setting("a b"), "it becomes an option"),
        (lambda: Setting(".count"), "it becomes an option"),
        (
            lambda: type("LampAt", (At,), {"n": Bound("", 1, setting=Setting("m", {"one": "1"}))}),
            "n has no such choice",
        ),
        (
            lambda: type("LampAt", (At,), {"n": Bound("", 1), "m": Bound("", 1, setting=Setting("n"))}),
            "LampAt has two bounds called n",
        ),
    ],
)
def test_a_wrong_setting_is_refused(wrong: Any, said: str) -> None:
    with pytest.raises(ModelError, match=said):
        wrong()
