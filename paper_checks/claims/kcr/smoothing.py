"""Section 1: the rule of two classes and its smoothing kernels."""

from __future__ import annotations

import numpy as np

from gramcheck.paper_checks.claims.kcr.samples import (
    SMOOTHING_KERNELS,
    configurations,
    distances,
)
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_least, at_most, equals, holds
from gramcheck.paper_checks.ledger import Evidence, claim
from gramcheck.reference import kcr
from gramcheck.verify.definitions import kcr as definitions


def _printed_weights(X: np.ndarray) -> dict[str, np.ndarray]:
    """Kernels of Section 1 at points of R^D, in their rows; the paper has h = 1."""
    D, squares = X.shape[1], np.square(X).sum(axis=1)
    return {
        "gaussian": np.exp(-squares),
        "cauchy": 1 / (1 + np.sqrt(squares) ** (D + 1)),
        "epanechnikov": (1 - squares) * (squares <= 1),
    }


@claim("kcr/eq-1", place="Section 1, Eq. (1)")
def two_classes(run: Run) -> Evidence:
    """Of two classes 0 and 1, class 0 where its votes are at least those of class 1, else 1.

    With an empty ball, votes 0 and 0, that is class 0; rule (2) leaves it open. The kernels of
    Section 1 are K(x) = exp(-‖x‖²), 1/(1 + ‖x‖^(D+1)) and (1 - ‖x‖²) 1{‖x‖² ≤ 1} for x in R^D.
    """
    differ, seen, empty = 0, 0, 0
    for kernel in SMOOTHING_KERNELS:
        # sums of equal real weights need not be equal in floating point: ties of counts only
        for D, y, h in configurations(200, run.rng(kernel), ties=kernel == "naive"):
            binary = (y > 1).astype(int)
            for rows in (D, D + 1.0):  # the training points, and points farther from all of them
                votes = kcr.kernel_rule(rows, binary, h, kernel, empty="tie")
                printed = [definitions.binary_rule(row, binary.tolist(), h, kernel) for row in rows]
                differ += int((votes.labels != printed).sum())
                seen += len(rows)
                empty += int(votes.empty.sum())
    off = []
    for dimension in (1, 2, 3, 8):
        X = run.rng(str(dimension)).normal(size=(20, dimension)) / np.sqrt(dimension)
        for kernel, weights in _printed_weights(X).items():
            rho = np.linalg.norm(X, axis=1)
            off.append(kcr.smoothing_kernel(rho, 1.0, kernel, dimension + 1) - weights)
    return Evidence(
        printed=[
            equals(differ, 0, name=f"decisions of {seen} that differ from (2)"),
            at_least(empty, 1, name="of them with an empty ball, left to ties"),
            holds(off, 0.0, atol=1e-14, name="kernels minus those of Section 1, D = 1, 2, 3, 8"),
        ],
        note="The exponent D + 1 of the Cauchy kernel is an argument, cauchy_exponent: what is "
        "learned is a distance, which has no D. Its default 2 is that of the line.",
    )


@claim("kcr/footnote-2", place="Section 1, footnote 2", kind="statement")
def positive_definite_smoothing_kernels(run: Run) -> Evidence:
    """The Gaussian kernel is positive definite on R^D; Epanechnikov's and the naive one are not.

    Not: on a line in R^D, seven points half a bandwidth apart are enough. That the Gaussian one is
    follows from Bochner's theorem; here its matrices have no eigenvalue below 0 but for rounding.
    (Until a review it was not looked at whether the matrices are those of these kernels.)
    """
    smallest, off = [], []
    for dimension in (1, 2, 3, 8):
        for X in run.rng(str(dimension)).normal(size=(20, 15, dimension)):
            matrix = kcr.smoothing_kernel(distances(X), 1.0, "gaussian")
            smallest.append(np.linalg.eigvalsh(matrix)[0] / len(X))
            steps = (X[:, None] - X).reshape(-1, dimension)
            off.append(matrix.ravel() - _printed_weights(steps)["gaussian"])
    line = np.abs(np.subtract.outer(np.arange(7), np.arange(7))) / 2
    printed = {"epanechnikov": np.maximum(1 - line**2, 0.0), "naive": np.where(line > 1, 0.0, 1.0)}
    matrices = {kernel: kcr.smoothing_kernel(line, 1.0, kernel) for kernel in printed}
    others = [np.linalg.eigvalsh(matrix)[0] for matrix in matrices.values()]
    off += [(matrices[kernel] - printed[kernel]).ravel() for kernel in printed]
    return Evidence(
        printed=[
            holds(np.concatenate(off), 0.0, atol=1e-14, name="kernels minus those of Section 1"),
            at_least(min(smallest), 0.0, atol=1e-15, name="Gaussian: smallest eigenvalue over n"),
            at_most(others, -0.1, name="Epanechnikov, naive: smallest eigenvalue on a line"),
        ],
        measured=dict(zip(("Epanechnikov", "naive"), others, strict=True)),
    )
