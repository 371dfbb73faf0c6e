"""The words for faults that several families have, and how ordinary each is: first those of a partition's brokers."""

from tidemark.spec import Fault

CRASH = Fault("a process crashes", "{} processes crash", 1)
SHUTDOWN = Fault("a broker is shut down", "{} brokers are shut down", 1)
POWER_LOSS = Fault("a machine loses power", "{} machines lose power", 2)
DISK_LOSS = Fault("a disk is lost", "{} disks are lost", 3)
DEPARTURE = Fault(
    "a broker that is down is gone for good",
    "{} brokers that are down are gone for good",
    3,
    never="no broker is gone for good",
)
UNCLEAN = Fault("unclean elections are allowed", rarity=5, choice="yes")

BROKER_FAILURE = Fault("a broker fails", "{} brokers fail", 1)
CONSUMER_CRASH = Fault("a consumer crashes", "{} consumers crash", 1)
FAILOVER = Fault("the coordinator fails over", "the coordinator fails over {} times", 1)
LEADERSHIP_MOVE = Fault("leadership moves to another replica", "leadership moves {} times", 1)
RESTART = Fault("a server restarts", "servers restart {} times", 1)
