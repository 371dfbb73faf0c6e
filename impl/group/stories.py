"""The sentence of each action in a run, by the name of the action's function.

A template names the action's arguments, and `state.was` and `state.now`, the states before and after the step.
"""

STORIES = {
    "join_group": "Client {me} joins as a new member: its JoinGroup is parked, and the group must rebalance.",
    "rejoin": "Client {me} learns by a heartbeat that the group rebalances, and rejoins; it {me.gives_up}.",
    "rejoin_unasked": "Client {me} {me.rejoining}.",
    "rejoin_in_old_generation":
        "Client {me} is told that its generation {me.was.generation} is old (ILLEGAL_GENERATION): it loses its "
        "partitions, and rejoins.",
    "forget_member_id":
        "Client {me} is told that its generation {me.was.generation} is old (ILLEGAL_GENERATION): it loses its "
        "partitions, and forgets its member id.",
    "return_as_static_member": "Client {me} is known by its group.instance.id, and is a member again.",
    "learn_removal": "Client {me} is told that it is no member (UNKNOWN_MEMBER_ID), and loses its partitions.",
    "leave_group": "Client {me} leaves the group{me.last}.",
    "complete_join":
        "All members have joined: generation {state.now.coordinator.generation} begins, and client {leader} leads it.",
    "become_empty": "No member is left: the group is Empty, in generation {state.now.coordinator.generation}.",
    "assign_by_range": "Client {leader}, the leader, assigns by range: {state.assignment}. The coordinator stores it.",
    "assign_as_leader_subscribes":
        "Client {leader}, the leader, assigns as if all subscribed to its own topics: {state.assignment}. The "
        "coordinator stores it.",
    "assign_cooperative_sticky":
        "Client {leader}, the leader, assigns by cooperative sticky: {state.assignment}. The coordinator stores it.",
    "assign_round_robin":
        "Client {leader}, the leader, assigns by round robin: {state.assignment}. The coordinator stores it.",
    "assign": "Client {leader}, the leader, sends its assignment: {state.assignment}. The coordinator stores it.",
    "sync_group": "Client {me} learns its assignment: it reads {me.partitions}{me.positions}.",
    "process_first":
        "Client {me} processes r{me.offset} of partition {partition}, and has not committed its offset yet.",
    "commit_last": "Client {me} commits offset {partition.now.committed} of partition {partition}{me.standing}.",
    "commit_first":
        "Client {me} commits offset {partition.now.committed} of partition {partition}{me.standing}; it will process "
        "r{me.offset} now.",
    "process_last": "Client {me} processes r{me.offset} of partition {partition}.",
    "send_offset_in_transaction":
        "Client {me} writes what comes of r{me.offset} of partition {partition}, and the offset behind it, in a "
        "transaction{me.standing}.",
    "end_transaction":
        "Client {me} commits its transaction: r{me.offset} of partition {partition} counts as processed, and its "
        "offset as committed.",
    "abort_transaction": "The transaction with an offset of partition {partition} is aborted by its time-out.",
    "commit_is_delayed":
        "Client {me} commits the offset behind r{me.offset} of partition {partition}; the request is delayed, and the "
        "client goes on.",
    "late_commit_arrives": "The delayed commit of client {state.was.late.client!s} arrives: {state.verdict}.",
    "crash": "Client {me} crashes.",
    "restart": "Client {me} is started again.",
    "time_session_out": "The session of client {me}{me.condition} times out: the coordinator removes it.",
    "time_rebalance_out":
        "The rebalance times out: generation {state.now.coordinator.generation} begins without {state.late}, and "
        "client {leader} leads it.",
    "work_takes_long": "Client {me} works on {me.in_hand} for longer than {me.time_out}.",
    "work_ends": "Client {me} has done its work on that record.",
    "leave_overdue":
        "Client {me} has not called poll() for max.poll.interval.ms: its heartbeat thread leaves the group, and the "
        "work goes on.",
    "join_again":
        "Client {me} has no answer to its JoinGroup, and sends it again without a member id: {state.resend_outcome}.",
    "ghost_times_out": "{state.ghost} times out{state.removal}.",
    "twin_joins":
        "Another process joins with the group.instance.id of client {me}, and is that member now; the older one goes "
        "on.",
    "older_is_fenced":
        "The older process of client {me} is told that another one has its group.instance.id (FENCED_INSTANCE_ID), "
        "and ends.",
    "older_joins_again":
        "The older process of client {me} is told that its member id is unknown (UNKNOWN_MEMBER_ID): it joins again "
        "with its group.instance.id, and is that member; the other goes on.",
    "other_group_reads":
        "Another group processes r{partition.was.other_position!s} of partition {partition}, and commits offset "
        "{partition.now.other_position!s}{state.offset_change}.",
    "subscribe": "Client {me} subscribes to {me.subscription} from now on.",
    "rejoin_resubscribed": "Client {me} rejoins, since it subscribes to {me.subscription} now; it {me.gives_up}.",
    "add_partition": "A topic gets another partition, {state.last_partition}.",
    "leader_notices":
        "Client {me}, the leader, finds the new partition in its metadata, and rejoins; it {me.gives_up}.",
    "fail_over":
        "The coordinator fails over: the group is {state.state} again, in generation "
        "{state.now.coordinator.generation}, as it was stored last.",
    "expire_offsets_of_empty_group": "The offsets of the empty group expire, and the group is Dead.",
    "expire_offsets_of_returning_group":
        "Client {me} joins as a new member, and the committed offsets expire: the coordinator does not know yet "
        "what it reads.",
    "expire_old_offsets": "The committed offsets are old, and expire.",
}  # fmt: skip
