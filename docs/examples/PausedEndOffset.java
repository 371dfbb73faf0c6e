// A broker names an end offset above an open transaction, and a read_committed consumer reads half of it: docs/parts/reads.md.
//     java -cp 'LIBS/*' PausedEndOffset.java          (LIBS: libs/ of Kafka 3.7 to 4.3; a JDK, 17 or newer)
// A broker on loopback, which is its own controller. A debugger pauses the thread that answers ListOffsets before it reads the
// high watermark for the second time, in UnifiedLog.lastStableOffset. Nothing else is changed. Exit status 0: half was read.
import com.sun.jdi.*;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.request.*;
import java.net.ServerSocket;
import java.nio.file.*;
import java.time.Duration;
import java.util.*;
import java.util.concurrent.*;
import org.apache.kafka.clients.admin.*;
import org.apache.kafka.clients.consumer.*;
import org.apache.kafka.clients.producer.*;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.*;

public class PausedEndOffset {
    static final TopicPartition T = new TopicPartition("t", 0);
    static final List<String> LOGS = List.of("org.apache.kafka.storage.internals.log.UnifiedLog", "kafka.log.UnifiedLog");
    static Path folder;

    public static void main(String[] words) throws Exception {
        folder = Files.createTempDirectory("paused-end-offset-");
        Runtime.getRuntime().addShutdownHook(new Thread(PausedEndOffset::removeAll)); // on Ctrl-C too
        int port = free(), controller = free(), debugger = free();
        startBroker(port, controller, debugger);
        Map<String, Object> base = Map.of("bootstrap.servers", "127.0.0.1:" + port, "isolation.level", "read_committed",
            "transactional.id", "x", "group.id", "g");
        try (var admin = Admin.create(base)) { admin.createTopics(Set.of(new NewTopic("t", 1, (short) 1))).all().get(); }
        var consumer = new KafkaConsumer<>(base, new StringDeserializer(), new StringDeserializer());
        var producer = new KafkaProducer<>(base, new StringSerializer(), new StringSerializer());
        producer.initTransactions();
        consumer.assign(Set.of(T));
        say("end offset " + end(consumer));
        var machine = attach(debugger);
        var stop = breakpoint(machine);
        var answer = CompletableFuture.supplyAsync(() -> end(consumer));
        ThreadReference paused = null;
        while (paused == null)
            for (var event : machine.eventQueue().remove()) if (event instanceof BreakpointEvent hit) paused = hit.thread();
        stop.disable();
        say("a thread of the broker has seen no first unstable offset, and is about to read the high watermark");
        producer.beginTransaction();
        long first = producer.send(new ProducerRecord<>("t", "first")).get().offset();
        say("a transaction begins, with a record at offset " + first + ", which is replicated");
        paused.resume();
        long named = answer.get();
        say("the thread goes on: end offset " + named + "; asked again: " + end(consumer));
        consumer.seek(T, named);
        producer.send(new ProducerRecord<>("t", "second")).get();
        producer.commitTransaction();
        var read = new ArrayList<String>();
        for (long until = System.nanoTime() + 10_000_000_000L; System.nanoTime() < until && read.isEmpty(); )
            for (var record : consumer.poll(Duration.ofMillis(100))) read.add(record.value());
        boolean isHalf = named > first && read.equals(List.of("second"));
        say("the transaction is committed; a read_committed consumer from offset " + named + " reads " + read);
        System.exit(isHalf ? 0 : 1);
    }
    static long end(Consumer<?, ?> consumer) { return consumer.endOffsets(Set.of(T)).get(T); }
    static VirtualMachine attach(int port) throws Exception {
        var connector = Bootstrap.virtualMachineManager().attachingConnectors().stream()
            .filter(one -> one.name().equals("com.sun.jdi.SocketAttach")).findFirst().get();
        var arguments = connector.defaultArguments();
        arguments.get("port").setValue("" + port);
        arguments.get("hostname").setValue("127.0.0.1");
        return connector.attach(arguments);
    }
    static BreakpointRequest breakpoint(VirtualMachine machine) throws Exception { // at the last line: the second read
        var log = LOGS.stream().flatMap(name -> machine.classesByName(name).stream()).findFirst().get();
        var lines = log.methodsByName("lastStableOffset").get(0).allLineLocations();
        var stop = machine.eventRequestManager().createBreakpointRequest(lines.get(lines.size() - 1));
        stop.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
        stop.enable();
        return stop;
    }
    static void startBroker(int port, int controller, int debugger) throws Exception {
        var file = folder.resolve("properties").toString();
        Files.write(Path.of(file), List.of("node.id=0", "process.roles=broker,controller", "controller.listener.names=CONTROLLER",
            "listeners=PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controller,
            "listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT", "log.dirs=" + folder.resolve("data"),
            "controller.quorum.voters=0@127.0.0.1:" + controller, "offsets.topic.replication.factor=1",
            "transaction.state.log.replication.factor=1", "transaction.state.log.min.isr=1"));
        java("kafka.tools.StorageTool", "format", "-t", "EndOffsetEndOffsetEndA", "-c", file).waitFor();
        java("-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:" + debugger, "kafka.Kafka", file);
    }
    static Process java(String... words) throws Exception {
        var command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java", "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(words));
        var output = ProcessBuilder.Redirect.appendTo(folder.resolve("out").toFile());
        return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output).start();
    }
    static int free() throws Exception { // below 32768: none that connections take
        try (var socket = new ServerSocket(20_000 + new Random().nextInt(12_000))) { return socket.getLocalPort(); }
    }
    static void say(String line) { System.out.println(org.apache.kafka.common.utils.AppInfoParser.getVersion() + "  " + line); }
    static void removeAll() {
        ProcessHandle.current().children().forEach(one -> { if (one.destroyForcibly()) one.onExit().join(); });
        try (var all = Files.walk(folder)) { all.sorted(Comparator.reverseOrder()).forEach(p -> p.toFile().delete()); }
        catch (java.io.IOException gone) { }
    }
}
