import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.Properties;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Kafka's own producer in transactions, one command a line on its input: `begin`, `send RECORD TOPIC`, `commit`,
 * `abort`. It prints a line for the outcome of each command: the command, or `failed`, the command and the error.
 * A record is sent without waiting: its line, `send RECORD`, is printed when the broker has answered.
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
            try {
                run(producer, command);
            } catch (Exception error) {
                report(command, error);
            }
        }
    }

    private static void run(KafkaProducer<String, String> producer, String command) {
        String[] words = command.split(" ");
        switch (words[0]) {
            case "begin":
                producer.beginTransaction();
                break;
            case "send":
                ProducerRecord<String, String> record = new ProducerRecord<>(words[2], 0, null, words[1]);
                producer.send(record, (metadata, error) -> report("send " + words[1], error));
                return;
            case "commit":
                producer.commitTransaction();
                break;
            case "abort":
                producer.abortTransaction();
                break;
            default:
                throw new IllegalArgumentException("there is no command " + words[0]);
        }
        report(command, null);
    }

    private static synchronized void report(String command, Exception error) {
        String outcome = error == null ? command : "failed " + command + ": " + error.getClass().getSimpleName();
        System.out.println("client: " + outcome);
    }
}
