"""The program: `tidemark`, or `python -m checker`. Signals come first, then the imports of the command line."""

from __future__ import annotations

import sys

from checker import signals

signals.end_at_once()

from checker.cli import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())
