"""Section 3, "always PD by construction": positive semidefinite, where exp(-gamma d) is not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from gramcheck.verify import strategies
from gramcheck.verify.compare import close_to, equal, is_true
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.spectrum import certified_psd, positive_semidefinite, psd_verdict
from gramcheck.verify.suite.d2ke.problems import (
    EXAMPLES,
    all_strings,
    number_series,
    weighted_collections,
)

PLACE = "Section 3, after Eq. (7)"
GAMMAS = 10.0 ** np.arange(-3, 4)  # six decades


def collections() -> dict[str, list[Any]]:
    """A collection for each distance, exhaustive where it can be."""
    grid = [[float(i), float(j)] for i in range(2) for j in range(2)]
    subsets = [[p for k, p in enumerate(grid) if mask >> k & 1] for mask in range(1, 16)]
    return {
        "levenshtein": list(all_strings("ab", 4)),
        "dtw": number_series(),
        "modified_hausdorff": [np.array(s) for s in subsets],
    }


@check("d2ke/psd", place=f"{PLACE}; erratum D5", needs="d2ke.kernel", since="0.1")
@for_all(
    problem=weighted_collections(max_size=6),
    gamma=strategies.log_uniform(1e-3, 1e3),
    examples=[
        {
            "problem": (name, [*objects, objects[0]], [], objects, np.full(len(objects), p)),
            "gamma": 0.5,
        }
        for name, objects, p in (
            ("levenshtein", EXAMPLES["levenshtein"], 1 / 4),
            ("dtw", EXAMPLES["dtw"], 1 / 3),
            ("modified_hausdorff", EXAMPLES["modified_hausdorff"], 1 / 3),
        )
    ],
)
def kernel_is_positive_semidefinite(target: Any, problem: Any, gamma: float) -> Iterator[Outcome]:
    """Any objects, repeated ones too, any omegas, any p: no v'Kv below n eps ||K||."""
    distance, X, _, omegas, p = problem
    yield positive_semidefinite(target.d2ke.kernel(X, X, omegas, gamma, distance, weights=p))
    yield positive_semidefinite(target.d2ke.kernel(X, X, omegas, gamma, distance))


@check("d2ke/psd", place=PLACE, needs="d2ke.kernel", since="0.1")
def kernel_is_positive_semidefinite_on_whole_collections(
    target: Any, run: Any
) -> Iterator[Outcome]:
    """Every binary string up to 4, every series over 0, 1, 2 up to 3, every subset of a square.

    For gamma over six decades; half of the objects serve as omegas.
    """
    for distance, objects in collections().items():
        for gamma in GAMMAS:
            yield positive_semidefinite(
                target.d2ke.kernel(objects, objects, objects[::2], float(gamma), distance)
            )


@check("d2ke/psd", place=PLACE, needs="d2ke.kernel", since="0.1")
def definiteness_is_certain_where_features_are_independent(
    target: Any, run: Any
) -> Iterator[Outcome]:
    """A proof, by Cholesky with a shift, that the computed matrix is positive definite.

    Omega holds all objects and gamma is large enough for the features to be far from dependent.
    """
    for distance, objects in collections().items():
        objects = objects[:10]
        K = target.d2ke.kernel(objects, objects, objects, 1.0, distance)
        yield positive_semidefinite(K)
        K = np.asarray(K, dtype=float)
        if K.shape == (len(objects),) * 2 and np.isfinite(K).all():
            yield equal("psd", certified_psd((K + K.T) / 2))
        else:
            yield is_true(
                False, f"got K of shape {K.shape}, should be finite and {len(objects)} wide"
            )


@check(
    "d2ke/psd",
    place="Section 3, Relationship to Distance Substitution Kernel",
    needs=("d2ke.cdist", "d2ke.kernel"),
    since="0.1",
)
def distance_substitution_is_indefinite_where_this_kernel_is_not(
    target: Any, run: Any
) -> Iterator[Outcome]:
    """Smallest eigenvalues of exp(-gamma d), with a witness where they are negative.

    DTW on all series over 0, 1, 2 of length 1 to 3: -0.355 at gamma = 0.5. Levenshtein on all
    binary strings up to length 4: -0.226 at gamma = 0.5, but 0.476 at gamma = 2.
    """
    for distance, gamma, smallest in (
        ("dtw", 0.5, -0.355),
        ("levenshtein", 0.5, -0.226),
        ("levenshtein", 2.0, 0.476),
    ):
        objects = collections()[distance]
        D = np.asarray(target.d2ke.cdist(objects, objects, distance), dtype=float)
        try:
            verdict = psd_verdict(np.exp(-gamma * D))
        except ValueError as error:  # not square, not symmetric, not finite
            yield is_true(False, f"got {error} from distances, should be a symmetric matrix")
            continue
        yield close_to(smallest, verdict.smallest, atol=5e-4)
        witnessed = (verdict.witness is not None) == (smallest < 0)
        yield is_true(witnessed, f"got v'Kv={verdict.quadratic_form!r}, should be {smallest}")
        yield positive_semidefinite(target.d2ke.kernel(objects, objects, objects, gamma, distance))
