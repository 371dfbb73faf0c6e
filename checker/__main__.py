"""`python -m checker`: the same as `tidemark`, where that is not on the path."""

import sys

from checker.cli import main

if __name__ == "__main__":
    sys.exit(main())
