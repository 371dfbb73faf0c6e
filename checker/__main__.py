"""The program: `tidemark`, or `python -m checker`. Streams and signals come first, then other imports."""

from __future__ import annotations

import sys

from checker import signals, streams

streams.secure()
signals.end_at_once()

from checker.cli import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())
