// What Kafka's own code decides, for the tests of impl/functions/clients and impl/functions/placement: a question a line, and its answer.
// `java -cp JARS KafkaOracle.java` compiles it; all values are JSON. tests/support/oracle.py asks.

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.RangeAssignor;
import org.apache.kafka.clients.consumer.RoundRobinAssignor;
import org.apache.kafka.clients.consumer.StickyAssignor;
import org.apache.kafka.clients.consumer.internals.AbstractPartitionAssignor;
import org.apache.kafka.clients.producer.RoundRobinPartitioner;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.LogContext;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.coordinator.group.api.assignor.ConsumerGroupPartitionAssignor;
import org.apache.kafka.coordinator.group.api.assignor.GroupSpec;
import org.apache.kafka.coordinator.group.api.assignor.MemberAssignment;
import org.apache.kafka.coordinator.group.api.assignor.MemberSubscription;
import org.apache.kafka.coordinator.group.api.assignor.SubscribedTopicDescriber;
import org.apache.kafka.coordinator.group.api.assignor.SubscriptionType;
import org.apache.kafka.coordinator.group.assignor.UniformAssignor;

public class KafkaOracle {
    static final ObjectMapper JSON = new ObjectMapper();

    public static void main(String[] arguments) throws Exception {
        PrintStream answers = System.out;
        System.setOut(System.err); // what Kafka logs is no answer
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = questions.readLine()) != null; ) {
            JsonNode question = JSON.readTree(line);
            Object answer;
            try {
                answer = answer(question);
            } catch (Exception | AssertionError refused) {
                answer = Map.of("refused", refused.getClass().getSimpleName() + ": " + refused.getMessage());
            }
            answers.println(JSON.writeValueAsString(answer));
            answers.flush();
        }
    }

    static Object answer(JsonNode asked) throws Exception {
        switch (asked.get("what").asText()) {
            case "murmur2":
                return Utils.murmur2(HexFormat.of().parseHex(asked.get("key").asText()));
            case "partition":
                byte[] key = HexFormat.of().parseHex(asked.get("key").asText());
                return BuiltInPartitioner.partitionForKey(key, asked.get("count").asInt());
            case "load":
                return load(numbers(asked.get("queues")), asked.get("length").asInt());
            case "turns":
                return turns(asked.get("count").asInt(), numbers(asked.get("available")), asked.get("calls").asInt());
            case "range":
                return client(new RangeAssignor(), asked);
            case "round-robin":
                return client(new RoundRobinAssignor(), asked);
            case "sticky":
                return client(new StickyAssignor(), asked);
            case "cooperative-sticky":
                return client(new CooperativeStickyAssignor(), asked);
            case "server-range":
                return server(new org.apache.kafka.coordinator.group.assignor.RangeAssignor(), asked);
            case "uniform":
                return server(new UniformAssignor(), asked);
            default:
                throw new IllegalArgumentException("unknown question " + asked);
        }
    }

    static List<Integer> numbers(JsonNode array) {
        List<Integer> found = new ArrayList<>();
        array.forEach(one -> found.add(one.asInt()));
        return found;
    }

    /** The table of cumulated weights of KIP-794's partitioner, or null where it takes all partitions alike. */
    static Object load(List<Integer> queues, int length) throws Exception {
        int[] sizes = queues.stream().mapToInt(k -> k).toArray();
        int[] ids = java.util.stream.IntStream.range(0, sizes.length).toArray();
        BuiltInPartitioner partitioner = newPartitioner();
        partitioner.updatePartitionLoadStats(sizes, ids, length);
        var field = BuiltInPartitioner.class.getDeclaredField("partitionLoadStats");
        field.setAccessible(true);
        if (field.get(partitioner) == null) return null;
        List<Integer> table = new ArrayList<>();
        for (int k = 0; k < length; k++) table.add(sizes[k]);
        return Map.of("end", partitioner.loadStatsRangeEnd(), "table", table);
    }

    /** The partitions that `RoundRobinPartitioner` gives in turn. */
    static Object turns(int count, List<Integer> available, int calls) {
        Node node = new Node(1, "broker", 9092);
        Node[] nodes = {node};
        List<PartitionInfo> partitions = new ArrayList<>();
        for (int k = 0; k < count; k++)
            partitions.add(new PartitionInfo("topic", k, available.contains(k) ? node : null, nodes, nodes));
        Cluster cluster = new Cluster("id", List.of(node), partitions, Set.of(), Set.of());
        RoundRobinPartitioner partitioner = new RoundRobinPartitioner();
        List<Integer> found = new ArrayList<>();
        for (int k = 0; k < calls; k++) found.add(partitioner.partition("topic", null, null, null, null, cluster));
        return found;
    }

    static BuiltInPartitioner newPartitioner() throws Exception {
        var made = BuiltInPartitioner.class.getConstructors()[0];
        Object[] given = made.getParameterCount() == 3
            ? new Object[] {new LogContext(), "topic", 1}
            : new Object[] {new LogContext(), "topic", 1, false, ""};
        return (BuiltInPartitioner) made.newInstance(given);
    }

    static Object client(AbstractPartitionAssignor assignor, JsonNode group) {
        Map<String, Integer> topics = new LinkedHashMap<>();
        group.get("topics").fields().forEachRemaining(e -> topics.put(e.getKey(), e.getValue().asInt()));
        Map<String, Subscription> subscriptions = new LinkedHashMap<>();
        group.get("members").fields().forEachRemaining(e -> subscriptions.put(e.getKey(), subscription(e.getValue())));
        Map<String, List<List<Object>>> found = new TreeMap<>();
        assignor.assign(topics, subscriptions).forEach((name, some) -> {
            List<List<Object>> own = new ArrayList<>();
            some.forEach(one -> own.add(List.of(one.topic(), one.partition())));
            found.put(name, own);
        });
        return found;
    }

    static Subscription subscription(JsonNode member) {
        List<String> topics = new ArrayList<>();
        member.get("topics").forEach(one -> topics.add(one.asText()));
        List<TopicPartition> owned = new ArrayList<>();
        member.get("owned").forEach(one -> owned.add(new TopicPartition(one.get(0).asText(), one.get(1).asInt())));
        int generation = member.get("generation").asInt();
        StickyAssignor before = new StickyAssignor();
        before.onAssignment(new Assignment(owned), new ConsumerGroupMetadata("g", generation, "m", Optional.empty()));
        Subscription made = new Subscription(
            topics, before.subscriptionUserData(Set.copyOf(topics)), owned, generation, Optional.empty());
        if (!member.get("instance").isNull()) made.setGroupInstanceId(Optional.of(member.get("instance").asText()));
        return made;
    }

    static Object server(ConsumerGroupPartitionAssignor assignor, JsonNode group) {
        Map<String, Uuid> ids = new LinkedHashMap<>();
        Map<Uuid, String> names = new LinkedHashMap<>();
        Map<Uuid, Integer> counts = new LinkedHashMap<>();
        group.get("topics").fields().forEachRemaining(e -> {
            Uuid id = new Uuid(0, ids.size() + 1); // their hash tables have the order of these numbers
            ids.put(e.getKey(), id);
            names.put(id, e.getKey());
            counts.put(id, e.getValue().asInt());
        });
        Map<String, MemberSubscription> subscriptions = new LinkedHashMap<>();
        Map<String, MemberAssignment> owned = new LinkedHashMap<>();
        group.get("members").fields().forEachRemaining(e -> {
            subscriptions.put(e.getKey(), new Subscribed(e.getValue(), ids));
            owned.put(e.getKey(), new Owned(e.getValue(), ids));
        });
        Map<String, List<List<Object>>> found = new TreeMap<>();
        subscriptions.keySet().forEach(name -> found.put(name, new ArrayList<>()));
        assignor.assign(new Spec(subscriptions, owned), new Topics(counts)).members().forEach((name, some) ->
            some.partitions().forEach((id, own) ->
                own.forEach(one -> found.get(name).add(List.of(names.get(id), one)))));
        return found;
    }

    static class Subscribed implements MemberSubscription {
        final Set<Uuid> topics = new LinkedHashSet<>();
        final Optional<String> instance;

        Subscribed(JsonNode member, Map<String, Uuid> ids) {
            member.get("topics").forEach(one -> topics.add(ids.get(one.asText())));
            instance = Optional.ofNullable(member.get("instance").textValue());
        }

        public Optional<String> rackId() { return Optional.empty(); }
        public Optional<String> instanceId() { return instance; }
        public Set<Uuid> subscribedTopicIds() { return topics; }
    }

    static class Owned implements MemberAssignment {
        final Map<Uuid, Set<Integer>> owned = new LinkedHashMap<>();

        Owned(JsonNode member, Map<String, Uuid> ids) {
            member.get("owned").forEach(one ->
                owned.computeIfAbsent(ids.get(one.get(0).asText()), __ -> new TreeSet<>()).add(one.get(1).asInt()));
        }

        public Map<Uuid, Set<Integer>> partitions() { return Collections.unmodifiableMap(owned); }
    }

    static class Topics implements SubscribedTopicDescriber {
        final Map<Uuid, Integer> counts;

        Topics(Map<Uuid, Integer> counts) { this.counts = counts; }

        public int numPartitions(Uuid topic) { return counts.getOrDefault(topic, -1); }
        public Set<String> racksForPartition(Uuid topic, int partition) { return Set.of(); }
    }

    static class Spec implements GroupSpec {
        final Map<String, MemberSubscription> subscriptions;
        final Map<String, MemberAssignment> owned;

        Spec(Map<String, MemberSubscription> subscriptions, Map<String, MemberAssignment> owned) {
            this.subscriptions = subscriptions;
            this.owned = owned;
        }

        public Collection<String> memberIds() { return subscriptions.keySet(); }

        public SubscriptionType subscriptionType() {
            long kinds = subscriptions.values().stream().map(MemberSubscription::subscribedTopicIds).distinct().count();
            return kinds <= 1 ? SubscriptionType.HOMOGENEOUS : SubscriptionType.HETEROGENEOUS;
        }

        public boolean isPartitionAssigned(Uuid topic, int partition) {
            return owned.values().stream()
                .anyMatch(some -> some.partitions().getOrDefault(topic, Set.of()).contains(partition));
        }

        public boolean isPartitionAssignable(Uuid topic, int partition) { return true; } // asked since 4.1

        public MemberSubscription memberSubscription(String name) { return subscriptions.get(name); }
        public MemberAssignment memberAssignment(String name) { return owned.get(name); }
    }
}
