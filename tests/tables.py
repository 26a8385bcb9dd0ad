"""All that is kept of checks, for those that are new or changed: ``python -m tests.tables CLAIM``.

A claim, or a glob on a claim and the name of a check in quotes, as the modules take it that write
a table each.
"""

from __future__ import annotations

from tests import allowed, given, inputs, outcomes, sensitivity


def main() -> None:
    for table in (outcomes, inputs, sensitivity, given, allowed):
        table.main()  # each reads the command line


if __name__ == "__main__":
    main()
