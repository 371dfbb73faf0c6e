// Kafka loses an acknowledged record, and every election is clean: docs/findings.md.
//
//     java -cp 'LIBS/*' LostRecord.java          (LIBS: libs/ of Kafka 3.9 to 4.3; a JDK, 17 or newer)
// A controller and three brokers on loopback, with Kafka's defaults except two: min.insync.replicas=2, and preferred
// leaders are elected on request alone. Kafka's own idempotent producer, and its consumer. Brokers stand still for a
// while (SIGSTOP), or are shut down cleanly (SIGTERM). A minute; nothing stays behind. Exit status 0: lost.
import java.nio.file.*;
import java.util.*;
import org.apache.kafka.clients.admin.*;
import org.apache.kafka.clients.producer.*;
import org.apache.kafka.common.*;
import org.apache.kafka.common.serialization.*;

public class LostRecord {
    static final TopicPartition T = new TopicPartition("t", 0);
    static final Process[] nodes = new Process[4]; // the last one is the controller
    static final int[] ports = new int[4];
    static final long began = System.nanoTime();
    static Path folder;

    public static void main(String[] words) throws Exception {
        folder = Files.createTempDirectory("lost-record-");
        Runtime.getRuntime().addShutdownHook(new Thread(LostRecord::removeAll)); // on Ctrl-C too
        say("Kafka " + org.apache.kafka.common.utils.AppInfoParser.getVersion() + ": a controller, brokers 0, 1, 2");
        startAll();
        Map<String, Object> bootstrap = Map.of("bootstrap.servers", at(1));
        Admin admin = Admin.create(bootstrap);
        // An Admin has a broker of its own choice ask for an election: of several, not all choose one that stands still.
        List<Admin> several = java.util.stream.Stream.generate(() -> Admin.create(bootstrap)).limit(8).toList();
        var producer = new KafkaProducer<>(bootstrap, new StringSerializer(), new StringSerializer()); // acks=all
        admin.createTopics(Set.of(new NewTopic("t", Map.of(0, List.of(2, 0, 1))))).all().get();
        nodes[2].destroy();
        start(2);
        until("broker 0 leads", () -> isLedBy(0, admin) && producer.partitionsFor("t") != null);
        say("broker 2, the preferred leader, was restarted: broker 0 leads in epoch 1, and the ISR is 0, 1, 2");

        signal("STOP", 2);
        Thread.sleep(1000); // its fetch that waits at the leader is answered, without a record
        var m0 = producer.send(new ProducerRecord<>("t", "m0"));
        until("m0 is on broker 1", () -> Files.size(log(1)) > 0);
        Thread.sleep(400); // the next fetch of broker 1 tells broker 0 that it has m0
        say("m0 is on brokers 0 and 1; its producer waits for broker 2");
        signal("STOP", 0);
        signal("CONT", 2);
        Thread.sleep(1500); // the fetch of broker 0 that waits at the controller is answered, without a change
        several.forEach(one -> one.electLeaders(ElectionType.PREFERRED, Set.of(T)));
        say("broker 2 leads in epoch 2, and broker 1 cuts m0 from its log: " + wrote(1, "Truncating to offset 0"));
        several.forEach(one -> one.close(java.time.Duration.ZERO));
        nodes[2].destroy();
        say("SIGTERM for broker 2: " + wrote(1, "Follower t-0 starts at leader epoch 3 "));
        signal("CONT", 0);
        say("m0 is acknowledged at offset " + m0.get().offset() + "; SIGTERM for broker 0");
        nodes[0].destroy();
        say("broker 0 heard of both elections at once: " + wrote(0, "Leader t-0 .* starts at leader epoch 3 "));
        say("broker 1 was elected after it: " + wrote(1, "Leader t-0 .* starts at leader epoch 4 "));
        start(2);
        long m1 = producer.send(new ProducerRecord<>("t", "m1")).get().offset();
        say("broker 2 is up again; m1 is acknowledged at offset " + m1);
        start(0);
        until("all are in the ISR of broker 1", () -> isLedBy(1, admin));
        List<String> read = new ArrayList<>();
        var consumer = new org.apache.kafka.clients.consumer.KafkaConsumer<>(bootstrap,
            new StringDeserializer(), new StringDeserializer());
        consumer.assign(Set.of(T));
        consumer.seekToBeginning(Set.of(T));
        while (consumer.position(T) < consumer.endOffsets(Set.of(T)).get(T))
            consumer.poll(java.time.Duration.ofMillis(200)).forEach(record -> read.add(record.value()));
        say("broker 0 is up again; a consumer reads the whole partition: " + read);
        boolean isLost = m1 == m0.get().offset() && !read.contains("m0");
        for (int broker = 0; broker < 3; broker++) isLost &= !dump(broker).contains("m0");
        say(isLost ? "LOST: m0 was acknowledged, is on no disk, and m1 has its offset" : "not lost this time");
        System.exit(isLost ? 0 : 1);
    }

    static boolean isLedBy(int leader, Admin admin) throws Exception { // and all are in the ISR
        TopicPartitionInfo known = admin.describeTopics(Set.of("t")).allTopicNames().get().get("t").partitions().get(0);
        return known.leader() != null && known.leader().id() == leader && known.isr().size() == 3;
    }

    static String dump(int broker) throws Exception {
        for (String name : List.of("kafka.tools.DumpLogSegments", "org.apache.kafka.tools.DumpLogSegments"))
            if (java(broker, name, "--print-data-log", "--files", "" + log(broker)).waitFor() == 0)
                say("on broker " + broker + ": " + wrote(broker, "baseOffset: ") + "\n" + wrote(broker, "\\| offset: "));
        return new String(Files.readAllBytes(log(broker)), java.nio.charset.StandardCharsets.ISO_8859_1);
    }

    static void startAll() throws Exception {
        Files.write(folder.resolve("log.properties"), List.of("rootLogger.level=info", "rootLogger.appenderRef.out.ref=out",
            "appender.out.type=Console", "appender.out.name=out", "log4j.rootLogger=INFO, out", // of 4.x, and of 3.9
            "log4j.appender.out=org.apache.log4j.ConsoleAppender",
            "log4j.appender.out.layout=org.apache.log4j.SimpleLayout"));
        for (int node = 3; node >= 0; node--) { // ports below 32768: none that connections take for themselves
            try (var free = new java.net.ServerSocket(20_000 + 3_000 * node + new Random().nextInt(3_000))) {
                ports[node] = free.getLocalPort();
            }
            String file = Files.createDirectory(folder.resolve("" + node)).resolve("properties").toString();
            Files.write(Path.of(file), List.of("node.id=" + node, "process.roles=" + (node < 3 ? "broker" : "controller"),
                "listeners=" + (node < 3 ? "PLAINTEXT" : "CONTROLLER") + "://" + at(node), "min.insync.replicas=2",
                "controller.quorum.voters=3@" + at(3), "controller.listener.names=CONTROLLER",
                "log.dirs=" + folder.resolve(node + "/data"), "auto.leader.rebalance.enable=false"));
            java(node, "kafka.tools.StorageTool", "format", "-t", "LostRecordLostRecordAA", "-c", file).waitFor();
            start(node);
        }
        for (int node = 0; node < 4; node++) wrote(node, "Kafka Server started");
    }

    static void start(int node) throws Exception { // after its life before, if there was one
        if (nodes[node] != null) nodes[node].waitFor();
        nodes[node] = java(node, "kafka.Kafka", folder + "/" + node + "/properties");
    }

    static synchronized Process java(int node, String... words) throws Exception {
        String log = folder + "/log.properties", java = System.getProperty("java.home") + "/bin/java";
        List<String> command = new ArrayList<>(List.of(java, "-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
            "-Dlog4j.configuration=file:" + log, "-Dlog4j2.configurationFile=" + log,
            "-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(words));
        var out = ProcessBuilder.Redirect.appendTo(folder.resolve(node + "/out").toFile());
        return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out).start();
    }

    static void signal(String name, int broker) throws Exception {
        say(name + " for broker " + broker);
        new ProcessBuilder("sh", "-c", "kill -" + name + " " + nodes[broker].pid()).inheritIO().start().waitFor();
    }

    static String wrote(int node, String line) throws Exception { // waits for it
        String[] found = {null};
        until("node " + node + " writes: " + line, () -> (found[0] = Files.readAllLines(folder.resolve(node + "/out"))
            .stream().filter(one -> one.matches(".*" + line + ".*")).findFirst().orElse(null)) != null);
        return found[0];
    }

    static void until(String what, java.util.concurrent.Callable<Boolean> isSo) throws Exception {
        for (long end = System.nanoTime() + 120_000_000_000L; !isSo.call(); Thread.sleep(20))
            if (System.nanoTime() > end) throw new Exception("not within two minutes: " + what);
    }

    static Path log(int broker) { return folder.resolve(broker + "/data/t-0/00000000000000000000.log"); }
    static String at(int node) { return "127.0.0.1:" + ports[node]; }
    static void say(String line) { System.out.printf("%5.1f s  %s%n", (System.nanoTime() - began) / 1e9, line); }

    static synchronized void removeAll() { // while it has the lock, nothing else is started
        for (ProcessHandle child : ProcessHandle.current().children().toList())
            if (child.destroyForcibly()) child.onExit().join();
        try (var all = Files.walk(folder)) { all.sorted(Comparator.reverseOrder()).forEach(p -> p.toFile().delete()); }
        catch (java.io.IOException gone) { }
    }
}
