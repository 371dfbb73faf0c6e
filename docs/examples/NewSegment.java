// Kafka's log gives a consumer a record above the high watermark at the start of a new segment: docs/parts/reads.md.
//     java -cp 'LIBS/*' NewSegment.java          (LIBS: libs/ of Kafka 2.4.1 or 2.5.1; a JDK, 17 or newer)
// One thread calls the log as a leader does: nothing races. Exit status 0: the record was read.
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import kafka.api.ApiVersion$;
import kafka.log.*;
import kafka.server.*;
import kafka.utils.KafkaScheduler;
import org.apache.kafka.common.record.*;
import org.apache.kafka.common.utils.*;

public class NewSegment {
    public static void main(String[] words) throws Exception {
        var folder = Files.createTempDirectory("new-segment-");
        var scheduler = new KafkaScheduler(1, "log-", true);
        scheduler.startup();
        var config = new LogConfig(new Properties(), scala.collection.immutable.Set$.MODULE$.<String>empty());
        var directory = Files.createDirectory(folder.resolve("t-0")).toFile();
        var log = Log.apply(directory, config, 0L, 0L, scheduler, new BrokerTopicStats(), Time.SYSTEM, 3_600_000, 600_000,
            new LogDirFailureChannel(1));
        append(log, "r0");
        LogOffsetMetadata follower = log.read(1, 1000, FetchLogEnd$.MODULE$, true).fetchOffsetMetadata(); // it has r0
        log.roll(scala.Option.<Object>empty());
        append(log, "r1");
        log.maybeIncrementHighWatermark(follower);
        var read = new ArrayList<String>();
        for (var record : log.read(1, 1000, FetchHighWatermark$.MODULE$, true).records().records())
            read.add(StandardCharsets.UTF_8.decode(record.value()) + " at offset " + record.offset());
        System.out.println("Kafka " + AppInfoParser.getVersion() + ": log end offset " + log.logEndOffset()
            + ", high watermark " + log.highWatermark() + "; a consumer that fetches from offset 1 reads " + read);
        log.close();
        try (var all = Files.walk(folder)) { all.sorted(Comparator.reverseOrder()).forEach(p -> p.toFile().delete()); }
        System.exit(read.isEmpty() ? 1 : 0);
    }
    static void append(Log log, String value) {
        log.appendAsLeader(MemoryRecords.withRecords(CompressionType.NONE, new SimpleRecord(value.getBytes())), 0,
            AppendOrigin.Client$.MODULE$, ApiVersion$.MODULE$.latestVersion());
    }
}
