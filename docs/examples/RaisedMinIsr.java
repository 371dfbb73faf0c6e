// Kafka loses an acknowledged record when min.insync.replicas is raised, and every election is clean: docs/findings.md.
//
//     java -cp 'LIBS/*' RaisedMinIsr.java          (LIBS: libs/ of Kafka 4.1 to 4.3; a JDK, 17 or newer)
// A controller and two brokers on loopback, with Kafka's defaults: min.insync.replicas is 1, and eligible leader replicas
// are on. Kafka's own idempotent producer, and its consumer. Proxies hold the fetches of broker 1 for half a minute, and
// one AlterPartition and the metadata of broker 0 for an instant. No crash; nothing stays behind. Exit status 0: lost.
import java.io.*;
import java.net.*;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;
import org.apache.kafka.clients.admin.*;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.*;
import org.apache.kafka.common.*;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.*;

public class RaisedMinIsr {
    static final TopicPartition T = new TopicPartition("t", 0);
    static final Set<String> stalled = ConcurrentHashMap.newKeySet(), waiting = ConcurrentHashMap.newKeySet();
    static final ExecutorService background = Executors.newCachedThreadPool(one -> new Thread(one) {{ setDaemon(true); }});
    static final Process[] nodes = new Process[3]; // the last one is the controller
    static final int[] ports = new int[3];
    static final long began = System.nanoTime();
    static Path folder;

    public static void main(String[] words) throws Exception {
        folder = Files.createTempDirectory("raised-min-isr-");
        Runtime.getRuntime().addShutdownHook(new Thread(RaisedMinIsr::removeAll)); // on Ctrl-C too
        say("Kafka " + org.apache.kafka.common.utils.AppInfoParser.getVersion() + ": a controller, brokers 0, 1");
        startAll();
        Map<String, Object> bootstrap = Map.of("bootstrap.servers", "127.0.0.1:" + ports[1]);
        Admin admin = Admin.create(bootstrap);
        var producer = new KafkaProducer<>(bootstrap, new StringSerializer(), new StringSerializer()); // acks=all
        var consumer = new KafkaConsumer<>(bootstrap, new StringDeserializer(), new StringDeserializer());
        admin.createTopics(Set.of(new NewTopic("t", Map.of(0, List.of(0, 1))))).all().get();
        producer.send(new ProducerRecord<>("t", "first")).get(); // so all are up, and know each other

        stall("broker-1-fetcher-0"); // the client id of the fetches of broker 1
        var m0 = producer.send(new ProducerRecord<>("t", "m0"));
        say(known(admin) + "; the fetches of broker 1 stall; m0 is sent; broker 0 acts in half a minute");
        stall("AlterPartition");
        say("broker 0 asks for a smaller ISR: " + wrote(0, "Shrinking ISR from "));
        stall("raft-client-0"); // the same of those by which broker 0 gets metadata
        long raised = System.nanoTime();
        admin.incrementalAlterConfigs(Map.of(new ConfigResource(ConfigResource.Type.TOPIC, "t"), List.of(new AlterConfigOp(
            new ConfigEntry("min.insync.replicas", "2"), AlterConfigOp.OpType.SET)))).all().get();
        say("the controller goes by 2: " + wrote(2, "set configuration min.insync.replicas to 2"));
        stalled.remove("AlterPartition");
        say("broker 0 goes by 1, and has its answer: " + wrote(0, "ISR updated to 0 "));
        long offset = m0.get().offset();
        stalled.remove("raft-client-0");
        say("m0 is acknowledged at offset " + offset + ", " + (System.nanoTime() - raised) / 1_000_000 + " ms after the change");
        say("a consumer reads the whole partition: " + read(consumer));
        say("broker 0 hears of 2: " + wrote(0, "Updating topic t with new configuration"));
        say(known(admin) + "; SIGTERM for broker 0");
        nodes[0].destroy();
        say("broker 1 is elected: " + wrote(1, "Leader t-0 .* starts at leader epoch 1 "));
        nodes[0].waitFor();
        java(0, "kafka.Kafka", folder + "/0/properties");
        say("broker 0 is up again: " + wrote(0, "UnifiedLog partition=t-0.* Truncating to offset 1"));
        long m1 = producer.send(new ProducerRecord<>("t", "m1")).get().offset();
        say(known(admin) + "; m1 is acknowledged at offset " + m1 + "; the consumer reads " + read(consumer));
        boolean isLost = m1 == offset && !(read(consumer) + disk(0) + disk(1)).contains("m0");
        say(isLost ? "LOST: m0 was acknowledged, is on no disk, and m1 has its offset" : "not lost this time");
        System.exit(isLost ? 0 : 1);
    }

    static String known(Admin admin) throws Exception {
        TopicPartitionInfo known = admin.describeTopics(Set.of("t")).allTopicNames().get().get("t").partitions().get(0);
        return "leader " + (known.leader() == null ? "none" : known.leader().id()) + ", ISR "
            + known.isr().stream().map(Node::id).sorted().toList() + ", ELR " + known.elr().stream().map(Node::id).toList();
    }
    static List<String> read(KafkaConsumer<String, String> consumer) {
        List<String> read = new ArrayList<>();
        consumer.assign(Set.of(T));
        consumer.seekToBeginning(Set.of(T));
        while (consumer.position(T) < consumer.endOffsets(Set.of(T)).get(T))
            consumer.poll(java.time.Duration.ofMillis(200)).forEach(record -> read.add(record.value()));
        return read;
    }

    static void stall(String what) throws Exception { // until it is known to wait
        stalled.add(what);
        until("a request that waits: " + what, () -> waiting.contains(what));
    }
    static int proxy(int node) throws IOException { // its port
        var listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        background.submit(() -> {
            while (true) { Socket asks = listener.accept(); background.submit(() -> pass(asks, node)); }
        });
        return listener.getLocalPort();
    }
    static Void pass(Socket asks, int node) throws Exception {
        try (asks; var answers = new Socket("127.0.0.1", ports[node])) {
            background.submit(() -> { try (asks) { return answers.getInputStream().transferTo(asks.getOutputStream()); } });
            for (var in = new DataInputStream(asks.getInputStream()); ; ) {
                var request = java.nio.ByteBuffer.allocate(4 + in.readInt()); // API key, version, number, client id
                in.readFully(request.putInt(request.capacity() - 4).array(), 4, request.capacity() - 4);
                String client = new String(request.array(), 14, request.getShort(12));
                String name = request.getShort(4) == 56 ? "AlterPartition" : client;
                for (; stalled.contains(name); Thread.sleep(2)) waiting.add(name);
                answers.getOutputStream().write(request.array());
            }
        }
    }

    static void startAll() throws Exception {
        int controller = proxy(2);
        for (int node = 2; node >= 0; node--) { // ports below 32768: none that connections take for themselves
            try (var free = new ServerSocket(20_000 + new Random().nextInt(12_000))) { ports[node] = free.getLocalPort(); }
            String file = Files.createDirectory(folder.resolve("" + node)).resolve("properties").toString();
            String address = (node < 2 ? "PLAINTEXT" : "CONTROLLER") + "://127.0.0.1:";
            Files.write(Path.of(file), List.of("node.id=" + node, "process.roles=" + (node < 2 ? "broker" : "controller"),
                "listeners=" + address + ports[node], "log.dirs=" + folder.resolve(node + "/data"),
                "advertised.listeners=" + address + (node < 2 ? proxy(node) : controller),
                "controller.quorum.voters=2@127.0.0.1:" + controller, "controller.listener.names=CONTROLLER"));
            java(node, "kafka.tools.StorageTool", "format", "-t", "RaisedMinIsrRaisedMinA", "-c", file).waitFor();
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
    static void until(String what, Callable<Boolean> isSo) throws Exception {
        for (long end = System.nanoTime() + 300_000_000_000L; !isSo.call(); Thread.sleep(20))
            if (System.nanoTime() > end) throw new Exception("not within five minutes: " + what);
    }
    static String disk(int broker) throws IOException { // the bytes of its log
        return new String(Files.readAllBytes(folder.resolve(broker + "/data/t-0/00000000000000000000.log")));
    }
    static void say(String line) { System.out.printf("%5.1f s  %s%n", (System.nanoTime() - began) / 1e9, line); }
    static synchronized void removeAll() { // while it has the lock, nothing else is started
        ProcessHandle.current().children().forEach(one -> { if (one.destroyForcibly()) one.onExit().join(); });
        try (var all = Files.walk(folder)) { all.sorted(Comparator.reverseOrder()).forEach(p -> p.toFile().delete()); }
        catch (IOException gone) { }
    }
}
