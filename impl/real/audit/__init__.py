"""The audit of real log directories: what brokers left on their disks, and which promises it breaks.

`kinds` declares the kinds of findings. `auditor` lists the directories, `segment` and `index_checks` read one segment,
`replica` and `epoch_cache` one replica, `compare` two of them, `log_start` and `standing` all: where they begin, and
who may lead; `settle` says what it all means for a partition. `metadata_log` reads what a KRaft cluster knows of
topics, `missing` uses it where something is not there. `again` takes a second look where a broker runs, `drawing` shows
where replicas differ.
"""
