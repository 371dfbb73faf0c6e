"""The tables of docs/claims.md: what articles claim, in whose words, and what shows it."""

from tidemark.impl import claims
from tidemark.spec import Reference

KAFKA = "https://github.com/apache/kafka/blob"


def cited(reference: Reference) -> str:
    """A line of the sources, as a link, and the word that stands there; or the file that does not have the word."""
    where, name = f"{reference.tag}/{reference.file}", reference.file.rpartition("/")[2]
    if not reference.line:
        return f"{reference.tag} [{name}]({KAFKA}/{where}) without `{reference.word}`"
    where, name = f"{where}#L{reference.line}", f"{name}:{reference.line}"
    return f"{reference.tag} [{name}]({KAFKA}/{where}) `{reference.word}`"


def evidence_cell(claim: claims.Claim) -> str:
    """What shows a claim's verdict, as a page has it."""
    parts = []
    for one in claim.evidence:
        if one.source:
            tag, file, line, word = one.cite()
            parts.append(cited(Reference(tag, file, line, word)))
            continue
        file, _, test = one.test.partition("::")
        parts.append(f"`{one.run}`: {one.says}" if one.run else f"[{test}](../{file})")
    parts += [f"[{claim.page}]({claim.page})"] if claim.page else []
    return "<br>".join(parts).replace("|", "\\|")


def claim_table(subject: str) -> str:
    """The table of what is claimed of a subject."""
    found = [claim for claim in claims.claims() if claim.subject == subject]
    scoped = subject != claims.OUT_OF_SCOPE
    titles = ["verdict", "shown by"] if scoped else ["why it is out of scope"]
    rows = [["", "articles claim", *titles], ["---"] * (2 + len(titles))]
    for claim in found:
        number = f'<a id="claim-{claim.number}"></a>{claim.number}'
        verdict = f"**{claim.verdict}.** {claim.why}".rstrip()
        rows.append(
            [number, claim_cell(claim), *([verdict, evidence_cell(claim)] if scoped else [claim.why])]
        )
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def claim_cell(claim: claims.Claim) -> str:
    """A claim as a page has it: in our words, as an article says it, and the claims that say otherwise."""
    quote = f"“{claim.quote}” ({claim.english}; {claim.article})"
    others = ", ".join(f"[{number}](#claim-{number})" for number in claim.contradicts)
    parts = [claim.claim, quote if claim.quote else "", f"Otherwise: {others}" if others else ""]
    return "<br>".join(filter(None, parts)).replace("|", "\\|")


def article_table() -> str:
    """The table of the texts that claims quote."""
    rows = [["", "quoted text", "in English", "by"], ["---"] * 4]
    for article in claims.articles():
        title = f"[{article.title}]({article.address})" if article.address else article.title
        rows.append([article.letter, title, article.english, article.by])
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)
