// Which majority commits while KRaft's voters change (KIP-853): docs/findings.md, "Changes of KRaft's voters".
//
//     java -cp 'LIBS/*' Voters.java               (LIBS: libs/ of Kafka 4.2 or 4.3; a JDK, 17 or newer)
// Three controllers on loopback. Two are voters; one of them stands still (SIGSTOP) while the third is added and removed.
// A leader goes by the last set in its log, committed or not. A minute; nothing stays behind. Exit status 0: it does.
import java.io.*;
import java.nio.file.*;
import java.util.*;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.*;
import org.apache.kafka.common.*;

public class Voters {
    static final Process[] nodes = new Process[3];
    static final int[] ports = new int[3];
    static final Uuid[] directories = {Uuid.randomUuid(), Uuid.randomUuid(), null}; // the third is drawn when it is formatted
    static final long began = System.nanoTime();
    static Path folder;
    static Admin admin;

    public static void main(String[] words) throws Exception {
        folder = Files.createTempDirectory("voters-");
        Runtime.getRuntime().addShutdownHook(new Thread(Voters::removeAll)); // on Ctrl-C too
        say("Kafka " + org.apache.kafka.common.utils.AppInfoParser.getVersion() + ": controllers 0, 1, 2; 0 and 1 are voters");
        startAll();
        admin = Admin.create(Map.of("bootstrap.controllers", at(0) + "," + at(1), "default.api.timeout.ms", "300000"));
        until("node 2 fetches", () -> known().observers().stream().anyMatch(
            one -> one.replicaId() == 2 && one.logEndOffset() > 0));
        int leader = known().leaderId(), other = 1 - leader;
        say(told() + "; voter " + other + " stands still");
        signal("STOP", other);
        boolean needsBoth = stands();
        say("nothing is committed: " + (needsBoth ? "so it is" : "NO"));
        Set<RaftVoterEndpoint> here = Set.of(new RaftVoterEndpoint("CONTROLLER", "127.0.0.1", ports[2]));
        admin.addRaftVoter(2, directories[2], here).all().get();
        boolean newAdds = voters().equals(Set.of(0, 1, 2));
        say(told() + ": added by " + leader + " and 2, two of the three of the NEW set, and one of the two of the old");
        KafkaFuture<Void> removed = admin.removeRaftVoter(2, directories[2]).all();
        until("its record is in the log", () -> !voters().contains(2));
        long change = end(known());
        boolean newRemoves = stands() && known().highWatermark() <= change;
        say(told() + ": taken out by a record that is not committed, though " + leader + " and 2 have it, two of the three of"
            + " the OLD set: " + (newRemoves ? "so it is" : "NO"));
        say("who asked for it hears: " + answer(removed));
        say("who asks for another change hears: " + answer(admin.addRaftVoter(2, directories[2], here).all()));
        signal("CONT", other);
        until("the removal is committed", () -> known().highWatermark() > change);
        say(told() + ": committed once voter " + other + " goes on");
        Files.writeString(folder.resolve("2/properties"), "controller.quorum.auto.join.enable=true\n"
            + "controller.quorum.fetch.timeout.ms=2000\n", StandardOpenOption.APPEND); // it asks after three of these
        nodes[2].destroy();
        nodes[2].waitFor();
        nodes[2] = java(2, "kafka.Kafka", folder + "/2/properties");
        until("node 2 joins by itself", () -> voters().contains(2));
        until("it is removed", () -> answer(admin.removeRaftVoter(2, directories[2]).all()).equals("it is done"));
        say("node 2 joined by itself, and was removed again");
        until("node 2 is back", () -> voters().contains(2));
        say(told() + ": and it has joined by itself once more");
        System.exit(needsBoth && newAdds && newRemoves ? 0 : 1);
    }

    static QuorumInfo known() throws Exception { return admin.describeMetadataQuorum().quorumInfo().get(); }
    static Set<Integer> voters() throws Exception {
        return known().voters().stream().map(QuorumInfo.ReplicaState::replicaId).collect(Collectors.toCollection(TreeSet::new));
    }

    static String told() throws Exception { return "leader " + known().leaderId() + ", voters " + voters(); }

    /** Whether the high watermark stands while the leader appends ten records. */
    static boolean stands() throws Exception {
        QuorumInfo before = known();
        until("the leader appends", () -> end(known()) >= end(before) + 10);
        return known().highWatermark() <= end(before);
    }

    static long end(QuorumInfo info) {
        return info.voters().stream().filter(one -> one.replicaId() == info.leaderId()).findFirst().orElseThrow().logEndOffset();
    }

    static String answer(KafkaFuture<Void> change) throws Exception {
        try { change.get(); return "it is done"; }
        catch (java.util.concurrent.ExecutionException error) { return error.getCause().toString(); }
    }

    static void signal(String name, int node) throws Exception {
        new ProcessBuilder("kill", "-" + name, "" + nodes[node].pid()).start().waitFor();
    }

    static void startAll() throws Exception {
        for (int node = 0; node < 3; node++) // ports below 32768: none that connections take for themselves
            try (var free = new java.net.ServerSocket(20_000 + 4_000 * node + new Random().nextInt(4_000))) {
                ports[node] = free.getLocalPort();
            }
        for (int node = 0; node < 3; node++) {
            Path file = Files.createDirectory(folder.resolve("" + node)).resolve("properties");
            Files.write(file, List.of("node.id=" + node, "process.roles=controller", "listeners=CONTROLLER://" + at(node),
                "controller.quorum.bootstrap.servers=" + at(0) + "," + at(1), "controller.listener.names=CONTROLLER",
                "controller.quorum.fetch.timeout.ms=300000", // a leader that hears of no majority stays
                "log.dirs=" + folder.resolve(node + "/data")));
            String[] initial = node == 2 ? new String[] {"--no-initial-controllers"} : new String[] {"--initial-controllers",
                "0@" + at(0) + ":" + directories[0] + ",1@" + at(1) + ":" + directories[1]};
            List<String> format = new ArrayList<>(List.of("kafka.tools.StorageTool", "format", "-t", "VotersVotersVotersVotA",
                "-c", file.toString()));
            format.addAll(List.of(initial));
            java(node, format.toArray(String[]::new)).waitFor();
            nodes[node] = java(node, "kafka.Kafka", file.toString());
        }
        for (int node = 0; node < 3; node++) wrote(node, "Kafka Server started");
        Properties meta = new Properties();
        try (var file = Files.newBufferedReader(folder.resolve("2/data/meta.properties"))) { meta.load(file); }
        directories[2] = Uuid.fromString(meta.getProperty("directory.id"));
    }

    static synchronized Process java(int node, String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java", "-Xmx256m", "-cp",
            System.getProperty("java.class.path"), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Dlog4j2.level=INFO"));
        command.addAll(List.of(words));
        var out = ProcessBuilder.Redirect.appendTo(folder.resolve(node + "/out").toFile());
        return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out).start();
    }

    static void wrote(int node, String line) throws Exception { // waits for it
        until("node " + node + " writes: " + line, () -> Files.readString(folder.resolve(node + "/out")).contains(line));
    }

    static void until(String what, java.util.concurrent.Callable<Boolean> isSo) throws Exception {
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
