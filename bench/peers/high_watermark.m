-- Kafka's replication of one partition with truncation to the high watermark (Kafka before 0.11).
--
-- A peer of the benchmark: the protocol that impl/ states as Python functions, written again in Murphi for
-- Rumur, so that another checker counts the same states. It has the rules of the protocol published with
-- KIP-101, KIP-279 and KIP-320 and shares no code with ours, so an agreement of the counts is evidence. Check
-- it without symmetry reduction and without deadlock detection:
--
--   rumur --symmetry-reduction off --deadlock-detection off --output check.c high_watermark.m
--   cc -std=c11 -O3 -march=native -mcx16 check.c -lpthread -o check && ./check
--
-- What has no value yet is undefined, and goes back to undefined: the log above its end, a request not sent.

const
  REPLICAS: 3;
  LOG_SIZE: 2;
  MAX_RECORDS: 2;
  MAX_EPOCH: 2;

  NONE: 0;        -- in the place of a leader
  NO_EPOCH: -1;   -- before a replica has heard of any leader

type
  Replica: 1 .. REPLICAS;
  Leader: NONE .. REPLICAS;
  Replicas: array [Replica] of boolean;

  Epoch: 0 .. MAX_EPOCH;
  KnownEpoch: NO_EPOCH .. MAX_EPOCH;

  Offset: 0 .. LOG_SIZE - 1;
  Position: 0 .. LOG_SIZE;   -- a log end offset or a high watermark: the offset after the last one counted

  Entry: record
    id: 0 .. MAX_RECORDS - 1;
    epoch: Epoch;
  end;

  Broker: record
    log: array [Offset] of Entry;
    log_end: Position;
    high_watermark: Position;
    epoch: KnownEpoch;
    leader: Leader;
    isr: Replicas;
  end;

  Quorum: record
    epoch: KnownEpoch;
    leader: Leader;
    isr: Replicas;
  end;

  -- An epoch is decided once, so its LeaderAndIsr request can be filed under it.
  Request: record
    leader: Leader;
    isr: Replicas;
  end;

var
  broker: array [Replica] of Broker;
  quorum: Quorum;
  request: array [Epoch] of Request;
  next_epoch: 0 .. MAX_EPOCH + 1;
  next_id: 0 .. MAX_RECORDS;

function presumes_leadership(r: Replica): boolean;
begin
  return broker[r].leader = r;
end;

function is_true_leader(r: Replica): boolean;
begin
  return quorum.leader = r & presumes_leadership(r) & broker[r].epoch = quorum.epoch;
end;

function is_only_member(r: Replica): boolean;
begin
  return forall other: Replica do quorum.isr[other] = (other = r) end;
end;

-- Whether a follower holds as many records of this leader as end at `position`. What the records are is not
-- compared: leader epochs in the log were introduced to repair this.
function is_caught_up(leader: Replica; follower: Replica; position: Position): boolean;
begin
  return broker[follower].leader = leader
    & (position = 0 | (position <= broker[leader].log_end & position <= broker[follower].log_end));
end;

-- The controller moves to the next leader epoch and files its LeaderAndIsr request for whoever reads it.
procedure send_request();
begin
  quorum.epoch := next_epoch;
  request[next_epoch].leader := quorum.leader;
  request[next_epoch].isr := quorum.isr;
  next_epoch := next_epoch + 1;
end;

startstate
begin
  for r: Replica do
    undefine broker[r].log;
    broker[r].log_end := 0;
    broker[r].high_watermark := 0;
    broker[r].epoch := NO_EPOCH;
    broker[r].leader := NONE;
    for member: Replica do broker[r].isr[member] := false; end;
    quorum.isr[r] := true;
  end;
  quorum.epoch := NO_EPOCH;
  quorum.leader := NONE;
  undefine request;
  next_epoch := 0;
  next_id := 0;
end;

-- The controller picks another leader among the in-sync replicas, for a reason of its own.
ruleset r: Replica do
  rule "controller elects leader"
    next_epoch <= MAX_EPOCH & quorum.isr[r] & quorum.leader != r
  ==>
  begin
    quorum.leader := r;
    send_request();
  end;
end;

-- The controller considers a replica failed. The last in-sync replica stays one while it leads; once there is
-- no leader it can be removed too, and the set is empty from then on.
ruleset r: Replica do
  rule "controller shrinks isr"
    next_epoch <= MAX_EPOCH & (quorum.leader = r | quorum.isr[r])
  ==>
  begin
    if quorum.leader != r | !is_only_member(r) then
      quorum.isr[r] := false;
    end;
    if quorum.leader = r then
      quorum.leader := NONE;
    end;
    send_request();
  end;
end;

-- A broker reads a request of a later epoch that names it the leader. Its high watermark stays where it was.
ruleset e: Epoch do
  rule "become leader"
    e < next_epoch & request[e].leader != NONE & e > broker[request[e].leader].epoch
  ==>
    var leader: Replica;
  begin
    leader := request[e].leader;
    broker[leader].epoch := e;
    broker[leader].leader := leader;
    broker[leader].isr := request[e].isr;
  end;
end;

-- A broker reads a request of a later epoch that names another one the leader, and cuts its log at its own
-- high watermark. If that were above the log end, the published rule would neither cut nor follow: the step
-- is disabled. With this rule of truncation it never is above.
ruleset r: Replica; e: Epoch do
  rule "become follower"
    e < next_epoch & request[e].leader != NONE & request[e].leader != r & e > broker[r].epoch
    & broker[r].high_watermark <= broker[r].log_end
  ==>
  begin
    for offset: Offset do
      if offset >= broker[r].high_watermark then undefine broker[r].log[offset]; end;
    end;
    broker[r].log_end := broker[r].high_watermark;
    broker[r].epoch := e;
    broker[r].leader := request[e].leader;
    broker[r].isr := request[e].isr;
  end;
end;

-- A leader, true or only presumed, appends a producer's record.
ruleset r: Replica do
  rule "leader writes"
    presumes_leadership(r) & next_id < MAX_RECORDS & broker[r].log_end < LOG_SIZE
  ==>
  begin
    broker[r].log[broker[r].log_end].id := next_id;
    broker[r].log[broker[r].log_end].epoch := broker[r].epoch;
    broker[r].log_end := broker[r].log_end + 1;
    next_id := next_id + 1;
  end;
end;

-- A leader counts the record at its high watermark as committed once every in-sync replica follows it and
-- holds something at that offset.
ruleset r: Replica do
  rule "leader increments high watermark"
    presumes_leadership(r) & broker[r].high_watermark < LOG_SIZE
    & forall member: Replica do
        broker[r].isr[member] ->
          (broker[member].leader = r & broker[r].high_watermark < broker[member].log_end)
      end
  ==>
  begin
    broker[r].high_watermark := broker[r].high_watermark + 1;
  end;
end;

-- The true leader removes a replica that does not hold all of its log.
ruleset leader: Replica; follower: Replica do
  rule "leader shrinks isr"
    leader != follower & broker[leader].isr[follower] & is_true_leader(leader)
    & !is_caught_up(leader, follower, broker[leader].log_end)
  ==>
  begin
    broker[leader].isr[follower] := false;
    quorum.isr := broker[leader].isr;
  end;
end;

-- The true leader adds a replica that has reached its high watermark.
ruleset leader: Replica; follower: Replica do
  rule "leader expands isr"
    !broker[leader].isr[follower] & is_true_leader(leader)
    & is_caught_up(leader, follower, broker[leader].high_watermark)
  ==>
  begin
    broker[leader].isr[follower] := true;
    quorum.isr := broker[leader].isr;
  end;
end;

-- A follower fetches its next record, and the leader's high watermark as far as its log now reaches. Neither
-- side compares epochs.
ruleset leader: Replica; follower: Replica do
  rule "follower replicates"
    presumes_leadership(leader) & broker[follower].leader = leader
    & broker[follower].log_end < broker[leader].log_end
  ==>
    var end_offset: Position;
  begin
    broker[follower].log[broker[follower].log_end] := broker[leader].log[broker[follower].log_end];
    end_offset := broker[follower].log_end + 1;
    broker[follower].log_end := end_offset;
    broker[follower].high_watermark :=
      broker[leader].high_watermark < end_offset ? broker[leader].high_watermark : end_offset;
  end;
end;
