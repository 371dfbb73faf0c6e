"""Viewstamped Replication Revisited, its view changes, after Jack Vanlightly's `VR_ASSUME_NEWVIEWCHANGE`.

Liskov and Cowling, "Viewstamped Replication Revisited". A message that was received stays, and is marked, where the
original counts its deliveries down to 0. What a message's view number says of its sender is left out of it, and so are
clients; the published configuration also leaves out the `aux` variables of a state, which is not sound.
"""

from itertools import combinations
from typing import Annotated

from tidemark import Array, Bool, Domain, Enum, Id, Identity, Int, Label, Machine, Network, Number, Only
from tidemark import Record, Sequence, Set, Truth, action, all_of, always_eventually, any_of, count, fair
from tidemark import implies, leads_to, maximum, not_, promise, require, where

Status = Enum("status", "normal", "view_change")
Fate = Enum("fate", "unknown", "requested", "acked")


class Entry(Record):
    """An entry of a log."""

    view_number: Number
    operation: Identity


class Replica(Record):
    """What a replica keeps."""

    status: Label
    log: Sequence[Entry]
    view_number: Number
    op_number: Number
    commit_number: Number
    peer_op_number: Array[Number]
    last_normal_view: Number
    sent_dvc: Truth
    sent_sv: Truth


class Prepare(Record):
    """The primary of a view asks a replica to append an entry."""

    view_number: Number
    message: Entry
    op_number: Number
    commit_number: Number
    dest: Number
    is_received: Truth


class PrepareOk(Record):
    """A replica has appended all entries up to a number."""

    view_number: Number
    op_number: Number
    source: Number
    is_received: Truth


class StartViewChange(Record):
    """A replica wants a view to begin."""

    view_number: Number
    dest: Number
    source: Number
    is_received: Truth


class DoViewChange(Record):
    """A replica tells its log to the primary of a view that is to begin."""

    view_number: Number
    log: Sequence[Entry]
    last_normal_vn: Number
    op_number: Number
    commit_number: Number
    source: Number
    is_received: Truth


class StartView(Record):
    """The primary of a view begins it, with a log."""

    view_number: Number
    log: Sequence[Entry]
    op_number: Number
    commit_number: Number
    dest: Number
    is_received: Truth


class Cluster(Record):
    """The replicas, those that make no progress, all messages ever sent, and what became of each operation."""

    replicas: Array[Replica]
    no_progress: Set[Number]
    no_progress_ctr: Number
    prepares: Network[Prepare]
    prepare_oks: Network[PrepareOk]
    start_view_changes: Network[StartViewChange]
    do_view_changes: Network[DoViewChange]
    start_views: Network[StartView]
    aux_svc: Number
    aux_client_acked: Array[Label]
    timer_limit: Number
    no_progress_limit: Number

    def ids(self) -> list[int]:
        """The replicas."""
        return self.replicas.indices()

    def primary(self, view_number: Number) -> Number:
        """The replica that leads in a view."""
        return (view_number - 1) % len(self.ids()) + 1

    def is_primary(self, r: Number) -> Truth:
        """Whether a replica leads in its view."""
        return self.primary(self.replicas[r].view_number) == r

    def progress(self, r: Number) -> Replica:
        """A replica that makes progress."""
        require(not_(self.no_progress.has(r)), "the replica makes progress")
        return self.replicas[r]

    def lead(self, r: Number) -> Replica:
        """A replica that leads."""
        require(self.is_primary(r) & (self.replicas[r].status == Status.normal), "the replica leads")
        return self.progress(r)

    def change_view(self, r: Number, view_number: Number) -> "Cluster":
        """A replica wants a view to begin, and says so."""
        sent = self.start_view_changes
        for dest in self.ids():
            asked = sent.send(view_number=view_number, dest=dest, source=r)
            sent = where(r == dest, sent, asked)
        begun = {
            "view_number": view_number,
            "status": Status.view_change,
            "sent_dvc": False,
            "sent_sv": False,
        }
        return self.but(start_view_changes=sent).but("replicas", r, **begun)

    def read_svc(self, m: StartViewChange) -> "Cluster":
        """A replica receives that another wants a view to begin."""
        read = self.start_view_changes.discard(m).send(m.but(is_received=True))
        return self.but(start_view_changes=read)

    def read_dvc(self, m: DoViewChange) -> "Cluster":
        """A primary receives a log."""
        return self.but(do_view_changes=self.do_view_changes.discard(m).send(m.but(is_received=True)))


Rep = Annotated[Number, Domain("replica")]
Value = Annotated[Identity, Domain("value")]
Reps = Annotated[Set[Number], Domain("replicas")]
APrepare = Annotated[Prepare, Domain("prepares")]
APrepareOk = Annotated[PrepareOk, Domain("prepare_oks")]
Svc = Annotated[StartViewChange, Domain("start_view_changes")]
Dvc = Annotated[DoViewChange, Domain("do_view_changes")]
Sv = Annotated[StartView, Domain("start_views")]


@action
def receive_client_request(c: Cluster, r: Rep, v: Value) -> Cluster:
    """The primary appends an operation, and asks the others to append it."""
    me = c.lead(r)
    require(c.aux_client_acked[v] == Fate.unknown, "the operation was not requested")
    entry = me.log.head().but(view_number=me.view_number, operation=v)
    on, cn, vn = me.log.length + 1, me.commit_number, me.view_number
    sent = c.prepares
    for dest in c.ids():
        asked = sent.send(view_number=vn, message=entry, op_number=on, commit_number=cn, dest=dest)
        sent = where(r == dest, sent, asked)
    after = c.but("replicas", r, log=me.log.append(entry), op_number=on).but(prepares=sent)
    return after.but("aux_client_acked", v, Fate.requested)


@action
def receive_prepare_msg(c: Cluster, m: APrepare) -> Cluster:
    """A replica appends the next entry of its view."""
    r, me = m.dest, c.progress(m.dest)
    require(not_(m.is_received) & (me.status == Status.normal) & not_(c.is_primary(r)), "it follows")
    require(
        (m.view_number == me.view_number) & (m.op_number == me.op_number + 1), "it is the next of its view"
    )
    appended = {"log": me.log.append(m.message), "op_number": m.op_number, "commit_number": m.commit_number}
    ok = {"view_number": m.view_number, "op_number": m.op_number, "source": r}
    read = c.prepares.discard(m).send(m.but(is_received=True))
    return c.but("replicas", r, **appended).but(prepares=read, prepare_oks=c.prepare_oks.send(**ok))


@action
def receive_prepare_ok_msg(c: Cluster, m: APrepareOk) -> Cluster:
    """The primary learns how far a replica is."""
    r = c.primary(m.view_number)
    me = c.lead(r)
    require(not_(m.is_received) & (m.view_number == me.view_number), "the message is new, and of its view")
    require(m.op_number > me.peer_op_number[m.source], "it says more than earlier ones")
    read = c.prepare_oks.discard(m).send(m.but(is_received=True))
    return c.but("replicas", r, "peer_op_number", m.source, m.op_number).but(prepare_oks=read)


@action
def execute_op(c: Cluster, r: Rep) -> Cluster:
    """The primary executes the next operation that enough replicas have, and the client learns of it."""
    me = c.lead(r)
    require(me.commit_number < me.op_number, "it has an operation to execute")
    on = me.commit_number + 1
    require(count(peer >= on for peer in me.peer_op_number) >= len(c.ids()) // 2, "a majority has it")
    acked = c.but("aux_client_acked", me.log[on - 1].operation, Fate.acked)
    return acked.but("replicas", r, "commit_number", on)


@action
def timer_send_svc(c: Cluster, r: Rep) -> Cluster:
    """A replica hears nothing of the primary, and wants the next view to begin."""
    require(c.aux_svc < c.timer_limit, "a timer may expire")
    view_number = c.progress(r).view_number + 1
    require(not_(c.is_primary(r)), "it does not lead in its view")
    return c.change_view(r, view_number).but(aux_svc=c.aux_svc + 1)


@action
def receive_higher_svc(c: Cluster, m: Svc) -> Cluster:
    """A replica wants a later view to begin, as another does."""
    require(not_(m.is_received) & (m.view_number > c.progress(m.dest).view_number), "it is a later view")
    return c.read_svc(m).change_view(m.dest, m.view_number)


@action
def receive_matching_svc(c: Cluster, m: Svc) -> Cluster:
    """A replica receives that another wants the same view to begin."""
    me = c.progress(m.dest)
    require(not_(m.is_received) & (m.view_number == me.view_number), "it is the same view")
    require(me.status == Status.view_change, "it has not begun")
    return c.read_svc(m)


@action
def send_dvc(c: Cluster, r: Rep) -> Cluster:
    """A replica tells its log to the primary of the view that a majority wants to begin."""
    me = c.progress(r)
    require((me.status == Status.view_change) & not_(me.sent_dvc), "it has not told its log")
    wishes = c.start_view_changes.count(
        lambda m: (m.dest == r) & (m.view_number == me.view_number) & m.is_received
    )
    require(wishes >= len(c.ids()) // 2, "a majority wants the view to begin")
    dvc = {"log": me.log, "op_number": me.op_number, "commit_number": me.commit_number, "source": r}
    dvc |= {
        "view_number": me.view_number,
        "last_normal_vn": me.last_normal_view,
        "is_received": c.is_primary(r),
    }
    return c.but(do_view_changes=c.do_view_changes.send(**dvc)).but("replicas", r, "sent_dvc", True)


@action
def receive_higher_dvc(c: Cluster, m: Dvc) -> Cluster:
    """The primary of a later view learns that others want it to begin."""
    r = c.primary(m.view_number)
    require(not_(m.is_received) & (m.view_number > c.progress(r).view_number), "it is a later view")
    return c.read_dvc(m).change_view(r, m.view_number)


@action
def receive_matching_dvc(c: Cluster, m: Dvc) -> Cluster:
    """The primary of a view that is to begin receives a log."""
    me = c.progress(c.primary(m.view_number))
    require(not_(m.is_received) & (m.view_number == me.view_number), "it is the same view")
    require(me.status == Status.view_change, "it has not begun")
    return c.read_dvc(m)


@action
def send_sv(c: Cluster, latest: Dvc) -> Cluster:
    """The primary of a view begins it with the latest log of a majority."""
    r, vn, log = c.primary(latest.view_number), latest.view_number, latest.log
    me = c.progress(r)
    require((me.view_number == vn) & (me.status == Status.view_change) & not_(me.sent_sv), "it has not begun")
    dvcs = c.do_view_changes.filter(lambda m: (m.view_number == vn) & m.is_received)
    require(latest.is_received & (dvcs.size() > len(c.ids()) // 2), "it has received the logs of a majority")
    require(all_of(order(m) <= order(latest) for m in dvcs), "no log is later")
    cn = maximum((m.commit_number for m in dvcs), default=0)
    sent = c.start_views
    for dest in c.ids():
        begins = sent.send(view_number=vn, log=log, op_number=log.length, commit_number=cn, dest=dest)
        sent = where(r == dest, sent, begins)
    begun = {"status": Status.normal, "log": log, "op_number": log.length, "commit_number": cn}
    begun |= {"sent_sv": True, "last_normal_view": vn}
    for peer in c.ids():
        me = me.but("peer_op_number", peer, 0)
    return c.but("replicas", r, me.but(**begun)).but(start_views=sent)


@action
def receive_sv(c: Cluster, m: Sv) -> Cluster:
    """A replica begins a view with its primary's log, and tells how long that is, unless it has all as committed."""
    r, me = m.dest, c.replicas[m.dest]
    require(not_(m.is_received) & (m.view_number >= me.view_number), "it is no earlier view")
    begun = {
        "status": Status.normal,
        "log": m.log,
        "op_number": m.op_number,
        "commit_number": m.commit_number,
    }
    begun |= {
        "view_number": m.view_number,
        "last_normal_view": m.view_number,
        "sent_dvc": False,
        "sent_sv": False,
    }
    ok = {"view_number": m.view_number, "op_number": m.op_number, "source": r}
    oks = where(me.commit_number < m.op_number, c.prepare_oks.send(**ok), c.prepare_oks)
    read = c.start_views.discard(m).send(m.but(is_received=True))
    return c.but("replicas", r, **begun).but(start_views=read, prepare_oks=oks)


@action
def no_progress_change(c: Cluster, reps: Reps) -> Cluster:
    """A minority of the replicas makes no progress, and the others do."""
    require(c.no_progress_ctr < c.no_progress_limit, "that may change")
    require(reps.size() <= len(c.ids()) // 2, "it is a minority")
    return c.but(no_progress=reps, no_progress_ctr=c.no_progress_ctr + 1)


def order(m: DoViewChange) -> Number:
    """What the logs of messages are compared by: the latest view in which the sender was active, then their length."""
    return m.last_normal_vn * (m.log.capacity + 1) + m.op_number


def has_op(c: Cluster, r: Number, v: Identity) -> Truth:
    """Whether a replica has an operation in its log."""
    return any_of(entry.operation == v for entry in c.replicas[r].log)


@promise
def no_log_divergence(c: Cluster) -> Truth:
    """What two replicas have committed is the same."""
    logs = [(c.replicas[r].log, c.replicas[r].commit_number) for r in c.ids()]
    return all_of(
        not_((i < a.length) & (i < b.length) & (i < m) & (i < n)) | (a[i] == b[i])
        for (a, m), (b, n) in combinations(logs, 2)
        for i in range(a.capacity)
    )


@promise
def acknowledged_writes_exist_on_majority(c: Cluster) -> Truth:
    """A majority has each operation of which its client has learned."""
    majority = len(c.ids()) // 2 + 1
    return all_of(
        implies(c.aux_client_acked[v] == Fate.acked, count(has_op(c, r, v) for r in c.ids()) >= majority)
        for v in c.aux_client_acked.indices()
    )


@promise
def acknowledged_write_not_lost(c: Cluster) -> Truth:
    """Some replica has each operation of which its client has learned."""
    return all_of(
        implies(c.aux_client_acked[v] == Fate.acked, any_of(has_op(c, r, v) for r in c.ids()))
        for v in c.aux_client_acked.indices()
    )


def is_blocked(c: Cluster) -> Truth:
    """Whether no timer expires any more, and a majority waits for a primary that makes no progress."""
    waiting = [count(c.primary(c.replicas[p].view_number) == r for p in c.ids()) for r in c.ids()]
    stuck = any_of(
        c.no_progress.has(r) & (n > len(waiting) // 2) for r, n in zip(c.ids(), waiting, strict=True)
    )
    return (c.aux_svc == c.timer_limit) & stuck


@always_eventually
def convergence_to_view(c: Cluster) -> Truth:
    """Again and again the replicas that make progress are in one view, which has begun."""
    return is_blocked(c) | all_of(
        c.no_progress.has(a)
        | c.no_progress.has(b)
        | (c.replicas[a].view_number == c.replicas[b].view_number)
        & (c.replicas[a].status == Status.normal)
        & (c.replicas[b].status == Status.normal)
        for a in c.ids()
        for b in c.ids()
    )


@leads_to
def op_eventually_all_or_nothing(c: Cluster, v: Value) -> tuple[Truth, Truth]:
    """In the end all replicas that make progress have an operation that was requested, or none has it."""
    idle = [c.no_progress.has(r) | is_blocked(c) for r in c.ids()]
    has = [has_op(c, r, v) for r in c.ids()]
    every = all_of(i | h for i, h in zip(idle, has, strict=True))
    return c.aux_client_acked[v] != Fate.unknown, every | all_of(
        i | not_(h) for i, h in zip(idle, has, strict=True)
    )


FAIR = [
    timer_send_svc,
    receive_higher_svc,
    receive_matching_svc,
    send_dvc,
    receive_higher_dvc,
    receive_matching_dvc,
]
FAIR += [send_sv, receive_sv, receive_client_request, receive_prepare_msg, receive_prepare_ok_msg, execute_op]


def machine(replicas: int = 3, values: int = 1, timers: int = 1, changes: int = 0) -> Machine:
    """A cluster in which `timers` timers expire, and `changes` times others make no progress."""
    r, v, vn, number = Int(1, replicas), Id("value", values), Int(1, 1 + timers), Int(0, values)
    entry, others, read = Entry.of(view_number=vn, operation=v), replicas - 1, {"is_received": Bool()}
    log = Sequence.of(entry, values)
    numbers = {"view_number": vn, "op_number": number, "commit_number": number}
    told = {"sent_dvc": Bool(), "sent_sv": Bool(), "peer_op_number": Array.of(r, number)}
    replica = Replica.of(status=Status, log=log, last_normal_view=vn, **numbers, **told)
    prepare = Prepare.of(message=entry, dest=r, **numbers, **read)
    prepare_ok = PrepareOk.of(view_number=vn, op_number=number, source=r, **read)
    start_view_change = StartViewChange.of(view_number=vn, dest=r, source=r, **read)
    do_view_change = DoViewChange.of(log=log, last_normal_vn=vn, source=r, **numbers, **read)
    state = Cluster.of(
        replicas=Array.of(r, replica),
        no_progress=Set.of(r),
        no_progress_ctr=Int(0, changes),
        prepares=Network.of(prepare, others * values),
        prepare_oks=Network.of(prepare_ok, others * (values + timers)),
        start_view_changes=Network.of(start_view_change, others * replicas * timers),
        do_view_changes=Network.of(do_view_change, replicas * timers),
        start_views=Network.of(StartView.of(log=log, dest=r, **numbers, **read), others * timers),
        aux_svc=Int(0, timers),
        aux_client_acked=Array.of(v, Fate),
        timer_limit=Only(timers),
        no_progress_limit=Only(changes),
    )
    sizes = {"replicas": replicas, "values": values, "timers": timers, "changes": changes}
    promises = [no_log_divergence, acknowledged_writes_exist_on_majority, acknowledged_write_not_lost]
    promises += [convergence_to_view, op_eventually_all_or_nothing]
    actions, fairness = [*FAIR, no_progress_change], [fair(a, each=False) for a in FAIR]
    domains = {"replica": r, "value": v, "replicas": Set.of(r)}
    return Machine("vsr", sizes, state, state.default, actions, promises, domains, fairness=fairness)
