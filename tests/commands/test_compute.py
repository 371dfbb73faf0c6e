"""`tidemark compute` gives what the functions' own tests pin, and refuses what no function takes."""

from __future__ import annotations

import json
import shlex
from typing import Any

import pytest

from tests.support.blocks import blocks
from tidemark import real
from tidemark.checker import cli


def computed(line: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    capsys.readouterr()
    assert cli.main(["compute", *shlex.split(line), "--json", "-"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def shares(line: str, capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    rows = computed(f"assign {line}", capsys)["rows"]
    return {row["member"]: row["partitions"] for row in rows}


LEFT = "topics=P:10 members=C1,C2 owned=C1:P-0+P-1+P-2,C2:P-3+P-4+P-5"


def test_a_member_that_dies_gives_its_partitions_in_turn(capsys: pytest.CaptureFixture[str]) -> None:
    """tests/impl/functions/test_assignor_costs.py pins it, and docs/parts/clients.md shows it."""
    found = computed(f"assign assignor=sticky {LEFT}", capsys)
    assert [row["partitions"] for row in found["rows"]] == ["P-0 P-1 P-2 P-6 P-8", "P-3 P-4 P-5 P-7 P-9"]
    assert found["notes"][1] == "0 moved, and 0 at least for the best balance"


@pytest.mark.parametrize(
    ("assignor", "expected"),
    [
        ("range", {"C0": "T1-0 T2-0", "C1": ""}),
        ("round-robin", {"C0": "T1-0", "C1": "T2-0"}),
        ("sticky", {"C0": "T1-0", "C1": "T2-0"}),
    ],
)
def test_two_topics_of_one_partition(
    assignor: str, expected: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Range gives both to one: the smallest group of tests/impl/functions/test_assignors.py."""
    assert shares(f"assignor={assignor} topics=T1:1,T2:1 members=C0,C1", capsys) == expected


def test_subscriptions_may_differ(capsys: pytest.CaptureFixture[str]) -> None:
    found = shares("assignor=round-robin topics=T1:2,T2:1 members=C0:T1,C1:T1+T2", capsys)
    assert found == {"C0": "T1-0", "C1": "T1-1 T2-0"}


@pytest.mark.parametrize("assignor", ["range", "round-robin", "sticky", "cooperative-sticky", "uniform"])
def test_every_assignor_gives_out_all(assignor: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = shares(f"assignor={assignor} topics=T1:3,T2:4 members=C0,C1,C2", capsys)
    given = sorted(one for some in found.values() for one in some.split())
    assert given == [*(f"T1-{k}" for k in range(3)), *(f"T2-{k}" for k in range(4))]


def test_the_partition_of_a_key_and_of_a_group(capsys: pytest.CaptureFixture[str]) -> None:
    """The hashes are the Java client's own vectors, and the group is that of docs/parts/clients.md."""
    keys = computed("partition words=21,foobar,abc partitions=6", capsys)["rows"]
    assert [row["hash"] for row in keys] == [-973932308, -790332482, 479470107]
    assert computed("partition rule=group words=my-group", capsys)["rows"][0]["partition"] == 12


def test_where_an_epoch_ends_as_each_release_answers(capsys: pytest.CaptureFixture[str]) -> None:
    """The caches are those of tests/impl/kafka/test_kafka_rules.py."""
    rows = computed("epoch-end cache=1:20,4:80 log-end=130 epoch=2", capsys)["rows"]
    assert [row["it ends at"] for row in rows] == ["80", "80", "80", "no answer"]
    assert [row["epoch answered"] for row in rows] == ["", "1", "1", ""]
    assert cli.main(["compute", "epoch-end", "cache=1:20,2:10", "log-end=30", "epoch=1"]) == 2
    assert "epochs rise, and their start offsets do not fall" in capsys.readouterr().err
    assert cli.main(["compute", "epoch-end", "cache=1:20", "log-end=10", "epoch=1"]) == 2
    assert "no epoch starts above log-end" in capsys.readouterr().err


def test_the_placement_of_the_accounts_rule(capsys: pytest.CaptureFixture[str]) -> None:
    """docs/parts/clients.md: 1 2 1 0 replicas on four brokers."""
    found = computed("place rule=accounts brokers=4 partitions=2 replicas=2", capsys)
    assert [row["replicas"] for row in found["rows"]] == ["0 1", "1 2"]
    assert found["notes"][0] == "replicas: 0:1 1:2 2:1 3:0"


def test_leaders_where_nine_brokers_have_three_racks(capsys: pytest.CaptureFixture[str]) -> None:
    """KAFKA-15354, as docs/parts/clients.md prints it."""
    found = computed("place brokers=9 racks=a,b,c,a,b,c,a,b,c partitions=9", capsys)
    assert found["notes"][1] == "leaders: 0:3 1:0 2:0 3:0 4:3 5:3 6:0 7:0 8:0"


def test_zookeepers_rule_spreads_racks_too(capsys: pytest.CaptureFixture[str]) -> None:
    for racks in ("", " racks=a,b,a"):
        rows = computed(f"place rule=zookeeper brokers=3{racks} partitions=6 replicas=2", capsys)["rows"]
        assert sorted({row["replicas"].split()[0] for row in rows}) == ["0", "1", "2"]


def test_what_a_failure_costs(capsys: pytest.CaptureFixture[str]) -> None:
    """The first rows of the picture in docs/parts/clients.md."""
    rows = computed("fail brokers=3", capsys)["rows"]
    assert [
        (row["rule"], row["elections"], row["to one"], row["copies"], row["from one"]) for row in rows
    ] == [
        ("accounts", 40, 40, 120, 80),
        ("ZooKeeper", 40, 20, 120, 60),
        ("KRaft", 40, 26, 120, 66),
    ]
    assert cli.main(["compute", "fail", "brokers=3"]) == 0
    assert "3  accounts   ████████            40   40" in capsys.readouterr().out


def test_the_look_up_that_articles_show(capsys: pytest.CaptureFixture[str]) -> None:
    """Offset 1066, as in tests/real/storage/test_segments.py."""
    found = computed("look-up segments=0,1018,2042 index=23:730,46:1467,68:2109 offset=1066", capsys)
    assert found["rows"] == [
        {"segment": f"{1018:020}.log", "relative offset": 48, "scan begins at byte": 1467}
    ]


@pytest.mark.parametrize(
    ("line", "row"),
    [
        ("segments=32450 offset=32455", (f"{32450:020}.log", 5, 0)),
        (
            "segments=0,368769 index=1:0,3:497,6:1407,8:1686 offset=368775",
            (f"{368769:020}.log", 6, 1407),
        ),
    ],
)
def test_the_rows_of_an_index_that_articles_show(
    line: str, row: tuple[str, int, int], capsys: pytest.CaptureFixture[str]
) -> None:
    """Offset 32455 is 5 in its segment, and row (6, 1407) is record 368775."""
    assert tuple(computed(f"look-up {line}", capsys)["rows"][0].values()) == row


def test_a_timestamp_is_found_by_both_indexes(capsys: pytest.CaptureFixture[str]) -> None:
    """Entry (2000, 40) of the time index, then entry (23, 730) of the offset index."""
    line = "look-up segments=1018 index=23:730,46:1467 time-index=1000:12,2000:40,3000:60 time=2500"
    assert tuple(computed(line, capsys)["rows"][0].values()) == (f"{1018:020}.log", 40, 730)


def test_a_reader_below_the_log_start(capsys: pytest.CaptureFixture[str]) -> None:
    """An active segment that is too old goes too, and a new one begins at the log end."""
    line = "retain segments=0:100:10,40:100:20 end=90 now=99 retention-ms=35 read=7"
    assert [row[""] for row in computed(line, capsys)["rows"]] == [
        "deleted by retention.ms",
        "deleted by retention.ms",
        "begins in their place",
    ]
    assert computed(f"{line} reset=none", capsys)["notes"][1].endswith("OFFSET_OUT_OF_RANGE; it fails")


@pytest.mark.parametrize("name", real.FUNCTIONS)
def test_the_example_of_every_function_is_computed(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert computed(f"{name} {real.function(name).example}", capsys)["rows"]
    assert cli.main(["compute", name]) == 0
    assert real.function(name).example in capsys.readouterr().out


def test_without_a_name_all_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["compute"]) == 0
    printed = capsys.readouterr().out
    assert all(name in printed for name in real.FUNCTIONS)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("asign", "there is no function asign: did you mean assign?"),
        ("assign topic=t:1 members=a", "the function takes no topic: did you mean topics?"),
        ("assign topics", "topics has no `=`: write NAME=VALUE"),
        ("assign topics=t:1 topics=t:2", "topics is given twice"),
        ("assign topics=t:1", "members is needed: members, C0,C1"),
        ("assign topics=t:x members=a", "topics=t:x can't be read"),
        ("assign topics=t members=a", "topics=t can't be read"),
        ("assign topics=t:1 members=a:u", "topics has no u, to which a member subscribes"),
        ("assign topics=t:1 members=a owned=b:t-0", "members has no b, which owned names"),
        ("assign topics=t:2 members=a,b owned=a:t-0,b:t-0", "two members own t-0"),
        ("assign topics=t:2 members=a,a", "one of them is there twice"),
        ("assign assignor=rang topics=t:1 members=a", "there is: range, round-robin"),
        ("place brokers=2 partitions=1", "3 replicas need as many brokers, and there are 2"),
        ("place brokers=3 racks=a partitions=1", "racks has one for each broker: 3, and there are 1"),
        ("place rule=accounts brokers=3 racks=a,b,c partitions=1", "knows no racks"),
        ("fail brokers=2", "3 replicas need as many brokers"),
        ("look-up segments=5,1 offset=3", "the first offsets of its segments rise"),
        ("look-up segments=0 index=5:9,1:2 offset=3", "the entries of an index rise"),
        ("look-up segments=0", "either an offset or a time is looked up"),
        ("look-up segments=0,9 time=3", "a time is looked up in one segment"),
        ("retain segments=0:5 end=9", "segments=0:5 can't be read"),
        ("retain segments=5:1:1,0:1:1 end=9", "the first offsets of segments rise"),
        ("retain segments=0:1:1,5:1:1 end=5", "the log ends behind its last segment's first offset"),
        ("retain segments=0:1:1 end=5 high-watermark=6", "the high watermark is from the log start"),
        ("retain segments=0:1:1 end=5 reset=newest", "there is: earliest, latest, none"),
        ("partition words= partitions=3", "words has a word at least"),
        ("partition words=a partitions=0", "it is a number from 1"),
    ],
)
def test_a_mistake_is_one_line(line: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["compute", *shlex.split(line)]) == 2
    told = capsys.readouterr()
    assert said in told.err
    assert told.err.count("\n") == 1
    assert told.out == ""


@pytest.mark.parametrize("page", ["docs/parts/clients.md", "docs/audit.md"])
def test_the_page_shows_what_is_printed(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    (shown,) = blocks(page, "console")
    printed = ""
    for line in shown.splitlines():
        if line.startswith("$ "):
            assert cli.main(shlex.split(line)[2:]) == 0
            printed += f"{line}\n{capsys.readouterr().out}"
    assert shown == printed
