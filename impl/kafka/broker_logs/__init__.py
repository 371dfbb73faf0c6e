"""Kafka's own logs (`server.log`, `state-change.log`, `controller.log`) as events of `kafka-kraft/...`.

`lines` finds what concerns a partition in them, `arranging` says when each of it happened, and `map` is the ready map:

    tidemark validate kafka-kraft/4.1 broker-*/server.log broker-*/state-change.log controller/controller.log
"""
