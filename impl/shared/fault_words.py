"""The words for the faults of a partition's brokers, and how ordinary each is."""

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
