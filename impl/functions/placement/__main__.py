"""Print what one broker's failure costs, over the number of brokers: `python -m tidemark.impl.functions.placement`."""

from __future__ import annotations

import argparse

from tidemark.impl.functions.placement.failure import picture


def main() -> None:
    """Read the command line, and print."""
    parser = argparse.ArgumentParser(prog="python -m tidemark.impl.functions.placement", description=__doc__)
    parser.add_argument("--brokers", type=int, default=12, help="the most brokers (12)")
    parser.add_argument("--partitions", type=int, default=120, help="partitions of the topic (120)")
    parser.add_argument("--replicas", type=int, default=3, help="replicas of each (3)")
    parser.add_argument("--gigabytes", type=float, default=1, help="the size of a partition (1)")
    given = parser.parse_args()
    print(
        f"{given.partitions} partitions of {given.gigabytes:g} GB, {given.replicas} replicas; one of n brokers fails"
    )
    print("all: of the failed broker. most (dark): what falls to a single one of the others. Both at worst:")
    print("with ZooKeeper of all that Kafka may draw, with KRaft of twenty draws\n")
    print(picture(given.brokers, given.partitions, given.replicas, given.gigabytes))


if __name__ == "__main__":
    main()
