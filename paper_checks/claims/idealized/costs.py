"""Section 3.2.1: what the program (14)-(16) costs, and what the method of Xing et al. does."""

from __future__ import annotations

import math
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np
import scipy
from cvxopt import lapack, matrix, solvers

from gramcheck.paper_checks.claims.idealized.problems import Array
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_least, at_most, below, holds
from gramcheck.paper_checks.ledger import Evidence, Table, Verdict, claim
from gramcheck.reference import idealized
from gramcheck.reference.types import Integers as Pairs
from gramcheck.verify.definitions import idealized as definitions

FEATURES = (3, 11, 30)  # the toy data have 11
GAPS = (1e-2, 1e-3)  # relative, certified for either method
C, NU = 100.0, 0.5
EIGEN = 9.0  # times p³: all eigenvalues and eigenvectors of a symmetric matrix, by the textbook
MOST_STEPS = 1000  # after which our solver would be given up
NEARLY = 1.01  # the constraint when projections in turn end; a factor does the rest


class Cost(NamedTuple):
    """Steps to a relative gap, the multiplications of them all, and the gap that is certified."""

    steps: int
    multiplications: float
    gap: float


# ---------------------------------------------------------------------------------------------
# the quadratic program as it is printed


def program_price(N: int, p: int, factorizations: int) -> float:
    """Products of all N differences, and dense Cholesky factorizations, N³/3 each."""
    return N**2 * p + factorizations * N**3 / 3


def least_price(N: int, p: int, steps: int) -> float:
    """The same where each step makes use of the rank r of the Hessian, if that is below N."""
    r = p * (p + 1) // 2
    return N**2 * p + steps * min(N**3 / 3, N * r**2 + r**3 / 3)


def program(X: Array, S: Pairs, D: Pairs, gap: float) -> tuple[Cost, Cost]:
    """The dual handed dense to cvxopt, its Cholesky factorizations counted; with the rank used."""
    P, q, G, h = idealized.dual_program(X, S, D, C, C, NU)
    factored, decompose = [], lapack.potrf

    def potrf(A: Any, *rest: Any, **options: Any) -> None:
        factored.append(A.size[0] == len(q))
        decompose(A, *rest, **options)

    # cvxopt's gap is over another value than the certified one, and so is asked for a quarter
    options = {"show_progress": False, "abstol": 0.0, "reltol": gap / 4, "feastol": gap / 4}
    with patch.object(lapack, "potrf", potrf):
        solution = solvers.qp(*map(matrix, (P, q, G, h)), options=options)
    box = h[len(q) : -1]
    alpha = np.clip(np.ravel(solution["x"]), 0.0, box)
    # (15) is met within that tolerance only, and exactly after a step to the upper bounds
    lacking = max(0.0, NU * C - alpha[len(S) :].sum())
    alpha += lacking / (C - alpha[len(S) :].sum()) * (box - alpha) * (np.arange(len(q)) >= len(S))
    alphas = alpha[: len(S)], alpha[len(S) :]
    metric = idealized.metric_from_multipliers(X, S, D, *alphas)
    gamma = idealized.best_gamma(idealized.pair_margins(X, S, D, metric, 0.0)[1], NU)
    slacks = idealized.smallest_slacks(X, S, D, metric, gamma)
    primal = idealized.primal_objective(metric, gamma, *slacks, C, C, NU)
    reached = abs(primal - idealized.dual_objective(*alphas, X, S, D)) / abs(primal)
    N, p, steps = len(q), X.shape[1], solution["iterations"]
    return (
        Cost(steps, program_price(N, p, sum(factored)), reached),
        Cost(steps, least_price(N, p, steps), reached),
    )


# ---------------------------------------------------------------------------------------------
# gradient steps and projections


def step_price(p: int, n_D: int, eigen: int, gradients: int) -> float:
    """Eigendecompositions, and gradients: products with A and a sum of zz' over D, p² each."""
    return EIGEN * eigen * p**3 + gradients * 2 * n_D * p**2


def sum_and_gradient(Z: Array, A: Array) -> tuple[float, Array]:
    """Σ_D |z|_A and its gradient in A."""
    lengths = np.sqrt(np.maximum(np.einsum("kp,pq,kq->k", Z, A, Z), 1e-300))
    return float(lengths.sum()), (Z.T / (2 * lengths)) @ Z


def onto_the_simplex(values: Array) -> Array:
    """The nearest values that are not negative and sum to 1."""
    falling = np.sort(values)[::-1]
    excess = (np.cumsum(falling) - 1) / np.arange(1, len(values) + 1)
    return np.maximum(values - excess[np.nonzero(falling > excess)[0][-1]], 0.0)


def climbed(X: Array, S: Pairs, D: Pairs, gap: float) -> tuple[Array, Cost]:
    """Gradient steps, each projected on the constraints by one eigendecomposition; A and its cost.

    With Σ_S zz' = RR' and A = R'⁻¹ B R⁻¹ the constraint on S is tr B ≤ 1, and the nearest such
    B ⪰ 0 has the same eigenvectors. The gradient in B says how far the maximum may be above.
    """
    z_S, z_D = (X[pairs[:, 0]] - X[pairs[:, 1]] for pairs in (S, D))
    p, R = X.shape[1], np.linalg.cholesky(z_S.T @ z_S)
    Z = np.linalg.solve(R, z_D.T).T
    B = np.eye(p) / p
    value, gradient = sum_and_gradient(Z, B)
    step, eigen, gradients, reached = 1 / np.linalg.norm(gradient), 0, 1, math.inf
    while gradients < MOST_STEPS:
        eigen += 1
        reached = math.sqrt(2 * np.linalg.eigvalsh(gradient)[-1] / value) - 1
        if reached <= gap:
            break
        eigenvalues, U = np.linalg.eigh(B + step * gradient)
        eigen, gradients = eigen + 1, gradients + 1
        next_B = (U * onto_the_simplex(eigenvalues)) @ U.T
        next_value, next_gradient = sum_and_gradient(Z, next_B)
        if next_value > value:
            B, value, gradient, step = next_B, next_value, next_gradient, 1.5 * step
        else:
            step /= 2
    half = np.linalg.solve(R.T, np.eye(p))
    coordinates = (len(S) + len(D)) * p**2 + 3 * p**3
    cost = coordinates + step_price(p, len(D), eigen, gradients)
    return half @ B @ half.T, Cost(gradients - 1, cost, reached)


def in_turn(X: Array, S: Pairs, D: Pairs, gap: float, most: float) -> tuple[Array, Cost]:
    """Gradient steps, after each projections on half-space and cone in turn; A and its cost.

    A step is along the gradient, less its part along that of the constraint, longer after a
    success and half as long after a failure. The loop ends, too, when it has cost more than that.
    """
    z_S, z_D = (X[pairs[:, 0]] - X[pairs[:, 1]] for pairs in (S, D))
    W, p, eigen, gradients, cost, reached = z_S.T @ z_S, X.shape[1], 0, 1, 0.0, math.inf
    best = np.eye(p) / np.trace(W)
    value, gradient = sum_and_gradient(z_D, best)
    step = 0.1 * np.linalg.norm(best)
    while cost <= most:
        direction = gradient - np.vdot(gradient, W) / np.vdot(W, W) * W
        A = best + step * direction / np.linalg.norm(direction)
        inside = False
        while not inside and cost <= most:
            A = A - max(0.0, np.vdot(W, A) - 1) / np.vdot(W, W) * W
            eigenvalues, U = np.linalg.eigh(A)
            A, eigen = (U * np.maximum(eigenvalues, 0.0)) @ U.T, eigen + 1
            inside = np.vdot(W, A) <= NEARLY
            cost = step_price(p, len(D), eigen, gradients)
        if not inside:
            break
        A = A / np.vdot(W, A)
        new, new_gradient = sum_and_gradient(z_D, A)
        gradients += 1
        if new > value:
            best, value, gradient, step = A, new, new_gradient, 1.05 * step
            eigen += 1
            largest = scipy.linalg.eigh(gradient, W, eigvals_only=True)[-1]
            reached = largest / value - 0.5  # the tangent's maximum, as in the definitions
            cost = step_price(p, len(D), eigen, gradients)
            if reached <= gap:
                break
        else:
            step /= 2
    return best, Cost(gradients - 1, cost, reached)


def certified(A: Array, X: Array, S: Pairs, D: Pairs) -> float:
    """How far the maximum may be above Σ_D |z|_A, relative, by the definitions alone."""
    similar, dissimilar = S.tolist(), D.tolist()
    A = A / definitions.xing_constraint(A, X, similar)
    bound = definitions.xing_upper_bound(A, X, similar, dissimilar)
    return bound / definitions.xing_objective(A, X, dissimilar) - 1


@claim(
    "idealized/xing-is-more-costly",
    place="Section 3.2.1, after the dual",
    kind="statement",
    expected=Verdict.HOLDS_WITH_CORRECTION,
    checks=("xing", "vectors/dual_program"),
)
def more_costly(run: Run) -> Evidence:
    """The method of Xing et al. is thus more costly, especially when p is high.

    Multiplications were counted until a relative gap of 10⁻² and of 10⁻³ is certified, 60 patterns
    of toy data with 3, 11 and 30 features, for both methods the same nearest pairs, about 400. The
    program (14)-(16), handed dense to an interior point solver, costs 5 to 7 · 10⁸ (on other
    samples up to 11), a factorization for each of some 27 steps; if each step made use of the rank
    of the Hessian, 8 · 10⁵, 5 · 10⁷ and 6 · 10⁸. What the authors ran is not known but for its
    parts, projections and eigendecompositions.

    Corrected: it depends on how one projects. With half-space and cone in turn, to a gap of 10⁻²,
    the method is cheaper than either program with 3 features, 1 to 4 · 10⁵, and with 30 dearer than
    either, as the paper says: there it is stopped when it has cost more. In between they cross.
    With the 11 of the paper's toy data it costs mostly 10⁸ to 2 · 10⁸, more than the program that
    uses the rank and less than the dense one. That is not judged, as one sample was seen to cost
    hardly more than the former, and 3 of 36 more than the latter. Our solver for the problem of
    Xing et al., with an exact projection in coordinates in which the constraint is on the trace,
    needs two steps and 2 · 10⁴, 3 · 10⁵ and 3 · 10⁶: less than either program, some 50 times and
    more. (Until a review the sentence was judged by that solver alone.)
    """
    rng, rows, gaps, own = run.rng(), [], [], []
    ours, turns, dense, least = (np.empty((len(FEATURES), len(GAPS))) for _ in range(4))
    for i, p in enumerate(FEATURES):
        X, y = idealized.make_toy(30, rng, irrelevant=p - 1)
        S, D = idealized.nearest_pairs(X, *idealized.pairs_from_labels(y))
        value = idealized.xing_metric(X, S, D).value
        for j, gap in enumerate(GAPS):
            printed, cheaper = program(X, S, D, gap)
            A, other = climbed(X, S, D, gap)
            found = definitions.xing_objective(A, X, D.tolist())
            gaps.append([printed.gap / gap, certified(A, X, S, D) / gap, 1 - found / value])
            ours[i, j], dense[i, j] = other.multiplications, printed.multiplications
            least[i, j] = cheaper.multiplications
            row = {
                "p": p,
                "pairs": len(S) + len(D),
                "gap": gap,
                "program: steps": printed.steps,
                "as printed": dense[i, j],
                "with the rank of the Hessian": least[i, j],
                "our solver: steps": other.steps,
                "multiplications": ours[i, j],
                "in turn": None,
            }
            if j == 0:  # a smaller gap takes this loop long with 11 features
                B, loop = in_turn(X, S, D, gap, printed.multiplications)
                turns[i, j] = loop.multiplications
                own.append([certified(B, X, S, D), loop.gap])
                arrived = loop.gap <= gap
                row["in turn"] = turns[i, j] if arrived else f"more than {turns[i, j]:.2g}"
            rows.append(row)
    of_program, of_ours, from_reference = np.transpose(gaps)
    span = math.log(FEATURES[-1] / FEATURES[0])
    powers = [math.log(costs[-1, 1] / costs[0, 1]) / span for costs in (ours, dense)]
    few, many = (float(turns[i, 0]) for i in (0, -1))
    return Evidence(
        common=[
            at_most(of_program, 1.0, name="program: gap between primal and dual, over the wanted"),
            at_most(of_ours, 1.0, name="our solver: gap by the definitions, over the wanted"),
            at_most(
                [by_definition for by_definition, _ in own],
                [by_itself for _, by_itself in own],
                rtol=1e-6,
                name="in turn: gap by the definitions, against its own",
            ),
            holds(
                from_reference,
                0.0,
                atol=max(GAPS),
                name="our solver: Σ_D |x_i - x_j|_A and that of the reference, relative",
            ),
            at_least(powers[0], 2.0, name="our solver: power of p, from 3 to 30 features"),
            at_most(powers[1], 0.5, name="program as printed: power of p"),
        ],
        printed=[
            at_least(turns[:, 0], dense[:, 0], name="projected in turn, against the dense program"),
            at_least(ours, dense, name="our solver, against the dense program"),
        ],
        corrected=[
            below(few, dense[0, 0], name="in turn, 3 features, against the dense program"),
            below(dense[-1, 0], many, name="dense program, 30 features, against in turn"),
            below(
                ours,
                least,
                name="our solver, against an interior-point program that uses the rank",
            ),
        ],
        table=Table.of(rows),
        note="An eigendecomposition is priced 9 p³, a value with its gradient 2 N_D p².",
    )
