#!/usr/bin/env bash
# The report missed-epoch.md as commands: a leader that missed an epoch acknowledges a record that it alone has.
# KAFKA=~/kafka_2.13-4.3.1 docs/reports/missed-epoch.sh. Three minutes. Exit status 0: the record was lost.
. "$(dirname "$0")/cluster.sh"

# The times are longer than Kafka's own, so that nothing here has to be done within a second.
settings=(min.insync.replicas=2 auto.leader.rebalance.enable=false broker.session.timeout.ms=45000
    replica.lag.time.max.ms=240000 replica.socket.timeout.ms=240000 replica.fetch.backoff.ms=5000)
for node in 9 0 1 2; do
    configure $node "$([ $node = 9 ] && echo controller || echo broker)" "${settings[@]}"
done
printf '%s\n' request.timeout.ms=240000 delivery.timeout.ms=300000 linger.ms=0 >"$work/producer.properties"
printf '%s\n' request.timeout.ms=4000 default.api.timeout.ms=5000 >"$work/admin.properties"
for node in 9 0 1 2; do start $node; done
for node in 0 1 2; do await yes started $node 1; done

# produce PREFIX: one record, acks=all; prints what the producer is told.
produce() {
    kafka verifiable-producer --bootstrap-server "$servers" --topic t --max-messages 1 --acks -1 --value-prefix "$1" \
        --command-config "$work/producer.properties" 2>/dev/null | grep -o '"name":"producer_send[^}]*'
}

kafka topics --bootstrap-server "$servers" --create --topic t --replica-assignment 0:2:1
echo '{"version": 1, "partitions": [{"topic": "t", "partition": 0, "replicas": [2, 0, 1]}]}' >"$work/order.json"
kafka reassign-partitions --bootstrap-server "$servers" --reassignment-json-file "$work/order.json" --execute >"$work/order"
await 'Replicas: 2,0,1' describe
say "broker 2 is the preferred leader now, and broker 0 still leads: $(describe)"

pause 2
sleep 2 # its fetch that waits at the leader is answered, without a record
produce 1 >"$work/first" &
first=$!
until [ -s "$work/1/t-0/00000000000000000000.log" ]; do sleep 0.2; done
sleep 2 # the next fetch of broker 1 tells broker 0 that it has the record
pause 0
resume 2
sleep 3 # the fetch of broker 0 that waits at the controller is answered, without a change
say 'the record is on brokers 0 and 1; its producer waits; broker 0 stands still, and broker 2 goes on'

# A broker of the client's choice forwards the election; if the choice falls on broker 0, the client asks again.
until kafka leader-election --bootstrap-server "127.0.0.1:$((port + 2))" --election-type preferred --topic t --partition 0 \
    --command-config "$work/admin.properties" >"$work/election" 2>&1; do :; done
say "$(tail -1 "$work/election")"
await offset wrote 1 'partition=t-0.*Truncating to offset 0'
say "broker 1: $(wrote 1 'partition=t-0.*Truncating to offset 0' | grep -o 'Truncating.*')"
begin_stop 2
await epoch wrote 1 'Follower t-0 .*starts at leader epoch 2'
say 'broker 2 shuts down cleanly, and the controller elected broker 0 in epoch 2'
resume 0
wait $first
say "the producer is told: $(cat "$work/first")"
say "broker 0: $(wrote 0 'Leader t-0 .*starts at leader epoch 2' | grep -o 'starts at.*')"
begin_stop 0
await epoch wrote 1 'Leader t-0 .*starts at leader epoch 3'
say "broker 0 shuts down cleanly: $(wrote 1 'Leader t-0 .*starts at leader epoch 3' | grep -o 'Leader t-0.*from offset [0-9]*')"
end_stop 2
end_stop 0

start 2
await yes started 2 2
servers=127.0.0.1:$((port + 2)),127.0.0.1:$((port + 3))
await 'Isr: \(1,2\|2,1\)' describe
say "the next record: $(produce 2)"
start 0
await yes started 0 2
await 'Isr: [012],[012],[012]' describe
say "all are back: $(describe)"
read=$(kafka console-consumer --bootstrap-server "$servers" --topic t --from-beginning --timeout-ms 15000 2>/dev/null \
    | grep -x '[12][.]0' || true) # it ends with an error that says that the time is over
say "a consumer reads the whole partition: $read"
if grep -q '"offset":0' "$work/first" && [ "$read" = 2.0 ] && ! grep -aq '1\.0' "$work"/[012]/t-0/*.log; then
    say 'LOST: 1.0 was acknowledged, is on no disk, and 2.0 has its offset'
else
    say 'not lost this time'
    exit 1
fi
