// Kafka takes the commit of a member that has lost the partition: docs/parts/groups.md.
//
//     java -cp 'LIBS/*' SameEpoch.java          (LIBS: libs/ of Kafka 4.2 or 4.3; a JDK, 17 or newer)
//
// No broker: the classes of the group coordinator are called as it calls them for three heartbeats and a commit. Member A
// has both partitions in epoch 1, revokes partition 1, and is told to revoke partition 0 before it has moved on. It stays
// in epoch 1, so a late commit of partition 1 has the right epoch, though the coordinator has released that partition, and
// may give it to another member. Exit status 0: taken.
import java.util.*;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.ConsumerGroupHeartbeatRequestData.TopicPartitions;
import org.apache.kafka.common.metadata.*;
import org.apache.kafka.common.utils.*;
import org.apache.kafka.coordinator.common.runtime.*;
import org.apache.kafka.coordinator.group.modern.*;
import org.apache.kafka.coordinator.group.modern.consumer.*;
import org.apache.kafka.image.*;
import org.apache.kafka.timeline.SnapshotRegistry;

public class SameEpoch {
    static final Uuid T = Uuid.randomUuid();
    static final ConsumerGroup group =
        new ConsumerGroup(new LogContext(), new SnapshotRegistry(new LogContext()), "group");
    static CoordinatorMetadataImage image;

    public static void main(String[] words) {
        MetadataDelta topic = new MetadataDelta.Builder().setImage(MetadataImage.EMPTY).build();
        topic.replay(new TopicRecord().setName("t").setTopicId(T));
        for (int p = 0; p < 2; p++)
            topic.replay(new PartitionRecord().setTopicId(T).setPartitionId(p).setReplicas(List.of(1)).setIsr(List.of(1)));
        image = new KRaftCoordinatorMetadataImage(topic.apply(MetadataProvenance.EMPTY));
        System.out.println("Kafka " + AppInfoParser.getVersion() + ", the classes of the group coordinator");
        var a = new ConsumerGroupMember.Builder("A").setState(MemberState.STABLE).setSubscribedTopicNames(List.of("t")).build();
        a = heartbeat(a, "which joins", 1, Set.of(0, 1), List.of());
        a = heartbeat(a, "which owns both", 2, Set.of(0), List.of(0, 1));
        a = heartbeat(a, "which owns partition 0", 3, Set.of(), List.of(0));
        try {
            group.validateOffsetCommit("A", "", 1, false, 9).validate("t", T, 1);
            System.out.println("A late commit of partition 1 in epoch 1 is TAKEN.");
        } catch (RuntimeException refused) {
            System.out.println("A late commit of partition 1 in epoch 1 is refused: " + refused.getMessage());
            System.exit(1);
        }
    }

    static ConsumerGroupMember heartbeat(
        ConsumerGroupMember member, String says, int epoch, Set<Integer> target, List<Integer> owned
    ) {
        var after = new CurrentAssignmentBuilder(member).withMetadataImage(image)
            .withTargetAssignment(epoch, new Assignment(target.isEmpty() ? Map.of() : Map.of(T, target)))
            .withCurrentPartitionEpoch(group::currentPartitionEpoch)
            .withOwnedTopicPartitions(List.of(new TopicPartitions().setTopicId(T).setPartitions(owned))).build();
        group.updateMember(after);
        System.out.println("A heartbeat of A, " + says + "; target " + target + " in epoch " + epoch + ": " + after.state()
            + " in epoch " + after.memberEpoch() + ", assigned " + after.assignedPartitions().values() + ", to revoke "
            + after.partitionsPendingRevocation().values() + "; partition 1 has epoch " + group.currentPartitionEpoch(T, 1));
        return after;
    }
}
