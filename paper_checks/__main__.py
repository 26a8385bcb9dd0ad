"""``python -m gramcheck.paper_checks``, the same as ``paper-checks``."""

import os
import signal
import sys
from types import FrameType


def main() -> int:
    """Run the console script; an interruption of its imports, which take a second, just ends it."""
    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, _leave)
    try:
        from gramcheck.paper_checks import claims, cli  # noqa: F401 - registers the claims
    except ModuleNotFoundError as error:
        if (error.name or "gramcheck").partition(".")[0] == "gramcheck":
            raise
        needed = "paper-checks: needs the extra: pip install 'gramcheck[papers]'"
        print(f"{needed} ({error})", file=sys.stderr)
        return 2
    return cli.main()


def _leave(number: int, frame: FrameType | None) -> None:
    # an exception would come out of compiled modules as another one, or not at all
    os.write(2, b"interrupted\n")
    os._exit(130)


if __name__ == "__main__":
    sys.exit(main())
