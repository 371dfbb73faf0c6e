"""Trace files: what is saved is what is loaded, in the same bytes; damage is named with its place."""

import copy
import json
import random
import re
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tidemark import impl
from tidemark.base.errors import UsageError
from tidemark.checker.analyses.replay import replay
from tidemark.checker.engines import reference
from tidemark.checker.runs import files, itf
from tidemark.checker.runs.results import Run
from tidemark.checker.runs.steps import numbered_steps
from tidemark.spec.types.differences import changes

OLD = Path(__file__).parents[1] / "data" / "traces"
"""Traces of version 1."""
SMALL = {"replicas": 2, "log-size": 2, "records": 2, "max-epoch": 1}
RUNS: list[tuple[str, str, dict[str, Any], dict[str, str]]] = [
    ("published/high-watermark", "strong-isr", SMALL, {}),
    ("published/kip-320", "weak-isr", SMALL, {"become-follower": "published/high-watermark"}),
    (
        "kafka/0.10.2",
        "acknowledged-survives",
        {"log-size": 1, "records": 1, "max-epoch": 1, "min-isr": 2, "election-order": "any"},
        {"expand": "kafka/2.2"},
    ),
]


def counterexample(name: str, promise: str, bounds: dict[str, Any], exchanged: dict[str, str]) -> Run:
    """The shortest run that breaks the promise."""
    others = {rule: impl.protocol(source) for rule, source in exchanged.items()}
    machine = impl.protocol(name).machine(bounds, others)
    machine = machine.only(promise)
    run = reference.search(machine).promises[promise].run
    assert run is not None
    return run


def by_changes(run: Run) -> Any:
    """The data of a saved trace."""
    return json.loads(files.to_text(run))


@pytest.fixture(scope="module", params=RUNS, ids=lambda case: case[0])
def run(request: pytest.FixtureRequest) -> Run:
    return counterexample(*request.param)


def schema(name: str) -> Any:
    return json.loads((resources.files("tidemark.checker.runs") / name).read_text(encoding="utf-8"))


def test_a_saved_trace_loads_to_the_same_run(run: Run, tmp_path: Path) -> None:
    files.save(run, tmp_path / "run.json")
    loaded = files.load(tmp_path / "run.json")
    assert loaded.steps == run.steps
    assert loaded.promise == run.promise
    assert loaded.machine.name == run.machine.name
    assert loaded.machine.bounds == run.machine.bounds


def test_saving_twice_gives_the_same_bytes_with_a_newline_at_the_end(run: Run, tmp_path: Path) -> None:
    files.save(run, tmp_path / "one.json")
    files.save(files.load(tmp_path / "one.json"), tmp_path / "other.json")
    one = (tmp_path / "one.json").read_bytes()
    assert one == (tmp_path / "other.json").read_bytes()
    assert one.endswith(b"}\n")


def test_a_trace_has_a_line_a_step_with_the_fields_that_it_changes(run: Run) -> None:
    lines = files.to_text(run).splitlines()
    assert len(lines) == run.length + 3
    values = [run.machine.decode(step.state) for step in run.steps]
    assert json.loads(lines[2].rstrip(","))["state"] == run.machine.type.show(values[0])
    for line, old, new in zip(lines[3:], values, values[1:], strict=False):
        changed = {change.path for change in changes(run.machine.type, old, new)}
        assert set(json.loads(line.rstrip(","))["changes"]) == changed


def test_complete_states_load_to_the_same_run(run: Run) -> None:
    data = json.loads(files.to_complete_text(run))
    assert [step["state"] for step in data["steps"]] == [
        run.machine.type.show(run.machine.decode(step.state)) for step in run.steps
    ]
    before = copy.deepcopy(data)
    assert files.from_json(data).steps == run.steps
    del data["steps"][4]["state"]
    data["steps"][4]["changes"] = by_changes(run)["steps"][4]["changes"]
    assert files.from_json(data).steps == run.steps
    assert data["steps"][:4] == before["steps"][:4]


@pytest.mark.parametrize("path", sorted(OLD.glob("*.json")), ids=lambda path: path.stem)
def test_version_1_is_read_and_saved_again_in_version_2(path: Path, tmp_path: Path) -> None:
    old = json.loads(path.read_text(encoding="utf-8"))
    assert old["version"] == 1
    jsonschema.validate(old, schema("trace.schema.json"))
    run = files.load(path)
    replay(run, str(path))
    again = files.to_json(run)
    assert contains(again["bounds"], old["bounds"])
    assert {**again, "bounds": {}, "steps": []} == {**old, "version": 2, "bounds": {}, "steps": []}
    assert all(contains(step, before) for step, before in zip(again["steps"], old["steps"], strict=True))
    files.save(run, tmp_path / "new.json")
    assert files.load(tmp_path / "new.json").steps == run.steps
    assert (tmp_path / "new.json").stat().st_size < path.stat().st_size / 2


def contains(whole: Any, part: Any) -> bool:
    """Whether JSON data is other data, with more fields in its objects: settings that are newer than a file."""
    if isinstance(whole, dict) and isinstance(part, dict):
        return all(name in whole and contains(whole[name], part[name]) for name in part)
    if isinstance(whole, list) and isinstance(part, list) and len(whole) == len(part):
        return all(contains(one, other) for one, other in zip(whole, part, strict=True))
    return bool(whole == part)


def test_a_trace_of_version_1_that_names_a_protocol_as_it_was_called_says_its_name_now() -> None:
    data = json.loads((OLD / "published-kip-101_strong-isr.json").read_text(encoding="utf-8"))
    data["protocol"] = "account/commit-on-leader"
    with pytest.raises(UsageError) as error:
        files.from_json(data, "x.json")
    assert "claimed/commit-on-leader" in str(error.value)
    assert str(error.value).startswith("x.json: ")


def test_a_trace_follows_its_schema(run: Run) -> None:
    jsonschema.validate(files.to_json(run), schema("trace.schema.json"))
    jsonschema.validate(by_changes(run), schema("trace.schema.json"))


def _version_1_with_changes(data: dict[str, Any]) -> None:
    data["version"] = 1


def _both(data: dict[str, Any]) -> None:
    data["steps"][3]["state"] = data["steps"][0]["state"]


def _neither(data: dict[str, Any]) -> None:
    del data["steps"][3]["changes"]


def _first_by_changes(data: dict[str, Any]) -> None:
    data["steps"][0]["changes"] = data["steps"][0].pop("state")


@pytest.mark.parametrize("damage", [_version_1_with_changes, _both, _neither, _first_by_changes])
def test_the_schema_and_the_reader_refuse_a_step_without_its_state(
    run: Run, damage: Callable[[dict[str, Any]], None]
) -> None:
    data = by_changes(run)
    damage(data)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(data, schema("trace.schema.json"))
    with pytest.raises(UsageError, match=r"step \d: the field (state|changes) is (missing|unknown)"):
        files.from_json(data)


@pytest.mark.parametrize("damage", [{"length": "10"}, {"version": 3}, {"steps": []}, {"note": "by hand"}])
def test_the_schema_refuses_what_the_reader_refuses(run: Run, damage: dict[str, Any]) -> None:
    data = {**files.to_json(run), **damage}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(data, schema("trace.schema.json"))
    with pytest.raises(UsageError):
        files.from_json(data)


def test_itf_follows_the_published_format_and_loads_to_the_same_run(run: Run) -> None:
    data = json.loads(json.dumps(itf.to_itf(run)))
    jsonschema.validate(data, schema("itf.schema.json"))
    assert all(set(data["vars"]) == {name for name in state if name != "#meta"} for state in data["states"])
    assert itf.from_itf(data).steps == run.steps


def test_itf_writes_sets_arrays_logs_and_absent_ids_each_in_its_own_form() -> None:
    state = itf.to_itf(counterexample(*RUNS[0]))["states"][6]
    zero, one = {"#bigint": "0"}, {"#bigint": "1"}
    assert state["quorum"]["isr"] == {"#set": [zero]}
    assert [key for key, _ in state["replicas"]["#map"]] == [zero, one]
    replica = state["replicas"]["#map"][1][1]
    assert replica["log"] == [{"id": zero, "epoch": one}]
    assert replica["leader"] == {"tag": "Some", "value": zero}
    assert state[itf.ACTION] == "follower_fetch"
    absent = {"tag": "None", "value": {"#tup": []}}
    assert state[itf.PICKS] == {
        "broker": absent,
        "epoch": absent,
        "follower": {"tag": "Some", "value": one},
        "leader": {"tag": "Some", "value": zero},
    }


def test_the_itf_schema_refuses_plain_numbers_and_unknown_tags(run: Run) -> None:
    for value in (3, {"#bigint": "three"}, {"#seq": []}, {"#map": [["1"]]}):
        data = itf.to_itf(run)
        data["states"][0]["records_written"] = value
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(data, schema("itf.schema.json"))


def _set(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(data: dict[str, Any]) -> None:
        parts = [part.replace("\\.", ".") for part in re.split(r"(?<!\\)\.", path)]
        *above, last = [int(part) if part.isdecimal() else part for part in parts]
        for part in above:
            data = data[part]
        if value is None:
            del data[last]
        else:
            data[last] = value

    return change


DAMAGE = {
    "format": (_set("format", "itf"), "x.json: format is 'itf', and a trace has 'tidemark-trace'"),
    "version": (_set("version", 4), "x.json: version is 4, and this release reads the versions 1 to 3"),
    "no promise": (_set("promise", None), "x.json: the field promise is missing"),
    "promise": (_set("promise", "weak-irs"), "x.json: published/high-watermark has no promise weak-irs: did"),
    "protocol": (_set("protocol", "published/kip-11"), "x.json: there is no protocol published/kip-11: did"),
    "bound": (_set("bounds.replicas", 9), "x.json: --replicas is 9: it goes from 1 to 5"),
    "no bound": (_set("bounds.replicas", None), "x.json: bounds has no replicas"),
    "truth as bound": (_set("bounds.replicas", True), "x.json: bounds.replicas is true"),
    "rule": (
        _set("exchanged.advnce", "published/kip-320"),
        "x.json: published/high-watermark has no rule advnce",
    ),
    "action": (
        _set("steps.4.action", "crash"),
        "x.json: step 5: published/high-watermark has no action crash",
    ),
    "argument": (_set("steps.4.arguments.broker", 7), "x.json: step 5: arguments.broker is 7, which is not"),
    "no argument": (
        _set("steps.4.arguments", {}),
        "x.json: step 5: become_leader takes the arguments broker, epoch",
    ),
    "value": (
        _set("steps.5.changes.replicas[1]\\.high_watermark", 9),
        "x.json: step 6: replicas[1].high_watermark is 9, which is not a number from 0 to 2",
    ),
    "no field": (
        _set("steps.0.state.quorum", None),
        "x.json: step 1: the state must be an object with the fields",
    ),
    "changes": (_set("steps.5.changes", 7), "x.json: step 6: changes is 7, and must be an object"),
    "no such field": (
        _set("steps.5.changes.replicas[1]\\.high_watermrak", 1),
        "x.json: step 6: changes.replicas[1].high_watermrak: a state has no such field: did you mean replicas[1]",
    ),
    "no such place": (
        _set("steps.5.changes.replicas[7]\\.log", []),
        "x.json: step 6: changes.replicas[7].log: a state has no such field: did you mean replicas[",
    ),
    "part of a log": (
        _set("steps.5.changes.replicas[1]\\.log[0]", {"id": 0, "epoch": 0}),
        "x.json: step 6: changes.replicas[1].log[0]: a state has no such field",
    ),
    "whole part": (
        _set("steps.5.changes.replicas", []),
        "x.json: step 6: changes.replicas: a state has no such field",
    ),
    "no step": (_set("steps.5", None), "x.json: step 6: its number is 7: a step is missing, or out of order"),
    "length": (_set("length", 4), "x.json: length is 4, and there are 10 steps"),
    "cut": (_set("steps.9", None), "x.json: length is 10, and there are 9 steps"),
    "first action": (
        _set("steps.0.action", "leader_write"),
        "x.json: step 1: the initial state follows no action",
    ),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_damage_is_named_with_its_place_in_one_line(name: str) -> None:
    change, message = DAMAGE[name]
    data = by_changes(counterexample(*RUNS[0]))
    change(data)
    with pytest.raises(UsageError) as error:
        files.from_json(data, "x.json")
    assert str(error.value).startswith(message)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'{"format": "tidemark-trace", ', "line 1, column 30"),
        (b"\xff", "byte 0 is not UTF-8"),
        (b'{"a": 1, "a": 2}', "an object has the field a twice"),
        (b"[" * 100_000, "recursion"),
        (b"[]", "an object with the fields"),
    ],
)
def test_a_file_that_is_no_trace_is_named(content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(content)
    with pytest.raises(UsageError, match=message) as error:
        files.load(path)
    assert str(error.value).startswith(f"{path}: ")


def test_a_path_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match=r"file/run\.json: "):
        files.save(counterexample(*RUNS[0]), tmp_path / "file" / "run.json")


def test_numbered_steps_show_each_action_and_each_change() -> None:
    lines = numbered_steps(counterexample(*RUNS[0])).splitlines()
    assert lines[:6] == [
        " 1. the initial state",
        " 2. controller_elect_leader(broker=0)",
        "      quorum.leader_epoch: -1 → 0",
        "      quorum.leader: none → 0",
        "      requests[0].leader: none → 0",
        "      requests[0].isr: + 0, + 1",
    ]
    assert "      replicas[1].log: [m0@1] → []" in lines


def _places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    below = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(place for key, part in below for place in _places(part, (*path, key)))]


STRANGE = [
    None,
    True,
    7,
    -1,
    1.5,
    "x",
    "",
    [],
    [1],
    {},
    {"#bigint": "x"},
    {"tag": "Some"},
    {"#map": [[]]},
    10**30,
]


@pytest.mark.parametrize("form", ["changes", "complete", "itf"])
def test_a_trace_changed_anywhere_is_read_or_refused_in_one_line(form: str) -> None:
    whole = counterexample(*RUNS[0])
    made = {"changes": by_changes, "complete": files.to_json, "itf": itf.to_itf}[form](whole)
    original = json.loads(json.dumps(made))
    reader = itf.from_itf if form == "itf" else files.from_json
    chance = random.Random(4)
    places = _places(original)[1:]
    complaints = []
    for _ in range(300):
        data = copy.deepcopy(original)
        *above, last = chance.choice(places)
        part = data
        for key in above:
            part = part[key]
        part[last] = chance.choice(STRANGE)
        try:
            reader(data, "x.json")
        except UsageError as error:
            complaints.append(str(error))
    assert len(complaints) > 250
    assert all(complaint.startswith("x.json: ") and complaint.isprintable() for complaint in complaints)
