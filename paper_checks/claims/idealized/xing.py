"""Section 4: the method of Xing et al., and why footnote 8 leaves it out."""

from __future__ import annotations

import numpy as np

from gramcheck.paper_checks.claims.idealized.systems import error_of, toy_division
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.experiments.idealized.kernels import Array, Geometry
from gramcheck.paper_checks.findings import at_least, at_most, equals, holds
from gramcheck.paper_checks.ledger import Evidence, Verdict, claim
from gramcheck.reference.idealized import make_toy, pairs_from_labels, xing_metric
from gramcheck.reference.types import Integers as Pairs
from gramcheck.verify.definitions import idealized as definitions


@claim("idealized/system-xing", place="Section 4", checks=["xing"])
def system_xing(run: Run) -> Evidence:
    """Xing et al.: maximize Σ_D |x_i - x_j|_A subject to Σ_S |x_i - x_j|²_A ≤ 1, A semidefinite.

    Certified without its own word: the objective is concave, and its gradient at A bounds what any
    feasible matrix can reach; A reaches it.
    """
    division = toy_division(run, "linear")
    base, (S, D) = division.base, division.pairs
    metric = xing_metric(base.rows, S, D)
    value = definitions.xing_objective(metric.matrix, base.rows, D.tolist())
    bound = definitions.xing_upper_bound(metric.matrix, base.rows, S.tolist(), D.tolist())
    total = definitions.xing_constraint(metric.matrix, base.rows, S.tolist())
    return Evidence(
        printed=[
            holds(value, bound, rtol=1e-6, name="Σ_D |x_i - x_j|_A against the bound"),
            holds(total, 1.0, rtol=1e-6, name="Σ_S |x_i - x_j|²_A"),
            at_least(
                np.linalg.eigvalsh(metric.matrix)[0], 0.0, atol=1e-9, name="smallest eigenvalue"
            ),
            at_most(error_of(Geometry.of(metric, base), division), 20.0, name="error, %"),
        ]
    )


@claim(
    "idealized/footnote-8",
    place="Section 4, footnote 8",
    kind="statement",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
def not_for_many_features(run: Run) -> Evidence:
    """Xing et al. have p² parameters, so cannot be applied to colon, lymphoma and the RBF kernel.

    The number of parameters is no obstacle: toy data turned into 2000 dimensions have the same
    optimum, which lies in the span of the differences. What stops the method is that there is no
    optimum: n patterns with n - 1 features or more, in general position, leave a direction in which
    no similar pair differs and dissimilar ones do, and A may grow along it at no cost. So with any
    kernel matrix of full rank, as that of the RBF kernel is.
    """
    rng = run.rng()
    X, y = make_toy(15, rng)
    S, D = pairs_from_labels(y)
    turned = X @ np.linalg.qr(rng.standard_normal((2000, X.shape[1])))[0].T
    few, many = xing_metric(X, S, D), xing_metric(turned, S, D)
    wide = rng.standard_normal((30, 60))
    squared = np.sum((X[:, None] - X) ** 2, axis=2)
    cases = {"60 features": wide, "RBF": np.exp(-squared / np.median(squared))}
    growth = {name: cost_free(rows, S, D) for name, rows in cases.items()}
    refused = [name for name, rows in cases.items() if _is_unbounded(rows, S, D)]
    bound = definitions.xing_upper_bound(few.matrix, X, S.tolist(), D.tolist())
    return Evidence(
        common=holds(few.value, bound, rtol=1e-6, name="11 features: the optimum, its bound"),
        printed=at_least(
            abs(many.value / few.value - 1), 1e-3, name="11 features in 2000: another optimum"
        ),
        corrected=[
            equals(many.matrix.size, 2000**2, name="entries of the matrix for 2000 features"),
            holds(many.value, few.value, rtol=1e-6, name="its optimum, that of 11 features"),
            at_most(
                [free for free, _ in growth.values()], 1e-9, name="Σ_S |u'z|² of a direction u"
            ),
            at_least([gain for _, gain in growth.values()], 0.1, name="Σ_D |u'z| of it"),
            equals(refused, list(cases), name="refused as unbounded"),
        ],
    )


def cost_free(rows: Array, S: Pairs, D: Pairs) -> tuple[float, float]:
    """What S and D see of u, the part of D's first difference orthogonal to S, over its length."""
    z_S, z_D = (rows[p[:, 0]] - rows[p[:, 1]] for p in (S, D))
    _, sizes, directions = np.linalg.svd(z_S, full_matrices=False)
    span = directions[sizes > 1e-8 * sizes[0]]
    rest = z_D - z_D @ span.T @ span
    u = rest[0] / np.linalg.norm(z_D[0])
    A = np.outer(u, u)
    return (
        definitions.xing_constraint(A, rows, S.tolist()),
        definitions.xing_objective(A, rows, D.tolist()),
    )


def _is_unbounded(rows: Array, S: Pairs, D: Pairs) -> bool:
    try:
        xing_metric(rows, S, D)
    except ValueError as error:
        return "unbounded" in str(error)
    return False
