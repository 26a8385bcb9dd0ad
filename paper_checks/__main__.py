"""``python -m gramcheck.paper_checks``, the same as ``paper-checks``."""

import sys

from gramcheck.paper_checks.cli import main

if __name__ == "__main__":
    sys.exit(main())
