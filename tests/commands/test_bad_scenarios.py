"""Bad scenarios, one row each: one clear line, exit status 2, no traceback."""

from pathlib import Path

import pytest

from tests.support.refusal import refused
from tidemark.checker.cli import main

STORY = """title = "A story"
protocol = "kafka/0.11"
bounds = { log-size = 1, records = 1 }
[[step]]
see = { "LEO 0" = 0 }
[[step]]
do = "produce(leader=0)"
[[ending]]
protocols = ["kafka/2.1", "kafka/2.2"]
same = true
"""


def story(old: str, new: str) -> str:
    assert old in STORY
    return STORY.replace(old, new)


SCENARIOS = {
    "no TOML": ("[[step", "x.toml is not TOML: "),
    "no text": (b"\xff", "byte 0 is not UTF-8"),
    "nested deeply": ("a = " + "[" * 100_000, "x.toml"),
    "empty": ("", "x.toml: the field title is missing"),
    "an unknown field": (story("title", "titel"), "there is no field titel: did you mean title?"),
    "a title of another kind": (story('"A story"', "3"), "title is 3, and must be a text"),
    "no such protocol": (story("0.11", "0.1"), "did you mean kafka/0.11? One of your own needs --from"),
    "no such bound": (story("log-size", "log-sise"), "has no bound log-sise: did you mean log-size?"),
    "a bound out of range": (story("records = 1", "records = 16"), "--records is 16: it goes from 1 to 15"),
    "a truth value as bound": (story("records = 1", "records = true"), "bounds.records is true"),
    "bounds that are not any": (story("{ log-size = 1, records = 1 }", "3"), "bounds is 3, and must be a table"),
    "no such rule": (story("[[step]]", "with = { trunc = 'kafka/2.0.1' }\n[[step]]"), "has no rule trunc"),
    "no such promise": (story("protocol", "breaks = 'x'\nprotocol"), "has no promise x"),
    "steps that are not any": (story("[[step]]", "[step]").replace("[step]", "[x]", 1), "x.toml"),
    "an unknown field of a step": (story("do =", "doo ="), "step 2: there is no field doo: did you mean do?"),
    "no action": (story('do = "produce(leader=0)"', ""), "step 2: the field do is missing"),
    "an action at the start": (story("see =", 'do = "x"\nsee ='), "step 1: it is the initial state, and has no do"),
    "no such action": (story("produce(", "prodce("), "step 2: kafka/0.11 has no action prodce: did you mean"),
    "no such instance": (story("leader=0", "leader=7"), "not one of the 2 ways to do produce: did you mean produce("),
    "nothing of that name": (story("LEO 0", "LOE 0"), "step 1: nothing to see is called LOE 0: did you mean LEO 0?"),
    "a number with a point": (story("= 0 }", "= 0.5 }"), "step 1: LEO 0 is 0.5, and must be a text, a whole number"),
    "see that is not one": (story('{ "LEO 0" = 0 }', "3"), "step 1: see is 3, and must be a table"),
    "an ending without a kind": (story("same = true", ""), "ending 1: it has one of impossible, differs, same"),
    "two kinds of an ending": (story("same = true", "same = true\ndiffers = 1"), "ending 1: it has one of"),
    "an ending beyond the end": (story("same = true", "differs = 3"), "differs is 3, and must be the number of a step"),
    "an ending that is not so": (story("same = true", "same = false"), "same is False, and can only be true"),
    "an ending of no protocol": (story("2.2", "9.3"), "ending 1: there is no protocol kafka/9.3: did you mean"),
    "an ending without protocols": (story("protocols =", "# "), "ending 1: the field protocols is missing"),
    "an ending of one protocol": (story("protocols", "protocol"), "no field protocol: did you mean protocols?"),
    "an ending of a text": (story('["kafka/2.1", "kafka/2.2"]', '"kafka/2.2"'), "must be a list of names"),
    "an ending of numbers": (story('["kafka/2.1", "kafka/2.2"]', "[2.2]"), "protocols is [2.2], and must be a list"),
    "an ending of nobody": (story('"kafka/2.1", "kafka/2.2"', ""), "protocols is [], and must be a list of names"),
    "a protocol twice": (story("2.1", "2.2"), "ending 1: kafka/2.2 has an ending already"),
    "an ending twice": (STORY + STORY[STORY.index("[[ending]]"):], "ending 2: kafka/2.1 has an ending already"),
}  # fmt: skip


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_bad_scenario_is_one_line(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    content, said = SCENARIOS[name]
    monkeypatch.chdir(tmp_path)
    Path("x.toml").write_bytes(content if isinstance(content, bytes) else content.encode())
    refused(["scenario", "x.toml"], said, capsys)


def test_a_scenario_does_not_steer_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    steers = "\\u001b[31m"
    text = story("A story", f"A {steers} story").replace('"LEO 0" = 0', f'"LEO 0" = "{steers}"')
    text = text.replace("do =", f'say = "{steers}"\ndo =')
    (tmp_path / "x.toml").write_text(text)
    assert main(["scenario", str(tmp_path / "x.toml")]) == 1
    assert "\x1b" not in capsys.readouterr().out
