"""The program: `tidemark`, or `python -m tidemark`. Streams and signals come first, then other imports."""

from __future__ import annotations

import sys

from tidemark.checker import signals, streams

streams.secure()
signals.end_at_once()

from tidemark.checker.cli import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())
