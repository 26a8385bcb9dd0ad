"""Section 2: what the penalty of (3) does, and the class {φ : Ω[φ] ≤ s} of footnote 4; C21."""

from __future__ import annotations

import numpy as np

from gramcheck.paper_checks.claims.kcr.samples import SMOOTHING_KERNELS, configurations
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_least, at_most, holds
from gramcheck.paper_checks.ledger import Evidence, Table, claim, erratum
from gramcheck.reference import kcr
from gramcheck.reference.types import Array, Integers

POINTS, CLASSES = np.array([0.0, 1.0, 2.1]), np.array([1, 2, 3])
_MAPS = np.arange(13) / 10  # a of φ(x) = a x, with Ω[φ] = a²
_LAMBDAS = np.geomspace(1e-2, 1e2, 61)


def _distances() -> Array:
    return np.abs(POINTS[:, None] - POINTS)


def errors_of_maps() -> Integers:
    """How many of the three points (2) gets wrong with h = 1, for each φ."""
    return np.array(
        [round(3 * kcr.resubstitution_error(a * _distances(), CLASSES, 1.0)) for a in _MAPS]
    )


@claim(
    "kcr/footnote-4",
    place="Section 2, footnote 4",
    kind="statement",
    checks=("vectors/resubstitution_error", "vectors/regularized_error"),
)
def penalty_and_class(run: Run) -> Evidence:
    """Minimizing (3) is equivalent to minimizing the errors over {φ : Ω[φ] ≤ s}, for some s.

    For each λ' there is such an s: Ω[φ] of a minimizer φ of (3). Whatever errs least within that
    class minimizes (3) too. Here these are points 0, 1 and 2.1 of three classes, φ(x) = a x and
    h = 1: two errors at a = 0; one at a = 1, where 1 and 2.1 are farther apart than h; none from
    a = 1.1 on. That there is a λ' for each s the sentence does not say, and there is none for
    s = 1, whose class makes one error: as λ' grows, what minimizes (3) goes from none to two.
    (Equal votes go to the smallest label. h is fixed: where it is free as well, neither s nor λ'
    restricts anything, erratum C21. Until a review the other direction was taken for what is
    printed, and the sentence for half wrong.)
    """
    wrong, penalty, D = errors_of_maps(), _MAPS**2, _distances()
    best_of_penalties, above = set(), []
    for lam in _LAMBDAS:
        values = np.array([kcr.regularized_error(a * D, CLASSES, 1.0, a**2, lam) for a in _MAPS])
        best = int(values.argmin())
        best_of_penalties.add(int(wrong[best]))
        within = penalty <= penalty[best]
        least = within & (wrong == wrong[within].min())
        above.append(float(values[least].max() - values[best]))
    return Evidence(
        printed=at_most(above, 0.0, atol=1e-12, name="(3) of the best of a class, above its least"),
        measured={
            "errors of the best φ, over all λ'": sorted(best_of_penalties),
            "over all s": sorted({int(wrong[penalty <= s].min()) for s in penalty}),
        },
        table=Table(
            ["a", "Ω[φ]", "errors"],
            [[float(a), float(a**2), int(w)] for a, w in zip(_MAPS, wrong, strict=True)],
        ),
    )


_TOWARDS_ZERO = [2.0**-e for e in (5, 10, 20)]  # t: powers of two, so that ρ/h stays what it is
_LAMBDA = 0.7


def _objectives(D: Array, y: Integers, h: float, kernel: str, penalty: float) -> Array:
    """(3), (5) and (8) for the same φ and h."""
    return np.array(
        [
            kcr.regularized_error(D, y, h, penalty, _LAMBDA, kernel),
            kcr.objective_5(D, y, h, penalty, _LAMBDA, kernel),
            kcr.objective_8(D, y, h, kernel, penalty=penalty, lam=_LAMBDA),
        ]
    )


def _separated(t: float) -> float:
    """(9) for pairs of points of class l at 2 t l, with h~ = 2 t² and Ω[φ] = t²."""
    y = np.repeat([1, 2, 3], 2)
    squared = np.square(2 * t * (y[:, None] - y))
    return kcr.objective_from_distances(squared, 2 * t**2, y) + _LAMBDA * t**2


@erratum(
    "errata/C21",
    place="Section 2, Eq. (3), Eq. (5); Section 4, Eq. (8)",
    about=("eq-3", "eq-5", "eq-8"),
)
def nothing_is_penalized(run: Run) -> Evidence:
    """A penalty Ω[φ] = ||φ||² in (3), (5) and (8) keeps non-smooth φ from being selected.

    Not where h > 0 is chosen as well, as all three have it. Votes are of ρ/h: t φ with t h votes as
    φ with h does, for every t, and its penalty is t² Ω[φ]. So for every λ the infimum is that
    without a penalty, and no φ is a minimizer but one with Ω[φ] = 0. Corrected: in (9) it counts,
    as the 1 of the hinges is a scale. Classes that it parts cost more the nearer t is to 0.
    """
    left, off = [], []
    for kernel in SMOOTHING_KERNELS:
        for D, y, h in configurations(15, run.rng(kernel), ties=kernel == "naive"):
            loss = _objectives(D, y, h, kernel, 0.0)
            added = _objectives(D, y, h, kernel, 1.0) - loss
            for t in _TOWARDS_ZERO:
                of_t = _objectives(t * D, y, t * h, kernel, t**2) - loss
                left.append(of_t / added)
                off.append(of_t - _LAMBDA * t**2)
    parted = [_separated(t) for t in _TOWARDS_ZERO]
    return Evidence(
        printed=at_least(
            np.min(left, axis=0),
            1.0,
            name="what the penalty adds at t φ and t h, over that at φ, h",
        ),
        corrected=[
            holds(
                off, 0.0, atol=1e-12, name="(3), (5), (8) at t φ, t h less the loss and t² λ Ω[φ]"
            ),
            at_least(parted, _separated(1.0), name="(9) at t φ and t² h~, and at φ and h~"),
        ],
        measured={"(9) of classes that are parted, t = 1": _separated(1.0), "as t falls": parted},
    )
