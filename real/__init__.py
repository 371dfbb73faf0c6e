"""Real Kafka: brokers that are started and driven, soaks, audits of log directories, and the log on disk.

It also names the functions that Kafka computes, from `tidemark.impl.functions` and from its files. A module is imported
when its name is looked up.
"""

from __future__ import annotations

if __name__ == "real":
    raise ImportError("real is a part of tidemark: write `from tidemark import real`", name="real")

import importlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tidemark.base.names import look_up

if TYPE_CHECKING:  # few commands need them
    from tidemark.spec.families.audits import Auditor
    from tidemark.spec.families.functions import Function
    from tidemark.spec.families.system import System

SYSTEMS = {"kafka": "tidemark.real.kafka"}
"""The name of each real system, which is a command too, with the module that drives it (`SYSTEM`)."""
AUDITORS = {"logs": "tidemark.real.log_auditor.auditor"}
"""The name of each auditor with its module (`AUDITOR`)."""
FUNCTIONS = {
    "assign": "tidemark.impl.functions.clients.assign",
    "control": "tidemark.impl.functions.placement.control",
    "epoch-end": "tidemark.impl.kafka.epoch_end",
    "fail": "tidemark.impl.functions.placement.fail",
    "look-up": "tidemark.real.storage.look_up",
    "partition": "tidemark.impl.functions.clients.partition",
    "place": "tidemark.impl.functions.placement.place",
    "retain": "tidemark.real.storage.retention",
    "segments": "tidemark.real.storage.split",
    "send": "tidemark.impl.functions.clients.send",
}
"""The name of each function that is computed, not searched, with its module (`FUNCTION`)."""


def _load(modules: Mapping[str, str], name: str, attribute: str) -> Any:
    module = look_up(modules, name, f"there is no {attribute.lower()}")
    return getattr(importlib.import_module(module), attribute)


def system(name: str) -> System:
    """The real system of that name.

    Raises:
        UsageError: there is no such system; the message has the nearest name.
    """
    system: System = _load(SYSTEMS, name, "SYSTEM")
    return system


def auditor(name: str = "logs") -> Auditor:
    """The auditor of that name.

    Raises:
        UsageError: there is no such auditor.
    """
    auditor: Auditor = _load(AUDITORS, name, "AUDITOR")
    return auditor


def function(name: str) -> Function:
    """The function of that name.

    Raises:
        UsageError: there is no such function; the message has the nearest name.
    """
    function: Function = _load(FUNCTIONS, name, "FUNCTION")
    return function
