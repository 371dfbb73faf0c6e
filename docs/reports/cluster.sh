# A controller and brokers on loopback, for the scripts beside this file, which source it.
#
# KAFKA is the folder of a distribution of Kafka, which has bin/ and libs/. It may also be a folder of Kafka's jars alone:
# then each script of bin/ is replaced by the class that it runs.
set -euo pipefail

: "${KAFKA:?name the folder of Kafka: KAFKA=~/kafka_2.13-4.3.1 $0}"
work=$(mktemp -d "${TMPDIR:-/tmp}/kafka-report-XXXXXX")
port=${PORT:-19090} # the controller's; broker N listens on the port N + 1 above it
servers=127.0.0.1:$((port + 1)),127.0.0.1:$((port + 2))
export KAFKA_HEAP_OPTS="${KAFKA_HEAP_OPTS:--Xmx256m}"
declare -A pids=()

say() { printf '%s  %s\n' "$(date +%H:%M:%S)" "$*"; }

finish() {
    local node
    for node in "${!pids[@]}"; do kill -KILL "${pids[$node]}" 2>/dev/null || true; done
    wait 2>/dev/null || true
    [ -n "${KEEP:-}" ] || rm -rf "$work" # KEEP=1 leaves what the nodes wrote
}
trap finish EXIT
trap 'exit 130' INT TERM

# kafka NAME WORD…: bin/kafka-NAME.sh WORD…
kafka() {
    local name=$1 class
    shift
    if [ -x "$KAFKA/bin/kafka-$name.sh" ]; then
        "$KAFKA/bin/kafka-$name.sh" "$@"
        return
    fi
    case $name in
        storage) class=kafka.tools.StorageTool ;;
        server-start) class=kafka.Kafka ;;
        topics) class=org.apache.kafka.tools.TopicCommand ;;
        configs) class=kafka.admin.ConfigCommand ;;
        reassign-partitions) class=org.apache.kafka.tools.reassign.ReassignPartitionsCommand ;;
        leader-election) class=org.apache.kafka.tools.LeaderElectionCommand ;;
        console-producer) class=org.apache.kafka.tools.ConsoleProducer ;;
        verifiable-producer) class=org.apache.kafka.tools.VerifiableProducer ;;
        console-consumer) class=org.apache.kafka.tools.consumer.ConsoleConsumer ;;
        *) echo "no class for kafka-$name.sh" >&2; return 2 ;;
    esac
    # exec: the process that $! names is Java's, as it is with Kafka's own scripts
    if [ "$name" = server-start ]; then
        exec "${JAVA_HOME:+$JAVA_HOME/bin/}java" $KAFKA_HEAP_OPTS -Dlog4j2.level=INFO -cp "$KAFKA/*" "$class" "$@"
    fi
    "${JAVA_HOME:+$JAVA_HOME/bin/}java" $KAFKA_HEAP_OPTS -Dlog4j2.level=WARN -cp "$KAFKA/*" "$class" "$@"
}

# configure NODE ROLE LINE…: writes the node's properties, and formats its folder.
configure() {
    local node=$1 role=$2 listener=PLAINTEXT at=$((port + $1 + 1))
    shift 2
    [ "$role" = controller ] && listener=CONTROLLER at=$port
    printf '%s\n' "node.id=$node" "process.roles=$role" "listeners=$listener://127.0.0.1:$at" \
        "controller.quorum.voters=9@127.0.0.1:$port" controller.listener.names=CONTROLLER \
        "log.dirs=$work/$node" offsets.topic.replication.factor=1 "$@" >"$work/$node.properties"
    kafka storage format -t KafkaReportClusterIdAA -c "$work/$node.properties" >"$work/$node.format"
}

# start NODE: starts it in the background.
start() {
    kafka server-start "$work/$1.properties" >>"$work/$1.out" 2>&1 &
    pids[$1]=$!
}

# pause NODE, resume NODE: its process stands still, as in a long garbage collection.
pause() { kill -STOP "${pids[$1]}"; }
resume() { kill -CONT "${pids[$1]}"; }

# begin_stop NODE: asks for a controlled shutdown, which waits for brokers that stand still. end_stop NODE: waits for it.
begin_stop() { kill -TERM "${pids[$1]}"; }
end_stop() {
    wait "${pids[$1]}" || true
    unset "pids[$1]"
}
stop() {
    begin_stop "$1"
    end_stop "$1"
}

# await TEXT COMMAND…: repeats the command until it prints the text, for two minutes.
await() {
    local text=$1 end=$((SECONDS + 120)) printed
    shift
    until printed=$("$@" 2>&1) && grep -q -- "$text" <<<"$printed"; do
        [ $SECONDS -lt $end ] || { echo "not within two minutes: $text" >&2; exit 2; }
        sleep 1
    done
}

wrote() { grep -m 1 -- "$2" "$work/$1.out"; } # wrote NODE TEXT

started() { [ "$(grep -c 'Kafka Server started' "$work/$1.out")" -ge "$2" ] && echo yes; }

describe() { kafka topics --bootstrap-server "$servers" --describe --topic "${1:-t}" | grep 'Partition: 0'; }
