// Kafka loses a record that a crash and a loss of power need not have cost: docs/findings.md.
//
//     java -cp 'LIBS/*' LastKnownLeader.java          (LIBS: libs/ of Kafka 4.1 to 4.3; a JDK, 17 or newer)
// A controller and two brokers on loopback, with Kafka's defaults except min.insync.replicas=2. Kafka's own idempotent
// producer, and its consumer. Broker 1 crashes (SIGKILL). Then broker 0 loses power: THIS IS AN EMULATION, SIGKILL, and
// the partition's files are put back as they were before m0. Two minutes; nothing stays behind. Exit status 0: lost.
import java.io.*;
import java.nio.file.*;
import java.util.*;
import org.apache.kafka.clients.admin.*;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.*;
import org.apache.kafka.common.*;
import org.apache.kafka.common.serialization.*;

public class LastKnownLeader {
    static final TopicPartition T = new TopicPartition("t", 0);
    static final Process[] nodes = new Process[3]; // the last one is the controller
    static final int[] ports = new int[3];
    static final long began = System.nanoTime();
    static Path folder;

    public static void main(String[] words) throws Exception {
        folder = Files.createTempDirectory("last-known-leader-");
        Runtime.getRuntime().addShutdownHook(new Thread(LastKnownLeader::removeAll)); // on Ctrl-C too
        say("Kafka " + org.apache.kafka.common.utils.AppInfoParser.getVersion() + ": a controller, brokers 0, 1");
        startAll();
        Map<String, Object> bootstrap = Map.of("bootstrap.servers", at(0) + "," + at(1));
        Admin admin = Admin.create(bootstrap);
        var producer = new KafkaProducer<>(bootstrap, new StringSerializer(), new StringSerializer()); // acks=all
        var consumer = new KafkaConsumer<>(bootstrap, new StringDeserializer(), new StringDeserializer());
        admin.createTopics(Set.of(new NewTopic("t", Map.of(0, List.of(0, 1))))).all().get();
        producer.send(new ProducerRecord<>("t", "first")).get(); // so all are up, and know each other
        copy(partition(0), folder.resolve("disk"));
        say(known(admin) + "; the disk of broker 0 has what is written so far, and gets nothing of the partition any more");

        long m0 = producer.send(new ProducerRecord<>("t", "m0")).get().offset();
        say("m0 is acknowledged at offset " + m0 + "; a consumer reads the whole partition: " + read(consumer));
        say("m0 is in the logs of both: " + (disk(0).contains("m0") && disk(1).contains("m0")) + "; KILL for broker 1");
        nodes[1].destroyForcibly().waitFor();
        say("the controller notices: " + wrote(2, "Fencing broker 1 "));
        until("broker 1 is in the ELR", () -> known(admin).startsWith("leader 0, ISR [0], ELR [1]"));
        say(known(admin));
        nodes[1] = java(1, "kafka.Kafka", folder + "/1/properties");
        say("broker 1 registers, and leaves the ELR: " + wrote(2, "Registering a new incarnation of broker 1"));
        nodes[0].destroyForcibly().waitFor();
        copy(folder.resolve("disk"), partition(0));
        say("KILL for broker 0, and its files of t-0 are as they were before m0: a loss of power, EMULATED");
        say("broker 1 has m0 in its log: " + disk(1).contains("m0"));
        until("nobody leads", () -> known(admin).startsWith("leader none"));
        say(known(admin));
        nodes[0] = java(0, "kafka.Kafka", folder + "/0/properties");
        say("broker 0 is elected, without m0: " + wrote(2, "UNCLEAN partition change for t-0"));
        say("broker 0 leads: " + wrote(0, "Leader t-0 .* starts at leader epoch 2 "));
        say("broker 1 cuts m0 from its log: " + wrote(1, "UnifiedLog partition=t-0.* Truncating to offset 1"));
        long m1 = producer.send(new ProducerRecord<>("t", "m1")).get().offset();
        say(known(admin) + "; m1 is acknowledged at offset " + m1 + "; the consumer reads " + read(consumer));
        boolean isLost = m1 == m0 && !(read(consumer) + disk(0) + disk(1)).contains("m0");
        say(isLost ? "LOST: m0 was acknowledged, is on no disk, and m1 has its offset" : "not lost this time");
        System.exit(isLost ? 0 : 1);
    }

    static String known(Admin admin) throws Exception {
        TopicPartitionInfo known = admin.describeTopics(Set.of("t")).allTopicNames().get().get("t").partitions().get(0);
        return "leader " + (known.leader() == null || known.leader().isEmpty() ? "none" : known.leader().id()) + ", ISR "
            + ids(known.isr()) + ", ELR " + ids(known.elr()) + ", last known leader " + ids(known.lastKnownElr());
    }

    static List<Integer> ids(List<Node> brokers) { return brokers.stream().map(Node::id).sorted().toList(); }

    static List<String> read(KafkaConsumer<String, String> consumer) {
        List<String> read = new ArrayList<>();
        consumer.assign(Set.of(T));
        consumer.seekToBeginning(Set.of(T));
        while (consumer.position(T) < consumer.endOffsets(Set.of(T)).get(T))
            consumer.poll(java.time.Duration.ofMillis(200)).forEach(record -> read.add(record.value()));
        return read;
    }

    static void copy(Path from, Path to) throws Exception { // to has then what from has, and nothing else
        if (Files.exists(to)) for (File old : to.toFile().listFiles()) Files.delete(old.toPath());
        Files.createDirectories(to);
        for (File file : from.toFile().listFiles()) Files.copy(file.toPath(), to.resolve(file.getName()));
    }

    static void startAll() throws Exception {
        for (int node = 2; node >= 0; node--) { // ports below 32768: none that connections take for themselves
            try (var free = new java.net.ServerSocket(20_000 + 4_000 * node + new Random().nextInt(4_000))) {
                ports[node] = free.getLocalPort();
            }
            String file = Files.createDirectory(folder.resolve("" + node)).resolve("properties").toString();
            Files.write(Path.of(file), List.of("node.id=" + node, "process.roles=" + (node < 2 ? "broker" : "controller"),
                "listeners=" + (node < 2 ? "PLAINTEXT" : "CONTROLLER") + "://" + at(node), "min.insync.replicas=2",
                "controller.quorum.voters=2@" + at(2), "controller.listener.names=CONTROLLER",
                "log.dirs=" + folder.resolve(node + "/data")));
            java(node, "kafka.tools.StorageTool", "format", "-t", "LastKnownLeaderLastKnA", "-c", file).waitFor();
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

    static Path partition(int broker) { return folder.resolve(broker + "/data/t-0"); }
    static String at(int node) { return "127.0.0.1:" + ports[node]; }
    static String disk(int broker) throws IOException { // the bytes of its log
        return new String(Files.readAllBytes(partition(broker).resolve("00000000000000000000.log")));
    }

    static void say(String line) { System.out.printf("%5.1f s  %s%n", (System.nanoTime() - began) / 1e9, line); }
    static synchronized void removeAll() { // while it has the lock, nothing else is started
        ProcessHandle.current().children().forEach(one -> { if (one.destroyForcibly()) one.onExit().join(); });
        try (var all = Files.walk(folder)) { all.sorted(Comparator.reverseOrder()).forEach(p -> p.toFile().delete()); }
        catch (IOException gone) { }
    }
}
