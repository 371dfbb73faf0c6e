"""A replicated log whose copies never lag far behind, after `DistributedReplicatedLog.tla` and its `MC` module of
tlaplus/Examples by Markus Kuppe.

The logs grow without end, so the prefix that all have is dropped after each step, as the original's `VIEW` does. Where
the original extends a log by any sequence, `extend` appends copies of one value: with the one value of the published
configuration that is the same.
"""

from typing import Annotated

from tidemark import Array, Domain, Id, Identity, Int, Machine, Number, Only, Record, Sequence, Truth  # fmt: skip
from tidemark import action, all_of, always_eventually, fair, maximum, minimum, no_deadlock, promise  # fmt: skip
from tidemark import require, where


class Servers(Record):
    """The log of each server, and how far one may be behind another."""

    cLogs: Array[Sequence[Identity]]
    Lag: Number


Server = Annotated[Identity, Domain("server")]
Value = Annotated[Identity, Domain("value")]
Amount = Annotated[Number, Domain("amount")]
Short = Annotated[Number, Domain("short")]


def drop_common_prefix(s: Servers) -> Servers:
    """The logs without what all of them begin with."""
    for _ in range(s.cLogs[0].capacity):
        shared = all_of((log.length > 0) & (log.head() == s.cLogs[0].head()) for log in s.cLogs)
        for i in s.cLogs.indices():
            s = s.but("cLogs", i, where(shared, s.cLogs[i].tail(), s.cLogs[i]))
    return s


@action
def copy(s: Servers, i: Server, j: Server, short: Short) -> Servers:
    """A server copies from a longer log all that it lacks, or all but the last."""
    require(s.cLogs[j].length > s.cLogs[i].length, "the other log is longer")
    return drop_common_prefix(s.but("cLogs", i, s.cLogs[j].truncate(s.cLogs[j].length - short)))


@action
def extend(s: Servers, i: Server, amount: Amount, value: Value) -> Servers:
    """A server whose log is the longest extends it, not so far that another is left too far behind."""
    log, lengths = s.cLogs[i], [log.length for log in s.cLogs]
    require(log.length == maximum(lengths), "no log is longer")
    require(log.length - minimum(lengths) + amount <= s.Lag, "no log is left too far behind")
    for k in range(log.capacity):
        log = where(amount > k, log.append(value), log)
    return drop_common_prefix(s.but("cLogs", i, log))


@promise
def bounded_lag(s: Servers) -> Truth:
    """No log is behind another by more than the lag."""
    return all_of(abs(one.length - other.length) <= s.Lag for one in s.cLogs for other in s.cLogs)


@no_deadlock
def all_extending(_: Servers) -> Truth:
    """Every log grows for ever. Logs are close together and actions are fair: if one stops, all stop."""
    return False


@always_eventually
def in_sync(s: Servers, i: Server, j: Server) -> Truth:
    """Any two logs are equal again and again; they need not be, as a server may always leave out the last value."""
    return s.cLogs[i] == s.cLogs[j]


def machine(servers: int = 3, values: int = 1, lag: int = 3) -> Machine:
    """This many servers and values."""
    server, value = Id("server", servers), Id("value", values)
    state = Servers.of(cLogs=Array.of(server, Sequence.of(value, 2 * lag)), Lag=Only(lag))
    bounds = {"servers": servers, "values": values, "lag": lag}
    domains = {"server": server, "value": value, "amount": Int(0, lag), "short": Int(0, 1)}
    promises, fairness = [bounded_lag, all_extending, in_sync], [fair(copy, each="i"), fair(extend, each="i")]
    name, actions = "distributed-replicated-log", [copy, extend]
    return Machine(name, bounds, state, state.default, actions, promises, domains, fairness=fairness)
