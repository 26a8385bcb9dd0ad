"""``python -m gramcheck.paper_checks``, the same as ``paper-checks``."""

import sys


def main() -> int:
    """Run the console script, whose imports take a second that may be interrupted too."""
    try:
        from gramcheck.paper_checks import cli

        return cli.main()
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
