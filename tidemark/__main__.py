"""The program: `tidemark`, or `python -m tidemark`. Streams and signals come first, then other imports.

Importing makes many objects that stay, so garbage is looked for more rarely than Python does by itself.
"""

from __future__ import annotations

import gc
import sys

from tidemark.checker import signals, streams

streams.secure()
signals.end_at_once()
gc.set_threshold(50_000, 20, 100)

from tidemark.checker.cli import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())
