"""Kafka's names of the settings that are bounds here, with Kafka's values where a bound has others."""

from tidemark.spec import Setting

_YES_NO = {"true": "yes", "false": "no"}

ACKS = Setting("acks", {"-1": "all"})
IDEMPOTENCE = Setting("enable.idempotence", _YES_NO)
IN_FLIGHT = Setting("max.in.flight.requests.per.connection")
IO_THREADS = Setting("num.io.threads")
MIN_ISR = Setting("min.insync.replicas")
NETWORK_THREADS = Setting("num.network.threads")
OFFSET_RESET = Setting("auto.offset.reset")
QUEUE_SIZE = Setting("queued.max.requests")
REPLICAS = Setting("replication.factor")
UNCLEAN = Setting("unclean.leader.election.enable", _YES_NO)
