"""`python -m desktop` is the `translucent` command."""

import sys

from desktop.command import main

if __name__ == "__main__":
    sys.exit(main())
