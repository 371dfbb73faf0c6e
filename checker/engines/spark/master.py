"""Whether a Spark master has a valid address and, if standalone, answers: checked before Java is started.

Its own module because it needs no Spark: Spark itself tries a master that is not there for minutes.
"""

from __future__ import annotations

import re
import socket
import threading

from tidemark.base.errors import UsageError

FORMS = re.compile(
    r"local(\[(\*|0*[1-9]\d*)(,\d+)?\])?|local-cluster\[\d+,\d+,\d+\]|spark://.*|yarn|k8s://.+", re.ASCII
)
SECONDS = 5.0
"""How long a master may take to accept a connection, the look-up of its name included."""


def require_usable(master: str) -> None:
    """Connect to one of the hosts of `spark://host:port,…`; of other masters the form alone is checked.

    Raises:
        UsageError: it is no master, or no host takes the connection in time.
    """
    if not FORMS.fullmatch(master):
        raise UsageError(
            f"--master {master or repr(master)} is not a master: write local[2], local[*], spark://host:port, yarn or k8s://…"
        )
    if not master.startswith("spark://"):
        return
    hosts = master.removeprefix("spark://").split(",")
    addresses = [_address(host, master) for host in hosts]
    answers: list[bool] = []
    reasons: list[str] = []
    over = threading.Semaphore(0)

    def attempt(address: tuple[str, int]) -> None:
        try:
            socket.create_connection(address, SECONDS).close()
            answers.append(True)
        except OSError as error:
            reasons.append(error.strerror or str(error))
        over.release()

    # Threads, because looking up a name can't be given a time limit.
    for address in addresses:
        threading.Thread(target=attempt, args=(address,), daemon=True).start()
    for _ in addresses:
        if not over.acquire(timeout=SECONDS) or answers:
            break
    if not answers:
        reason = reasons[0] if reasons else f"no answer within {SECONDS:g} s"
        raise UsageError(f"--master {master} can't be reached: {reason}")


def _address(host: str, master: str) -> tuple[str, int]:
    name, colon, port = host.rpartition(":")
    if not name or not colon or not port.isdecimal() or len(port) > 5 or int(port) > 65535:
        raise UsageError(f"--master {master} is no address: write spark://host:port, as in spark://host:7077")
    return name.strip("[]"), int(port)
