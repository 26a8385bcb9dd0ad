"""One rule for every sentence that compares systems on random splits or repeats.

A sentence such as "A outperforms B" says in which range the true difference A - B lies. `margins`
has the ranges, and says of each when it was fixed. From the paired differences follows an interval
of the confidence that is fixed here, and from it one of three outcomes:

==========  ========================================================================
holds       the interval lies within the range of the sentence
fails       the interval lies beyond it
undecided   it overlaps an end of the range; the finding says how many splits would do
==========  ========================================================================

The comparisons of one claim are right together with probability `CONFIDENCE` (Bonferroni). Splits
of one data set overlap, which an interval from independent repeats would ignore: the variance of
the mean is corrected as by Nadeau and Bengio, "Inference for the Generalization Error", Machine
Learning 52, 2003.
"""

from __future__ import annotations

import bisect
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import stdtrit

from gramcheck.paper_checks.findings import Finding
from gramcheck.paper_checks.margins import TYPICALLY, Sentence
from gramcheck.paper_checks.wording import number, shown
from gramcheck.reference.types import Array

CONFIDENCE = 0.95  # of all comparisons of a claim together, two-sided
_MOST_SPLITS = 10**6  # a number of splits that nobody runs


@dataclass(frozen=True)
class Difference:
    """Paired differences, one a split, in the direction in which more is better.

    values : A - B split by split (accuracies); B - A where less is better (errors)
    overlap : test objects over training objects where the splits are of one data set, else 0
    resolution : the smallest step of one measurement, 100 / n_test for percent; equal values on
        few splits are not known to be equal beyond it
    """

    values: Array
    overlap: float = 0.0
    resolution: float = 0.0

    @classmethod
    def of(
        cls, better: ArrayLike, worse: ArrayLike, n_train: float = math.inf, n_test: int = 0
    ) -> Difference:
        """Percentages of two systems on the same splits, so many training and test objects each."""
        values = np.subtract(better, worse, dtype=float)
        return cls(values, n_test / n_train, 100 / n_test if n_test else 0.0)

    @classmethod
    def to_printed(
        cls,
        measured: ArrayLike,
        printed: float,
        splits: int,
        deviation: float | None = None,
        resolution: float = 0.0,
    ) -> Difference:
        """A printed error, the mean of so many random splits of the same data, minus ours.

        Once the data are given, splits are independent of each other, here as in the paper, so that
        nothing overlaps; that they share points matters for points that nobody has seen, on which
        systems are compared. What no number of our splits takes away is the variance of the
        printed mean, by the printed deviation, or else by ours.
        """
        errors = np.asarray(measured, dtype=float)
        if len(errors) < 2:
            return cls(printed - errors)
        variance = max(float(errors.var(ddof=1)), resolution**2)
        of_printed = variance if deviation is None else deviation**2
        share = of_printed / splits / variance if variance else 0.0
        return cls(printed - errors, share, resolution)

    @property
    def mean(self) -> float:
        """The mean difference."""
        return float(self.values.mean())

    def half_width(self, confidence: float, n: int | None = None) -> float:
        """Of the interval around the mean, from the splits there are or from ``n`` such splits."""
        if len(self.values) < 2:
            return math.inf
        n = n or len(self.values)
        sd = max(float(self.values.std(ddof=1)), self.resolution)
        quantile = float(stdtrit(n - 1, (1 + confidence) / 2))
        return quantile * sd * math.sqrt(1 / n + self.overlap)

    def splits_needed(self, gap: float, confidence: float) -> int | None:
        """How many such splits have an interval narrower than ``gap``; None: no number has."""
        if not self.half_width(confidence, _MOST_SPLITS) < gap:
            return None
        counts = range(2, _MOST_SPLITS)
        return 2 + bisect.bisect_left(
            counts, True, key=lambda n: self.half_width(confidence, n) < gap
        )


class Comparison(NamedTuple):
    """``name``: two systems and where they are compared; a sentence about their difference.

    ``unfinished`` names those of the two that have a tested fit which fell short, ``how``: what it
    measures is where a solver ended, and not the system. The comparison stays undecided then.
    """

    name: str
    difference: Difference
    sentence: Sentence
    unfinished: Sequence[str] = ()
    how: str = "did not converge"


def judge(comparisons: Sequence[Comparison], confidence: float = CONFIDENCE) -> list[Finding]:
    """The findings of all comparisons of a claim, right together with this confidence.

    Those with unfinished fits are undecided, and count among all.

    Raises
    ------
    ValueError    no comparison at all, or one without a split
    """
    if not comparisons or any(len(c.difference.values) == 0 for c in comparisons):
        raise ValueError("comparisons must be one or more, each with a split or more")
    each = 1 - (1 - confidence) / len(comparisons)
    return [_judge(comparison, each, confidence) for comparison in comparisons]


def _judge(comparison: Comparison, each: float, together: float) -> Finding:
    _, difference, sentence, unfinished, how = comparison
    name = f"{comparison.name} ({sentence.words})"
    if unfinished:
        return undecided(name, f"{' and '.join(unfinished)} {how}")
    mean, half = difference.mean, difference.half_width(each)
    words = f"± {number(half)}, confidence {number(together)} for the claim"
    words += _too_wide(difference.half_width(each, _MOST_SPLITS), sentence)
    outcome = _outcome(mean - half, mean + half, sentence.low, sentence.high)
    repeats = None
    if len(difference.values) < 2:
        words += "; one split does not tell how many would decide"
    elif outcome is None:
        gap = min(abs(mean - end) for end in sentence[1:] if math.isfinite(end))
        n = difference.splits_needed(gap, each)
        words += f"; {n} such splits would decide" if n else "; no number of splits would decide"
        repeats = n or math.inf
    relation, stated = _range(sentence.low, sentence.high)
    made = len(difference.values)
    return Finding(name, mean, relation, stated, words, outcome, repeats=repeats, made=made)


def _too_wide(least: float, sentence: Sentence) -> str:
    """That even the mean of a million splits could not be found alike, where it could not."""
    if not (sentence.high - sentence.low) / 2 <= least < math.inf:
        return ""
    return f"; ± {number(least)} at the least, too wide to find them alike"


def _outcome(low: float, high: float, lowest: float, highest: float) -> bool | None:
    """Whether [low, high] lies within the range, beyond it (False), or neither (None)."""
    if lowest < low and high <= highest:
        return True
    return False if high <= lowest or low > highest else None


def _range(low: float, high: float) -> tuple[str, float | list[float]]:
    if math.isinf(high):
        return (">" if low == 0 else "≥"), low
    return "between", [low, high]


def counted(name: str, findings: Sequence[Finding], often: float) -> Finding:
    """Whether findings hold as often as that: `ALMOST_ALWAYS`, or `TYPICALLY`, of the cases.

    They are all the cases there are: none is drawn, and the doubt is that of the findings.

    Raises
    ------
    ValueError    no findings
    """
    if not findings:
        raise ValueError("findings must be one or more")
    outcomes, cases = [f.holds for f in findings], len(findings)
    so, against = outcomes.count(True), outcomes.count(False)
    words = f"{against} fail, {cases - so - against} undecided"
    enough = cases // 2 + 1 if often == TYPICALLY else often * cases
    outcome = enough_hold(outcomes, enough)
    repeats = repeats_until_enough(findings, enough) if outcome is None else None
    name, made = f"{name}: {so} of {cases}", most_made(findings)
    return Finding(name, so, "≥", enough, words, outcome, repeats=repeats, made=made)


def under_all(readings: Mapping[str, Finding]) -> Finding:
    """One sentence, compared under each reading of a text that leaves open what was done.

    It holds if it does so under all of them, and fails if it fails under all, as nobody knows which
    one the paper followed; else it is undecided. Where two readings contradict each other, or will
    if each goes as it now points, no number of repeats decides it.

    Raises
    ------
    ValueError    no readings
    """
    if not readings:
        raise ValueError("readings must be one or more")
    findings = list(readings.values())
    outcomes = {f.holds for f in findings}
    outcome = findings[0].holds if len(outcomes) == 1 else None
    repeats = most_repeats(findings) if outcome is None else None
    if outcome is None and {True, False} <= {_outcome_after(repeats or 0, f) for f in findings}:
        repeats = math.inf
    told = max(findings, key=lambda f: f.relation != "is")  # the first with a number, if any
    return replace(
        told,
        measured="; ".join(f"{name}: {shown(f.measured)}" for name, f in readings.items()),
        tolerance=" / ".join(_in_words(name, f) for name, f in readings.items()),
        holds=outcome,
        repeats=repeats,
        made=most_made(findings),
    )


def _in_words(name: str, finding: Finding) -> str:
    tolerance = f", {finding.tolerance}" if finding.tolerance else ""
    return f"{name}: {finding.outcome}{tolerance}"


def some(findings: Sequence[Finding], name: str = "in some case") -> Finding:
    """Whether one of them holds; undecided if none does and some might."""
    holds = enough_hold([finding.holds for finding in findings], 1)
    repeats = repeats_until_enough(findings, 1) if holds is None else None
    each = "; ".join(map(str, findings))
    made = most_made(findings)
    return Finding(name, each, "is", "so in one case", "", holds, repeats=repeats, made=made)


def enough_hold(outcomes: Sequence[bool | None], enough: float) -> bool | None:
    """Whether so many hold at least, whatever comes of the others; None where that depends."""
    if outcomes.count(True) >= enough:
        return True
    return False if len(outcomes) - outcomes.count(False) < enough else None


def repeats_until_enough(findings: Sequence[Finding], enough: float) -> float | None:
    """After how many repeats it is known whether so many hold, if each goes as it now points.

    With more and more repeats the undecided ones are decided one by one: for what they are to
    show, or against it, as what was measured lies in its range or not. The last one that is needed
    gives the number. Infinite: no number does; None: it depends on one of which nobody knows.
    At least one of them is undecided.
    """
    left = [f for f in findings if f.holds is None]
    known = sorted(f.repeats for f in left if f.repeats is not None)
    for repeats in filter(math.isfinite, known):
        if enough_hold([_outcome_after(repeats, f) for f in findings], enough) is not None:
            return repeats
    return known[-1] if len(known) == len(left) else None  # then all are decided, if ever


def _outcome_after(repeats: float, finding: Finding) -> bool | None:
    """What a finding will have shown by then, if what was measured stays as it is.

    Of one that is an aggregate itself, and no measured difference, nobody can say that.
    """
    known = finding.repeats is not None and finding.repeats <= repeats
    if finding.holds is not None or not known or not isinstance(finding.measured, float):
        return finding.holds
    low, high = finding.stated if finding.relation == "between" else (finding.stated, math.inf)
    return bool(low < finding.measured <= high)


def most_repeats(findings: Sequence[Finding]) -> float | None:
    """How many repeats would decide every finding that is undecided; None where nobody knows."""
    left = [f for f in findings if f.holds is None]
    known = [f.repeats for f in left if f.repeats is not None]
    return max(known) if known and len(known) == len(left) else None


def most_made(findings: Sequence[Finding]) -> int | None:
    """How many repeats there were, the most of any finding; None where none is of repeats."""
    return max((f.made for f in findings if f.made is not None), default=None)


def undecided(name: str, why: str) -> Finding:
    """A comparison that no repeats can make: a fit did not converge, a system is missing."""
    return Finding(name, why, "is", "comparable", "", None, repeats=math.inf)
