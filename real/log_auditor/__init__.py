"""The auditor of log directories: what brokers left on their disks, and which promises it breaks.

`auditor` lists the directories (`listing`) and hands out `tasks`. `segment` reads one segment with `index_checks`,
`producers` and `transactions`, and `replica_files` reads the small files of a replica. `settle` then works out what all
of this means for a partition:

- One replica: `replica` with its chain of segments, `epoch_cache`, `producer_history`.
- Two replicas: `compare`, and for compacted logs `latest_keys`. `reading` reads them again and says when an offset was
  written, `drawing` shows them.
- All replicas: `identity` says whose they are, `log_bounds` where they begin and end, and `leadership` which of them
  may lead, and how much would be cut.
- What follows: `lost` says which committed offsets are lost, `advice` and `repairs` what to do, and `two_audits` what a
  repair lost.
- The cluster: `metadata_files` reads the metadata log of a node, `metadata_log` what it says of topics, and `missing`
  reports partitions that should be there. `coordinator_logs` reads the topics of coordinators, `claims` and
  `share_state` what they say of each partition, and `claim_checks` compares it with the copies.
- The disks of a broker: `asides` reads what was set aside there, and `directory_ids` checks whose they are.

`kinds` declares the kinds of findings, and `problems` collects them. `moments` says when a directory was copied: what
copies of different moments explain is no damage. `again` takes a second look where a broker runs.

The contract that it fulfils is in `spec/families/audits`; `checker/audits` runs it here or on Spark; and
`real/audit_campaign` looks for its false alarms.
"""
