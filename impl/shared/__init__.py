"""What every model of Kafka's replication shares: the log, the promises, the picture of a partition, the words."""
