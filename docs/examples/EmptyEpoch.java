// A move between log directories drops an empty leader epoch, and nobody can write for good: docs/findings.md.
//
//     java -cp 'LIBS/*' EmptyEpoch.java          (LIBS: libs/ of Kafka 3.7 to 4.3; a JDK, 17 or newer)
// A controller and two brokers on loopback, each with two log directories; the topic has min.insync.replicas=2. Broker 1 leads
// an epoch in which nobody writes, and stands still; broker 0 leads the next one, and its replica is moved to the other one.
// No record is lost. Two minutes; nothing stays behind. Exit status 0: acks=all was refused until somebody used acks=1.
import java.io.*;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.admin.*;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.*;
import org.apache.kafka.common.*;
import org.apache.kafka.common.serialization.*;

public class EmptyEpoch {
    static final TopicPartition T = new TopicPartition("t", 0);
    static final Process[] nodes = new Process[3]; // the last one is the controller
    static final int[] ports = new int[3];
    static final long began = System.nanoTime();
    static Path folder;
    static Admin admin;

    public static void main(String[] words) throws Exception {
        folder = Files.createTempDirectory("empty-epoch-");
        Runtime.getRuntime().addShutdownHook(new Thread(EmptyEpoch::removeAll)); // on Ctrl-C too
        say("Kafka " + org.apache.kafka.common.utils.AppInfoParser.getVersion() + ": a controller, brokers 0, 1");
        startAll();
        Map<String, Object> server = Map.of("bootstrap.servers", at(0) + "," + at(1), "acks", "all",
            "delivery.timeout.ms", "20000", "request.timeout.ms", "10000");
        admin = Admin.create(Map.of("bootstrap.servers", at(0)));
        NewTopic topic = new NewTopic("t", Map.of(0, List.of(0, 1)));
        admin.createTopics(Set.of(topic.configs(Map.of("min.insync.replicas", "2")))).all().get();
        say("m0 is acknowledged: " + send(server, "m0") + "; SIGTERM for broker 0");
        nodes[0].destroy();
        nodes[0].waitFor();
        until("broker 1 leads", () -> told().startsWith("leader 1"));
        start(0);
        until("broker 0 is in the ISR", () -> told().equals("leader 1, ISR [0, 1]"));
        say(told() + ", epochs on broker 1: " + epochs(1) + "; SIGSTOP for broker 1");
        signal("STOP");
        until("broker 0 leads", () -> out(0).matches("(?s).*Leader t-0 [^\n]* leader epoch 2 .*"));
        admin = Admin.create(Map.of("bootstrap.servers", at(0))); // one that hears of broker 0 alone
        say("leader 0, epochs on broker 0: " + epochs(0) + "; it is moved to its other log directory");
        boolean isInA = Files.exists(folder.resolve("0/a/t-0"));
        Path old = folder.resolve(isInA ? "0/a" : "0/b"), other = folder.resolve(isInA ? "0/b" : "0/a");
        admin.alterReplicaLogDirs(Map.of(new TopicPartitionReplica("t", 0, 0), "" + other)).all().get();
        until("it is moved", () -> Files.exists(other.resolve("t-0")) && !Files.exists(old.resolve("t-0")));
        say("leader 0, epochs on broker 0: " + epochs(0));
        signal("CONT");
        until("broker 1 is refused again and again", () -> refusals().size() > 2);
        int before = refusals().size();
        String answer = send(server, "m1");
        int times = refusals().size() - before;
        say("m1 with acks=all, for 20 seconds: " + answer);
        say("meanwhile broker 1 asked in vain " + times + " times: " + refusals().get(0));
        boolean isStuck = times > 2 && answer.contains("Exception") && told().equals("leader 0, ISR [0]");
        say(told() + (isStuck ? ": it does not come back by itself" : ""));
        say("m2 with acks=1: " + send(Map.of("bootstrap.servers", at(0), "acks", "1"), "m2"));
        until("broker 1 is in the ISR", () -> told().equals("leader 0, ISR [0, 1]"));
        say(told() + ", epochs on broker 0: " + epochs(0) + ", on broker 1: " + epochs(1));
        say("m3 with acks=all: " + send(server, "m3"));
        List<String> read = read(3);
        say("a consumer reads the partition: " + read);
        System.exit(isStuck && read.equals(List.of("m0", "m2", "m3")) ? 0 : 1);
    }

    static void signal(String name) throws Exception {
        new ProcessBuilder("kill", "-" + name, "" + nodes[1].pid()).start().waitFor();
    }
    static String send(Map<String, Object> settings, String record) throws Exception {
        try (var producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            return "offset " + producer.send(new ProducerRecord<>("t", record)).get().offset();
        } catch (java.util.concurrent.ExecutionException error) {
            return "" + error.getCause();
        }
    }
    static List<String> read(int count) {
        List<String> read = new ArrayList<>();
        try (var consumer = new KafkaConsumer<>(Map.<String, Object>of("bootstrap.servers", at(0)), new StringDeserializer(),
                new StringDeserializer())) {
            consumer.assign(Set.of(T));
            consumer.seekToBeginning(Set.of(T));
            while (read.size() < count) consumer.poll(java.time.Duration.ofMillis(200)).forEach(one -> read.add(one.value()));
        }
        return read;
    }
    static String told() throws Exception {
        TopicPartitionInfo known = admin.describeTopics(Set.of("t")).allTopicNames().get().get("t").partitions().get(0);
        return "leader " + (known.leader() == null ? "none" : known.leader().id()) + ", ISR "
            + known.isr().stream().map(Node::id).sorted().toList();
    }
    static List<String> epochs(int broker) throws IOException { // each with its first offset
        Path a = folder.resolve(broker + "/a/t-0/leader-epoch-checkpoint");
        List<String> lines = Files.readAllLines(Files.exists(a) ? a : folder.resolve(broker + "/b/t-0/leader-epoch-checkpoint"));
        return lines.subList(2, lines.size()); // after a version and a count
    }
    static List<String> refusals() throws IOException {
        return out(1).lines().filter(one -> one.contains("t-0 is out of range")).toList();
    }
    static String out(int node) throws IOException { return Files.readString(folder.resolve(node + "/out")); }

    static void startAll() throws Exception {
        Files.write(folder.resolve("log"), List.of("log4j.rootLogger=INFO, out", // for 3.x
            "log4j.appender.out=org.apache.log4j.ConsoleAppender", "log4j.appender.out.layout=org.apache.log4j.SimpleLayout"));
        for (int node = 2; node >= 0; node--) { // ports below 32768: none that connections take for themselves
            try (var free = new java.net.ServerSocket(20_000 + 4_000 * node + new Random().nextInt(4_000))) {
                ports[node] = free.getLocalPort();
            }
            String file = Files.createDirectory(folder.resolve("" + node)).resolve("file").toString();
            Files.write(Path.of(file), List.of("node.id=" + node, "process.roles=" + (node < 2 ? "broker" : "controller"),
                "listeners=" + (node < 2 ? "PLAINTEXT" : "CONTROLLER") + "://" + at(node), "auto.leader.rebalance.enable=false",
                "controller.quorum.voters=2@" + at(2), "controller.listener.names=CONTROLLER",
                "log.dirs=" + folder.resolve(node + "/a") + (node < 2 ? "," + folder.resolve(node + "/b") : "")));
            java(node, "kafka.tools.StorageTool", "format", "-t", "EmptyEpochEmptyEpochAA", "-c", file).waitFor();
            start(node);
        }
        for (int node : List.of(0, 1)) until("it is up", () -> out(node).contains("Kafka Server started"));
    }
    static void start(int node) throws Exception { nodes[node] = java(node, "kafka.Kafka", folder + "/" + node + "/file"); }
    static synchronized Process java(int node, String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java", "-Xmx256m", "-cp",
            System.getProperty("java.class.path"), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Dlog4j2.level=INFO",
            "-Dlog4j.configuration=file:" + folder + "/log"));
        command.addAll(List.of(words));
        var out = ProcessBuilder.Redirect.appendTo(folder.resolve(node + "/out").toFile());
        return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out).start();
    }
    static void until(String what, Callable<Boolean> isSo) throws Exception {
        for (long end = System.nanoTime() + 300_000_000_000L; !isSo.call(); Thread.sleep(20))
            if (System.nanoTime() > end) throw new Exception("not within five minutes: " + what);
    }
    static String at(int node) { return "127.0.0.1:" + ports[node]; }
    static void say(String line) { System.out.printf("%5.1f s  %s%n", (System.nanoTime() - began) / 1e9, line); }
    static synchronized void removeAll() { // while it has the lock, nothing else is started
        ProcessHandle.current().children().forEach(one -> { if (one.destroyForcibly()) one.onExit().join(); });
        try (var all = Files.walk(folder)) { all.sorted(Comparator.reverseOrder()).forEach(p -> p.toFile().delete()); }
        catch (IOException gone) { }
    }
}
