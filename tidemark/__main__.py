"""The program: `tidemark`, or `python -m tidemark`. Streams and signals come first, then other imports.

Importing makes many objects that stay, so garbage is looked for more rarely than Python does by itself, and not at all
once the program has ended: its memory goes back to the system as a whole.
"""

from __future__ import annotations

import atexit
import gc
import sys

from tidemark.base import signals, streams

streams.secure()
signals.end_at_once()
gc.set_threshold(50_000, 20, 100)
atexit.register(gc.freeze)  # called after all that is registered later

from tidemark.checker.cli import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())
