"""The smallest errors that each check sees: ``python -m tests.sensitivity PAPER ...``.

Whatever real numbers a function returns are moved by a relative error, up and down in turn, and
the check is run on that. The smallest error of some that makes it fail is kept in
``sensitivity.json``: a tolerance that is made looser shows there, and
``tests/verify/test_sensitivity.py`` fails. Integers and truth values stay as they are; statistical
checks have a power that they state themselves.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from pathlib import Path

from gramcheck import verify
from gramcheck.verify import Status
from gramcheck.verify.registry import Check
from gramcheck.verify.runner import suite_registry
from tests.generated import altering, moved, record_of

TABLE = Path(__file__).parent / "sensitivity.json"
TABLED: dict[str, float] = json.loads(TABLE.read_text(encoding="utf-8"))
# to an eighth, by twentieths; below some 5e-15 several are one number, since values are rounded
SIZES = [float(f"{2e-16 * 1.05**k:.3g}") for k in range(700)]


def sees(check: Check, name: str, size: float) -> bool:
    """Whether the check fails on a function with this error."""
    target = altering(verify.load("gramcheck.reference"), name, moved(size))
    return record_of(target, check.id).status == Status.FAILED


def missed(check: Check) -> str:
    """A function of which the check does not see ten times the error that it saw.

    Ten times, since roundings of another machine, or draws of another version of hypothesis, may
    see a digit more or less.
    """
    for name in check.needs:
        if size := TABLED.get(f"{check.id} | {name}"):
            more = min(10 * size, 0.5)
            if not sees(check, name, more):
                return f"{check.id}: {name} off by {more:.3g}"
    return ""


def changed(check: Check) -> str:
    """A function of which the check sees other errors than where the table was made: here."""
    for name in check.needs:
        if size := TABLED.get(f"{check.id} | {name}"):
            if not sees(check, name, size):
                return f"{check.id}: {name} off by {size}"
            if size > SIZES[0] and sees(check, name, SIZES[SIZES.index(size) - 1]):
                return f"{check.id}: {name} off by less than {size}"
    return ""


def smallest_seen(check: Check, name: str) -> float | None:
    """The smallest of ``SIZES`` that the check sees, by bisection; None if it sees none.

    None, too, where results that are altered by nothing fail: functions may take their own alone.
    """
    if sees(check, name, 0.0):
        return None
    low, high = -1, len(SIZES)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if sees(check, name, SIZES[middle]) else (middle, high)
    return SIZES[high] if high < len(SIZES) else None


def numeric(checks: Iterable[Check]) -> list[tuple[Check, str]]:
    """Checks with the functions whose numbers they may compare."""
    return [
        (check, name)
        for check in checks
        if not check.statistical and "bad-input" not in check.claim
        for name in check.needs
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("globs", nargs="+", help="on claims or checks")
    for check, name in numeric(suite_registry().select(parser.parse_args().globs)):
        found = smallest_seen(check, name)
        print(f"{check.id} | {name} | {found}", flush=True)
        if found is not None:
            TABLED[f"{check.id} | {name}"] = found
            TABLE.write_text(json.dumps(dict(sorted(TABLED.items())), indent=1) + "\n")


if __name__ == "__main__":
    main()
