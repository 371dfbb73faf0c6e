"""How a run breaks a promise about runs, as one pattern for all kinds that a lasso breaks.

    @leads_to                      a run that breaks it has a state where p holds (`start`), and from there on
    def served(s): return p, q     no state where q does (`inside`), for ever

    @eventually_every_step(given=[calm])     a run that breaks it goes round for ever through a step that does not
    def fixed(before, after): return keeps   keep it (`again`), and in the loop are only states where `calm` holds

The engines evaluate the terms of a pattern, each in its own way, and look for a fair lasso of this form.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

from tidemark.checker.engines.liveness.questions import Question
from tidemark.spec.machines.temporal import (
    always_eventually,
    always_eventually_step,
    eventually,
    eventually_always,
    eventually_every_step,
    leads_to,
    leads_to_always,
    until,
    weak_until,
)

ANSWERING = (leads_to.name, leads_to_always.name, until.name, weak_until.name)
"""The kinds that ask nothing of a run where their first predicate never holds."""


@dataclass(frozen=True)
class PatternTerm:
    """A predicate of a question, of its own or of one that it is given: where it holds, or where it does not."""

    question: Question
    number: int
    holds: bool

    @property
    def is_about_steps(self) -> bool:
        """Whether it is about the states before and after a step, and not about one state."""
        return self.question.promise.kind.states == 2


@dataclass(frozen=True)
class LassoPattern:
    """How a run breaks a question. A loop of one state takes no step.

    start: where it begins to; None: in any state. is_initial: only where the run begins.
    inside: what all of its states from there on are, to the end.
    stop: what its last state may be, and then it ends there: whatever follows, it is broken.
    goes_round: whether a loop breaks it too.
    loop: what all states, and all steps, of the loop are. again: of each, the loop passes a state or takes a step.
    """

    start: PatternTerm | None = None
    is_initial: bool = False
    inside: PatternTerm | None = None
    stop: PatternTerm | None = None
    goes_round: bool = True
    loop: tuple[PatternTerm, ...] = ()
    again: tuple[PatternTerm, ...] = ()

    @classmethod
    def of(cls, question: Question) -> LassoPattern:
        """The pattern of a question of one of `LASSO_KINDS`."""
        loop, again = _terms(question, breaks=True)
        premises = cls.of_premises(question)
        loop, again = loop + premises.loop, again + premises.again

        def term(number: int, holds: bool = True) -> PatternTerm:
            return PatternTerm(question, number, holds)

        kind = question.promise.kind
        if kind is eventually:
            return cls(None, True, term(0, False), loop=loop, again=again)
        if kind is leads_to:
            return cls(term(0), inside=term(1, False), loop=loop, again=again)
        if kind is leads_to_always:
            return cls(term(0), loop=loop, again=(term(1, False), *again))
        if kind in (until, weak_until):
            return cls(
                term(0), inside=term(2, False), stop=term(1, False), goes_round=kind is until, loop=loop
            )
        return cls(loop=loop, again=again)

    @classmethod
    def of_premises(cls, question: Question) -> LassoPattern:
        """The pattern of a run that keeps what a question is given: if there is none, the question asks nothing."""
        terms = [_terms(premise, breaks=False) for premise in question.premises]
        loop, again = (
            (tuple(chain.from_iterable(each)) for each in zip(*terms, strict=True)) if terms else ((), ())
        )
        return cls(loop=loop, again=again)


PatternTerms = tuple[PatternTerm, ...]


def _terms(question: Question, breaks: bool) -> tuple[PatternTerms, PatternTerms]:
    """What the states and the steps of a loop all are, and what some are, that breaks or keeps what is about loops."""
    kind = question.promise.kind
    term = (PatternTerm(question, 0, not breaks),)
    if kind in (always_eventually, always_eventually_step):
        return (term, ()) if breaks else ((), term)
    if kind in (eventually_always, eventually_every_step):
        return ((), term) if breaks else (term, ())
    return (), ()
