"""Which partition a key or a group has, for `tidemark compute partition`."""

from __future__ import annotations

from collections.abc import Callable

from tidemark.impl.functions.clients.coordinators import PARTITIONS, partition_of_group
from tidemark.impl.functions.clients.java import string_hash
from tidemark.impl.functions.clients.partitioners import by_absolute_value, by_key, murmur2
from tidemark.spec.families.functions import ComputedTable, Function, Parameter, choice_of, items, number

RULES: dict[str, tuple[Callable[[str], int], Callable[[str, int], int]]] = {
    "key": (lambda word: murmur2(word.encode()), lambda word, count: by_key(word.encode(), count)),
    "absolute-value": (
        lambda word: murmur2(word.encode()),
        lambda word, count: by_absolute_value(word.encode(), count),
    ),
    "group": (string_hash, partition_of_group),
}
"""For each rule the hash of a word, and its partition."""


def compute(rule: str, words: list[str], partitions: int) -> ComputedTable:
    """The hash and the partition of each word."""
    if not words:
        raise ValueError("words has a word at least")
    hash_of, partition_of = RULES[rule]
    return ComputedTable(
        ("word", "hash", "partition"),
        [(word, hash_of(word), partition_of(word, partitions)) for word in words],
    )


FUNCTION = Function(
    "the partition of a record's key, or of a group in __consumer_offsets",
    (
        Parameter(
            "rule",
            "key: murmur2, as Kafka has it; absolute-value: as accounts have it; group: of its coordinator",
            choice_of([*RULES]),
            "key",
        ),
        Parameter("words", "keys, or names of groups", items),
        Parameter(
            "partitions", "partitions of the topic; __consumer_offsets has 50", number(1), str(PARTITIONS)
        ),
    ),
    "words=a,b,c partitions=6",
    compute,
)
