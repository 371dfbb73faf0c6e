"""The functions of a file of Kafka's sources, found by indentation: its Scala and Java are formatted throughout."""

from __future__ import annotations

import re
from functools import cache

from clone import Sources

MODIFIER = r"(?:private|protected|override|final|public|static|implicit|synchronized|abstract)(?:\[\w+\])?"
SCALA = re.compile(rf"\s*(?:@\w+\s+)*(?:{MODIFIER}\s+)*def\s+(\w+)")
JAVA = re.compile(rf"\s*(?:@\w+\s+)*(?:{MODIFIER}\s+)*\w[\w<>\[\],.?]*(?: [\w<>\[\],.?]+)* (\w+)\s*\([^;]*$")
STATEMENT = re.compile(r"\s*(return|throw|new|else|val|var|case)\b")
NO_NAMES = {
    "if",
    "while",
    "for",
    "switch",
    "catch",
    "return",
    "else",
    "new",
    "throw",
    "match",
    "synchronized",
    "try",
}


def indent(line: str) -> int:
    """How far a line is indented."""
    return len(line) - len(line.lstrip())


@cache
def functions(kafka: Sources, release: str, file: str) -> list[tuple[str, int, int]]:
    """The functions of a file of Scala or Java: name, first and last line, by indentation."""
    text, found = kafka.lines(release, file) or (), []
    for first, line in enumerate(text):
        match = (SCALA if file.endswith(".scala") else JAVA).match(line)
        if not match or match[1] in NO_NAMES or STATEMENT.match(line):
            continue
        last = head = first + line.rstrip().endswith(":")
        for following in range(head + 1, len(text)):
            stripped = text[following].strip()
            if stripped and indent(text[following]) <= indent(line):
                last = following if stripped[0] in ")}" else last
                if not stripped.startswith((")", "(")):
                    break
            else:
                last = following
        found.append((match[1], first, last))
    return found
