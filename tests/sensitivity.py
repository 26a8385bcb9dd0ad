"""The smallest errors that each outcome sees: ``python -m tests.sensitivity PAPER ...``.

Whatever real numbers a function returns are moved, and the check is run on that, for each of
``KINDS`` of errors until one makes an outcome fail (:mod:`tests.outcomes` says how it is named).
The smallest such error is kept in ``sensitivity.json``: a tolerance that is made looser shows
there, and ``tests/verify/test_sensitivity.py`` fails. Results of an outcome whose bound is 0 are
moved in the first way only. Truth values stay as they are; statistical checks have a power that
they state themselves, and refusals compare no numbers.

Every outcome without a line stands in ``insensitive.json`` with the reason: that its bound is 0, as
those of equality and of conditions are, that only a fault gets there, or, where a thousand times a
result and ten counts more do not fail it, what somebody has written; that it is so is tried in
``tests/verify/test_insensitive.py``.

What a line says is no more than this: along the first of a few fixed patterns of directions that an
outcome sees at all, this is the smallest error that it sees. Where the number is at most ten times
the tolerance of the check, an error of ten times the tolerance fails along that pattern; of other
directions it says nothing, and the least favorable one may not be among the patterns.
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
from tests import generated
from tests.generated import altering
from tests.outcomes import TABLED as FAILING
from tests.outcomes import outcomes

TABLE = Path(__file__).parent / "sensitivity.json"
TABLED: dict[str, float] = json.loads(TABLE.read_text(encoding="utf-8"))
WITHOUT = Path(__file__).parent / "insensitive.json"
# of each check the outcomes with no line, and why there is none; None where nobody has said it
REASONS: dict[str, dict[str, str | None]] = json.loads(WITHOUT.read_text(encoding="utf-8"))
EXACT, OF_FAULTS = "its bound is 0", "only a fault gets there"
# by eightieths; below some 1e-14 several are one number, since values are rounded
SIZES = [float(f"{2e-16 * 1.05 ** (k / 4):.3g}") for k in range(3540)]
# the kinds of errors, as they stand behind a function's name in the table, and the largest of each
KINDS = {
    "": (generated.moved, 0.13),
    ", in turn": (generated.moved_in_turn, 0.13),
    ", alternately": (generated.moved_alternately, 0.13),
    ", up": (generated.grown, 1e3),
    ", down": (generated.shrunk, 1e3),
    ", shifted": (generated.shifted, 1e3),
    ", lowered": (generated.lowered, 1e3),
    ", more": (generated.more, 10.2),
    ", fewer": (generated.fewer, 10.2),
    ", one fewer": (generated.fewer, 1.04),  # where taking ten from a few would change the sign
}

# made for every function, whatever it computes: what comes is compared with what comes again
OF_EVERY_FUNCTION = (
    "_reads_arrays_in_any_layout",
    "_keeps_nothing_between_calls",
    "_draws_from_its_generator_alone",
)


def kind_of(name: str) -> str:
    """What stands behind the name of a function."""
    return name[len(name.partition(",")[0]) :]


def seen(check: Check, name: str, size: float) -> set[str]:
    """The places of the outcomes that fail on a function with this kind of error."""
    kind = kind_of(name)
    target = altering(
        verify.load("gramcheck.reference"), name.removesuffix(kind), KINDS[kind][0](size)
    )
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
        more = min(10 * size, max(KINDS[kind_of(name)][1], 0.5))
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


def smallest_seen(check: Check, name: str, of: Iterable[str] | None = None) -> dict[str, float]:
    """By outcome (one of these) the smallest of ``SIZES`` that it sees, by bisection.

    Not of those to which results that are altered by nothing are wrong: functions may take their
    own alone.
    """
    # the largest errors may end a check with an exception
    sizes = [k for k, size in enumerate(SIZES) if size <= KINDS[kind_of(name)][1]]
    seen_at = functools.cache(lambda k: seen(check, name, SIZES[k]))
    top = next((k for k in sizes[::-800] if seen_at(k)), 0)
    places = seen_at(top) if of is None else seen_at(top) & set(of)
    low = dict.fromkeys(places - seen(check, name, 0.0) if places else (), -1)
    high = dict.fromkeys(low, top)
    while open_ := [place for place in low if high[place] - low[place] > 1]:
        middle = (low[open_[0]] + high[open_[0]]) // 2
        here = seen_at(middle)
        for place in open_:
            if place in here:
                high[place] = min(high[place], middle)
            else:
                low[place] = max(low[place], middle)
    return {place: SIZES[k] for place, k in high.items()}


def allows(check: Check) -> dict[str, bool]:
    """Of each outcome of a check on the reference whether it allows anything."""
    right = verify.load("gramcheck.reference")
    return outcomes(check, right, all_of_them=True, told=lambda outcome: outcome.bound != 0)


def measured(check: Check, name: str, of: Iterable[str] | None = None) -> dict[str, float]:
    """The lines of the table of a check and a function: the first kind that an outcome sees."""
    found: dict[str, float] = {}
    allowing = allows(check)
    left = set(allowing if of is None else of)
    for kind in KINDS:
        sizes = smallest_seen(check, name + kind, left) if left else {}
        found |= {f"{check.id} | {name}{kind} | {place}": sizes[place] for place in sizes}
        left = {place for place in left - set(sizes) if allowing[place]}
    return found


def written(id: str) -> dict[str, str]:
    """The reasons of a check's outcomes that somebody has written."""
    every = REASONS.get(id, {}).items()
    return {place: why for place, why in every if why not in (EXACT, OF_FAULTS, None)}


def insensitive(check: Check) -> dict[str, str | None]:
    """The outcomes of a check with no line, each with the reason.

    What somebody has written is none where the other two are, nor where an error fails the outcome.
    """
    held, allowing = {place for _, place, _ in lines_of(check)}, allows(check)
    of_faults = dict.fromkeys(set(FAILING.get(check.id, ())) - set(allowing), OF_FAULTS)
    exact = {place: EXACT for place, allows_any in allowing.items() if not allows_any}
    left = set(allowing) - set(exact) - held
    given = {place: why for place, why in written(check.id).items() if place in left}
    for name in check.needs if given else ():
        for line in measured(check, name, given):
            del given[line.rpartition(" | ")[2]]
    reasons = of_faults | exact | dict.fromkeys(left) | given
    return {place: why for place, why in sorted(reasons.items()) if place not in held}


def is_numeric(check: Check) -> bool:
    """Whether a check may compare numbers that no law of chance gives, with others than its own."""
    own = check.statistical or check.id.endswith(OF_EVERY_FUNCTION)
    return not own and "bad-input" not in check.claim


def numeric(checks: Iterable[Check]) -> list[tuple[Check, str]]:
    """Checks with the functions whose numbers they may compare."""
    return [(check, name) for check in checks if is_numeric(check) for name in check.needs]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("globs", nargs="+", help="on claims or checks")
    checks = suite_registry().select(parser.parse_args().globs)
    for check, name in numeric(checks):
        begins = tuple(f"{check.id} | {name}{mark}" for mark in (" |", ","))
        for line in [line for line in TABLED if line.startswith(begins)]:
            del TABLED[line]
        for line, size in measured(check, name).items():
            print(f"{line} | {size}", flush=True)
            TABLED[line] = size
        TABLE.write_text(json.dumps(dict(sorted(TABLED.items())), indent=1) + "\n")
    for check in filter(is_numeric, checks):
        if reasons := insensitive(check):
            REASONS[check.id] = reasons
        else:
            REASONS.pop(check.id, None)
        if unsaid := [place for place, why in reasons.items() if why is None]:
            print(f"{check.id}: why has it no line? {unsaid}", flush=True)
        WITHOUT.write_text(json.dumps(dict(sorted(REASONS.items())), indent=1) + "\n")


if __name__ == "__main__":
    main()
