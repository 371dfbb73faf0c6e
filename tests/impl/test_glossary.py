"""The words of the field: each leads somewhere, and the command line and docs/glossary.md know all of them."""

from __future__ import annotations

import pytest

from tests.support.pages import ROOT, missing
from tidemark import impl, real
from tidemark.checker import cli
from tidemark.impl import claims, glossary

WORDS = {word.word: word for word in glossary.words()}
ASKED = (
    "replica", "AR", "ISR", "OSR", "ELR", "LEO", "HW", "LSO", "leader epoch", "OffsetsForLeaderEpoch", "acks",
    "replica.lag.time.max.ms", "unclean.leader.election.enable", "min.insync.replicas", "GroupCoordinator",
    "RangeAssignor", "StickyAssignor", "transactional.id", "__consumer_offsets",
)  # fmt: skip


def test_what_readers_look_for_is_there() -> None:
    assert set(ASKED) <= set(WORDS)
    assert [WORDS[word].chinese[0] for word in ("replica", "HW", "ISR")] == ["副本", "高水位", "同步副本集合"]


CHINESE = {
    "topic": "主题", "partition": "分区", "replica": "副本 备份", "leader": "领导者副本 领导者",
    "follower": "追随者副本 追随者", "replication.factor": "副本因子", "ISR": "同步副本",
    "HW": "高水位 水位", "offset": "位移 偏移量", "LEO": "日志末端位移",
    "__consumer_offsets": "消费位移 提交", "truncation": "截断 日志截断", "election": "选举 领导者选举",
    "preferred leader": "首选", "unclean.leader.election.enable": "Unclean选举", "failover": "故障转移",
    "crash": "宕机", "lost record": "消息丢失", "divergence": "数据不一致", "consistency": "一致性",
    "availability": "可用性", "durability": "持久性", "scalability": "伸缩性", "load balancing": "负载均衡",
    "producer": "生产者", "acks": "确认", "RecordAccumulator": "批次", "idempotent producer": "幂等 幂等性",
    "transactional.id": "事务", "partitioner": "分区策略", "RoundRobinAssignor": "轮询",
    "StickyAssignor": "粘性", "consumer": "消费者 消费者实例", "consumer group": "消费者组 消费组",
    "GroupCoordinator": "协调者 组协调器", "group member": "成员", "rebalance": "重平衡",
    "session.timeout.ms": "心跳 会话", "subscription": "订阅", "fetch": "拉取", "assignor": "分区分配",
    "exactly once": "最多一次", "KafkaController": "控制器", "UpdateMetadata": "元数据 广播",
    "cluster": "集群", "SocketServer": "网络线程", "offset index": "索引 稀疏索引 时间戳",
    "segment": "分段", "retention": "过期", "page cache": "顺序写 零拷贝 页缓存", "record": "消息",
}  # fmt: skip
"""Every term that the articles in Chinese use, by the word to which it leads."""


@pytest.mark.parametrize(
    ("word", "term"), [(word, t) for word, terms in CHINESE.items() for t in terms.split()]
)
def test_every_chinese_term_leads_to_its_word_on_one_screen(
    word: str, term: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["list", term]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(f"{word}: ")
    assert printed.count("\n") <= 40


def test_a_longer_chinese_expression_leads_to_the_longest_word_in_it() -> None:
    assert glossary.find("追随者副本的日志截断策略") is WORDS["follower"]
    assert glossary.find("没有这个词吗") is None


@pytest.mark.parametrize("word", ["HW", "replica", "leader", "zzzzzz", "零"])
def test_a_word_takes_one_screen(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    cli.main(["list", word])
    printed = capsys.readouterr()
    assert len((printed.out + printed.err).splitlines()) <= 40


def test_claims_that_name_a_word_first_come_first() -> None:
    assert claims.find(["high watermark"])[0].claim.lower().startswith("the high watermark")


@pytest.mark.parametrize("word", WORDS.values(), ids=WORDS)
def test_every_word_leads_to_what_is_there(word: glossary.Word) -> None:
    assert word.pages
    assert word.means.endswith(".")
    promises = {promise.name for family in impl.families() for promise in family.promises}
    assert set(word.promises) <= promises
    assert set(word.scenarios) <= set(impl.scenarios())
    for name in word.protocols:
        assert name in impl.subjects() or impl.is_protocol(name), name
    for function in word.functions:
        name, *given = function.split()
        values = {one.name: one for one in real.function(name).parameters}
        for parameter, _, text in (one.partition("=") for one in given):
            assert values[parameter].read(text) == text


def test_a_spelling_stands_for_one_word() -> None:
    keys = [glossary.key(spelling) for word in WORDS.values() for spelling in (word.word, *word.also)]
    assert len(set(keys)) == len(keys)
    assert all(glossary.find(name) is word for word in WORDS.values() for name in word.spellings)


@pytest.mark.parametrize(
    ("asked", "word"),
    [
        ("range", "RangeAssignor"),
        ("leader election", "election"),
        ("leader epoch", "leader epoch"),
        ("Leader-Epoch", "leader epoch"),
        ("high watermark", "HW"),
        ("高水位", "HW"),
        ("同步副本集合", "ISR"),
        ("isr", "ISR"),
    ],
)
def test_list_says_what_a_word_means(asked: str, word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["list", asked]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(f"{word}: ")
    assert all(f"docs/{page}" in printed for page in WORDS[word].pages)


def test_a_subject_is_still_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["list", "transactions"]) == 0
    assert capsys.readouterr().out.startswith("protocol")


def test_a_near_miss_names_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["list", "elektion"]) == 2
    assert "there is no subject elektion: did you mean election?" in capsys.readouterr().err


def test_scenario_lists_those_of_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["scenario", "elections"]) == 0
    printed = capsys.readouterr().out
    assert "unclean-election" in printed
    assert "acks-1" not in printed
    assert cli.main(["scenario", "range"]) == 2
    assert "`tidemark list range` says where it leads" in capsys.readouterr().err
    assert cli.main(["scenario", "ISR", "--protocol", "kafka/2.2"]) == 2
    assert "--protocol is for one scenario" not in capsys.readouterr().out


def test_the_page_has_every_word_as_it_is() -> None:
    page = ROOT / "docs" / "glossary.md"
    text = page.read_text(encoding="utf-8")
    assert all(f'<a id="{word.anchor}">' in text for word in WORDS.values())
    assert missing(page) == []
