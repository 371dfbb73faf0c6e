"""The bounds of the family `published`."""

from tidemark.impl import setting_names
from tidemark.spec import At, Bound


class PublishedAt(At):
    """The bounds of the published model of replication."""

    replicas = Bound("brokers that have a replica of the partition", 3, 1, 5, setting=setting_names.REPLICAS)
    log_size = Bound("records that a log can hold", 2, 1, 8)
    records = Bound("records that producers write", 2, 1, 8)
    max_epoch = Bound("the largest leader epoch; they start at 0", 2, 0, 8, spare=1)
