"""Where each rule was read: a release names lines of its own tags alone, and what is no release names none."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tidemark.impl.kafka import sources

FILE = tomllib.loads(Path(sources.__file__).with_name("sources.toml").read_text(encoding="utf-8"))
KEPT, TAGS, READ_AS = FILE["source"], FILE["tags"], FILE["read-as"]


@pytest.mark.parametrize("protocol", TAGS)
def test_a_rule_of_a_release_was_read_at_its_tags(protocol: str) -> None:
    tags = TAGS[protocol]
    rules = {source["rule"]: None for source in KEPT}
    renamed = {name for names in READ_AS.values() for name in names}
    for rule, references in sources.references(protocol, dict.fromkeys({*rules, *renamed})).items():
        read = READ_AS.get(protocol.partition("/")[0], {}).get(rule, (rule,))
        kept = [(s["tag"], s["file"], s["line"]) for s in KEPT if s["tag"] in tags and s["rule"] in read]
        assert sorted((r.tag, r.file, r.line) for r in references) == sorted(kept)


def test_a_protocol_that_is_no_release_and_a_rule_that_is_not_read_have_no_source() -> None:
    rules = {source["rule"]: None for source in KEPT}
    assert set(sources.references("kafka/none", rules).values()) == {()}
    assert sources.references("kafka/3.7", {"unheard-of": None}) == {"unheard-of": ()}
    assert sources.references("kafka-kraft/4.1", {"producer": None}) == {"producer": ()}
