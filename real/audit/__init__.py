"""The audit of real log directories: what brokers left on their disks, and which promises it breaks.

`kinds` declares the kinds of findings. `auditor` lists the directories, `segment` and `index_checks` read one segment,
`replica` and `epoch_cache` one replica, `compare` two of them, `identity`, `log_start`, `log_end` and `standing` all:
whose they are, where they begin and end, and who may lead; `settle` says what it all means for a partition.
`metadata_files` reads the metadata log of a node, `metadata_log` what it says of topics, and `missing` uses it where
something is not there. `moments` and `written` say when a directory was copied and when an offset was written. `again`
takes a second look where a broker runs, `drawing` shows where replicas differ.
"""
