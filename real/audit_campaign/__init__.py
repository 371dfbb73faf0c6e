"""A campaign against the log auditor: audits of healthy brokers, which must find nothing.

The brokers work, were stopped, or were killed.

`load` writes to topics that roll, expire and are compacted, `changes` disturbs brokers and topics as operators and
faults do, and `campaign` audits meanwhile, and after stops. `copies` are directories that were copied while the brokers
worked; `losses` are what must be found in them all the same. `python -m tidemark.real.audit_campaign VERSION` runs it.
"""
