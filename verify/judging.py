"""The verdict of one check on one target: a record, whatever the implementation does."""

from __future__ import annotations

import copy
import hashlib
import os
import time
import traceback
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from dataclasses import replace as changed
from types import ModuleType
from typing import Any

import numpy as np

from gramcheck.verify import precision
from gramcheck.verify.explaining import explained
from gramcheck.verify.guard import Deadline, watched_interrupts
from gramcheck.verify.outcomes import judged, overwritten, to_paste, yardstick
from gramcheck.verify.record import Found, Outcome, Record, Status, message
from gramcheck.verify.registry import Check, Drawn
from gramcheck.verify.rendering import error_text, shown
from gramcheck.verify.settings import DEFAULT, Run, Settings
from gramcheck.verify.target import NOTHING, Target, load

_OF_THE_RUN = ("time (", "precision: ")  # what is lacking, and is not the target's to have
Tell = Callable[[Record | str], object]


def run_check(
    check: Check,
    target: Target,
    settings: Settings,
    alpha: float,
    expected: bool = False,
    tell: Tell | None = None,
) -> Record:
    """Verdict of one check; never raises for a fault of the implementation or of the check.

    ``tell`` is called with each call before it is made, as a line to paste, and with what the
    record would be if time were up now.
    """
    begin = time.perf_counter()
    target.lacking.clear()
    target.changed.clear()
    target.deadline = Deadline(settings.seconds)
    own = precision.with_claims(settings.precision, target.tolerances, check.needs)
    blank = changed(blank_record(check, settings), precision=own.name)

    def finished(record: Record) -> Record:
        record = as_expected(record) if expected else record
        return changed(record, seconds=time.perf_counter() - begin)

    def tell_finished(what: Record | str) -> None:
        assert tell is not None
        tell(what if isinstance(what, str) else finished(what))

    # a verdict must not depend on the filters and settings of whoever runs the suite, nor may an
    # implementation change them for the checks after it; what extremes make it warn of is no news
    with (
        precision.at(own),
        warnings.catch_warnings(record=True),
        np.errstate(),
        watched_interrupts(),
    ):
        warnings.simplefilter("default")
        try:
            record = _verdict(check, target, settings, alpha, blank, tell and tell_finished)
        except Exception as error:
            record = _unjudged(check, target, settings, alpha, blank, error)
    target.calls.clear()
    target.put_back()  # what a diagnosis gave it
    target.latest, target.result, target.on_call = None, NOTHING, None
    return finished(record)


def blank_record(check: Check, settings: Settings) -> Record:
    """The record of a check of which nothing is known."""
    return Record(
        check.claim,
        check.name,
        check.place,
        check.since,
        Status.ERROR,
        seed=settings.seed,
        functions=check.needs,
    )


def as_expected(record: Record) -> Record:
    """The record of a check that is known to fail."""
    if record.status == Status.FAILED:
        return changed(record, status=Status.EXPECTED_FAILURE)
    partly = record.status == Status.LACKING and record.tested
    if any(name.startswith(_OF_THE_RUN) for name in record.lacking):
        return record  # another run may still see it fail
    if record.status != Status.PASSED and not partly:
        return record
    but_for = f" but for what it lacks: {', '.join(record.lacking)}" * partly
    note = f"passes{but_for}, but is in the list of expected failures"
    note = message(record.claim, record.check, record.place, note)
    return changed(record, status=Status.UNEXPECTED_PASS, message=note)


def _verdict(
    check: Check,
    target: Target,
    settings: Settings,
    alpha: float,
    blank: Record,
    tell: Tell | None = None,
) -> Record:
    try:
        lacking = [name for name in check.needs if not target.has(name)]
    except Exception as error:  # a submodule that fails as it is imported
        body = f"got={error_text(error)}, should be importable"
        return changed(blank, status=Status.FAILED, message=_message(check, body))
    if lacking:
        body = f"skipped, {target.name} lacks {', '.join(lacking)}"
        message_ = _message(check, body)
        return changed(blank, status=Status.SKIPPED, message=message_, lacking=tuple(lacking))

    again = _run_again(check, target, settings)
    if tell is not None:
        target.on_call = lambda: tell(to_paste(target, again, last_only=True))
    progress = _Progress(check, target, blank, tell)
    found = _found(check, target, settings, alpha, again, progress)
    lacking = [*target.lacking, *([target.deadline.name] if found.is_cut else [])]
    said: list[str] = []
    if found.outcome and not found.outcome.passed:
        said = explained(check, target)
    return _concluded(check, target, blank, found, lacking, said)


@dataclass
class _Progress:
    """Tells what the record would be if time were up, whenever something new is known."""

    check: Check
    target: Target
    blank: Record
    tell: Tell | None
    found: Found = field(default_factory=Found)

    def note(self, outcome: Outcome) -> None:
        """Tell of the outcome, unless a worse one is known."""
        worst = self.found.outcome
        if self.tell is None or (worst and outcome.passed and outcome.ratio <= worst.ratio):
            return
        self.found.outcome = outcome
        lacking = [*self.target.lacking, self.target.deadline.name]
        said = list(self.target.changed)
        self.tell(_concluded(self.check, self.target, self.blank, self.found, lacking, said))


def _found(
    check: Check, target: Target, settings: Settings, alpha: float, again: str, progress: _Progress
) -> Found:
    rng_seed = _own_seed(check, settings.seed)
    if check.drawn:
        from gramcheck.verify.search import search  # hypothesis is needed here only

        def evaluate(drawn: Mapping[str, Any]) -> Iterable[Outcome]:
            progress.found.tried += 1
            return judged(check, target, lambda: _own(drawn), again, progress.note)

        drawn, seed = _representable(check.drawn), int(rng_seed[1])
        return search(evaluate, drawn, settings.examples, seed, target.deadline)

    def fresh() -> Mapping[str, Any]:
        rng = np.random.default_rng(rng_seed)
        return {"run": Run(rng, alpha, settings.examples, settings.seed)}

    progress.found.tried += 1
    outcomes = judged(check, target, fresh, again, progress.note)
    found = Found(max(outcomes, key=lambda each: each.severity, default=None), tried=1)
    if (failing := sum(not each.passed for each in outcomes)) > 1:
        found.others = f"; {failing} of {len(outcomes)} outcomes fail"
    return found


def _concluded(
    check: Check,
    target: Target,
    blank: Record,
    found: Found,
    lacking: Sequence[str],
    said: Sequence[str],
) -> Record:
    """The record of what was found, of what was lacking, and of what can be said of a failure."""
    outcome, lacking = found.outcome, tuple(dict.fromkeys(lacking))
    if outcome is None:  # outcomes_of gives at least one, raises, or says what is lacking
        body = f"not tested, {target.name} lacks {', '.join(lacking)}"
        message_ = _message(check, body)
        return changed(blank, status=Status.LACKING, message=message_, lacking=lacking)
    status, body = Status.PASSED, outcome.sentence() + found.others
    if not outcome.passed:
        status = Status.FAILED
        body += "".join(f"; {each}" for each in said if each not in body)
    elif lacking:
        status = Status.LACKING
        body += f"; what it has agrees, it lacks {', '.join(lacking)}"
    return changed(
        blank,
        status=status,
        lacking=lacking,
        measured=float(outcome.measured),
        bound=float(outcome.bound),
        ratio=float(outcome.ratio),
        examples=found.tried,
        example=found.example,
        message=_message(check, body, "" if outcome.passed else outcome.reproduce),
    )


def _own(drawn: Mapping[str, Any]) -> dict[str, Any]:
    """A copy for one run: generators start anew, and what a target keeps of it is given to none."""
    return copy.deepcopy(dict(drawn))


def _representable(drawn: Drawn) -> Drawn:
    """What is drawn, in numbers that the type of the run has."""
    if precision.current().type == "float64":
        return drawn
    strategies = {
        name: each.map(precision.representable) for name, each in drawn.strategies.items()
    }
    return Drawn(strategies, tuple(map(precision.representable, map(dict, drawn.examples))))


def _own_seed(check: Check, seed: int) -> list[int]:
    digest = hashlib.sha256(check.id.encode()).digest()
    return [seed, int.from_bytes(digest[:8], "big")]


def _run_again(check: Check, target: Target, settings: Settings) -> str:
    """The line for failures that no short call reproduces."""
    expression = target.expression
    if target.replaced or expression.endswith(")"):
        expression = "target"
    elif isinstance(target.root, ModuleType):
        expression = repr(expression)
    return (
        f"import gramcheck.verify; gramcheck.verify.run({expression}, include=[{check.id!r}], "
        f"alpha={settings.alpha!r}, examples={settings.examples}, seed={settings.seed})"
    )


def _message(check: Check, body: str, reproduce: str = "") -> str:
    return message(check.claim, check.name, check.place, body, reproduce)


def _unjudged(
    check: Check, target: Target, settings: Settings, alpha: float, blank: Record, error: Exception
) -> Record:
    """What the check stumbled over was the implementation's answer, if it does not stumble alone.

    That is tried on the default target: where the same check passes, it was what this one returned.
    """
    frame = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{os.path.basename(frame.filename)}:{frame.lineno}"
    call = target.pasteable_calls(last_only=True)
    run, own = precision.current(), (check, settings, alpha, blank)
    if not run.is_float64 and not _stands(yardstick(), *own):
        lack = f"precision: more digits than {run.name} has"
        text = _message(check, f"not judged ({where}: {error_text(error)}): {lack}")
        return changed(blank, status=Status.LACKING, message=text, lacking=(lack,))
    other = target.replaced or target.expression != DEFAULT
    if target.changed:  # a check that goes on with what it gave may well stumble over that
        found = Found(overwritten(target, _run_again(check, target, settings)))
        return _concluded(check, target, blank, found, (), ())
    if target.result is not NOTHING and other and _stands(load(DEFAULT), *own):
        body = (
            f"got={shown(target.result)}, should be something that can be judged "
            f"({where}: {error_text(error)})"
        )
        return changed(blank, status=Status.FAILED, message=_message(check, body, call))
    body = f"the check itself fails ({where}): {error_text(error)}"
    return changed(blank, message=_message(check, body, call))


def _stands(target: Target, check: Check, settings: Settings, alpha: float, blank: Record) -> bool:
    """Whether the check passes on the default target, rounded or not."""
    try:
        return _verdict(check, target, settings, alpha, blank).status == Status.PASSED
    except Exception:
        return False
