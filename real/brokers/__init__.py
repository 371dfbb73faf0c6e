"""Real brokers of Kafka on loopback: fetched, started, driven through a run, and observed."""
