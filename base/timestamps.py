"""A time in milliseconds since 1970, as a person reads it.

Its own module because the auditor of logs and the report of an audit need it.
"""

from datetime import UTC, datetime


def in_utc(milliseconds: int) -> str:
    """The time in UTC, as in `2026-02-03 04:05:06.789`; a number that is no time stays a number."""
    try:
        return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S.%f")[:-3]
    except (OverflowError, ValueError, OSError):
        return f"{milliseconds:,} ms"
