"""Audits of healthy brokers, which must find nothing: while they work, and after they were stopped or killed.

`load` writes to topics that roll, expire and are compacted, `changes` disturbs brokers and topics as operators and
faults do, and `campaign` audits meanwhile, and after stops. `copies` are directories that were copied while the brokers
worked; `losses` are what must be found in them all the same. `python -m tidemark.real.audited VERSION` runs it.
"""
