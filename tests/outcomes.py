"""Which fault fails each outcome of the checks: ``python -m tests.outcomes CLAIM ...``.

An outcome is named by its ``yield``, in the check and in the generators that it hands on to:
"reaches.2/feasible.0" is the first of ``feasible``, at the third yield of ``reaches``; all rounds
of a loop are one. The first fault that fails it, of the zoo or of :mod:`tests.generated`, stands in
``outcomes.json``, and null where none does. One that dies of an exception, or over which the check
stumbles, fails none: the check yields nothing then. Every ``yield`` has a line, also where only
faults get: complaints of what cannot be judged. ``tests/verify/test_sensitivity.py`` tries some
lines, and :mod:`tests.mutation` those of the checks that a mutant changes.
"""

from __future__ import annotations

import argparse
import dis
import functools
import inspect
import json
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import CodeType
from typing import Any

from gramcheck import verify
from gramcheck.verify import Status, Target
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import Check, Registry
from gramcheck.verify.runner import suite_registry
from tests import generated
from tests.generated import EXAMPLES, SEED, record_of
from tests.zoo import zoo

TABLE = Path(__file__).parent / "outcomes.json"
TABLED: dict[str, dict[str, str | None]] = json.loads(TABLE.read_text(encoding="utf-8"))
PASSED = Outcome(0.0, 0.0, 0.0)
Places = dict[str, bool]  # of outcomes, and what is told of them


def outcomes(
    check: Check,
    target: Any,
    all_of_them: bool = False,
    told: Callable[[Outcome], bool] = lambda outcome: not outcome.passed,
) -> Places:
    """The places of the outcomes of a check on a target, up to one that fails or of all.

    What is told of each place is whether one of its outcomes fails, or is as asked.
    """
    found: Places = {}

    def note(place: str, outcome: Outcome) -> Outcome:
        found[place] = found.get(place, False) or told(outcome)
        return PASSED if all_of_them else outcome

    watch(check, target, note)
    return found


def watch(
    check: Check, target: Any, note: Callable[[str, Outcome], Outcome], drawn: bool = True
) -> None:
    """Run a check with what ``note(place, outcome)`` returns in the place of each outcome."""

    def noted(place: str, outcome: Any) -> Any:
        return note(place, outcome) if isinstance(outcome, Outcome) else outcome

    def each_noted(yielded: Iterable[Any]) -> Iterator[Any]:
        for outcome in yielded:
            yield noted(place_of(yielded), outcome)

    @functools.wraps(check.function)
    def function(target: Any, *arguments: Any, **named: Any) -> Any:
        result = check.function(target, *arguments, **named)
        return each_noted(result) if inspect.isgenerator(result) else noted("", result)

    registry, watched = Registry(), replace(check, function=function)
    options = {n: getattr(check, n) for n in ("place", "needs", "since", "statistical")}
    registry.check(check.claim, **options)(watched.function)
    with generated.any_example_will_do(drawn):
        verify.run(target, [check.id], examples=EXAMPLES, seed=SEED, registry=registry)


def place_of(generator: Any) -> str:
    """Names and numbers of the yields at which a generator, and what it hands on to, stands."""
    places = []
    while inspect.isgenerator(generator) and generator.gi_frame is not None:
        code = generator.gi_code
        places.append(f"{code.co_name}.{yields(code).index(generator.gi_frame.f_lasti)}")
        generator = generator.gi_yieldfrom
    return "/".join(places)


@functools.cache
def yields(code: CodeType) -> list[int]:
    """Where a generator stands after each of its yields."""
    return [each.offset for each in dis.get_instructions(code) if each.opname == "YIELD_VALUE"]


def faults(check: Check) -> Iterator[tuple[str, Target]]:
    """The faults that a check may have to see: those written for it, then generated ones."""
    right = verify.load("gramcheck.reference")
    for fault in zoo():
        if any(map(check.matches, fault.killed_by)):
            yield fault.name, fault.make(right)
    for name in check.needs:
        read = generated.Read()
        outcomes(check, generated.altering(right, name, read))
        yield from generated.faults(right, name, sorted(read.parts))


def unlisted(check: Check, places: Collection[str]) -> list[str]:
    """The yields of a check, and of the generators that it hands on to, at none of these places.

    One that several checks hand on to is asked of each of them: all that its code yields.
    """
    function = inspect.unwrap(check.function)
    code, known = function.__code__, function.__globals__
    paths = [place.split("/") for place in places if place]
    if inspect.isgeneratorfunction(function):
        return _unlisted(code, known, paths)
    return _behind("", code, known, paths) if places else [""]


def _unlisted(code: CodeType, known: dict[str, Any], paths: list[list[str]]) -> list[str]:
    """Those of a generator, of paths that begin with its yields."""
    lacking = []
    before = {at.offset: each.opname for each, at in pairwise(dis.get_instructions(code))}
    for k, offset in enumerate(yields(code)):
        each, hands_on = f"{code.co_name}.{k}", before[offset] == "SEND"  # of a ``yield from``
        further = [path[1:] for path in paths if path[0] == each]
        is_there = any(further) if hands_on else further
        lacking += _behind(f"{each}/", code, known, further) if is_there else [each]
    return lacking


def _behind(at: str, code: CodeType, known: dict[str, Any], paths: list[list[str]]) -> list[str]:
    """Those of the generators that a function hands on to at one of its yields."""
    within = {each.co_name: each for each in code.co_consts if isinstance(each, CodeType)}
    lacking = []
    for name in dict.fromkeys(path[0].rpartition(".")[0] for path in paths if path):
        inner = within[name] if name in within else known[name].__code__
        home = known if name in within else known[name].__globals__
        deeper = [path for path in paths if path and path[0].startswith(f"{name}.")]
        lacking += [at + place for place in _unlisted(inner, home, deeper)]
    return lacking


def seen_by(check: Check) -> dict[str, str | None]:
    """Of each outcome of a check the first fault that fails it; None where none does."""
    right = outcomes(check, verify.load("gramcheck.reference"))
    if record_of("gramcheck.reference", check.id).status != Status.PASSED:
        raise ValueError(f"{check.id} does not pass the reference, and tells nothing of faults")
    found: dict[str, str | None] = dict.fromkeys(right)
    for name, target in faults(check):
        if None not in found.values() and not unlisted(check, found):
            break
        for place, failed in outcomes(check, target).items():
            if failed and found.get(place) is None:
                found[place] = name
    return found | dict.fromkeys(unlisted(check, found))


def missed(check: Check) -> str:
    """An outcome of a check that no longer fails for its fault in the table, or nothing."""
    if check.id not in TABLED:
        return ""
    if lacking := unlisted(check, TABLED[check.id]):
        return f"{check.id} at {lacking[0]}: no line"
    lines = {place: name for place, name in TABLED[check.id].items() if name}
    for name, target in faults(check):
        for place in [place for place, fault in lines.items() if fault == name]:
            if not outcomes(check, target).get(place):
                return f"{check.id} at {place}: {name}"
            del lines[place]
        if not lines:
            return ""
    return "".join(f"{check.id}: no fault is named {name}" for name in lines.values())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("globs", nargs="+", help="on claims or checks")
    for check in suite_registry().select(parser.parse_args().globs):
        TABLED[check.id] = seen_by(check)
        blind = [place for place, name in TABLED[check.id].items() if name is None]
        print(f"{check.id}: {len(TABLED[check.id])} outcomes, never failing: {blind}", flush=True)
        TABLE.write_text(json.dumps(dict(sorted(TABLED.items())), indent=1) + "\n")


if __name__ == "__main__":
    main()
