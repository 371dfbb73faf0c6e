// A transaction whose commit is confirmed stays open on a partition: docs/parts/replicated-transactions.md.
//
//     java -cp 'LIBS/*' HangingCommit.java          (LIBS: libs/ of Kafka 3.9 to 4.3; a JDK, 17 or newer)
// A controller and four brokers on loopback. Brokers 0, 1, 2 have __transaction_state, with min.insync.replicas=2; the
// partitions t-0 and t-1 are on broker 3. Leadership of __transaction_state moves twice, by an administrator's preferred
// elections, while broker 2 stands still (SIGSTOP). No process ends. A minute; nothing stays behind. Exit status 0: hangs.
import java.nio.file.*;
import java.util.*;
import org.apache.kafka.clients.admin.*;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.*;
import org.apache.kafka.common.*;
import org.apache.kafka.common.serialization.*;

public class HangingCommit {
    static final TopicPartition STATE = new TopicPartition("__transaction_state", 0), T1 = new TopicPartition("t", 1);
    static final int CONTROLLER = 4;
    static final Process[] nodes = new Process[5]; static final int[] ports = new int[5];
    static final long began = System.nanoTime();
    static Path folder;

    public static void main(String[] words) throws Exception {
        folder = Files.createTempDirectory("hanging-commit-");
        Runtime.getRuntime().addShutdownHook(new Thread(HangingCommit::removeAll)); // on Ctrl-C too
        say("Kafka " + org.apache.kafka.common.utils.AppInfoParser.getVersion() + ": a controller, brokers 0, 1, 2, 3");
        startAll();
        Map<String, Object> bootstrap = Map.of("bootstrap.servers", at(3));
        Admin admin = Admin.create(bootstrap);
        // An Admin asks a broker of its own choice: of several, not all choose one that stands still.
        List<Admin> several = java.util.stream.Stream.generate(() -> Admin.create(bootstrap)).limit(6).toList();
        admin.createTopics(Set.of(
            new NewTopic("t", Map.of(0, List.of(3), 1, List.of(3))),
            new NewTopic(STATE.topic(), Map.of(0, List.of(0, 1, 2))).configs(Map.of("min.insync.replicas", "2",
                "cleanup.policy", "compact", "unclean.leader.election.enable", "false")))).all().get(); // as Kafka does
        var producer = new KafkaProducer<>(Map.of("bootstrap.servers", at(3), "transactional.id", "x"),
            new StringSerializer(), new StringSerializer());
        producer.initTransactions();
        producer.partitionsFor("t");
        order(several, 1, 0, 2); // broker 0 leads on
        Thread.sleep(1500);
        say("the producer has its id; __transaction_state: " + state(several));
        signal("STOP", 2);
        Thread.sleep(1500); // its fetches that wait, at the leader and at the controller, are answered without anything
        long before = Files.size(log(1));
        producer.beginTransaction();
        var m1 = producer.send(new ProducerRecord<>("t", 1, null, "m1"));
        until("broker 1 has that t-1 is in the transaction", () -> Files.size(log(1)) > before);
        Thread.sleep(300);
        say("brokers 0 and 1 have that t-1 is in the transaction; broker 0 waits for broker 2, and m1 for broker 0");
        elect(several, 1);
        say("broker 1 goes by that entry, which broker 2 lacks: m1 is at offset " + m1.get().offset() + " of t-1");
        order(several, 2, 1, 0);
        elect(several, 2);
        signal("CONT", 2);
        say("broker 2 is the coordinator: " + wrote(2, "Finished loading .* transaction metadata"));
        var m0 = producer.send(new ProducerRecord<>("t", 0, null, "m0")).get();
        producer.commitTransaction();
        say("m0 is acknowledged at offset " + m0.offset() + " of t-0, and commitTransaction() has returned");
        Thread.sleep(5000);
        say("the coordinator: the state is " + admin.describeTransactions(Set.of("x")).description("x").get().state());
        List<String> read = new ArrayList<>();
        var consumer = new KafkaConsumer<>(Map.of("bootstrap.servers", at(3), "isolation.level", "read_committed",
            "auto.offset.reset", "earliest"), new StringDeserializer(), new StringDeserializer());
        consumer.assign(Set.of(new TopicPartition("t", 0), T1));
        for (int second = 0; second < 10; second++)
            consumer.poll(java.time.Duration.ofSeconds(1)).forEach(record -> read.add(record.value()));
        long stable = consumer.endOffsets(Set.of(T1)).get(T1);
        say("a read_committed consumer reads " + read + " in ten seconds; the last stable offset of t-1 is " + stable);
        boolean hangs = read.equals(List.of("m0")) && stable == 0;
        say(hangs ? "HANGS: the transaction is committed, and m1 stays open" : "whole this time");
        System.exit(hangs ? 0 : 1);
    }

    static void order(List<Admin> several, Integer... order) throws Exception {
        var assignment = Map.of(STATE, Optional.of(new NewPartitionReassignment(List.of(order))));
        several.forEach(one -> one.alterPartitionReassignments(assignment));
        until("the first replica is " + order[0], () -> describe(several).replicas().get(0).id() == order[0]);
    }
    static void elect(List<Admin> several, int leader) throws Exception {
        several.forEach(one -> one.electLeaders(ElectionType.PREFERRED, Set.of(STATE)));
        until("broker " + leader + " leads", () -> describe(several).leader().id() == leader);
        say("an administrator has broker " + leader + " elected: " + state(several));
    }

    static TopicPartitionInfo describe(List<Admin> several) throws Exception {
        for (int turn = 0;; turn++)
            try {
                return several.get(turn % several.size()).describeTopics(Set.of(STATE.topic())).allTopicNames()
                    .get(2, java.util.concurrent.TimeUnit.SECONDS).get(STATE.topic()).partitions().get(0);
            } catch (java.util.concurrent.TimeoutException asked) { } // a broker that stands still
    }
    static String state(List<Admin> several) throws Exception {
        TopicPartitionInfo now = describe(several);
        return "leader " + now.leader().id() + ", ISR " + now.isr().stream().map(Node::id).sorted().toList();
    }

    static void startAll() throws Exception {
        Files.write(folder.resolve("log.properties"), List.of("rootLogger.level=info", "rootLogger.appenderRef.out.ref=out",
            "appender.out.type=Console", "appender.out.name=out", "log4j.rootLogger=INFO, out", // of 4.x, and of 3.9
            "log4j.appender.out=org.apache.log4j.ConsoleAppender",
            "log4j.appender.out.layout=org.apache.log4j.SimpleLayout"));
        for (int node = CONTROLLER; node >= 0; node--) { // ports below 32768: none that connections take for themselves
            int port = 20_000 + 2_000 * node + new Random().nextInt(2_000);
            try (var free = new java.net.ServerSocket(port)) { ports[node] = free.getLocalPort(); }
            String file = Files.createDirectory(folder.resolve("" + node)).resolve("properties").toString();
            Files.write(Path.of(file), List.of("node.id=" + node, "process.roles=" + (node < 4 ? "broker" : "controller"),
                "listeners=" + (node < 4 ? "PLAINTEXT" : "CONTROLLER") + "://" + at(node),
                "controller.quorum.voters=4@" + at(CONTROLLER), "controller.listener.names=CONTROLLER",
                "transaction.state.log.num.partitions=1", "broker.session.timeout.ms=30000",
                "log.dirs=" + folder.resolve(node + "/data"), "auto.leader.rebalance.enable=false"));
            java(node, "kafka.tools.StorageTool", "format", "-t", "HangingCommitHangingAA", "-c", file).waitFor();
            nodes[node] = java(node, "kafka.Kafka", file);
        }
        for (int node = 0; node <= CONTROLLER; node++) wrote(node, "Kafka Server started");
    }

    static synchronized Process java(int node, String... words) throws Exception {
        String log = folder + "/log.properties", java = System.getProperty("java.home") + "/bin/java";
        List<String> command = new ArrayList<>(List.of(java, "-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
            "-Dlog4j.configuration=file:" + log, "-Dlog4j2.configurationFile=" + log,
            "-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(words));
        return new ProcessBuilder(command).redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve(node + "/out").toFile())).start();
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
    static Path log(int broker) { return folder.resolve(broker + "/data/__transaction_state-0/00000000000000000000.log"); }
    static String at(int node) { return "127.0.0.1:" + ports[node]; }
    static void say(String line) { System.out.printf("%5.1f s  %s%n", (System.nanoTime() - began) / 1e9, line); }

    static synchronized void removeAll() { // while it has the lock, nothing else is started
        for (ProcessHandle child : ProcessHandle.current().children().toList())
            if (child.destroyForcibly()) child.onExit().join();
        try (var all = Files.walk(folder)) { all.sorted(Comparator.reverseOrder()).forEach(p -> p.toFile().delete()); }
        catch (java.io.IOException gone) { }
    }
}
