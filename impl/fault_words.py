"""The words for faults of several families, and how ordinary each is. `shared` has those of a partition's brokers."""

from tidemark.spec import Fault

BROKER_FAILURE = Fault("a broker fails", "{} brokers fail", 1)
CONSUMER_CRASH = Fault("a consumer crashes", "{} consumers crash", 1)
FAILOVER = Fault("the coordinator fails over", "the coordinator fails over {} times", 1)
LEADERSHIP_MOVE = Fault("leadership moves to another replica", "leadership moves {} times", 1)
RESTART = Fault("a server restarts", "servers restart {} times", 1)
