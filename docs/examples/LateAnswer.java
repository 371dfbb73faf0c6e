// Kafka loses an acknowledged record to an answer that is read late, and every election is clean: docs/findings.md.
// java -cp 'LIBS/*' LateAnswer.java          (LIBS: libs/ of Kafka 3.7 to 4.3; a JDK, 17 or newer; Linux)
// A controller and three brokers on loopback; min.insync.replicas=2, else Kafka's defaults. An idempotent producer of m0, one
// with acks=1 of the rest. Proxies hold fetches, broker 2's metadata, and an answer to a fetch, which they leave in its socket.
// No process stops; nothing stays behind. Exit status 0: lost.
import java.io.*;
import java.net.*;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;
import org.apache.kafka.clients.admin.*;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.*;
import org.apache.kafka.common.*;
import org.apache.kafka.common.serialization.*;

public class LateAnswer {
    static final TopicPartition T = new TopicPartition("t", 0);
    static final String VERSION = org.apache.kafka.common.utils.AppInfoParser.getVersion();
    static final Set<String> held = ConcurrentHashMap.newKeySet(), waiting = ConcurrentHashMap.newKeySet();
    static final ExecutorService background = Executors.newCachedThreadPool(one -> new Thread(one) {{ setDaemon(true); }});
    static final int[] ports = new int[4]; // the last one is the controller's
    static final long began = System.nanoTime();
    static Path folder;
    static Admin admin;

    public static void main(String[] words) throws Exception {
        folder = Files.createTempDirectory("late-answer-");
        Runtime.getRuntime().addShutdownHook(new Thread(LateAnswer::removeAll)); // on Ctrl-C too
        say("Kafka " + VERSION + ": a controller, brokers 0, 1, 2");
        startAll();
        Map<String, Object> all = Map.of("bootstrap.servers", "127.0.0.1:" + ports[0], "acks", "all");
        Map<String, Object> one = Map.of("bootstrap.servers", "127.0.0.1:" + ports[0], "acks", "1");
        admin = Admin.create(all);
        var consumer = new KafkaConsumer<>(all, new StringDeserializer(), new StringDeserializer());
        var producer = new KafkaProducer<>(all, new StringSerializer(), new StringSerializer()); // producer-1
        consumer.assign(Set.of(T));
        var other = new KafkaProducer<>(one, new StringSerializer(), new StringSerializer());
        admin.createTopics(Set.of(new NewTopic("t", Map.of(0, List.of(0, 1, 2))))).all().get();
        producer.send(new ProducerRecord<>("t", "f0")).get(); // so all are up, and know each other
        hold("broker-1-fetcher-0>0", "broker-2-fetcher-0>0");
        var m0 = producer.send(new ProducerRecord<>("t", "m0"));
        has(0, "m0");
        other.send(new ProducerRecord<>("t", "d0")).get();
        held.addAll(Set.of("broker-0-fetcher-0>1", "producer-1>1"));
        elect(1, 0, 2);
        until("broker 0 follows", () -> out(0).matches("(?s).*Follower t-0 [^\n]*leader epoch 1 .*"));
        held.removeAll(Set.of("broker-1-fetcher-0>0", "broker-2-fetcher-0>0"));
        other.send(new ProducerRecord<>("t", "a0")).get();
        has(2, "a0");
        held.add("broker-2-fetcher-0<1");
        other.send(new ProducerRecord<>("t", "b0")).get();
        hold("broker-2-fetcher-0<1", "raft-client-2>3");
        tell("broker 1 leads, and has answered with b0; broker 2 has not read it");
        elect(0, 1, 2);
        held.removeAll(Set.of("broker-0-fetcher-0>1", "producer-1>1"));
        has(1, "d0");
        held.remove("broker-2-fetcher-0<1");
        until("broker 2 asks again", () -> out(2).contains(" t-0 has an older epoch "));
        tell("broker 2 has read the answer, and knows of broker 1 alone");
        held.remove("raft-client-2>3");
        say("m0 is acknowledged at offset " + m0.get().offset() + "; a consumer reads the partition: " + read(consumer, 3));
        elect(2, 0, 1);
        producer.send(new ProducerRecord<>("t", "e0")).get();
        tell("broker 2 leads, the others follow");
        boolean isLost = m0.get().offset() == 1 && read(consumer, 4).get(1).equals("a0");
        say((isLost ? "LOST: m0 was acknowledged, a0 has its offset" : "not lost") + "; it reads " + read(consumer, 4));
        System.exit(isLost ? 0 : 1);
    }
    static void elect(Integer... order) throws Exception { // the first one; nobody leaves the ISR
        admin.alterPartitionReassignments(Map.of(T, Optional.of(new NewPartitionReassignment(List.of(order))))).all().get();
        admin.electLeaders(ElectionType.PREFERRED, Set.of(T)).all().get();
    }
    static void tell(String what) throws Exception {
        var known = admin.describeTopics(Set.of("t")).allTopicNames().get().get("t").partitions().get(0);
        say("ISR " + known.isr().stream().map(Node::id).sorted().toList() + ", logs " + log(0) + log(1) + log(2) + ": " + what);
    }
    static void has(int broker, String record) throws Exception { until(record, () -> ("" + log(broker)).contains(record)); }
    static List<String> log(int broker) throws IOException { // each batch has one record: its value, and its leader epoch
        var file = java.nio.ByteBuffer.wrap(Files.readAllBytes(folder.resolve(broker + "/data/t-0/00000000000000000000.log")));
        List<String> found = new ArrayList<>();
        for (int at = 0, end; at + 16 < file.limit() && (end = at + 12 + file.getInt(at + 8)) <= file.limit(); at = end)
            found.add(new String(file.array(), end - 3, 2) + "@" + file.getInt(at + 12));
        return found;
    }
    static List<String> read(KafkaConsumer<String, String> consumer, int count) {
        List<String> read = new ArrayList<>();
        consumer.seekToBeginning(Set.of(T));
        while (read.size() < count) consumer.poll(java.time.Duration.ofMillis(200)).forEach(one -> read.add(one.value()));
        return read;
    }
    static void hold(String... ways) throws Exception { // until something is known to wait
        for (String way : ways) { held.add(way); until(way, () -> waiting.contains(way)); }
    }
    static int proxy(int node) throws IOException { // its port
        var listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        background.submit(() -> { while (true) { Socket one = listener.accept();
            background.submit(() -> pass(one, new Socket("127.0.0.1", ports[node]), new String[1], ">" + node)); } });
        return listener.getLocalPort();
    }
    static Void pass(Socket from, Socket to, String[] client, String way) throws Exception {
        boolean asks = way.startsWith(">");
        if (asks) background.submit(() -> pass(to, from, client, way.replace(">", "<")));
        try (from; to; var in = new DataInputStream(from.getInputStream())) {
            while (true) {
                var message = java.nio.ByteBuffer.allocate(4 + in.readInt()); // a request: API key, version, number, client id
                int size = message.putInt(message.capacity() - 4).remaining();
                if (asks) in.readFully(message.array(), 4, size);
                if (asks) client[0] = new String(message.array(), 14, message.getShort(12)); // broker-2-fetcher-0
                for (String name = client[0] + way; held.contains(name) && (asks || size > 120); Thread.sleep(2))
                    if (asks || in.available() == size) waiting.add(name); // all of an answer with a record is in the socket
                if (!asks) in.readFully(message.array(), 4, size);
                to.getOutputStream().write(message.array());
            }
        }
    }
    static void startAll() throws Exception {
        Files.write(folder.resolve("log"), List.of("log4j.rootLogger=INFO, out", // for 3.x
            "log4j.appender.out=org.apache.log4j.ConsoleAppender", "log4j.appender.out.layout=org.apache.log4j.SimpleLayout"));
        for (int node = 3, controller = proxy(3); node >= 0; node--) { // ports below 32768: none that connections take
            try (var free = new ServerSocket(20_000 + new Random().nextInt(12_000))) { ports[node] = free.getLocalPort(); }
            String file = Files.createDirectory(folder.resolve("" + node)).resolve("properties").toString();
            String address = "listeners=" + (node < 3 ? "PLAINTEXT" : "CONTROLLER") + "://127.0.0.1:";
            Files.write(Path.of(file), List.of("node.id=" + node, "process.roles=" + (node < 3 ? "broker" : "controller"),
                address + ports[node], "log.dirs=" + folder.resolve(node + "/data"), "controller.listener.names=CONTROLLER",
                node < 3 || VERSION.compareTo("3.9") > 0 ? "advertised." + address + (node < 3 ? proxy(node) : controller) : "",
                "min.insync.replicas=2", "controller.quorum.voters=3@127.0.0.1:" + controller));
            java(node, "kafka.tools.StorageTool", "format", "-t", "LateAnswerLateAnswerAA", "-c", file).waitFor();
            java(node, "kafka.Kafka", file);
        }
        for (int node : List.of(0, 1, 2)) until("it is up", () -> out(node).contains("Kafka Server started"));
    }
    static synchronized Process java(int node, String... words) throws Exception {
        var command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java", "-XX:TieredStopAtLevel=1", "-cp",
            System.getProperty("java.class.path"), "-Dlog4j2.level=INFO", "-Dlog4j.configuration=file:" + folder + "/log"));
        command.addAll(List.of(words));
        var output = ProcessBuilder.Redirect.appendTo(folder.resolve(node + "/out").toFile());
        return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output).start();
    }
    static String out(int node) throws IOException { return Files.readString(folder.resolve(node + "/out")); }
    static void until(String what, Callable<Boolean> isSo) throws Exception {
        for (int n = 0; !isSo.call(); Thread.sleep(20)) if (n++ > 15_000) throw new Exception("not in five minutes: " + what);
    }
    static void say(String line) { System.out.printf("%5.1f s  %s%n", (System.nanoTime() - began) / 1e9, line); }
    static synchronized void removeAll() { // while it has the lock, nothing else is started
        ProcessHandle.current().children().forEach(one -> { if (one.destroyForcibly()) one.onExit().join(); });
        try (var all = Files.walk(folder)) { all.sorted(Comparator.reverseOrder()).forEach(p -> p.toFile().delete()); }
        catch (IOException gone) { }
    }
}
