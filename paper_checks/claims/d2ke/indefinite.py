"""Section 1: risk minimization with a kernel matrix that is not positive semidefinite."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy

from gramcheck.paper_checks.claims.d2ke.spaces import Array
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.experiments.learners import libsvm
from gramcheck.paper_checks.findings import Finding, at_least, below, equals, holds
from gramcheck.paper_checks.ledger import Evidence, Table, Verdict, claim
from gramcheck.reference import d2ke
from gramcheck.verify.definitions import d2ke as definitions

GAMMA = 0.25
FAR = 1e8  # t, at which what grows as t is a part in 10⁸ of what grows as t²
COST = 10.0  # C of the support vector machine
ROUNDING = 1e-9  # of curvatures that are 0 in exact arithmetic
STRAIGHT = ("hinge", "logistic")  # losses that grow no faster than |f|

# A few objects of each distance of the experiments, and labels. Two of the three series are at
# distance 0 and not equally far from the third one, and so are two of the multisets; the strings
# are a cycle: each is at distance 1 from two others and at distance 2 from the third.
OBJECTS: dict[str, tuple[list[Any], list[float]]] = {
    "dtw": ([np.array([0.0, 1]), np.array([0.0, 1, 1]), np.array([0.0])], [1, 1, -1]),
    "levenshtein": (["aa", "ab", "bb", "ba"], [1, 1, -1, -1]),
    "modified_hausdorff": (
        [np.array([0.0, 1]), np.array([0.0, 0, 1]), np.array([0.0])],
        [1, 1, -1],
    ),
}


@dataclass(frozen=True)
class Problem:
    """A kernel matrix, labels, its least eigenvalue and a vector of length 1 to it."""

    K: Array
    y: Array
    eigenvalue: float
    vector: Array

    def threshold(self, loss: str) -> float:
        """The μ up to which the loss outweighs the penalty along the vector: 2 |λ| q / n.

        q is the share of the vector's squares that the loss counts, on the side where it is less;
        0 for losses that grow as |f|.
        """
        share = 0.0 if loss in STRAIGHT else 1.0
        if loss == "squared_hinge":
            wrong = self.y * self.vector < 0
            share = min(float(np.sum(self.vector[side] ** 2)) for side in (wrong, ~wrong))
        return 2 * abs(self.eigenvalue) * share / len(self.y)

    def objective(self, alpha: Array, mu: float, loss: str) -> float:
        """Mean loss of f = Σ α_j k(x_j, ·) and μ/2 α'Kα, which is ‖f‖² where K is a kernel."""
        values = self.K @ alpha
        return d2ke.empirical_risk(values, self.y, loss) + mu / 2 * float(alpha @ values)

    def growth(self, mu: float, loss: str) -> float:
        """The objective over |λ| t², far out along the vector, on the side where it is less."""
        ends = (self.objective(t * self.vector, mu, loss) for t in (FAR, -FAR))
        return min(ends) / FAR**2 / abs(self.eigenvalue)

    def least_curvature(self, mu: float) -> float:
        """The least eigenvalue of 2 K²/n + μK, the second derivative for the squared loss."""
        second = 2 / len(self.y) * self.K @ self.K + mu * self.K
        return float(np.linalg.eigvalsh(second)[0])


def usual_solution(of: Problem, mu: float) -> Array:
    """The α of (K + nμ/2 I) α = y."""
    n = len(of.y)
    return np.linalg.solve(of.K + n * mu / 2 * np.eye(n), of.y).astype(float)


def problem(K: Array, y: list[float]) -> Problem:
    """With the least eigenvalue found."""
    values, vectors = np.linalg.eigh(K)
    return Problem(K, np.array(y, dtype=float), float(values[0]), vectors[:, 0])


def substituted() -> dict[str, Problem]:
    """exp(-γ d²) of each distance."""
    found = {}
    for name, (objects, y) in OBJECTS.items():
        found[name] = problem(d2ke.dsk_rbf(d2ke.cdist(objects, objects, name), GAMMA), y)
    return found


def points_on_a_line() -> Problem:
    """The kernel -|x - x'|² of 0, 1, 2, 3: indefinite, and conditionally positive definite."""
    x = np.arange(4.0)
    return problem(d2ke.dsk_nd(np.abs(np.subtract.outer(x, x))), [1, 1, -1, -1])


# ---------------------------------------------------------------------------------------------
# the dual of the support vector machine, which LIBSVM solves: a in [0, C], Σ y_i a_i = 0


def dual(of: Problem, a: Array) -> float:
    """½ Σ a_i a_j y_i y_j K_ij - Σ a_i, to be minimized."""
    signed = a * of.y
    return 0.5 * float(signed @ of.K @ signed) - float(a.sum())


def second_difference(of: Problem) -> float:
    """The least that the dual has within its box, for steps of C/4 from a point in the middle."""
    steps = scipy.linalg.helmert(len(of.y)).T  # of length 1, and each sums to 0
    step = COST / 4 * of.y * (steps @ np.linalg.eigh(steps.T @ of.K @ steps)[1][:, 0])
    sizes = np.where(of.y > 0, np.sum(of.y > 0), np.sum(of.y < 0))
    middle = COST / 2 * sizes.min() / sizes
    return dual(of, middle + step) + dual(of, middle - step) - 2 * dual(of, middle)


def least_dual(of: Problem) -> float:
    """The minimum over the box, which is among the stationary points of its faces."""
    n, found = len(of.y), []
    Q = of.K * np.outer(of.y, of.y)
    for sides in itertools.product((0.0, COST, None), repeat=n):
        free = [i for i, side in enumerate(sides) if side is None]
        a = np.array([side or 0.0 for side in sides])
        system = np.block([[Q[np.ix_(free, free)], of.y[free, None]], [of.y[None, free], 0.0]])
        right = np.append(1 - (Q @ a)[free], -of.y @ a)
        solved = np.linalg.lstsq(system, right, rcond=None)[0]
        a[free] = solved[:-1]
        inside = (a >= -ROUNDING).all() and (a <= COST + ROUNDING).all()
        if inside and abs(of.y @ a) <= ROUNDING:
            found.append(dual(of, a))
    return min(found)


def of_libsvm(of: Problem) -> float:
    """The dual where LIBSVM stops."""
    model = libsvm(COST).fit(of.K, of.y)
    a = np.zeros(len(of.y))
    a[model.support_] = np.abs(model.dual_coef_[0])
    return dual(of, a)


# ---------------------------------------------------------------------------------------------

LOSSES = ("squared", "squared_hinge", "hinge", "logistic")
PENALTIES = (0.25, 2.0)  # μ, as multiples of 2 |λ| / n


def as_defined(problems: dict[str, Problem]) -> list[Finding]:
    """Kernels, a negative v'Kv of each, and objectives against the definitions."""
    kernels = {}
    for name, (objects, _) in OBJECTS.items():
        kernels[name] = definitions.dsk_rbf(definitions.cdist(objects, objects, name), GAMMA)
    matrices = [(p, kernels[name]) for name, p in problems.items()]
    line = points_on_a_line()
    forms = [
        definitions.quadratic_form(p.vector.tolist(), K)
        for p, K in [*matrices, (line, line.K.tolist())]
    ]
    got, wanted = [], []
    for (p, K), loss in itertools.product(matrices, LOSSES):
        alpha, mu = np.linspace(-1, 2, len(K)), 0.3
        values = [sum(a * k for a, k in zip(alpha.tolist(), row, strict=True)) for row in K]
        penalty = mu / 2 * definitions.quadratic_form(alpha.tolist(), K)
        got.append(p.objective(alpha, mu, loss))
        wanted.append(definitions.empirical_risk(values, p.y.tolist(), loss) + penalty)
    return [
        holds(
            np.concatenate([p.K.ravel() for p in problems.values()]),
            np.concatenate([np.ravel(K) for K in kernels.values()]),
            rtol=1e-12,
            name="exp(-γ d²) as defined, three distances",
        ),
        below(forms, 0.0, name="v'Kv: these three, and -d² of four points on a line"),
        equals(
            [int(np.sum(np.linalg.eigvalsh(p.K) < -ROUNDING)) for p in problems.values()],
            [1] * len(problems),
            name="negative eigenvalues of these three",
        ),
        holds(got, wanted, rtol=1e-12, name="objective as defined, three kernels, four losses"),
    ]


def lowest_seen(of: Problem, mu: float, rng: np.random.Generator) -> float:
    """The least objective with the squared loss at 200 random α, 10⁻³ to 10⁴ from the solution."""
    steps = rng.standard_normal((200, len(of.y))) * 10 ** rng.uniform(-3, 4, (200, 1))
    return min(of.objective(usual_solution(of, mu) + step, mu, "squared") for step in steps)


@claim(
    "d2ke/erm-not-well-defined",
    place="Section 1",
    kind="statement",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
def without_a_positive_definite_kernel(run: Run) -> Evidence:
    """Most measures give no PD kernel, so that the ERM problem is not well-defined, and non-convex.

    ERM is empirical risk minimization: of (1/n) Σ loss(f(x_i), y_i) + μ/2 α'Kα with f = Kα. Judged
    are exp(-γ d²) of the three distances of the experiments on three or four objects, where K has
    one negative eigenvalue λ, with the vector v. Along t v the penalty falls as t². With the hinge
    or the logistic loss, which grow as t, the objective has no minimum, whatever μ > 0. The squared
    loss grows as t² too, and outweighs the penalty for μ < 2 |λ| / n: there the problem is convex,
    and the usual solution of (K + nμ/2 I) α = y is its minimizer. Above it, where K + nμ/2 I is
    positive definite, there is no minimum. The squared hinge counts one side alone, and its
    threshold along v is lower. Read as "there is no RKHS to minimize over" the sentence is true by
    definition; judged is the problem that is solved then. That most measures are such is not
    judged.

    LIBSVM, which the paper uses with such kernels, solves the dual. Its box 0 ≤ a ≤ C is compact,
    so that there is a minimum. It is not convex with these three kernels. But an indefinite K is
    not enough for that, as Σ y_i a_i = 0: -d² of points on a line is indefinite, and its dual is
    convex. Corrected: with the hinge and the logistic loss there is no minimum; with the squared
    loss there is none as soon as μ > 2 |λ| / n for one negative λ; and LIBSVM's dual has one, but
    is convex only if K is conditionally positive definite.
    """
    problems, line = substituted(), points_on_a_line()
    rows: list[tuple[str, str, float, float, float]] = []
    for (name, p), loss, times in itertools.product(problems.items(), LOSSES, PENALTIES):
        mu = times * p.threshold("squared")
        rows.append((name, loss, times, p.growth(mu, loss), (p.threshold(loss) - mu) / 2))
    small = [(p, PENALTIES[0] * p.threshold("squared")) for p in problems.values()]
    duals = [second_difference(p) for p in problems.values()]
    straight = second_difference(line)
    return Evidence(
        common=as_defined(problems),
        printed=[
            below(
                [growth for *_, growth, _ in rows],
                0.0,
                name="objective / |λ| t² at t = 10⁸: three kernels, four losses, two μ",
            ),
            below(
                [*duals, straight],
                -ROUNDING,
                name="least second difference of LIBSVM's dual: three kernels, and -d² on a line",
            ),
        ],
        corrected=[
            holds(
                [growth for *_, growth, _ in rows],
                [stated for *_, stated in rows],
                atol=10 / FAR,  # the linear part
                name="the same objective / |λ| t²: (μ* - μ)/2, where μ* is 0 for straight losses",
            ),
            at_least(
                [p.least_curvature(mu) for p, mu in small],
                -ROUNDING,
                name="squared loss, μ = |λ| / 2n: least eigenvalue of the second derivative",
            ),
            at_least(
                [lowest_seen(p, mu, run.rng()) for p, mu in small],
                [p.objective(usual_solution(p, mu), mu, "squared") for p, mu in small],
                rtol=ROUNDING,
                name="the same: 200 random α around that of (K + nμ/2 I) α = y, against it",
            ),
            below(duals, -ROUNDING, name="least second difference of LIBSVM's dual, three kernels"),
            at_least(straight, -ROUNDING, name="and with -d² on a line"),
            at_least(
                [of_libsvm(p) for p in problems.values()],
                [least_dual(p) for p in problems.values()],
                atol=1e-3,  # LIBSVM's own tolerance
                name="LIBSVM's dual where it stops, against the least over the box",
            ),
        ],
        measured={
            "least eigenvalues": [p.eigenvalue for p in problems.values()],
            "and of -d² on a line": line.eigenvalue,
            "squared loss: least of the second derivative": [
                p.least_curvature(mu) for p, mu in small
            ],
        },
        table=Table(
            ["kernel of", "loss", "μ n / 2|λ|", "objective / |λ| t²", "closed form"],
            rows,
            title="Below 0: no minimum",
        ),
    )
