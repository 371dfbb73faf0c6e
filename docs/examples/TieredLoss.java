// What tiered storage deletes although it must be kept: docs/parts/tiered-storage.md.
//     java -cp 'LIBS/*' TieredLoss.java     (LIBS: libs/ of Kafka 3.9 to 4.3, and kafka-storage-VERSION-test.jar of Maven,
//                                            whose LocalTieredStorage is a folder; a JDK, 17 or newer)
// A controller and brokers 0 and 1 on loopback. First DeleteRecords: retention.bytes counts what lies below the log start,
// and deletes more. Then an unclean election: a log that is cut below its disk starts at the cut. Two minutes; nothing stays
// behind. Exit status 0: both lose.
import java.nio.file.*;
import java.util.*;
import org.apache.kafka.clients.admin.*;
import org.apache.kafka.clients.producer.*;
import org.apache.kafka.common.*;
import org.apache.kafka.common.serialization.ByteArraySerializer;

public class TieredLoss {
    static final int CONTROLLER = 2;
    static final Process[] nodes = new Process[3]; static final int[] ports = new int[3];
    static final long began = System.nanoTime();
    static Path folder;
    static Admin admin;

    public static void main(String[] words) throws Exception {
        folder = Files.createTempDirectory("tiered-loss-");
        Runtime.getRuntime().addShutdownHook(new Thread(TieredLoss::removeAll)); // on Ctrl-C too
        say("Kafka " + org.apache.kafka.common.utils.AppInfoParser.getVersion() + ": a controller, brokers 0 and 1");
        for (int node = CONTROLLER; node >= 0; node--) { configure(node); start(node); }
        for (int node = 0; node <= CONTROLLER; node++) wrote(node, "Kafka Server started", 1);
        admin = Admin.create(Map.of("bootstrap.servers", at(0) + "," + at(1)));
        boolean early = deletedRecords(), cut = uncleanElection();
        System.exit(early && cut ? 0 : 1);
    }

    static boolean deletedRecords() throws Exception {
        TopicPartition size = create("size", List.of(0), Map.of("retention.bytes", "5400000"));
        produce(size, 11);
        until("offsets 0 to 9 are copied", () -> offset(size, OffsetSpec.latestTiered()) == 9);
        say("size: 11 records of 450 kB, two a segment; 0 to 9 are copied; retention.bytes keeps 12 records");
        admin.deleteRecords(Map.of(size, RecordsToDelete.beforeOffset(4))).all().get();
        produce(size, 3);
        say("an administrator deletes the records below 4, a producer sends three: 10 records are left, 4.5 MB");
        until("offset 10 is copied", () -> offset(size, OffsetSpec.latestTiered()) >= 11);
        Thread.sleep(12_000); // an expiry, every ten seconds
        long start = offset(size, OffsetSpec.earliest());
        say("the log starts at " + start + (start > 4 ? ": LOST, records 4 to " + (start - 1) + " were to be kept" : ": kept"));
        return start > 4;
    }

    static boolean uncleanElection() throws Exception {
        TopicPartition cut = create("cut", List.of(0, 1), Map.of("local.retention.bytes", "1", "retention.bytes", "-1",
            "unclean.leader.election.enable", "true"));
        produce(cut, 3);
        say("cut: records 0, 1, 2 are acknowledged by brokers 0 and 1");
        kill(1);
        produce(cut, 5);
        until("broker 0's disk begins at 6", () -> offset(cut, OffsetSpec.earliestLocal()) == 6);
        say("broker 1 is down; broker 0 has taken 3 to 7, copied 0 to 5, and deleted them from its disk");
        kill(0);
        start(1);
        until("broker 1 leads", () -> leader(cut) == 1);
        say("broker 0 is down, and broker 1 leads by an unclean election; the log ends at " + offset(cut, OffsetSpec.latest()));
        start(0);
        until("both are in the ISR", () -> describe(cut).isr().size() == 2);
        say("broker 0 is back, and in the ISR; the log starts at " + offset(cut, OffsetSpec.earliest()));
        admin.electLeaders(ElectionType.PREFERRED, Set.of(cut)).all().get();
        until("broker 0 leads", () -> leader(cut) == 0);
        Thread.sleep(12_000);
        long start = offset(cut, OffsetSpec.earliest());
        say("an administrator has broker 0 elected; the log starts at " + start
            + (start > 0 ? ": LOST, acknowledged records 0 to " + (start - 1) : ": kept"));
        return start > 0;
    }

    static TopicPartition create(String topic, List<Integer> replicas, Map<String, String> more) throws Exception {
        Map<String, String> configs = new HashMap<>(Map.of("remote.storage.enable", "true", "segment.bytes", "1048576"));
        configs.putAll(more);
        admin.createTopics(Set.of(new NewTopic(topic, Map.of(0, replicas)).configs(configs))).all().get();
        return new TopicPartition(topic, 0);
    }
    static void produce(TopicPartition to, int records) throws Exception {
        try (var producer = new KafkaProducer<byte[], byte[]>(Map.of("bootstrap.servers", at(0) + "," + at(1), "acks", "all"),
                new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int record = 0; record < records; record++)
                producer.send(new ProducerRecord<>(to.topic(), 0, null, new byte[450_000])).get();
        }
    }
    static long offset(TopicPartition of, OffsetSpec what) throws Exception {
        return admin.listOffsets(Map.of(of, what)).partitionResult(of).get().offset();
    }
    static TopicPartitionInfo describe(TopicPartition of) throws Exception {
        return admin.describeTopics(Set.of(of.topic())).allTopicNames().get().get(of.topic()).partitions().get(0);
    }
    static int leader(TopicPartition of) throws Exception {
        Node leader = describe(of).leader();
        return leader == null ? -1 : leader.id();
    }

    static void configure(int node) throws Exception {
        int port = 20_000 + 2_000 * node + new Random().nextInt(2_000); // none that connections take for themselves
        try (var free = new java.net.ServerSocket(port)) { ports[node] = free.getLocalPort(); }
        Files.write(folder.resolve("log.properties"), List.of("rootLogger.level=info", "rootLogger.appenderRef.out.ref=out",
            "appender.out.type=Console", "appender.out.name=out", "log4j.rootLogger=INFO, out", // of 4.x, and of 3.9
            "log4j.appender.out=org.apache.log4j.ConsoleAppender",
            "log4j.appender.out.layout=org.apache.log4j.SimpleLayout"));
        Files.write(Files.createDirectory(folder.resolve("" + node)).resolve("properties"), List.of("node.id=" + node,
            "process.roles=" + (node < 2 ? "broker" : "controller"), "controller.quorum.voters=2@" + at(CONTROLLER),
            "listeners=" + (node < 2 ? "PLAINTEXT" : "CONTROLLER") + "://" + at(node), "controller.listener.names=CONTROLLER",
            "log.dirs=" + folder.resolve(node + "/data"), "auto.leader.rebalance.enable=false",
            "broker.session.timeout.ms=3000", "log.retention.check.interval.ms=500", "log.initial.task.delay.ms=500",
            "remote.log.storage.system.enable=true", "remote.log.manager.task.interval.ms=10000",
            "remote.log.storage.manager.class.name=org.apache.kafka.server.log.remote.storage.LocalTieredStorage",
            "rsm.config.dir=" + folder.resolve("remote"), "rsm.config.delete.on.close=false",
            "remote.log.metadata.manager.listener.name=PLAINTEXT",
            "rlmm.config.remote.log.metadata.topic.num.partitions=1",
            "rlmm.config.remote.log.metadata.topic.replication.factor=2", "rlmm.config.remote.log.metadata.topic.min.isr=1"));
        java(node, "kafka.tools.StorageTool", "format", "-t", "TieredLossTieredLossAA", "-c", file(node)).waitFor();
    }
    static String file(int node) { return folder.resolve(node + "/properties").toString(); }
    static void start(int node) throws Exception { nodes[node] = java(node, "kafka.Kafka", file(node)); }
    static void kill(int node) throws Exception { nodes[node].destroyForcibly().waitFor(); }

    static synchronized Process java(int node, String... words) throws Exception {
        String log = folder + "/log.properties", java = System.getProperty("java.home") + "/bin/java";
        List<String> command = new ArrayList<>(List.of(java, "-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
            "-Dlog4j.configuration=file:" + log, "-Dlog4j2.configurationFile=" + log,
            "-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(words));
        return new ProcessBuilder(command).redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve(node + "/out").toFile())).start();
    }
    static void wrote(int node, String line, int times) throws Exception { // waits for it
        until("node " + node + " writes: " + line, () -> Files.readAllLines(folder.resolve(node + "/out")).stream()
            .filter(one -> one.contains(line)).count() >= times);
    }
    static void until(String what, java.util.concurrent.Callable<Boolean> isSo) throws Exception {
        for (long end = System.nanoTime() + 120_000_000_000L; !holds(isSo); Thread.sleep(100))
            if (System.nanoTime() > end) throw new Exception("not within two minutes: " + what);
    }
    static boolean holds(java.util.concurrent.Callable<Boolean> isSo) throws Exception {
        try { return isSo.call(); }
        catch (java.util.concurrent.ExecutionException notYet) { return false; } // nobody leads
    }
    static String at(int node) { return "127.0.0.1:" + ports[node]; }
    static void say(String line) { System.out.printf("%5.1f s  %s%n", (System.nanoTime() - began) / 1e9, line); }

    static synchronized void removeAll() { // while it has the lock, nothing else is started
        for (ProcessHandle child : ProcessHandle.current().children().toList())
            if (child.destroyForcibly()) child.onExit().join();
        try (var all = Files.walk(folder)) { all.sorted(Comparator.reverseOrder()).forEach(p -> p.toFile().delete()); }
        catch (java.io.IOException gone) { }
    }
}
