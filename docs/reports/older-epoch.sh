#!/usr/bin/env bash
# The report older-epoch.md as commands: a consumer reads on over a truncation, with auto.offset.reset=none.
# KAFKA=~/kafka_2.13-4.3.1 docs/reports/older-epoch.sh. Two minutes. Exit status 0: it heard of nothing.
. "$(dirname "$0")/cluster.sh"

produce() { echo "$1" | kafka console-producer --bootstrap-server "$servers" --topic t --command-property acks=all; }

consume() { # from the beginning, with offsets
    kafka console-consumer --bootstrap-server "$servers" --topic t --partition 0 --offset 0 --timeout-ms 90000 \
        --command-property auto.offset.reset=none --command-property enable.auto.commit=false \
        --formatter-property print.offset=true "$@"
}

elect() { # elect NODE: makes a replica outside the ISR leader
    kafka leader-election --bootstrap-server "$servers" --election-type unclean --topic t --partition 0 >/dev/null
    await "Leader: $1" describe
}

configure 9 controller
for node in 0 1; do configure $node broker; done
for node in 9 0 1; do start $node; done
for node in 0 1; do await yes started $node 1; done
kafka topics --bootstrap-server "$servers" --create --topic t --replica-assignment 0:1 --config min.insync.replicas=1

stop 1
produce m0
say "broker 0 has m0: $(describe)"
stop 0
start 1
await yes started 1 2
elect 1
consume >"$work/consumer" 2>&1 &
produce m1
await m1 cat "$work/consumer"
say "broker 1 has m1, and a consumer has read it: $(describe)"

stop 1
start 0
await yes started 0 2
elect 0
produce m2
say "broker 0 leads again, and has m2: $(describe)"
await 'm2\|Exception' cat "$work/consumer"
say "the consumer reads: $(grep 'Offset\|Exception' "$work/consumer" | tr '\n\t' '; ')"
say "another one reads: $(consume --max-messages 2 2>/dev/null | grep Offset | tr '\n\t' '; ')"
if grep -q Exception "$work/consumer"; then
    say 'the consumer heard of the truncation'
    exit 1
fi
say 'THE CONSUMER HEARD OF NO TRUNCATION'
