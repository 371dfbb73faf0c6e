"""EDN, and histories of operations: what is read of them, and what is said of a mistake."""

from __future__ import annotations

from typing import Any

import pytest

from tidemark.checker.validation.edn import read_edn, read_value
from tidemark.checker.validation.operations import read_console, read_operations


def lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("nil", None),
        ("true", True),
        (":ok", "ok"),
        (":a.b/c-d", "a.b/c-d"),
        ("-12", -12),
        ("12N", 12),
        ("1.5M", 1.5),
        ("2e3", 2000.0),
        ("sym", "sym"),
        (r'"a\"b\n\u0041;"', 'a"b\nA;'),
        ("[1 [2, nil]]", [1, [2, None]]),
        ("(1 2)", [1, 2]),
        ("#{1 2}", [1, 2]),
        ("{:a 1, 2 {}}", {"a": 1, 2: {}}),
        ('#inst "2026-11-27"', "2026-11-27"),
        ("[1 #_ 2 #_[3 4] 5]", [1, 5]),
        ("[#_#_1 2 3 #_4]", [3]),
        ("##Inf", "##Inf"),
        ('"; {"', "; {"),
        ("[1 ; 2\n 3]", [1, 3]),
        (r"\a", "\\a"),
    ],
)
def test_a_value(text: str, value: Any) -> None:
    assert read_value(text) == value


def test_events_are_maps_one_after_another_or_in_a_vector() -> None:
    one_by_one = '; a history\n{:f :read}\n#jepsen.Op{:f :write,\n :error "two\nlines"} {:f :cas}'
    expected = [(2, {"f": "read"}), (3, {"f": "write", "error": "two\nlines"}), (5, {"f": "cas"})]
    assert list(read_edn(lines(one_by_one)))[:2] == expected[:2]
    for brackets in ("[]", "()"):
        text = f"{brackets[0]}{{:f :read}}\n{{:f :write}}{brackets[1]}\n"
        assert list(read_edn(lines(text))) == [(1, {"f": "read"}), (2, {"f": "write"})]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{:a 1", "what begins with { in line 1 does not end"),
        ('{:a "1}\n', "the text that begins in line 1 does not end"),
        ("{:a 1]", "] closes nothing"),
        ("}", "} closes nothing"),
        ("{:a}", "a key without a value"),
        ("{:a 1 :a 2}", "the key a is there twice"),
        ("{[1] 2}", "a key of a map is a collection"),
        ("3", "an event is a map, and this is 3"),
        ("{:a " + 600 * "[", "nested too deeply"),
    ],
)
def test_what_is_no_edn_is_refused(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=r"^.*") as caught:
        list(read_edn(lines(text)))
    assert said in str(caught.value)


def operations(text: str) -> list[dict[str, Any]]:
    return [dict(fields) for _, fields in read_operations(read_edn, lines(text))]


CALL = "{:process 0 :type :invoke :f :cas :value [5 nil]}\n"


def test_a_call_and_its_answer_share_a_number_and_values_have_numbers() -> None:
    text = (
        CALL + "{:process 0 :type :ok :f :cas :value [5 nil]}{:process 0 :type :invoke :f :read :value nil}"
    )
    first, answer, second = operations(text)
    assert (first["event"], first["op"], first["codes"]) == ("cas", 0, (1, 0))
    assert (answer["event"], answer["op"], answer["codes"]) == ("ok", 0, (1, 0))
    assert (second["event"], second["op"], second["codes"]) == ("read", 1, 0)


def test_true_is_another_value_than_one_and_a_key_makes_a_pair() -> None:
    call = "{:type :invoke :f :write :key :k "
    text = f"{call} :process 0 :value 1}}{call} :process 1 :value true}}"
    first, second = operations(text)
    assert (first["codes"], second["codes"]) == ((1, 2), (1, 3))
    assert (first["key"], second["key"]) == (0, 0)


def test_an_unknown_outcome_is_no_answer_and_what_disturbs_is_no_client() -> None:
    text = (
        CALL
        + "{:process :nemesis :type :info :f :start}{:process 0 :type :info :f :cas}"
        + CALL.replace(":process 0", ":process 5")
    )
    assert [(event["event"], event["op"]) for event in operations(text)] == [("cas", 0), ("cas", 1)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (CALL + CALL, "process 0 calls cas before its call of cas ends"),
        ("{:process 0 :type :ok :f :read}", "process 0 has no open call that ok could answer"),
        (CALL + "{:process 0 :type :ok :f :read}", "process 0 has called cas, and this answers read"),
        ("{:process 0 :type :done :f :read}", "type is done, and must be one of invoke"),
        ("{:process 0 :type :ok}", "an operation has process, type and f: f is None"),
    ],
)
def test_what_is_no_history_is_refused(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=r"^.*") as caught:
        operations(text)
    assert said in str(caught.value)


def test_jepsens_printed_log_is_read_beside_other_lines() -> None:
    text = (
        "INFO  jepsen.core - begins\nINFO  jepsen.util - 3\t:fail\t:read\t:timed-out\n\n7  :ok  :cas  [3 0]\n"
    )
    assert list(read_console(lines(text))) == [
        (2, {"process": "3", "type": "fail", "f": "read", "value": "timed-out"}),
        (4, {"process": "7", "type": "ok", "f": "cas", "value": [3, 0]}),
    ]
    assert list(read_console(["{:f :get, :process 1}\n"])) == [(1, {"f": "get", "process": 1})]
