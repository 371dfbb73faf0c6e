"""What a compiled schedule does to brokers: each event belongs to a state of the run, and becomes a step."""

from __future__ import annotations

from dataclasses import dataclass

from tidemark.spec.machines.symbolic import Instance


@dataclass(frozen=True)
class Link:
    """Who asks, and who answers: a broker, or None for the controller."""

    asks: int
    answers: int | None = None

    def __str__(self) -> str:
        return f"{self.asks}->{'controller' if self.answers is None else self.answers}"


@dataclass(frozen=True)
class ScheduleEvent:
    """Something that is done. at: the number of the state that the run comes to by it, 0 before it begins.

    word: one of `schedule_words.WORDS`. subject: what follows it: a kind of message, a record, a kind of election.
    broker: to whom it is done; for a client, whom it asks. link: on which messages pass, or do not.
    """

    at: int
    word: str
    subject: str = ""
    broker: int | None = None
    link: Link | None = None

    @property
    def do(self) -> str:
        """The event in the words of a schedule."""
        sign = "at=" if self.word in ("produce", "consume") else ""
        broker = "" if self.broker is None else f"{sign}{self.broker}"
        link = "" if self.link is None else str(self.link)
        return " ".join(filter(None, (self.word, self.subject, broker, link)))


def action_name(instance: Instance | None) -> str:
    """The name of an instance's action; empty for a first state, which no action leads to."""
    return instance.action.name if instance else ""
