// A replica is back with every record, and Kafka has nobody lead: docs/findings.md.
//
//     java -cp 'LIBS/*' NobodyLeads.java          (LIBS: libs/ of Kafka 4.1 to 4.3; a JDK, 17 or newer)
// A controller and two brokers on loopback, with Kafka's defaults; a topic of one replica. Broker 0 is restarted (SIGTERM),
// and meanwhile min.insync.replicas of the cluster is changed. Nothing is lost, and nothing crashes: nobody leads until
// somebody asks for an unclean election. A minute; nothing stays behind. Exit status 0: nobody led.
import java.io.*;
import java.nio.file.*;
import java.util.*;
import org.apache.kafka.clients.admin.*;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.*;
import org.apache.kafka.common.*;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.*;

public class NobodyLeads {
    static final TopicPartition T = new TopicPartition("t", 0);
    static final Process[] nodes = new Process[3]; // the last one is the controller
    static final int[] ports = new int[3];
    static final long began = System.nanoTime();
    static Path folder;

    public static void main(String[] words) throws Exception {
        folder = Files.createTempDirectory("nobody-leads-");
        Runtime.getRuntime().addShutdownHook(new Thread(NobodyLeads::removeAll)); // on Ctrl-C too
        say("Kafka " + org.apache.kafka.common.utils.AppInfoParser.getVersion() + ": a controller, brokers 0, 1");
        startAll();
        Map<String, Object> bootstrap = Map.of("bootstrap.servers", at(0) + "," + at(1));
        Admin admin = Admin.create(bootstrap);
        var producer = new KafkaProducer<>(bootstrap, new StringSerializer(), new StringSerializer()); // acks=all
        var consumer = new KafkaConsumer<>(bootstrap, new StringDeserializer(), new StringDeserializer());
        admin.createTopics(Set.of(new NewTopic("t", Map.of(0, List.of(0))))).all().get();
        producer.send(new ProducerRecord<>("t", "m0")).get();
        say(known(admin) + "; m0 is acknowledged; SIGTERM for broker 0");
        nodes[0].destroy();
        nodes[0].waitFor();
        until("broker 0 is in the ELR", () -> known(admin).startsWith("leader none, ISR [], ELR [0]"));
        say(known(admin));
        admin.incrementalAlterConfigs(Map.of(new ConfigResource(ConfigResource.Type.BROKER, ""), List.of(new AlterConfigOp(
            new ConfigEntry("min.insync.replicas", "2"), AlterConfigOp.OpType.SET)))).all().get();
        say("the default is changed: " + wrote(2, "name=''\\) which set configuration min.insync.replicas to 2"));
        nodes[0] = java(0, "kafka.Kafka", folder + "/0/properties");
        say("broker 0 registers: " + wrote(2, "Registering a new incarnation of broker 0"));
        until("broker 0 is up", () -> Files.readString(folder.resolve("0/out")).split("Kafka Server started").length == 3);
        say("brokers with a session: " + ids(admin.describeCluster().nodes().get())
            + "; on broker 0 is m0: " + disk().contains("m0"));
        say("somebody asks for the preferred leader: " + elect(admin, ElectionType.PREFERRED));
        boolean isStuck = known(admin).startsWith("leader none");
        say(known(admin) + (isStuck ? ": NOBODY LEADS, and the one replica is up, and has every record" : ""));
        say("somebody asks for an unclean election: " + elect(admin, ElectionType.UNCLEAN));
        until("it leads", () -> known(admin).startsWith("leader 0"));
        say(known(admin) + "; the consumer reads " + read(consumer));
        System.exit(isStuck ? 0 : 1);
    }

    static String elect(Admin admin, ElectionType type) throws Exception {
        return admin.electLeaders(type, Set.of(T)).partitions().get().get(T).map(Throwable::toString).orElse("elected");
    }

    static String known(Admin admin) throws Exception {
        TopicPartitionInfo known = admin.describeTopics(Set.of("t")).allTopicNames().get().get("t").partitions().get(0);
        return "leader " + (known.leader() == null || known.leader().isEmpty() ? "none" : known.leader().id()) + ", ISR "
            + ids(known.isr()) + ", ELR " + ids(known.elr()) + ", last known leader " + ids(known.lastKnownElr());
    }

    static List<Integer> ids(Collection<Node> brokers) { return brokers.stream().map(Node::id).sorted().toList(); }

    static List<String> read(KafkaConsumer<String, String> consumer) {
        List<String> read = new ArrayList<>();
        consumer.assign(Set.of(T));
        consumer.seekToBeginning(Set.of(T));
        while (consumer.position(T) < consumer.endOffsets(Set.of(T)).get(T))
            consumer.poll(java.time.Duration.ofMillis(200)).forEach(record -> read.add(record.value()));
        return read;
    }

    static void startAll() throws Exception {
        for (int node = 2; node >= 0; node--) { // ports below 32768: none that connections take for themselves
            try (var free = new java.net.ServerSocket(20_000 + 4_000 * node + new Random().nextInt(4_000))) {
                ports[node] = free.getLocalPort();
            }
            String file = Files.createDirectory(folder.resolve("" + node)).resolve("properties").toString();
            Files.write(Path.of(file), List.of("node.id=" + node, "process.roles=" + (node < 2 ? "broker" : "controller"),
                "listeners=" + (node < 2 ? "PLAINTEXT" : "CONTROLLER") + "://" + at(node),
                "controller.quorum.voters=2@" + at(2), "controller.listener.names=CONTROLLER",
                "log.dirs=" + folder.resolve(node + "/data")));
            java(node, "kafka.tools.StorageTool", "format", "-t", "NobodyLeadsNobodyLeadA", "-c", file).waitFor();
            nodes[node] = java(node, "kafka.Kafka", file);
        }
        for (int node = 0; node < 3; node++) wrote(node, "Kafka Server started");
    }

    static synchronized Process java(int node, String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java", "-Xmx256m", "-cp",
            System.getProperty("java.class.path"), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Dlog4j2.level=INFO"));
        command.addAll(List.of(words));
        var out = ProcessBuilder.Redirect.appendTo(folder.resolve(node + "/out").toFile());
        return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out).start();
    }

    static String wrote(int node, String line) throws Exception { // waits for it
        String[] found = {null};
        until("node " + node + " writes: " + line, () -> (found[0] = Files.readAllLines(folder.resolve(node + "/out"))
            .stream().filter(one -> one.matches(".*" + line + ".*")).findFirst().orElse(null)) != null);
        return found[0];
    }

    static void until(String what, java.util.concurrent.Callable<Boolean> isSo) throws Exception {
        for (long end = System.nanoTime() + 300_000_000_000L; !isSo.call(); Thread.sleep(20))
            if (System.nanoTime() > end) throw new Exception("not within five minutes: " + what);
    }

    static String at(int node) { return "127.0.0.1:" + ports[node]; }
    static String disk() throws IOException { // the bytes of its log
        return new String(Files.readAllBytes(folder.resolve("0/data/t-0/00000000000000000000.log")));
    }

    static void say(String line) { System.out.printf("%5.1f s  %s%n", (System.nanoTime() - began) / 1e9, line); }
    static synchronized void removeAll() { // while it has the lock, nothing else is started
        ProcessHandle.current().children().forEach(one -> { if (one.destroyForcibly()) one.onExit().join(); });
        try (var all = Files.walk(folder)) { all.sorted(Comparator.reverseOrder()).forEach(p -> p.toFile().delete()); }
        catch (IOException gone) { }
    }
}
