"""`python -m ravelbox` is the command `ravelbox`."""

import sys

from ravelbox.cli import main

sys.exit(main())
