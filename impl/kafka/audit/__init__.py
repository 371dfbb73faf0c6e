"""The audit of real log directories: what brokers left on their disks, and which promises it breaks.

`kinds` declares the kinds of findings. `auditor` lists the directories, `segment` and `index_checks` read one segment,
`copy` one replica, `compare` two of them, and `settle` says what it all means for a partition. `metadata_log` reads
what a KRaft cluster knows of its topics, `drawing` shows where replicas differ.
"""
