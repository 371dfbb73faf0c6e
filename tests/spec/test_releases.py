"""Releases by their numbers: each of a real system resolves to what is true to it."""

from __future__ import annotations

import pytest

from tidemark import impl
from tidemark.spec import UsageError
from tidemark.spec.families.releases import covers, in_words, is_release, span

LAST_PATCHES = """
    0.10.2.2 0.11.0.3 1.0.2 1.1.1 2.0.1 2.1.1 2.2.2 2.3.1 2.4.1 2.5.1 2.6.3 2.7.2 2.8.2 3.0.2 3.1.2 3.2.3 3.3.2 3.4.1
    3.5.2 3.6.2 3.7.2 3.8.1 3.9.2 4.0.2 4.1.2 4.2.1 4.3.1
"""
"""Of each line of releases the last one; the first is 0."""
RELEASES = [
    f"{line}.{patch}"
    for line, last in (word.rsplit(".", 1) for word in LAST_PATCHES.split())
    for patch in range(int(last) + 1)
]
LINES = [word.rpartition(".")[0] for word in LAST_PATCHES.split()]
DIVIDED = {"2.0", "2.1", "2.6", "2.8", "3.4", "3.5", "3.9"}
"""Lines in whose midst a rule changed: several protocols of one subject are true to them."""


@pytest.mark.parametrize(
    ("releases", "word", "expected"),
    [
        (("3.7", "4.3"), "3.9.2", True),
        (("3.7", "4.3"), "4.3.1", True),
        (("3.7", "4.3"), "4.4", False),
        (("3.7", "4.3"), "3.6.9", False),
        (("3.3", "3.4.0"), "3.4", True),
        (("3.3", "3.4.0"), "3.4.1", False),
        (("3.4.1", "3.5.0"), "3.4", True),
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
    assert span([("0.11", "3.10"), ("0.10.2", "3.9")]) == ("0.10.2", "3.10")
    assert [in_words(one) for one in (("3.7", "3.9"), ("2.7", "2.7"))] == ["3.7 to 3.9", "2.7"]


def parts(release: str) -> tuple[int, ...]:
    return tuple(int(part) for part in release.split("."))


@pytest.mark.parametrize("release", [*RELEASES, *(line for line in LINES if line not in DIVIDED)])
def test_every_release_is_a_name(release: str) -> None:
    number = parts(release)
    zookeeper, kraft, elections = (
        impl.of_release(release, one) for one in ("kafka", "kafka-kraft", "elections")
    )
    assert bool(impl.of_release(release, "transactions")) == (number >= (0, 11))
    assert len(zookeeper) == (number < (4,))
    assert bool(kraft) == (number >= (3, 3) and release != "3.4.1")  # 3.4.1 with KRaft is not modelled
    assert bool(elections) == (number >= (3, 3))
    for subject, protocols in (("kafka", zookeeper), ("kafka-kraft", kraft), ("elections", elections)):
        if f"{subject}/{release}" in impl.protocols():  # which comes before what is true to a release
            own = impl.protocol(f"{subject}/{release}")
            assert own in protocols or not own.releases  # 1.0.0, 1.0.1 and 1.1.0 are no range
            continue
        assert impl.is_protocol(f"{subject}/{release}") == (len(protocols) == 1)
        if len(protocols) == 1:
            assert impl.protocol(f"{subject}/{release}") is protocols[0]
        else:
            with pytest.raises(UsageError) as refusal:
                impl.protocol(f"{subject}/{release}")
            assert all(protocol.name in str(refusal.value) for protocol in protocols)


@pytest.mark.parametrize("release", [*RELEASES, *LINES])
def test_a_release_alone_is_a_name_where_one_protocol_is_true_to_it_and_else_names_all(release: str) -> None:
    protocols = impl.of_release(release)
    assert protocols
    if len(protocols) == 1:
        assert impl.protocol(release) is protocols[0]
        return
    with pytest.raises(UsageError, match="name one of") as refusal:
        impl.protocol(release)
    assert all(protocol.name in str(refusal.value) for protocol in protocols)


@pytest.mark.parametrize("release", ["3.5", "3.9.2"])
def test_where_both_exist_zookeeper_and_kraft_are_named(release: str) -> None:
    with pytest.raises(UsageError, match=r"kafka/3\.[459].*kafka-kraft/3\."):
        impl.protocol(release)


@pytest.mark.parametrize("release", [line for line in LINES if parts(line) >= (3, 9)])
def test_with_and_without_elr_are_labelled(release: str) -> None:
    for subject in ("kafka-kraft", "elections"):
        labels = sorted(one.labels for one in impl.of_release(release, subject))
        assert labels == [("elr",), ("without-elr",)]


def test_the_ranges_of_a_subject_do_not_overlap_where_one_has_no_setting() -> None:
    ranges = [one.releases for one in impl.load_subject("kafka").values() if one.releases]
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
        ("9.9", "there is no protocol for 9.9, only for the releases 0.10.2 to 4.3"),
        ("kafka-kraft/3.4.1", "kafka/3.4.1, elections/3.3 are true to 3.4.1"),
    ],
)
def test_what_is_no_single_protocol_is_refused_with_those_that_it_may_be(word: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        impl.protocol(word)
