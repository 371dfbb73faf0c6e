"""Two-phase commit, as in Lamport's TwoPhase.tla, with its number of participants as a bound; imports a neighbour."""

from typing import Annotated, Any

from vocabulary import Decision, Work

from tidemark import (
    Array,
    At,
    Bool,
    Bound,
    Domain,
    Family,
    Id,
    Identity,
    IdSet,
    Label,
    Machine,
    Protocol,
    Record,
    Rule,
    Truth,
    action,
    any_of,
    not_,
    promise,
    require,
)


class Commit(Record):
    """The coordinator, the participants, and every message that was ever sent."""

    coordinator: Label
    heard: IdSet
    work: Array[Label]
    prepared: IdSet
    commit_sent: Truth
    abort_sent: Truth


Participant = Annotated[Identity, Domain("participant")]


@action
def hear(c: Commit, participant: Participant) -> Commit:
    """The coordinator hears that a participant is prepared."""
    require(c.coordinator == Decision.open, "nothing is decided")
    require(c.prepared.has(participant), "it said that it is prepared")
    return c.but(heard=c.heard.including(participant))


@action
def commit(c: Commit) -> Commit:
    """The coordinator commits once it has heard of all."""
    require(c.coordinator == Decision.open, "nothing is decided")
    require(c.heard == c.heard.everyone(), "all are prepared")
    return c.but(coordinator=Decision.committed, commit_sent=True)


@action("commit")
def commit_early(c: Commit) -> Commit:
    """The coordinator commits once it has heard of one."""
    require(c.coordinator == Decision.open, "nothing is decided")
    require(not_(c.heard.is_empty()), "one is prepared")
    return c.but(coordinator=Decision.committed, commit_sent=True)


@action
def abort(c: Commit) -> Commit:
    """The coordinator aborts."""
    require(c.coordinator == Decision.open, "nothing is decided")
    return c.but(coordinator=Decision.aborted, abort_sent=True)


@action
def prepare(c: Commit, participant: Participant) -> Commit:
    """A participant is prepared, and says so."""
    require(c.work[participant] == Work.working, "it works")
    return c.but(work=c.work.but(participant, Work.prepared), prepared=c.prepared.including(participant))


@action
def give_up(c: Commit, participant: Participant) -> Commit:
    """A participant aborts by itself."""
    require(c.work[participant] == Work.working, "it works")
    return c.but(work=c.work.but(participant, Work.aborted))


@action
def learn_commit(c: Commit, participant: Participant) -> Commit:
    """A participant learns that the coordinator commits."""
    require(c.commit_sent, "the coordinator said so")
    return c.but(work=c.work.but(participant, Work.committed))


@action
def learn_abort(c: Commit, participant: Participant) -> Commit:
    """A participant learns that the coordinator aborts."""
    require(c.abort_sent, "the coordinator said so")
    return c.but(work=c.work.but(participant, Work.aborted))


@promise
def consistent(c: Commit) -> Truth:
    """No participant has committed while another has aborted."""
    committed = any_of(w == Work.committed for w in c.work)
    return not_(committed & any_of(w == Work.aborted for w in c.work))


def build(name: str, bounds: dict[str, Any], rules: dict[str, Rule]) -> Machine:
    """The machine at these bounds."""
    participant = Id("participant", bounds["participants"])
    everyone = IdSet.of(participant)
    state = Commit.of(
        coordinator=Decision,
        heard=everyone,
        work=Array.of(participant, Work),
        prepared=everyone,
        commit_sent=Bool(),
        abort_sent=Bool(),
    )
    actions = [hear, *rules["decide"].actions, abort, prepare, give_up, learn_commit, learn_abort]
    return Machine(name, bounds, state, state.default, actions, [consistent], {"participant": participant})


class CommitAt(At):
    """How many take part."""

    participants = Bound("how many take part", default=2, low=1, high=5)


FAMILY = Family(
    name="2pc",
    at=CommitAt,
    rules={"decide": "when the coordinator commits"},
    promises=(consistent,),
    build=build,
)
PROTOCOLS = [
    Protocol("2pc/patient", "it hears of all", FAMILY, {"decide": Rule((commit,), "after all are prepared")}),
    Protocol(
        "2pc/hasty", "it hears of one", FAMILY, {"decide": Rule((commit_early,), "after one is prepared")}
    ),
]
