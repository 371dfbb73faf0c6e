"""The log as Kafka stores it: batches, segments, indexes and checkpoints, as bytes and as pure functions.

`batches` reads a `.log` file batch by batch, `records` what is in a batch, `codecs` what compresses it. `indexes` and
`checkpoints` are the files beside it. `segments` is the log itself, for its own sake: it appends, rolls, looks up,
truncates and recovers. `directories` lists what a broker keeps where. Nothing here writes a file or takes a lock.
"""
