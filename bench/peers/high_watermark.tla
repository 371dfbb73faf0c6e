--------------------------- MODULE high_watermark ---------------------------
(* Kafka's replication of one partition with truncation to the high watermark (Kafka before 0.11).

   A peer of the benchmark: the protocol that impl/ states as Python functions, written again for TLC, so that another
   checker counts the same states. It has the rules of the protocol published with KIP-101, KIP-279 and KIP-320, in
   words of our own. Check it without reports of deadlocks:

     java -cp tla2tools.jar tlc2.TLC -deadlock -config high_watermark.cfg high_watermark.tla

   Replicas and leader epochs count from 1; 0 stands for no leader, and for no epoch. *)

EXTENDS Naturals, Sequences

CONSTANTS REPLICAS, LOG_SIZE, MAX_RECORDS, MAX_EPOCH

VARIABLES
    brokers,   \* of each replica: its log, its high watermark, and the leader, epoch and ISR that it has heard of
    requests,  \* the LeaderAndIsr requests, in the order of their epochs: an epoch is decided once
    quorum,    \* leader and ISR as the controller has them; their epoch is that of the last request
    next_id

vars == <<brokers, requests, quorum, next_id>>

NONE == 0
Replica == 1..REPLICAS
Epoch == 1..(MAX_EPOCH + 1)

LogEnd(r) == Len(brokers[r].log)
PresumesLeadership(r) == brokers[r].leader = r
IsTrueLeader(r) == quorum.leader = r /\ PresumesLeadership(r) /\ brokers[r].epoch = Len(requests)

(* Whether a follower holds as many records of this leader as end at `position`. What the records are is not compared:
   leader epochs in the log were introduced to repair this. *)
IsCaughtUp(leader, follower, position) ==
    /\ brokers[follower].leader = leader
    /\ position = 0 \/ (position <= LogEnd(leader) /\ position <= LogEnd(follower))

Init ==
    /\ brokers = [r \in Replica |->
                    [log |-> <<>>, high_watermark |-> 0, epoch |-> 0, leader |-> NONE, isr |-> {}]]
    /\ requests = <<>>
    /\ quorum = [leader |-> NONE, isr |-> Replica]
    /\ next_id = 0

(* The controller moves to the next leader epoch and files its request for whoever reads it. *)
SendRequest(leader, isr) ==
    /\ Len(requests) <= MAX_EPOCH
    /\ quorum' = [leader |-> leader, isr |-> isr]
    /\ requests' = Append(requests, [leader |-> leader, isr |-> isr])
    /\ UNCHANGED <<brokers, next_id>>

(* The controller picks another leader among the in-sync replicas, for a reason of its own. *)
ControllerElectsLeader(r) ==
    /\ r \in quorum.isr
    /\ quorum.leader # r
    /\ SendRequest(r, quorum.isr)

(* The controller considers a replica failed. The last in-sync replica stays one while it leads; once there is no leader
   it can be removed too, and the set is empty from then on. *)
ControllerShrinksIsr(r) ==
    /\ quorum.leader = r \/ r \in quorum.isr
    /\ SendRequest(
        IF quorum.leader = r THEN NONE ELSE quorum.leader,
        IF quorum.leader = r /\ quorum.isr = {r} THEN quorum.isr ELSE quorum.isr \ {r})

(* A broker reads a request of a later epoch that names it the leader. Its high watermark stays where it was. *)
BecomeLeader(r, e) ==
    /\ e <= Len(requests)
    /\ requests[e].leader = r
    /\ e > brokers[r].epoch
    /\ brokers' = [brokers EXCEPT ![r].epoch = e, ![r].leader = r, ![r].isr = requests[e].isr]
    /\ UNCHANGED <<requests, quorum, next_id>>

(* A broker reads a request of a later epoch that names another one the leader, and cuts its log at its own high
   watermark. If that were above the log end, the published rule would neither cut nor follow: the step is disabled. With
   this rule of truncation it never is above. *)
BecomeFollower(r, e) ==
    /\ e <= Len(requests)
    /\ requests[e].leader \notin {NONE, r}
    /\ e > brokers[r].epoch
    /\ brokers[r].high_watermark <= LogEnd(r)
    /\ brokers' = [brokers EXCEPT
        ![r].log = SubSeq(@, 1, brokers[r].high_watermark),
        ![r].epoch = e,
        ![r].leader = requests[e].leader,
        ![r].isr = requests[e].isr]
    /\ UNCHANGED <<requests, quorum, next_id>>

(* A leader, true or only presumed, appends a producer's record. *)
LeaderWrites(r) ==
    /\ PresumesLeadership(r)
    /\ next_id < MAX_RECORDS
    /\ LogEnd(r) < LOG_SIZE
    /\ brokers' = [brokers EXCEPT ![r].log = Append(@, [id |-> next_id, epoch |-> brokers[r].epoch])]
    /\ next_id' = next_id + 1
    /\ UNCHANGED <<requests, quorum>>

(* A leader counts the record at its high watermark as committed once every in-sync replica follows it and holds
   something at that offset. *)
LeaderIncrementsHighWatermark(r) ==
    /\ PresumesLeadership(r)
    /\ brokers[r].high_watermark < LOG_SIZE
    /\ \A member \in brokers[r].isr :
        brokers[member].leader = r /\ brokers[r].high_watermark < LogEnd(member)
    /\ brokers' = [brokers EXCEPT ![r].high_watermark = @ + 1]
    /\ UNCHANGED <<requests, quorum, next_id>>

ChangeIsr(leader, isr) ==
    /\ brokers' = [brokers EXCEPT ![leader].isr = isr]
    /\ quorum' = [quorum EXCEPT !.isr = isr]
    /\ UNCHANGED <<requests, next_id>>

(* The true leader removes a replica that does not hold all of its log. *)
LeaderShrinksIsr(leader, follower) ==
    /\ leader # follower
    /\ IsTrueLeader(leader)
    /\ follower \in brokers[leader].isr
    /\ ~IsCaughtUp(leader, follower, LogEnd(leader))
    /\ ChangeIsr(leader, brokers[leader].isr \ {follower})

(* The true leader adds a replica that has reached its high watermark. *)
LeaderExpandsIsr(leader, follower) ==
    /\ IsTrueLeader(leader)
    /\ follower \notin brokers[leader].isr
    /\ IsCaughtUp(leader, follower, brokers[leader].high_watermark)
    /\ ChangeIsr(leader, brokers[leader].isr \union {follower})

(* A follower fetches its next record, and the leader's high watermark as far as its log now reaches. Neither side
   compares epochs. *)
FollowerReplicates(leader, follower) ==
    LET end == LogEnd(follower) + 1
        high_watermark == brokers[leader].high_watermark
    IN  /\ PresumesLeadership(leader)
        /\ brokers[follower].leader = leader
        /\ end <= LogEnd(leader)
        /\ brokers' = [brokers EXCEPT
            ![follower].log = Append(@, brokers[leader].log[end]),
            ![follower].high_watermark = IF high_watermark < end THEN high_watermark ELSE end]
        /\ UNCHANGED <<requests, quorum, next_id>>

Next ==
    \E r \in Replica :
        \/ ControllerElectsLeader(r)
        \/ ControllerShrinksIsr(r)
        \/ LeaderWrites(r)
        \/ LeaderIncrementsHighWatermark(r)
        \/ \E e \in Epoch : BecomeLeader(r, e) \/ BecomeFollower(r, e)
        \/ \E other \in Replica :
            LeaderShrinksIsr(r, other) \/ LeaderExpandsIsr(r, other) \/ FollowerReplicates(r, other)

Spec == Init /\ [][Next]_vars
=============================================================================
