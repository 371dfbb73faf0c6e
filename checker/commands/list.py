"""`tidemark list`: what there is; a subject's protocols; one protocol in full; a word, and what is claimed with it."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from tidemark import impl
from tidemark.base.files import require_none
from tidemark.base.names import look_up
from tidemark.checker.commands.shared import output
from tidemark.checker.engines import ENGINES
from tidemark.checker.user_files.lookup import find_protocol
from tidemark.checker.user_files.place import is_own
from tidemark.checker.views import screen
from tidemark.impl import claims, glossary
from tidemark.impl.claims import Claim
from tidemark.spec.families.bounds import Bound
from tidemark.spec.families.family import Family, Reference, Rule
from tidemark.spec.families.protocol import Protocol
from tidemark.spec.machines.declarations import Promise

FEW = 12
"""The most claims that are shown with their commands."""
NAMED = 4
"""The most protocols of a subject that are named where all subjects are listed."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "protocol",
        nargs="?",
        metavar="PROTOCOL",
        help="show this one in full; or a subject, the first part of a name; or a word of the field, where it leads, "
        "and what articles claim with it; or those in a file of your own: mine.py",
    )
    output.add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print the tables."""
    word = options.protocol
    if word is not None and (true_to := impl.of_release(word)):
        _show_release(word, true_to, options)
        return 0
    is_subject = word is not None and "/" not in word and not is_own(word)
    if is_subject and word not in impl.subjects():
        known_word = glossary.find(word)
        found = claims.find(known_word.spellings if known_word else [word])
        if known_word or found:
            with output.document(options) as given:
                means = asdict(known_word) if known_word else {}
                given.data = {**means, "claims": [asdict(claim) for claim in found]}
                print("\n\n".join([*(_word(known_word) if known_word else []), *_claims(found)]))
            return 0
        require_none(word, "subject")
    if is_subject:
        known = {
            **dict.fromkeys(name for one in glossary.words() for name in one.spellings),
            **impl.subjects(),
        }
        chosen = look_up(known, word, "there is no subject")
    else:
        chosen = [] if word is None else _own(word) if is_own(word) else [find_protocol(word)]
    with output.document(options) as given:
        given.data = _as_json(chosen)
        parts = _subject(chosen) if is_subject else [part for protocol in chosen for part in _one(protocol)]
        print("\n\n".join(part for part in parts or _all() if part))
    return 0


def _show_release(word: str, protocols: Sequence[Protocol], options: argparse.Namespace) -> None:
    """The protocols that are true to a release, and what articles claim of it."""
    found = claims.find([word])
    with output.document(options) as given:
        given.data = {
            "protocols": [{**_protocol_as_json(p), "labels": list(p.all_labels)} for p in protocols],
            "claims": [asdict(claim) for claim in found],
        }
        rows = [[p.name, ", ".join(p.all_labels), p.summary] for p in protocols]
        table = screen.here().table(rows, [f"true to {word}", "labels", ""])
        print("\n\n".join([table, *_claims(found)]))


def _own(word: str) -> list[Protocol]:
    from tidemark.checker.user_files import machines

    return machines.protocols(word)


def _word(found: glossary.Word) -> list[str]:
    """What a word means, and the commands and pages to which it leads."""
    here = screen.here()
    names = ", ".join(name for name in (*found.also, found.chinese) if name)
    leads = [
        *(
            [f"tidemark list {name}", "subject" if "/" not in name else "protocol"]
            for name in found.protocols
        ),
        *([f"tidemark scenario {name}", "scenario"] for name in found.scenarios),
        *([f"tidemark compute {name}", "function"] for name in found.functions),
        *([name, "promise"] for name in found.promises),
        *([f"docs/{name}", "page"] for name in found.pages),
    ]
    said = "\n".join(here.wrap(f"{found.word}: {found.means}", indent="  "))
    also = "\n".join(here.wrap(f"also: {names}", indent="  ")) if names else ""
    return [part for part in (said, also, here.table(leads, ["leads to", ""])) if part]


def _claims(found: Sequence[Claim]) -> list[str]:
    """What articles claim, and what is true of it; of a few claims also the commands and tests that show it."""
    here = screen.here()
    told = []
    for claim in found:
        verdict = f"{claim.verdict or claims.OUT_OF_SCOPE}."
        lines = here.wrap(claim.claim, f"{claim.number:3} ")
        lines += here.wrap(" ".join(part for part in (verdict, claim.why) if part), "    ")
        lines += [f"    {one.run or one.test}" for one in claim.evidence if len(found) <= FEW]
        told.append("\n".join(lines))
    more = ["docs/claims.md has what shows each of them."] if len(found) > FEW else []
    return ["articles claim:", *told, *more] if told else []


def _all() -> list[str]:
    subjects = [[name, _of_subject(name, protocols)] for name, protocols in impl.subjects().items()]
    return [
        _table(subjects, "subject"),
        _table([[engine.name, engine.summary] for engine in ENGINES.values()], "engine"),
        "\n".join(
            screen.here().wrap(
                "`tidemark list SUBJECT` shows its protocols, promises, rules and bounds, `tidemark list WORD` what "
                "a word means."
            )
        ),
    ]


def _of_subject(name: str, protocols: Sequence[Protocol]) -> str:
    """What a subject is, and its first protocols by the rest of their names."""
    named = [protocol.name.partition("/")[2] for protocol in protocols]
    more = [f"{len(named) - NAMED} more"] if len(named) > NAMED + 1 else []
    names = ", ".join([*(named[:NAMED] if more else named), *more])
    return f"{impl.SUBJECTS[name].about}: {names}" if name in impl.SUBJECTS else names


def _subject(protocols: Sequence[Protocol]) -> list[str]:
    """Family by family: its protocols, and what they promise, by which rules and at which bounds."""
    parts = []
    for family in {id(p.family): p.family for p in protocols}.values():
        parts += [
            _table([[p.name, p.summary] for p in protocols if p.family is family], "protocol"),
            _table([_promise(p) for p in family.promises], "promise"),
            _table([[name, text] for name, text in family.rules.items()], "rule"),
            _bounds(family.bounds),
        ]
    return parts


def _one(protocol: Protocol) -> list[str]:
    machine, texts, read = protocol.machine(), protocol.family.rules, protocol.references
    return [
        "\n".join(screen.here().wrap(f"{protocol.name}: {protocol.summary}", indent="  ")),
        _table([_promise(p) for p in machine.all_promises], "promise"),
        _table(
            [[name, _rule(texts[name], rule, read.get(name))] for name, rule in protocol.rules.items()],
            "rule",
        ),
        _bounds(protocol.bounds),
        _table(
            [[a.name, a.summary] for a in machine.actions],
            "action at the default bounds" if protocol.family.bounds else "action",
        ),
    ]


def _as_json(chosen: list[Protocol]) -> dict[str, Any]:
    if not chosen:
        return _all_as_json()
    several = {"protocols": [_one_as_json(protocol) for protocol in chosen]}
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


def _one_as_json(protocol: Protocol) -> dict[str, Any]:
    return {
        **_protocol_as_json(protocol),
        **_makes(protocol.family, protocol.bounds),
        "rules": {name: rule.summary for name, rule in protocol.rules.items()},
        "actions": [{"name": a.name, "summary": a.summary} for a in protocol.machine().actions],
    }


def _protocol_as_json(protocol: Protocol) -> dict[str, Any]:
    return {"name": protocol.name, "summary": protocol.summary, "family": protocol.family.name}


def _makes(family: Family, bounds: Sequence[Bound]) -> dict[str, Any]:
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


def _bounds(bounds: Sequence[Bound]) -> str:
    rows = [[f"--{b.name}", str(b.default), b.range, _bound(b)] for b in bounds]
    return screen.here().table(rows, ["bound", "default", "range", ""]) if rows else ""


def _bound(bound: Bound) -> str:
    """A bound in words, with the name of its setting where these lack it."""
    setting = bound.setting.name if bound.setting else ""
    return bound.summary if setting in bound.summary + bound.name else f"{bound.summary} ({setting})"


def _table(rows: list[list[str]], header: str) -> str:
    return screen.here().table(rows, [header, ""]) if rows else ""


def _rule(text: str, rule: Rule, references: Sequence[Reference] | None) -> str:
    """A rule in words, with the first place where it was read."""
    read = f" (read from {references[0]})" if references else ""
    return f"{text}: {rule.summary}{read}"
