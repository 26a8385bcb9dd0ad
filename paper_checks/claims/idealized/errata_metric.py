"""Errata of the metric: the kernel version, the norm, uniqueness, small constants (K8-K11)."""

from __future__ import annotations

import numpy as np

from gramcheck.paper_checks import plots
from gramcheck.paper_checks.claims.idealized.kernel_version import kernelized
from gramcheck.paper_checks.claims.idealized.problems import INDEFINITE, Array, Problem, solved
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_least, at_most, equals, holds
from gramcheck.paper_checks.ledger import Evidence, Verdict, claim
from gramcheck.reference.idealized import learn_metric
from gramcheck.verify.definitions import idealized as definitions


@claim("errata/K8", place="Section 3.3", kind="erratum", expected=Verdict.HOLDS_WITH_CORRECTION)
def other_metric(run: Run) -> Evidence:
    """With K(x, y) = x'My the kernel version of 3.3 is the method of 3.2 with that M.

    It is not, unless M = I: φ(x) = M^½ x also enters (11). With M = diag(4, 1/4) the two metrics
    differ by a factor of 2 in the first entry. What 3.3 learns is M^½ X M^½, where X is the metric
    with M = I on the patterns M^½ x.
    """
    rng = np.random.default_rng(run.seed)
    M = np.diag([4.0, 0.25])
    root = np.sqrt(M)
    printed, corrected = [], []
    metrics: dict[str, Array] = {}  # of the first problem
    for number in range(6):
        X = rng.integers(-8, 9, (8, 2)) / 8
        problem = Problem(
            X, np.array([[0, 1], [2, 3], [4, 5]]), np.array([[0, 2], [1, 4], [6, 7]]), 4.0, 2.0, 0.5
        )
        sets = problem.similar, problem.dissimilar, problem.C_S, problem.C_D, problem.nu
        linear = learn_metric(X, *sets, M=M).kernel(X)
        moved = Problem(X @ root, *sets)
        kernel = kernelized(moved).kernel(moved.X @ moved.X.T)
        size = np.abs(kernel).max()
        printed.append(np.abs(linear - kernel).max() / size)
        corrected.append(np.abs(moved.solve().kernel(moved.X) - kernel).max() / size)
        if number == 0:
            metrics["3.2 with M"] = learn_metric(X, *sets, M=M).matrix.ravel()
            metrics["3.3, in the same coordinates"] = (root @ moved.solve().matrix @ root).ravel()
    return Evidence(
        printed=at_most(min(printed), 0.01, name="difference of the kernels with M, smallest of 6"),
        corrected=[
            at_most(corrected, 1e-6, name="kernel version against the method on M^½ x with M = I"),
            at_least(printed, 0.01, name="difference of the kernels with M"),
        ],
        measured=metrics,
    )


@claim("errata/K9", place="Section 3.2.1", kind="erratum", expected=Verdict.HOLDS_WITH_CORRECTION)
def rank_surrogate(run: Run) -> Evidence:
    """The rank of A is approximated by |Σ|₂ = |AA'|₂, and a small one is found by minimizing it.

    With X_ii ≥ 1 for four features the least Frobenius norm is that of I, of rank 4; the matrix of
    ones, of rank 1, has norm 4 against 2. And |·|₂ has to be read as the Frobenius norm: the
    spectral norm of the ones is 4 against 1, and no QP would come of it.
    """
    identity, ones = np.eye(4), np.ones((4, 4))
    rng, least = run.rng(), []
    for _ in range(200):
        B = rng.standard_normal((4, int(rng.integers(1, 5))))
        X = B @ B.T
        X = X / np.diag(X).min()  # X_ii >= 1
        least.append(np.linalg.norm(X))
    rank = [int(np.linalg.matrix_rank(X)) for X in (identity, ones)]
    metric = INDEFINITE.solve()
    norm = np.linalg.norm(metric.matrix)
    similar, dissimilar = metric.slack_S.sum(), metric.slack_D.sum()
    rest = 10 * similar + 8 * (dissimilar - 0.5 * metric.gamma)
    return Evidence(
        printed=at_most(
            np.linalg.norm(ones),
            np.linalg.norm(identity),
            name="norm of rank 1 against that of rank 4",
        ),
        corrected=[
            equals(rank, [4, 1], name="ranks of I and of the ones"),
            holds([np.linalg.norm(identity), np.linalg.norm(ones)], [2.0, 4.0], name="their norms"),
            at_least(least, 2.0, atol=1e-12, name="norm of random X with X_ii ≥ 1"),
            holds(
                metric.primal, norm**2 / 2 + rest, rtol=1e-7, name="primal with the Frobenius norm"
            ),
        ],
    )


@claim(
    "errata/K10",
    place="Section 3.2.1, Eq. (14)",
    kind="erratum",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
def multipliers_not_unique(run: Run) -> Evidence:
    """The α of the dual are what the solution is.

    A note: with p features the Hessian has rank at most p(p + 1)/2, here 3 for 28 variables, so
    that many α have the same matrix. Compare matrices, not multipliers.
    """
    rng = run.rng()
    y = np.repeat([0, 1], 4)
    X = rng.standard_normal((8, 2)) + 2 * y[:, None]
    every = np.array([(i, j) for i in range(8) for j in range(i + 1, 8)])
    same = y[every[:, 0]] == y[every[:, 1]]
    problem = Problem(X, every[same], every[~same], 5.0, 5.0, 0.5)
    z = X[every[:, 0]] - X[every[:, 1]]
    rank = int(np.linalg.matrix_rank((z @ z.T) ** 2))
    order = rng.permutation(len(problem.dissimilar))
    one = problem.solve()
    exact = problem.exactly()
    # a step that neither the matrix nor the sum of the multipliers nor the linear part sees
    features = np.column_stack([np.einsum("ki,kj->kij", z, z).reshape(28, 4)[:, [0, 1, 3]]])
    signs = np.where(same, -1.0, 1.0)
    seen = np.vstack([(features * signs[:, None]).T, signs * np.sum(z**2, axis=1), ~same])
    step = np.linalg.svd(seen)[2][np.linalg.matrix_rank(seen)]
    alpha = np.zeros(28)
    alpha[same], alpha[~same] = one.alpha_S, one.alpha_D
    other = alpha + 0.01 * step / np.abs(step).max()
    values = [
        float(definitions.dual_objective(a[same].tolist(), a[~same].tolist(), **exact))
        for a in (alpha, other)
    ]
    turned = Problem(X, problem.similar, problem.dissimilar[order], 5.0, 5.0, 0.5).solve()
    return Evidence(
        printed=at_least(rank, 28, name="rank of the Hessian, for unique α"),
        corrected=[
            equals(rank, 3, name="rank of the Hessian of 28 variables"),
            holds(values[1], values[0], rtol=1e-9, name="Ψ at other α, moved by up to 0.01"),
            holds(
                turned.matrix,
                one.matrix,
                atol=1e-6 * np.abs(one.matrix).max(),
                name="matrix with the pairs in another order",
            ),
        ],
    )


@claim(
    "errata/K11",
    place="Section 3.2.1, Eq. (11)",
    kind="erratum",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
def collapse(run: Run) -> Evidence:
    """With little weight on the pairs the metric stays near the original one.

    (11) does not contain M: as C_D and C_S fall the metric tends to 0, at least as fast as they
    do, not to M.
    """
    problem = solved(run)[0][0]
    weights = 10.0 ** np.arange(-4, 2)
    norms, bounds = [], []
    for weight in weights:
        small = Problem(problem.X, problem.similar, problem.dissimilar, weight, weight, problem.nu)
        norms.append(float(np.linalg.norm(small.solve().matrix)))
        bounds.append(weight * 2 * problem.unit)
    return Evidence(
        printed=holds(
            norms[0], np.linalg.norm(np.eye(3)), rtol=0.5, name="|AA'| at C = 10⁻⁴, against |M|"
        ),
        corrected=[
            at_most(norms, bounds, name="|AA'| against 2 C max d²"),
            at_most(norms[0], 0.01, name="|AA'| at C = 10⁻⁴"),
        ],
        picture=plots.curves(
            weights,
            {"|AA'|": norms, "2 C max d²": bounds},
            xlabel="C_S = C_D",
            ylabel="Frobenius norm of the metric",
            limit={"|M|": float(np.linalg.norm(np.eye(3)))},
            logx=True,
            logy=True,
        ),
    )
