"""What metadata promise to a client whose metadata are old."""

from tidemark.impl.metadata.cluster import MetadataCluster
from tidemark.spec import Truth, all_of, count, implies, not_, promise


@promise(broken="An acknowledged record is not in the log of the leader")
def acknowledged_survives(c: MetadataCluster) -> Truth:
    """Every acknowledged record is in the log of the leader of the newest epoch."""
    records = range(c.producer.type.fields["acknowledged"].hi)
    leader = c.leaders[c.epoch]
    return all_of(implies(record < c.producer.acknowledged, c.has(leader, record)) for record in records)


@promise(broken="A record is twice in the log of the leader")
def no_repeat(c: MetadataCluster) -> Truth:
    """The leader of the newest epoch has each record at most once."""
    log = c.brokers[c.leaders[c.epoch]].log
    return all_of(
        count((offset < log.length) & (log[offset] == record) for offset in range(log.capacity)) <= 1
        for record in range(c.producer.type.fields["acknowledged"].hi)
    )


@promise(broken="The producer was refused twice, although every request of the controller had arrived")
def finds_the_leader(c: MetadataCluster) -> Truth:
    """Once every request of the controller has arrived, the producer is refused at most once more."""
    return c.producer.late_refusals <= 1


@promise(broken="The producer has taken metadata that are older than its own")
def metadata_never_older(c: MetadataCluster) -> Truth:
    """The producer never goes back to the leader of an older epoch."""
    return not_(c.producer.went_back)


PROMISES = (acknowledged_survives, no_repeat, finds_the_leader, metadata_never_older)
