// Where Kafka 3.9's own code puts replicas, and whom it elects, for the tests of impl/functions/placement: a question a line, and
// its answer, as KafkaOracle.java does. Its own program, for later releases have neither AdminUtils nor this election.

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import kafka.controller.PartitionLeaderElectionAlgorithms;
import org.apache.kafka.admin.AdminUtils;
import org.apache.kafka.admin.BrokerMetadata;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.metadata.PartitionChangeRecord;
import org.apache.kafka.controller.PartitionChangeBuilder;
import org.apache.kafka.controller.PartitionChangeBuilder.Election;
import org.apache.kafka.metadata.LeaderRecoveryState;
import org.apache.kafka.metadata.PartitionRegistration;
import org.apache.kafka.metadata.placement.ClusterDescriber;
import org.apache.kafka.metadata.placement.PlacementSpec;
import org.apache.kafka.metadata.placement.StripedReplicaPlacer;
import org.apache.kafka.metadata.placement.UsableBroker;
import org.apache.kafka.server.common.MetadataVersion;
import scala.jdk.javaapi.CollectionConverters;

public class PlacementOracle {
    static final ObjectMapper JSON = new ObjectMapper();

    public static void main(String[] arguments) throws Exception {
        PrintStream answers = System.out;
        System.setOut(System.err); // what Kafka logs is no answer
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = questions.readLine()) != null; ) {
            answers.println(JSON.writeValueAsString(answer(JSON.readTree(line))));
            answers.flush();
        }
    }

    static Object answer(JsonNode asked) {
        switch (asked.get("what").asText()) {
            case "admin":
                return admin(asked);
            case "striped":
                return striped(asked);
            case "offline":
                return elected(PartitionLeaderElectionAlgorithms.offlinePartitionLeaderElection(
                    list(asked, "replicas"), list(asked, "isr"), set(asked, "live"), false, null));
            case "preferred":
                return elected(PartitionLeaderElectionAlgorithms.preferredReplicaPartitionLeaderElection(
                    list(asked, "replicas"), list(asked, "isr"), set(asked, "live")));
            case "shutdown":
                return elected(PartitionLeaderElectionAlgorithms.controlledShutdownPartitionLeaderElection(
                    list(asked, "replicas"), list(asked, "isr"), set(asked, "live"), set(asked, "stopping")));
            case "kraft":
                return kraft(asked);
            default:
                throw new IllegalArgumentException("unknown question " + asked);
        }
    }

    static Object admin(JsonNode asked) {
        List<BrokerMetadata> brokers = new ArrayList<>();
        asked.get("brokers").forEach(one ->
            brokers.add(new BrokerMetadata(one.get(0).asInt(), Optional.ofNullable(one.get(1).textValue()))));
        Map<Integer, List<Integer>> placed = AdminUtils.assignReplicasToBrokers(
            brokers, asked.get("partitions").asInt(), asked.get("replicas").asInt(),
            asked.get("start").asInt(), asked.get("first").asInt());
        List<List<Integer>> found = new ArrayList<>();
        placed.keySet().stream().sorted().forEach(number -> found.add(placed.get(number)));
        return found;
    }

    static Object striped(JsonNode asked) {
        List<UsableBroker> brokers = new ArrayList<>();
        asked.get("brokers").forEach(one -> brokers.add(new UsableBroker(
            one.get(0).asInt(), Optional.ofNullable(one.get(1).textValue()), one.get(2).asBoolean())));
        ClusterDescriber cluster = new ClusterDescriber() {
            public Iterator<UsableBroker> usableBrokers() { return brokers.iterator(); }
            public Uuid defaultDir(int broker) { return Uuid.ZERO_UUID; }
        };
        PlacementSpec spec =
            new PlacementSpec(0, asked.get("partitions").asInt(), (short) asked.get("replicas").asInt());
        List<List<Integer>> found = new ArrayList<>();
        new StripedReplicaPlacer(new Random(asked.get("seed").asLong())).place(spec, cluster)
            .assignments().forEach(one -> found.add(one.replicas()));
        return found;
    }

    static List<Object> numbers(JsonNode asked, String name) {
        List<Object> found = new ArrayList<>();
        asked.get(name).forEach(one -> found.add(one.asInt()));
        return found;
    }

    static scala.collection.Seq<Object> list(JsonNode asked, String name) {
        return CollectionConverters.asScala(numbers(asked, name)).toSeq();
    }

    static scala.collection.immutable.Set<Object> set(JsonNode asked, String name) {
        return list(asked, name).toSet();
    }

    static Object elected(scala.Option<Object> leader) {
        return leader.isDefined() ? leader.get() : null;
    }

    /** Whom a KRaft controller elects for a partition that has no leader; its ISR may be empty for none is asked. */
    static Object kraft(JsonNode asked) {
        int[] replicas = numbers(asked, "replicas").stream().mapToInt(one -> (int) one).toArray();
        int[] isr = numbers(asked, "isr").stream().mapToInt(one -> (int) one).toArray();
        Uuid[] directories = new Uuid[replicas.length];
        java.util.Arrays.fill(directories, Uuid.randomUuid());
        PartitionRegistration partition = new PartitionRegistration.Builder()
            .setReplicas(replicas).setIsr(isr).setDirectories(directories).setLeader(-1)
            .setLeaderRecoveryState(LeaderRecoveryState.RECOVERED).setLeaderEpoch(1).setPartitionEpoch(1).build();
        List<Object> live = numbers(asked, "live");
        var change = new PartitionChangeBuilder(
            partition, Uuid.randomUuid(), 0, live::contains, MetadataVersion.latestTesting(), 1)
            .setDefaultDirProvider(broker -> Uuid.ZERO_UUID)
            .setElection(asked.get("unclean").asBoolean() ? Election.UNCLEAN : Election.ONLINE).build();
        int leader = change.map(one -> ((PartitionChangeRecord) one.message()).leader()).orElse(-2);
        return leader < 0 ? null : leader;
    }
}
