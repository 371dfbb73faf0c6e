#!/usr/bin/env bash
# The report default-reapplied.md as commands: an unchanged cluster default empties every ELR, and then nobody leads.
# KAFKA=~/kafka_2.13-4.3.1 docs/reports/default-reapplied.sh. Two minutes. Exit status 0: nobody led.
. "$(dirname "$0")/cluster.sh"

configure 9 controller
configure 0 broker
configure 1 broker
start 9
start 0
start 1
await yes started 0 1
await yes started 1 1

default=(configs --bootstrap-server "$servers" --entity-type brokers --entity-default)
kafka topics --bootstrap-server "$servers" --create --topic t --replica-assignment 0
echo m0 | kafka console-producer --bootstrap-server "$servers" --topic t --command-property acks=all
say "the value in force: $(kafka "${default[@]}" --describe | grep -o 'min.insync.replicas=[0-9]*' | head -1)"
say "$(describe)"

stop 0
await 'Elr: 0' describe
say "broker 0 is shut down: $(describe)"

kafka "${default[@]}" --alter --add-config min.insync.replicas=1
say "the same value is set again: $(describe)"
grep -E 'ConfigRecord .*min.insync.replicas|Removed ELRs' "$work/9.out" | tail -2

start 0
await yes started 0 2
sleep 60
say "broker 0 has been up for a minute: $(describe)"
leader=$(describe)
kafka leader-election --bootstrap-server "$servers" --election-type preferred --topic t --partition 0 2>&1 | grep -m 1 -i 'error\|exception' || true
if ! grep -q 'Leader: none' <<<"$leader"; then
    say 'somebody leads this time'
    exit 1
fi
say 'NOBODY LEADS, and the one replica is up'
kafka leader-election --bootstrap-server "$servers" --election-type unclean --topic t --partition 0
say "after an unclean election: $(describe)"
say "a consumer reads: $(kafka console-consumer --bootstrap-server "$servers" --topic t --from-beginning --max-messages 1 --timeout-ms 20000 2>/dev/null)"
