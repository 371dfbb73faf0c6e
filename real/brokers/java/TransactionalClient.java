import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.Collections;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Kafka's own producer in transactions, one command a line on its input: `begin`, `send RECORD TOPIC`,
 * `offset N GROUP TOPIC`, `commit`, `abort`. It prints a line for the outcome of each command: its first two words, or
 * `failed`, these words and the error. A record is sent without waiting: its line is printed when the broker has
 * answered. The group has no members, so no generation is sent that could fence the producer.
 *
 * Arguments: properties of the producer, as NAME=VALUE.
 *
 * The class is committed, since a machine that runs brokers may have no compiler. `make java-client` compiles it.
 */
public final class TransactionalClient {
    private TransactionalClient() {}

    public static void main(String[] arguments) throws Exception {
        Properties properties = new Properties();
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            properties.setProperty(argument.substring(0, equals), argument.substring(equals + 1));
        }
        StringSerializer text = new StringSerializer();
        KafkaProducer<String, String> producer = new KafkaProducer<>(properties, text, text);
        producer.initTransactions();
        report("ready", null);
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in));
        for (String command; (command = commands.readLine()) != null; ) {
            String[] words = command.split(" ");
            String name = words.length == 1 ? words[0] : words[0] + " " + words[1];
            try {
                run(producer, words, name);
            } catch (Exception error) {
                report(name, error);
            }
        }
    }

    private static void run(KafkaProducer<String, String> producer, String[] words, String name) {
        switch (words[0]) {
            case "begin":
                producer.beginTransaction();
                break;
            case "send":
                ProducerRecord<String, String> record = new ProducerRecord<>(words[2], 0, null, words[1]);
                producer.send(record, (metadata, error) -> report(name, error));
                return;
            case "offset":
                producer.sendOffsetsToTransaction(
                    Collections.singletonMap(
                        new TopicPartition(words[3], 0), new OffsetAndMetadata(Long.parseLong(words[1]))),
                    new ConsumerGroupMetadata(words[2]));
                break;
            case "commit":
                producer.commitTransaction();
                break;
            case "abort":
                producer.abortTransaction();
                break;
            default:
                throw new IllegalArgumentException("there is no command " + name);
        }
        report(name, null);
    }

    private static synchronized void report(String name, Exception error) {
        String outcome = error == null ? name : "failed " + name + ": " + error.getClass().getSimpleName();
        System.out.println("client: " + outcome);
    }
}
