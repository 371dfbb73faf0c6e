"""`tidemark list`: what there is; a subject's protocols; one protocol in full; a word, and what is claimed with it."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from itertools import accumulate
from typing import Any

from tidemark import impl
from tidemark.base.counts import count_of
from tidemark.base.errors import UsageError
from tidemark.base.files import require_none
from tidemark.base.names import nearest
from tidemark.checker.commands.shared import output
from tidemark.checker.engines import ENGINES
from tidemark.checker.user_files.lookup import find_protocol
from tidemark.checker.user_files.place import is_own
from tidemark.checker.views import markdown, screen, state_fields
from tidemark.impl import bugs, claims, glossary
from tidemark.impl.bugs import Bug
from tidemark.impl.claims import Claim
from tidemark.spec.families.bounds import Bound
from tidemark.spec.families.family import Family, Reference
from tidemark.spec.families.protocol import Protocol
from tidemark.spec.machines.declarations import Promise
from tidemark.spec.machines.initial_states import Initial

MAX_LINES = 40
"""The lines of a screen, which the meaning of a word and what is claimed with it do not exceed."""
MAX_LISTED_PROTOCOLS = 3
"""The most protocols of a subject that are named where all subjects are listed."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "protocol",
        nargs="?",
        metavar="PROTOCOL",
        help="show this one in full; or a subject, the first part of a name; or a word of the field, where it leads, "
        "and what articles claim with it; or a reported bug, by its number; or those in a file of your own: mine.py",
    )
    help_of_state = (
        "show the fields of the protocol's state, with their values and meanings: what a promise reads"
    )
    parser.add_argument("--state", action="store_true", help=help_of_state)
    output.add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print the tables."""
    word = options.protocol
    if options.state:
        _show_state(word, options)
    elif word is None:
        _show(options, _all_as_json(), _describe_all())
    elif protocols := [*impl.of_release(word), *impl.beside_release(word)]:
        _show_release(word, protocols, options)
    elif is_own(word) or "/" in word:
        chosen = _user_protocols(word) if is_own(word) else [find_protocol(word)]
        _show(options, _as_json(chosen), [part for p in chosen for part in _describe_protocol(p)])
    elif bug := bugs.find(word):
        _show(options, asdict(bug), _describe_bug(bug))
    elif word in impl.subjects():
        chosen = list(impl.subjects()[word])
        _show(options, _as_json(chosen), _describe_subject(chosen))
    else:
        _show_word(word, options)
    return 0


def _show(options: argparse.Namespace, data: Any, parts: Iterable[str]) -> None:
    """Print the parts that are not empty, with a line between them, and write the document."""
    with output.document(options) as document:
        document.data = data
        print("\n\n".join(filter(None, parts)))


def _show_state(word: str | None, options: argparse.Namespace) -> None:
    """The fields of a protocol's state at its default bounds, for the author of a promise.

    Raises:
        UsageError: no protocol is named, or none has that name.
    """
    if word is None:
        raise UsageError("--state shows the state of one protocol: name it")
    machine = find_protocol(word).machine()
    fields = state_fields.state_fields(machine.type)
    bounds = f", at its default bounds ({markdown.bounds(machine)})" if machine.bounds else ""
    title = screen.here().paragraph(f"The state of {machine.name}{bounds}:")
    data = {"protocol": machine.name, "bounds": dict(machine.bounds), "state": [asdict(f) for f in fields]}
    _show(options, data, [title, state_fields.as_text(fields, screen.here())])


def _show_release(word: str, protocols: Sequence[Protocol], options: argparse.Namespace) -> None:
    """The protocols that are true to a release, and what articles claim of it."""
    matching_claims = claims.find([word])
    data = {
        "protocols": [{**_protocol_as_json(p), "labels": list(p.all_labels)} for p in protocols],
        "claims": [asdict(claim) for claim in matching_claims],
    }
    rows = [[p.name, ", ".join(p.all_labels), p.summary] for p in protocols]
    table = screen.here().table(rows, [f"true to {word}", "labels", ""])
    _show(options, data, [table, *_describe_claims(matching_claims)])


def _show_word(word: str, options: argparse.Namespace) -> None:
    """What a word of the field means, and what articles claim with it.

    Raises:
        UsageError: it is no such word, and no subject.
    """
    glossary_word = glossary.find(word)
    matching_claims = claims.find(glossary_word.spellings if glossary_word else [word])
    if not glossary_word and not matching_claims:
        require_none(word, "subject")
        spellings = [spelling for entry in glossary.words() for spelling in entry.spellings]
        where = ": `tidemark list` shows the subjects, docs/glossary.md the words"
        raise UsageError(
            f"there is no subject {word}{nearest(word, [*spellings, *impl.subjects()]) or where}"
        )
    meaning = asdict(glossary_word) if glossary_word else {}
    parts = _describe_word(glossary_word) if glossary_word else []
    data = {**meaning, "claims": [asdict(claim) for claim in matching_claims]}
    taken = sum(part.count("\n") + 2 for part in parts)
    _show(options, data, [*parts, *_describe_claims(matching_claims, MAX_LINES - taken)])


def _user_protocols(word: str) -> list[Protocol]:
    from tidemark.checker.user_files import machines

    return machines.protocols(word)


def _describe_word(word: glossary.Word) -> list[str]:
    """What a word means, and the commands and pages to which it leads."""
    console = screen.here()
    names = ", ".join([*word.also, *word.chinese])
    leads = [
        *([f"tidemark list {name}", "subject" if "/" not in name else "protocol"] for name in word.protocols),
        *([f"tidemark scenario {name}", "scenario"] for name in word.scenarios),
        *([f"tidemark compute {name}", "function"] for name in word.functions),
        *([name, "promise"] for name in word.promises),
        *([f"docs/{name}", "page"] for name in word.pages),
    ]
    sentences = [f"{word.word}: {word.means}", *([f"also: {names}"] if names else [])]
    paragraphs = ["\n".join(console.wrap(sentence, indent="  ")) for sentence in sentences]
    return [*paragraphs, console.table(leads, ["leads to", ""])]


def _describe_bug(bug: Bug) -> list[str]:
    """A reported bug, and the commands that reproduce it, or the reason why none does."""
    console = screen.here()
    releases = [["affected", bug.affected], ["repaired in", bug.repaired or "no release"]]
    parts = [console.paragraph(f"{bug.key}: {bug.summary}"), console.table(releases, ["", bug.part])]
    if reproduction := bug.reproduction:
        rows = [
            [reproduction.command(reproduction.affected), f"violated after {reproduction.length}"],
            [reproduction.command(reproduction.repaired), "holds"],
        ]
        parts.append(console.table(rows, ["command", "verdict"]))
    return [*parts, *map(console.paragraph, filter(None, (bug.reason, bug.confirmed, bug.source)))]


def _describe_claims(matching_claims: Sequence[Claim], lines: int = MAX_LINES) -> list[str]:
    """What articles claim, what is true of it and what shows it, as far as the lines reach; at least the first."""
    paragraphs = [_describe_claim(claim) for claim in matching_claims]
    heights = accumulate(paragraph.count("\n") + 2 for paragraph in paragraphs)
    shown = max(1, sum(height <= lines - 4 for height in heights))
    more = len(paragraphs) - shown
    footer = [f"{count_of(more, 'more claim')}: docs/claims.md."] if more > 0 else []
    return ["articles claim:", *paragraphs[:shown], *footer] if paragraphs else []


def _describe_claim(claim: Claim) -> str:
    console, verdict = screen.here(), f"{claim.verdict or claims.OUT_OF_SCOPE}."
    lines = console.wrap(claim.claim, f"{claim.number:3} ")
    lines += console.wrap(f"“{claim.quote}” ({claim.article_title})", "    ") if claim.quote else []
    lines += console.wrap(" ".join(part for part in (verdict, claim.why) if part), "    ")
    shown_by = dict.fromkeys(one.run or one.test or one.source for one in claim.evidence)
    lines += [f"    {evidence}" for evidence in shown_by]
    lines += [f"    otherwise: {', '.join(map(str, claim.contradicts))}"] if claim.contradicts else []
    return "\n".join(lines)


def _describe_all() -> list[str]:
    subjects = [[name, _summarize_subject(name, protocols)] for name, protocols in impl.subjects().items()]
    return [
        _table(subjects, "subject"),
        _table([[engine.name, engine.summary] for engine in ENGINES.values()], "engine"),
        screen.here().paragraph(
            "`tidemark list SUBJECT` shows its protocols, promises, rules and bounds, `tidemark list WORD` what a word "
            "means."
        ),
    ]


def _summarize_subject(name: str, protocols: Sequence[Protocol]) -> str:
    """What a subject is, and its first protocols by the rest of their names."""
    names = [protocol.name.partition("/")[2] for protocol in protocols]
    remainder = [f"{len(names) - MAX_LISTED_PROTOCOLS} more"] if len(names) > MAX_LISTED_PROTOCOLS + 1 else []
    listing = ", ".join([*(names[:MAX_LISTED_PROTOCOLS] if remainder else names), *remainder])
    return f"{impl.SUBJECTS[name].about}: {listing}" if name in impl.SUBJECTS else listing


def _describe_subject(protocols: Sequence[Protocol]) -> list[str]:
    """Family by family: its protocols, and what they promise, by which rules and at which bounds."""
    parts = []
    for family in {id(p.family): p.family for p in protocols}.values():
        parts += [
            _table([[p.name, p.summary] for p in protocols if p.family is family], "protocol"),
            _table([_promise(p) for p in family.promises], "promise"),
            _table([[name, summary] for name, summary in family.rules.items()], "rule"),
            _bounds(family.bounds),
        ]
    return parts


def _describe_protocol(protocol: Protocol) -> list[str]:
    machine, texts = protocol.machine(), protocol.family.rules
    read = protocol.references_of([*protocol.rules, *(action.name for action in machine.actions)])
    rules = [
        [name, f"{texts[name]}: {rule.summary}{_read_from(read.get(name))}"]
        for name, rule in protocol.rules.items()
    ]
    return [
        "\n".join(screen.here().wrap(f"{protocol.name}: {protocol.summary}", indent="  ")),
        _table([_promise(p) for p in machine.all_promises], "promise"),
        _table(rules, "rule"),
        _bounds(protocol.bounds),
        _table(
            [[begin.name, begin.summary]] if isinstance(begin := machine.initial, Initial) else [],
            "initial states",
        ),
        _table(
            [[a.name, a.summary + _read_from(read.get(a.name))] for a in machine.actions],
            "action at the default bounds" if protocol.family.bounds else "action",
        ),
    ]


def _as_json(chosen: list[Protocol]) -> dict[str, Any]:
    several = {"protocols": [_full_protocol_as_json(protocol) for protocol in chosen]}
    return several if len(chosen) > 1 else several["protocols"][0]


def _all_as_json() -> dict[str, Any]:
    return {
        "protocols": [_protocol_as_json(p) for p in impl.protocols().values()],
        "families": [
            {"name": f.name, **_makes(f, f.bounds), "rules": dict(f.rules)} for f in impl.families()
        ],
        "engines": [
            {"name": e.name, "summary": e.summary, "options": [option.name for option in e.options]}
            for e in ENGINES.values()
        ],
    }


def _full_protocol_as_json(protocol: Protocol) -> dict[str, Any]:
    return {
        **_protocol_as_json(protocol),
        **_makes(protocol.family, protocol.bounds),
        "rules": {name: rule.summary for name, rule in protocol.rules.items()},
        "actions": [{"name": a.name, "summary": a.summary} for a in protocol.machine().actions],
    }


def _protocol_as_json(protocol: Protocol) -> dict[str, Any]:
    return {"name": protocol.name, "summary": protocol.summary, "family": protocol.family.name}


def _makes(family: Family, bounds: Sequence[Bound[Any]]) -> dict[str, Any]:
    """What a family promises, and at which bounds, as JSON data."""
    return {
        "promises": [
            {"name": p.name, "summary": p.summary, "only_named": p.only_named or None}
            for p in family.promises
        ],
        "bounds": [
            {
                "name": b.name,
                "setting": b.setting.name if b.setting else None,
                "summary": b.summary,
                "default": b.default,
                "range": b.range,
                "role": b.role,
            }
            for b in bounds
        ],
    }


def _promise(promise: Promise) -> list[str]:
    unless = f" Checked only where it is named: {promise.only_named}." if promise.only_named else ""
    return [promise.name, promise.summary + unless]


def _bounds(bounds: Sequence[Bound[Any]]) -> str:
    rows = [[f"--{b.name}", str(b.default), b.range, _bound(b)] for b in bounds]
    return screen.here().table(rows, ["bound", "default", "range", ""]) if rows else ""


def _bound(bound: Bound[Any]) -> str:
    """A bound in words, with the name of its setting where these lack it."""
    setting = bound.setting.name if bound.setting else ""
    return bound.summary if setting in bound.summary + bound.name else f"{bound.summary} ({setting})"


def _table(rows: list[list[str]], header: str) -> str:
    return screen.here().table(rows, [header, ""]) if rows else ""


def _read_from(references: Sequence[Reference] | None) -> str:
    """The first place where a rule, or an action, was read."""
    return f" (read from {references[0]})" if references else ""
