"""Releases by their numbers: each of a real system resolves to what is true to it."""

from __future__ import annotations

import pytest

from tidemark import impl
from tidemark.spec import UsageError
from tidemark.spec.releases import covers, in_words, is_release

RELEASES = (
    *(
        "0.10.2",
        "0.10.2.1",
        "0.11",
        "0.11.0.3",
        "1.0",
        "1.1",
        "1.1.1",
        "2.0.0",
        "2.0.1",
        "2.1",
        "2.1.1",
        "2.2",
        "2.3",
    ),
    *(
        "2.4",
        "2.4.1",
        "2.5",
        "2.6.0",
        "2.6.1",
        "2.6.3",
        "2.7",
        "2.8",
        "2.8.2",
        "3.0",
        "3.1",
        "3.2",
        "3.3",
        "3.4.0",
    ),
    *("3.4.1", "3.5", "3.6", "3.7", "3.8", "3.9", "3.9.2", "4.0", "4.1", "4.2", "4.3", "4.3.1"),
)


@pytest.mark.parametrize(
    ("releases", "word", "expected"),
    [
        (("3.7", "4.3"), "3.9.2", True),
        (("3.7", "4.3"), "4.3.1", True),
        (("3.7", "4.3"), "4.4", False),
        (("3.7", "4.3"), "3.6.9", False),
        (("3.3", "3.4.0"), "3.4", True),
        (("3.3", "3.4.0"), "3.4.1", False),
        (("3.4.1", "3.6"), "3.4", True),
        (("0.11", "1.1"), "0.11.0.3", True),
        (("2.5", "2.6.0"), "2.10", False),
    ],
)
def test_a_range_covers_a_release(releases: tuple[str, str], word: str, expected: bool) -> None:
    assert covers(releases, word) is expected


def test_a_release_is_a_number() -> None:
    assert [word for word in ("3.9", "0.10.2.1", "3", "3.x", "kip-101", "", "3.9.") if is_release(word)] == [
        "3.9",
        "0.10.2.1",
    ]
    assert [in_words(one) for one in (("3.7", "3.9"), ("2.7", "2.7"))] == ["3.7 to 3.9", "2.7"]


@pytest.mark.parametrize("release", RELEASES)
def test_every_release_is_a_name(release: str) -> None:
    zookeeper = [one.name for one in impl.of_release(release, "kafka")]
    kraft = [one.name for one in impl.of_release(release, "kafka-kraft")]
    assert len(zookeeper) == (not release.startswith("4."))
    assert bool(kraft) == (release >= "3.3" and release != "3.4.1")
    for name in zookeeper:
        assert impl.protocol(f"kafka/{release}").name == name
        assert impl.is_protocol(f"kafka/{release}")


def test_the_ranges_of_a_subject_do_not_overlap_where_one_has_no_setting() -> None:
    ranges = [one.releases for one in impl.shipped("kafka").values() if one.releases]
    for k, one in enumerate(ranges):
        assert not any(covers(one, word) for other in ranges[:k] for word in other)


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("kafka/9.9", "there is no protocol kafka/9.9"),
        ("cafe/3.9", "there is no protocol cafe/3.9"),
        ("kafka-kraft/4.2", "kafka-kraft/3.7"),
        ("3.9", "kafka-kraft/3.7"),
        ("kafka/2.6", "kafka/2.6.1"),
    ],
)
def test_what_is_no_single_protocol_is_refused_with_those_that_it_may_be(word: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        impl.protocol(word)
