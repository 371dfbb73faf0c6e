"""Whatever a step of a schedule says is read as what it is: no argument is taken for another one, or for nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tidemark.base.errors import UsageError
from tidemark.real.brokers import schedules
from tidemark.real.brokers.schedule_words import SEEN, WORDS, ScheduleStep, require_sound
from tidemark.real.brokers.transactional_client import REQUESTS

HEAD = 'title = "A story"\ntext = "Of a record."\nreplicas = [0]\nends = "kept"\n'
BROKER = st.integers(0, 9)
SECONDS = st.one_of(
    st.integers(0, 3600).map(str), st.floats(0, 3599, allow_nan=False).map(lambda one: f"{one:.3f}")
)
RECORD = st.one_of(BROKER.map(str), st.from_regex(r"\w+", fullmatch=True))
SETTING = st.from_regex(r"[a-z]+(\.[a-z]+){0,3}", fullmatch=True)
VALUE = st.one_of(
    st.integers(-9, 9).map(str),
    st.from_regex(r"[0-9:,.\->]+", fullmatch=True),
    st.from_regex(r"\S+", fullmatch=True),
).filter(lambda text: text.split() == [text])
LINKS = ("hold fetch", "keep fetch", "release fetch", "sever", "mend")


@st.composite
def told(draw: st.DrawFn, word: str) -> tuple[str, dict[str, str], list[int]]:
    """A step of a word: what it does, its arguments as they were chosen, and the brokers among them."""
    match word:
        case "start" | "kill" | "sync" | "cut_power":
            some = draw(st.lists(BROKER, min_size=1, unique=True))
            text = " ".join(map(str, some))
            return f"{word} {text}", {"brokers": text}, some
        case "stop" | "begin_stop" | "pause" | "resume":
            one = draw(BROKER)
            return f"{word} {one}", {"brokers": str(one)}, [one]
        case "hold" | "release" if draw(st.booleans()):
            request = draw(st.sampled_from([*REQUESTS]))
            return f"{word} {request}", {"request": request}, []
        case "hold" | "keep" | "release" | "sever" | "mend" | "pass" | "await":
            asks, answers = draw(st.lists(BROKER, min_size=2, max_size=2, unique=True))
            given = {}
            if word in ("keep", "release", "await", "pass"):
                given["asked"] = "alter" if word == "await" else draw(st.sampled_from(["fetch", "alter"]))
            what = f" {given['asked']}" if given else " fetch" if word == "hold" else ""
            if word == "pass":
                given["what"] = draw(st.sampled_from(["request", "answer"]))
                what = what.replace(" fetch", "") + f" {given['what']}"
            if word == "pass" and given["asked"] == "fetch":
                del given["asked"]
            to_controller = given.get("asked") == "alter" or (word != "pass" and draw(st.booleans()))
            end = "controller" if to_controller else str(answers)
            given |= {"asks": str(asks), "answers": end}
            return f"{word}{what} {asks}->{end}", given, [asks] + [answers] * (end != "controller")
        case "produce":
            given = {"record": draw(RECORD)}
            text = f"produce {given['record']}"
            for name, values in (("acks", ["all", "0", "1"]), ("at", list("0123456789"))):
                if draw(st.booleans()):
                    given[name] = draw(st.sampled_from(values))
                    text += f" {name}={given[name]}"
            return text, given, [int(given["at"])] if "at" in given else []
        case "send":
            given = {"record": draw(RECORD), **({"topic": "u"} if draw(st.booleans()) else {})}
            return f"send {given['record']}" + " to=u" * ("topic" in given), given, []
        case "offset":
            offset = str(draw(BROKER))
            return f"offset {offset}", {"offset": offset}, []
        case "elect":
            kind = draw(st.sampled_from(["preferred", "unclean"]))
            return f"elect {kind}", {"kind": kind}, []
        case "set":
            setting, value = draw(SETTING), draw(VALUE)
            return f"set {setting}={value}", {"setting": setting, "value": value}, []
        case "wait":
            seconds = draw(SECONDS)
            return f"wait {seconds}", {"seconds": seconds}, []
        case _:
            return word, {}, []


@pytest.mark.parametrize("word", WORDS)
@given(data=st.data())
@settings(deadline=None)
def test_every_argument_is_read_as_itself_and_brokers_alone_are_brokers(
    word: str, data: st.DataObject
) -> None:
    do, arguments, brokers = data.draw(told(word))
    step = ScheduleStep(do, "", {}, 60, False)
    assert step.arguments == arguments
    assert [*step.brokers, *([] if step.at is None else [step.at])] == brokers
    require_sound(step, max(brokers, default=0) + 1)
    if brokers:
        with pytest.raises(UsageError, match=f"there is no broker {max(brokers)}"):
            require_sound(step, max(brokers) or -1)


@pytest.mark.parametrize("number", range(10))
def test_a_wait_of_any_number_of_seconds_names_no_broker(number: int, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f'{HEAD}brokers = 1\n[[step]]\ndo = "produce m0"\n[[step]]\ndo = "wait {number}"\n')
    assert schedules.load(path).steps[1].arguments == {"seconds": str(number)}


def refusal(tmp_path: Path, text: str) -> str:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(UsageError) as caught:
        schedules.load(path)
    return str(caught.value).removeprefix(f"{path}: ")


PRODUCE = '[[step]]\ndo = "produce m0"\n'


@pytest.mark.parametrize(
    ("do", "said"),
    [
        ("start ٣", "start ٣ is not of the form of: start 0 1"),
        ("start 0 0", "start 0 0 names a broker twice"),
        ("hold fetch 0->0", "hold fetch 0->0 names a broker twice"),
        ("wait 3601", "wait 3601: a step takes at most 3600 seconds"),
        ("wait " + "9" * 400, "a step takes at most 3600 seconds"),
        ("produce m0", "step 2: m0 is produced again: give each record its own name"),
        ("\\u001b[1m", "there is no word \\x1b[1m"),
        ("", "do is empty"),
    ],
)
def test_a_step_that_can_not_be_meant_is_told(do: str, said: str, tmp_path: Path) -> None:
    assert said in refusal(tmp_path, f'{HEAD}{PRODUCE}[[step]]\ndo = "{do}"\n')


@pytest.mark.parametrize(
    ("see", "said"),
    [
        ('ISR = "1 0"', "ISR has its brokers in order: 0 1, and not 1 0"),
        ("ISR = [0, 1]", 'ISR is never [0, 1]: it is as "0 1 2", or "" for nobody'),
        ('leader = "None"', "leader is never None: it is as 0, or none"),
        ('"log 1" = "m0"', "log 1 is never m0: it is as"),
        ('"log 1" = "empty"', "log 1 is never empty: it is as"),
        ('"up 0" = "true"', "up 0 is never true: it is as true or false"),
        ('"said 0" = ""', "said 0 is never empty: it is as a text"),
        ("epoch = 1.0", "epoch is never 1.0: it is as 3"),
        ('"log N" = ""', "nothing is seen as log N: there is"),
        ('acknowledged = "m9"', "step 1: acknowledged has m9, which no step has produced so far"),
        ('"log 0" = "m1@0"', "step 1: log 0 has m1@0, which no step has produced so far"),
    ],
)
def test_what_can_never_be_seen_is_told_before_a_broker_starts(see: str, said: str, tmp_path: Path) -> None:
    assert said in refusal(tmp_path, f"{HEAD}{PRODUCE}see = {{ {see} }}\n")


@pytest.mark.parametrize("name", SEEN)
def test_what_can_be_seen_is_taken(name: str, tmp_path: Path) -> None:
    values = {
        "epoch": "3",
        "leader": '"none"',
        "ISR": '"0 1"',
        "ELR": '""',
        "log N": '"m0@3"',
        "up N": "false",
        "held": '"end"',
        "offset": "1",
        "transaction": '"Ongoing"',
    }
    path = tmp_path / "mine.toml"
    path.write_text(
        f'{HEAD}{PRODUCE}see = {{ "{name.replace("N", "1")}" = {values.get(name, chr(34) + "m0" + chr(34))} }}\n'
    )
    assert list(schedules.load(path).steps[0].see) == [name.replace("N", "1")]


@pytest.mark.parametrize(
    ("field", "said"),
    [
        (
            "properties = { broker.session.timeout.ms = 9000 }",
            "properties: broker has no value: put its whole name in quotes",
        ),
        ('topic = { "a.b" = [1] }', "topic: a.b is a list, and must be a text, with commas"),
        ('producer = { "a.b" = [1] }', "producer: a.b is a list, and must be a text, with commas"),
        ("features = [1]", "features are texts, and not [1]"),
        ('record = "m7"', "no step produces m7, the record that the schedule is about"),
        ('expected = { "4.3.9" = "kept" }', "there is no release of Kafka to run 4.3.9: did you mean 4.3.1?"),
        ("within = 3", "there is no field within"),
    ],
)
def test_a_field_that_would_be_read_as_something_else_is_told(field: str, said: str, tmp_path: Path) -> None:
    assert said in refusal(tmp_path, f"{field}\n{HEAD}{PRODUCE}")


@pytest.mark.parametrize("replicas", ["[0, 0]", "[true]", "[0.0]", '["0"]', "[3]", "[-1]"])
def test_replicas_are_numbers_of_brokers(replicas: str, tmp_path: Path) -> None:
    said = refusal(tmp_path, HEAD.replace("[0]", replicas) + PRODUCE)
    assert said.startswith("replicas are brokers, of 0 to 2, each once, and not ")


def test_truth_is_written_as_kafka_reads_it_in_settings_and_as_it_is_seen_in_steps(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'properties = { "auto.leader.rebalance.enable" = false, "a" = 1 }\ntopic = { "preallocate" = true }\n'
        f'{HEAD}{PRODUCE}see = {{ "up 0" = true }}\n'
    )
    found = schedules.load(path)
    assert found.properties == {"auto.leader.rebalance.enable": "false", "a": "1"}
    assert (found.topic, found.steps[0].see) == ({"preallocate": "true"}, {"up 0": "yes"})
    assert found.expected == {}
