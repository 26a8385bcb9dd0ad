"""The smallest errors that each outcome sees: ``python -m tests.sensitivity PAPER ...``.

Whatever real numbers a function returns are moved by a relative error, up and down in turn, and
the check is run on that. The smallest error that makes an outcome fail (:mod:`tests.outcomes` says
how it is named) is kept in
``sensitivity.json``: a tolerance that is made looser shows there, and
``tests/verify/test_sensitivity.py`` fails. Integers and truth values stay as they are; statistical
checks have a power that they state themselves.
"""

from __future__ import annotations

import argparse
import functools
import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from gramcheck import verify
from gramcheck.verify.registry import Check
from gramcheck.verify.runner import suite_registry
from tests.generated import altering, moved
from tests.outcomes import outcomes

TABLE = Path(__file__).parent / "sensitivity.json"
TABLED: dict[str, float] = json.loads(TABLE.read_text(encoding="utf-8"))
# to an eighth, by twentieths; below some 5e-15 several are one number, since values are rounded
SIZES = [float(f"{2e-16 * 1.05**k:.3g}") for k in range(700)]


def seen(check: Check, name: str, size: float) -> set[str]:
    """The places of the outcomes that fail on a function with this error."""
    target = altering(verify.load("gramcheck.reference"), name, moved(size))
    return {place for place, failed in outcomes(check, target, all_of_them=True).items() if failed}


def lines_of(check: Check) -> Iterator[tuple[str, str, float]]:
    """The functions and the outcomes of a check in the table, and the smallest errors."""
    for line, size in TABLED.items():
        id, name, place = line.split(" | ")
        if id == check.id:
            yield name, place, size


def missed(check: Check) -> str:
    """An outcome that does not see ten times the error that it saw, of a function.

    Ten times, since roundings of another machine, or draws of another version of hypothesis, may
    see a digit more or less.
    """
    for name, place, size in lines_of(check):
        more = min(10 * size, 0.5)
        if place not in seen(check, name, more):
            return f"{check.id} at {place}: {name} off by {more:.3g}"
    return ""


def changed(check: Check) -> str:
    """An outcome that sees other errors of a function than where the table was made: here."""
    seen_here = functools.cache(functools.partial(seen, check))
    for name, place, size in lines_of(check):
        if place not in seen_here(name, size):
            return f"{check.id} at {place}: {name} off by {size}"
        if size > SIZES[0] and place in seen_here(name, SIZES[SIZES.index(size) - 1]):
            return f"{check.id} at {place}: {name} off by less than {size}"
    return ""


def smallest_seen(check: Check, name: str) -> dict[str, float]:
    """By outcome the smallest of ``SIZES`` that it sees, by bisection.

    Not of those to which results that are altered by nothing are wrong: functions may take their
    own alone.
    """
    # the largest errors may end a check with an exception
    top = next((k for k in range(len(SIZES) - 1, 0, -100) if seen(check, name, SIZES[k])), 0)
    low = dict.fromkeys(seen(check, name, SIZES[top]) - seen(check, name, 0.0), -1)
    high = dict.fromkeys(low, top)
    while open_ := [place for place in low if high[place] - low[place] > 1]:
        middle = (low[open_[0]] + high[open_[0]]) // 2
        here = seen(check, name, SIZES[middle])
        for place in open_:
            if place in here:
                high[place] = min(high[place], middle)
            else:
                low[place] = max(low[place], middle)
    return {place: SIZES[k] for place, k in high.items()}


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
        for line in [line for line in TABLED if line.startswith(f"{check.id} | {name} | ")]:
            del TABLED[line]
        for place, size in found.items():
            print(f"{check.id} | {name} | {place} | {size}", flush=True)
            TABLED[f"{check.id} | {name} | {place}"] = size
        TABLE.write_text(json.dumps(dict(sorted(TABLED.items())), indent=1) + "\n")


if __name__ == "__main__":
    main()
