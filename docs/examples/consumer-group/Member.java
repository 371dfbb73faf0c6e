// One member of a group under KIP-848, with Kafka's own consumer. On SIGTERM it leaves. It prints what the library logs
// of the requests that it sends and the answers that it gets (NetworkClient, level debug), a line each, as JSON.
//
//     javac -cp 'LIBS/*' -d OUT Member.java          (LIBS: libs/ of Kafka 4.x; a JDK, 17 or newer)
//     java -cp 'OUT:LIBS/*' -Dclient=c0 -Dlog4j2.configurationFile=member.properties Member 127.0.0.1:9092 topic c0
import java.time.Duration;
import java.util.*;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

public class Member {
    public static void main(String[] words) throws Exception {
        Map<String, Object> given = Map.of("bootstrap.servers", words[0], "group.id", words[1], "client.id", words[2],
            "group.protocol", "consumer", "enable.auto.commit", false, "auto.offset.reset", "earliest");
        var consumer = new KafkaConsumer<>(given, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        Thread main = Thread.currentThread();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            consumer.wakeup();
            try { main.join(); } catch (InterruptedException none) { }
        }));
        consumer.subscribe(List.of(words[1]));
        try {
            while (true) consumer.poll(Duration.ofMillis(200));
        } catch (WakeupException end) {
            consumer.close();
        }
    }
}
