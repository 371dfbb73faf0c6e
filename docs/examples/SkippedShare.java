// A share group that began at the end of its partition skips a record that nobody acknowledged: docs/findings.md.
//
//     java -cp 'LIBS/*' SkippedShare.java          (LIBS: libs/ of Kafka 4.2 or 4.3; a JDK, 17 or newer)
// A controller and two brokers on loopback, with Kafka's defaults; a topic with both brokers in the ISR. A member of a new
// share group gets a record, and the leader is killed (KILL) before anything is acknowledged. No log loses anything.
// A minute; nothing stays behind. Exit status 0: it was skipped. With the argument earliest it comes again, and it is 1.
import java.io.*;
import java.nio.file.*;
import java.util.*;
import org.apache.kafka.clients.admin.*;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.clients.producer.*;
import org.apache.kafka.common.*;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.*;

public class SkippedShare {
    static final TopicPartition T = new TopicPartition("t", 0);
    static final Process[] nodes = new Process[3]; // the last one is the controller
    static final int[] ports = new int[3];
    static final long began = System.nanoTime();
    static Path folder;
    static int sent;

    public static void main(String[] words) throws Exception {
        String reset = words.length > 0 ? words[0] : "latest"; // Kafka's default
        folder = Files.createTempDirectory("skipped-share-");
        Runtime.getRuntime().addShutdownHook(new Thread(SkippedShare::removeAll)); // on Ctrl-C too
        say("Kafka " + org.apache.kafka.common.utils.AppInfoParser.getVersion() + ": a controller, brokers 0, 1");
        startAll();
        Map<String, Object> bootstrap = Map.of("bootstrap.servers", at(0) + "," + at(1));
        Admin admin = Admin.create(bootstrap);
        var producer = new KafkaProducer<>(bootstrap, new StringSerializer(), new StringSerializer()); // acks=all
        admin.createTopics(Set.of(new NewTopic("t", Map.of(0, List.of(0, 1))))).all().get();
        admin.incrementalAlterConfigs(Map.of(new ConfigResource(ConfigResource.Type.GROUP, "g"), List.of(new AlterConfigOp(
            new ConfigEntry("share.auto.offset.reset", reset), AlterConfigOp.OpType.SET)))).all().get();
        say("leader " + leader(admin) + "; share.auto.offset.reset of the group g is " + reset);
        var first = member(bootstrap);
        List<String> had = untilRead(first, producer);
        say("a member has " + had + ", and acknowledges nothing; the group's start offset is " + start(admin));
        say("KILL for broker 0");
        nodes[0].destroyForcibly();
        nodes[0].waitFor();
        until("broker 1 leads", () -> leader(admin) == 1);
        say("leader 1; its log has " + had + ": " + disk(1).contains(had.get(0)));
        List<String> next = untilRead(member(bootstrap), producer);
        boolean isSkipped = !next.contains(had.get(0));
        say("another member has " + next + "; the group's start offset is " + start(admin));
        say(isSkipped ? "SKIPPED: nobody acknowledged " + had + ", and nobody gets it any more" : "it comes again");
        System.exit(isSkipped ? 0 : 1);
    }

    static KafkaShareConsumer<String, String> member(Map<String, Object> bootstrap) {
        Map<String, Object> settings = new HashMap<>(bootstrap);
        settings.putAll(Map.of("group.id", "g", "share.acknowledgement.mode", "explicit"));
        var member = new KafkaShareConsumer<>(settings, new StringDeserializer(), new StringDeserializer());
        member.subscribe(Set.of("t"));
        return member;
    }

    static List<String> untilRead(KafkaShareConsumer<String, String> member, KafkaProducer<String, String> producer)
        throws Exception { // sends records until the member gets one: before that its group has not begun
        List<String> read = new ArrayList<>();
        until("a member has a record", () -> {
            producer.send(new ProducerRecord<>("t", "m" + sent++)).get();
            member.poll(java.time.Duration.ofSeconds(1)).forEach(record -> read.add(record.value()));
            return !read.isEmpty();
        });
        return read;
    }

    static int leader(Admin admin) throws Exception {
        Node leader = admin.describeTopics(Set.of("t")).allTopicNames().get().get("t").partitions().get(0).leader();
        return leader == null ? -1 : leader.id();
    }

    static String start(Admin admin) throws Exception {
        var offset = admin.listShareGroupOffsets(Map.of("g", new ListShareGroupOffsetsSpec().topicPartitions(List.of(T))))
            .partitionsToOffsetInfo("g").get().get(T);
        return offset == null ? "not stored" : "" + offset.startOffset();
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
                "offsets.topic.replication.factor=2", "share.coordinator.state.topic.replication.factor=2",
                "share.coordinator.state.topic.min.isr=1", "log.dirs=" + folder.resolve(node + "/data")));
            java(node, "kafka.tools.StorageTool", "format", "-t", "SkippedShareSkippedShA", "-c", file).waitFor();
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
    static String disk(int node) throws IOException { // the bytes of its log
        return new String(Files.readAllBytes(folder.resolve(node + "/data/t-0/00000000000000000000.log")));
    }

    static void say(String line) { System.out.printf("%5.1f s  %s%n", (System.nanoTime() - began) / 1e9, line); }
    static synchronized void removeAll() { // while it has the lock, nothing else is started
        ProcessHandle.current().children().forEach(one -> { if (one.destroyForcibly()) one.onExit().join(); });
        try (var all = Files.walk(folder)) { all.sorted(Comparator.reverseOrder()).forEach(p -> p.toFile().delete()); }
        catch (IOException gone) { }
    }
}
