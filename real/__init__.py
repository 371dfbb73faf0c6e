"""Kafka itself: brokers that are started and driven, soaks, audits of log directories, and the log on disk.

Also the functions that Kafka computes, those of `tidemark.impl.functions` and those of its files. What is named here is
imported when it is asked for.
"""

from __future__ import annotations

if __name__ == "real":
    raise ImportError("real is a part of tidemark: write `from tidemark import real`", name="real")

import importlib
from typing import TYPE_CHECKING

from tidemark.base.names import look_up

if TYPE_CHECKING:  # few commands need them
    from tidemark.spec.families.audits import Auditor
    from tidemark.spec.families.functions import Function
    from tidemark.spec.families.system import System

SYSTEMS = {"kafka": "tidemark.real.kafka"}
"""For the name of a real system, which is a command too, the module that drives it (`SYSTEM`)."""
AUDITORS = {"logs": "tidemark.real.audit.auditor"}
"""For the name of an auditor the module that has it, as `AUDITOR`."""
FUNCTIONS = {
    "assign": "tidemark.impl.functions.clients.assign",
    "control": "tidemark.impl.functions.placement.control",
    "epoch-end": "tidemark.impl.kafka.epoch_end",
    "fail": "tidemark.impl.functions.placement.fail",
    "look-up": "tidemark.real.storage.look_up",
    "partition": "tidemark.impl.functions.clients.partition",
    "place": "tidemark.impl.functions.placement.place",
    "retain": "tidemark.real.storage.retain",
    "segments": "tidemark.real.storage.split",
    "send": "tidemark.impl.functions.clients.send",
}
"""For the name of a function that is computed and not searched the module that has it, as `FUNCTION`."""


def system(name: str) -> System:
    """The real system of that name.

    Raises:
        UsageError: there is none; the message has the nearest name.
    """
    found: System = importlib.import_module(look_up(SYSTEMS, name, "there is no system")).SYSTEM
    return found


def auditor(name: str = "logs") -> Auditor:
    """The auditor of that name, imported when it is asked for.

    Raises:
        UsageError: there is none.
    """
    module = importlib.import_module(look_up(AUDITORS, name, "there is no auditor"))
    found: Auditor = module.AUDITOR
    return found


def function(name: str) -> Function:
    """The function of that name, imported when it is asked for.

    Raises:
        UsageError: there is none; the message has the nearest name.
    """
    module = importlib.import_module(look_up(FUNCTIONS, name, "there is no function"))
    found: Function = module.FUNCTION
    return found
