"""Kafka itself: brokers that are started and driven, soaks, audits of log directories, and the log on disk."""
