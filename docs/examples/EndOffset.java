// The end offset that Kafka names to read_committed consumers may be above an open transaction: docs/parts/reads.md.
//     java -cp 'LIBS/*' EndOffset.java          (LIBS: libs/ of Kafka 4.3; a JDK, 17 or newer)
// One thread appends transactions of a record to Kafka's log, raises the high watermark, and aborts them. Others ask the log
// for its last stable offset, as ListOffsets does and as a fetch does. Exit status 0: one was too high.
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.*;
import org.apache.kafka.common.utils.*;
import org.apache.kafka.server.common.RequestLocal;
import org.apache.kafka.server.util.KafkaScheduler;
import org.apache.kafka.storage.internals.log.*;
import org.apache.kafka.storage.log.metrics.BrokerTopicStats;

public class EndOffset {
    static volatile long open = -1; // the first offset of the open transaction: no last stable offset is above it

    public static void main(String[] words) throws Exception {
        var folder = Files.createTempDirectory("end-offset-");
        var scheduler = new KafkaScheduler(1, true, "log-");
        scheduler.startup();
        var log = UnifiedLog.create(folder.resolve("t-0").toFile(), new LogConfig(new Properties()), 0, 0, scheduler,
            new BrokerTopicStats(), Time.SYSTEM, 3_600_000, new ProducerStateManagerConfig(3_600_000, false), 600_000,
            new LogDirFailureChannel(1), true, Optional.empty());
        AtomicLong end = watch("lastStableOffset", log::lastStableOffset);
        AtomicLong bound = watch("fetchOffsetSnapshot", () -> log.fetchOffsetSnapshot().lastStableOffset().messageOffset);
        long until = System.nanoTime() + 20_000_000_000L;
        int transactions = 0;
        for (; System.nanoTime() < until; transactions++) {
            long first = log.logEndOffset();
            log.appendAsLeader(MemoryRecords.withTransactionalRecords(Compression.NONE, 1L, (short) 0, transactions,
                new SimpleRecord("t".getBytes())), 0);
            open = first;
            log.maybeIncrementHighWatermark(log.logEndOffsetMetadata());
            for (long moment = System.nanoTime() + 2000; System.nanoTime() < moment; ) Thread.onSpinWait();
            open = -1;
            log.appendAsLeader(MemoryRecords.withEndTransactionMarker(1L, (short) 0,
                new EndTransactionMarker(ControlRecordType.ABORT, 0)), 0, AppendOrigin.COORDINATOR, RequestLocal.noCaching(),
                VerificationGuard.SENTINEL, (short) 0);
            log.maybeIncrementHighWatermark(log.logEndOffsetMetadata());
        }
        System.out.printf("Kafka %s, %,d transactions: too high in %,d answers of lastStableOffset, %,d of fetchOffsetSnapshot%n",
            AppInfoParser.getVersion(), transactions, end.get(), bound.get());
        log.close();
        try (var all = Files.walk(folder)) { all.sorted(Comparator.reverseOrder()).forEach(p -> p.toFile().delete()); }
        System.exit(end.get() > 0 ? 0 : 1);
    }
    static AtomicLong watch(String name, Callable<Long> lastStableOffset) {
        var high = new AtomicLong();
        var thread = new Thread(() -> {
            try {
                while (true) {
                    long offset = lastStableOffset.call(), first = open; // in this order: open since before the answer
                    if (first >= 0 && offset > first && high.incrementAndGet() == 1)
                        System.out.println(name + " is " + offset + ", and the transaction from " + first + " is open");
                }
            } catch (Exception e) { throw new RuntimeException(e); }
        });
        thread.setDaemon(true);
        thread.start();
        return high;
    }
}
