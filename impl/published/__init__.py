"""Models that others published, state for state: replication, transactions, the KRaft quorum, groups (KIP-848)."""
