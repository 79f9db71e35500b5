"""`python -m desktop` is the `translucent` command."""

import multiprocessing
import sys

from desktop.command import main

if __name__ == "__main__":
    multiprocessing.freeze_support()  # the packaged program is its own worker processes too
    sys.exit(main())
