"""How a consumer group shares partitions, as pure functions of the group: who owns which partition.

`groups` says what a group and an assignment are. `ranges`, `round_robin` and `sticky` are the clients' own assignors,
`uniform` and `ranges` those of the group coordinator since KIP-848. `costs` measures an assignment: sizes, balance,
moves. Racks (KIP-881) are left out: no member has one.
"""
