"""What clients decide on their own, as pure functions: the partition of a record, the partitions of a member.

`partitioners` is the producer's side, `assignors` the group's. `java` has the order of Java's hash tables, which
decides some ties. Nothing here talks to a broker; the tests compare all of it with the code of Kafka's releases.
"""
