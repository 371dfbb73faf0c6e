"""What the producer does: it sends to the leader that its metadata name, and looks up who leads when it is refused."""

from tidemark.impl.metadata.brokers import BrokerId
from tidemark.impl.metadata.cluster import MetadataCluster, Stage
from tidemark.spec import action, maximum, require, where


@action
def producer_sends(c: MetadataCluster) -> MetadataCluster:
    """The producer sends its next record to the leader that it knows of."""
    producer = c.producer
    require(producer.stage == Stage.ready, "no record is under way")
    require(producer.acknowledged < producer.type.fields["acknowledged"].hi, "a record is left")
    return c.but(producer=producer.but(stage=Stage.sent, asked=c.leaders[producer.known_epoch]))


@action(when=lambda at: at.asks_again)
def producer_looks_up(c: MetadataCluster, broker: BrokerId) -> MetadataCluster:
    """A refused producer asks any broker who leads, and will send the record again (`Metadata.requestUpdate`)."""
    producer = c.producer
    require(producer.stage == Stage.was_refused, "its record was refused")
    broker_epoch = c.brokers[broker].known_epoch
    known_epoch = where(c.settings.keeps_newer, maximum(broker_epoch, producer.known_epoch), broker_epoch)
    back = producer.went_back | (known_epoch < producer.known_epoch)
    return c.but(producer=producer.but(stage=Stage.ready, known_epoch=known_epoch, went_back=back))


@action(when=lambda at: not at.asks_again)
def producer_insists(c: MetadataCluster) -> MetadataCluster:
    """A refused producer will send the record again, to the leader that it knows of."""
    require(c.producer.stage == Stage.was_refused, "its record was refused")
    return c.but(producer=c.producer.but(stage=Stage.ready))


CLIENTS = (producer_sends, producer_looks_up, producer_insists)
