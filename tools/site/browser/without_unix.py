"""Makes up for what a browser lacks of Unix: files that are locked, limits of a process, alarms.

The reference engine has no use for the first two, and what only imports them gets empty modules. The page itself ends a
check that takes too long. Imported before anything of Tidemark.
"""

from __future__ import annotations

import signal
import sys
import time
from types import ModuleType


def _no_alarm(_which: int, _seconds: float, _interval: float = 0.0) -> tuple[float, float]:
    return 0.0, 0.0


for name in ("fcntl", "resource"):
    sys.modules.setdefault(name, ModuleType(name))
signal.setitimer = _no_alarm
time.thread_time = time.process_time
