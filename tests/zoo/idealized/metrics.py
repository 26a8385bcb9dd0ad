"""Wrong solutions of the QP (14)-(16), and wrong things said about right ones."""

import numpy as np
from cvxopt import matrix, solvers

from tests.zoo import Altered, changed, faults, wrong

SILENT = {"show_progress": False, "abstol": 1e-11, "reltol": 1e-11, "feastol": 1e-11}


def learn_becomes(right, change, forms=("as-printed", "clip", "constrained")):
    """``change(metric, X, S, D, C_S, C_D, nu, M)`` gives the attributes to replace."""

    def learn_metric(X, similar, dissimilar, C_S, C_D, nu, M=None, psd="as-printed"):
        metric = right.idealized.learn_metric(X, similar, dissimilar, C_S, C_D, nu, M=M, psd=psd)
        if psd not in forms:
            return metric
        X = np.asarray(X, dtype=float)
        M = np.eye(X.shape[1]) if M is None else M
        S, D = np.asarray(similar), np.asarray(dissimilar)
        return Altered(metric, **change(metric, X, S, D, C_S, C_D, nu, M))

    return changed(right, paper="idealized", learn_metric=learn_metric)


def lengths(z, M):
    return np.einsum("ki,ij,kj->k", z, M, z)


def gains(metric, X, pairs, M):
    """dt^2 - d^2 of pairs."""
    z = X[pairs[:, 0]] - X[pairs[:, 1]]
    return lengths(z, np.asarray(metric.matrix)) - lengths(z, M)


def from_multipliers(X, S, D, C_S, C_D, nu, M, alpha_S, alpha_D, gamma):
    """All attributes that follow from multipliers and gamma."""
    z_S, z_D = (X[pairs[:, 0]] - X[pairs[:, 1]] for pairs in (S, D))
    A = (z_D.T * alpha_D) @ z_D - (z_S.T * alpha_S) @ z_S
    slack_S = np.maximum(0, lengths(z_S, A) - lengths(z_S, M))
    slack_D = np.maximum(0, gamma - lengths(z_D, A) + lengths(z_D, M))
    norm = (A**2).sum()
    primal = norm / 2 + C_S * slack_S.mean() + C_D * (slack_D.mean() - nu * gamma)
    dual = alpha_D @ lengths(z_D, M) - alpha_S @ lengths(z_S, M) - norm / 2
    return {
        "alpha_S": alpha_S,
        "alpha_D": alpha_D,
        "gamma": float(gamma),
        "matrix": A,
        "slack_S": slack_S,
        "slack_D": slack_D,
        "primal": float(primal),
        "dual": float(dual),
        "gap": float((primal - dual) / max(1, abs(primal), abs(dual))),
    }


def qp_becomes(right, boxes=None, counted="D", cross=-1.0, upper=False):
    """The dual as printed, solved anew with a fault in it."""

    def change(metric, X, S, D, C_S, C_D, nu, M):
        pairs = np.concatenate([S, D])
        z = X[pairs[:, 0]] - X[pairs[:, 1]]
        sign = np.array([-1.0] * len(S) + [1.0] * len(D))
        P = (z @ z.T) ** 2 * np.where(np.outer(sign, sign) < 0, cross, 1.0)
        P = (np.triu(P) + np.triu(P).T) / 2 if upper else P
        box_S, box_D = (C_S / len(S), C_D / len(D)) if boxes is None else boxes(C_S, C_D)
        box = np.where(sign > 0, box_D, box_S)
        in_sum = (sign > 0) == (counted == "D")
        total = nu * (C_D if counted == "D" else C_S)
        n = len(z)
        G = np.vstack([-np.eye(n), np.eye(n), -in_sum[None].astype(float)])
        h = np.concatenate([np.zeros(n), box, [-total]])
        q = -sign * lengths(z, M)
        found = solvers.qp(*map(matrix, (P, q, G, h)), options=SILENT)
        alpha = np.array(found["x"]).ravel().clip(0, box)
        gamma = found["z"][-1]
        split = alpha[: len(S)], alpha[len(S) :]
        return from_multipliers(X, S, D, C_S, C_D, nu, M, *split, gamma)

    return learn_becomes(right, change, forms=("as-printed",))


wrong_qp = faults(
    qp_becomes, killed_by=("idealized/eq-14", "idealized/eq-17", "idealized/convexity")
)

wrong_qp(
    "box not divided by the number of pairs: C_S and C_D are the bounds of every single multiplier",
    boxes=lambda C_S, C_D: (C_S, C_D),
    killed_by=("idealized/eq-16", "idealized/convexity"),
)
wrong_qp(
    "nu on the similar pairs: (15) bounds the sum over S",
    counted="S",
    killed_by=("idealized/eq-15", "idealized/eq-17", "idealized/convexity"),
)
wrong_qp("sign of the block between the sets: all blocks of the Hessian are positive", cross=1.0)
wrong_qp("upper triangle only: products of two pairs count once", upper=True)


@wrong(
    learn_becomes,
    killed_by=("idealized/eq-14", "idealized/eq-17", "idealized/convexity"),
    forms=("as-printed",),
)
def stopped_early(metric, X, S, D, C_S, C_D, nu, M):
    """A tenth of the way from the optimum back to the middle of the box."""
    middle_S, middle_D = 0.5 * C_S / len(S), (1 + nu) / 2 * C_D / len(D)
    alpha_S = 0.9 * np.asarray(metric.alpha_S) + 0.1 * middle_S
    alpha_D = 0.9 * np.asarray(metric.alpha_D) + 0.1 * middle_D
    return from_multipliers(X, S, D, C_S, C_D, nu, M, alpha_S, alpha_D, metric.gamma)


@wrong(learn_becomes, killed_by="idealized/proposition-3", forms=("as-printed",))
def all_dissimilar_pairs_are_errors(right, metric, X, S, D, C_S, C_D, nu, M):
    """nu is taken for one, so every multiplier of D is at its bound."""
    more = right.idealized.learn_metric(X, S, D, C_S, C_D, 1 - 1e-9, M=M)
    return {name: getattr(more, name) for name in ("alpha_D", "matrix", "gamma")}


@wrong(learn_becomes, killed_by="idealized/proposition-3 nu_lies_between_two_fractions")
def all_dissimilar_pairs_are_errors_where_slacks_are_dear(metric, X, S, D, C_S, C_D, *rest):
    """Beside constants as large as that nothing is seen in what the gap allows."""
    alpha_D = np.asarray(metric.alpha_D)
    return {"alpha_D": np.full(len(D), C_D / len(D)) if C_D > 1e5 else alpha_D}


@wrong(learn_becomes, killed_by="idealized/proposition-3", forms=("as-printed",))
def no_support_pairs(metric, *problem):
    """The multipliers of D are lost."""
    return {"alpha_D": np.zeros(len(metric.alpha_D))}


@wrong(learn_becomes, killed_by="idealized/eq-11")
def learned_metric_starts_from_the_first(metric, X, S, D, C_S, C_D, nu, M):
    """AA' = M + Sigma."""
    return {"matrix": np.asarray(metric.matrix) + M}


@wrong(learn_becomes, killed_by="idealized/eq-11")
def similar_pairs_are_added(metric, X, S, D, *rest):
    """The sign of the sum over S in (11)."""
    z = X[S[:, 0]] - X[S[:, 1]]
    return {"matrix": np.asarray(metric.matrix) + 2 * (z.T * metric.alpha_S) @ z}


@wrong("idealized.dual_objective", killed_by="idealized/eq-14")
def dual_without_its_half(right, alpha_S, alpha_D, X, similar, dissimilar, M=None):
    """The quadratic part counted twice."""
    arguments = X, similar, dissimilar, M
    value = right.idealized.dual_objective(alpha_S, alpha_D, *arguments)
    double = right.idealized.dual_objective(2 * alpha_S, 2 * alpha_D, *arguments)
    return value + (double - 2 * value) / 2  # a quadratic part Q has Q(2a) - 2 Q(a) = 2 Q(a)


@wrong(learn_becomes, killed_by="idealized/eq-8")
def slacks_without_gamma(metric, X, S, D, C_S, C_D, nu, M):
    """On D as on S: only what the distances shrink."""
    return {"slack_D": np.maximum(0, -gains(metric, X, D, M))}


@wrong(
    learn_becomes, killed_by=("idealized/eq-17", "idealized/proposition-2", "idealized/gamma-value")
)
def gamma_of_the_worst_error_pair(metric, X, S, D, C_S, C_D, nu, M):
    """From support pairs at their bound as well: the smallest of all."""
    gain = gains(metric, X, D, M)
    gamma = max(0.0, float(gain[np.asarray(metric.alpha_D) > 1e-4 * C_D / len(D)].min()))
    return {"gamma": gamma - 1e-3 * (1 + gamma), "gamma_average": gamma}


@wrong(learn_becomes, killed_by="idealized/gamma-value")
def average_over_all_support_pairs(metric, X, S, D, C_S, C_D, nu, M):
    """Pairs at their bound are no free pairs, but are averaged with them."""
    support = np.asarray(metric.alpha_D) > 1e-4 * C_D / len(D)
    return {"gamma_average": float(gains(metric, X, D, M)[support].mean())}


@wrong(learn_becomes, killed_by="idealized/proposition-2")
def error_pairs_are_no_support_pairs(metric, *problem):
    """Support pairs are taken to be the free ones."""
    pairs = metric.support_pairs()
    names = ("support_S", "support_D", "error_S", "error_D")
    named = {name: np.asarray(getattr(pairs, name)) for name in names}
    for side in "SD":
        named[f"support_{side}"] = named[f"support_{side}"] & ~named[f"error_{side}"]
    return {"support_pairs": lambda tol=1e-4: named}


@wrong(learn_becomes, killed_by="idealized/convexity conditions_that_are_reported_hold")
def residuals_as_large_as_the_multipliers(metric, *problem):
    """Complementary slackness without the slacks."""
    return {"residuals": (*list(metric.residuals)[:-1], float(np.max(metric.alpha_D)))}


@wrong(learn_becomes, killed_by="idealized/convexity no_better_solution_exists")
def patterns_alike_in_one_coordinate_coincide(metric, X, S, D, C_S, C_D, nu, M):
    """Without a first metric nothing is learned of dissimilar pairs of them."""
    z = np.asarray(X, dtype=float)[np.asarray(D)]
    nothing = M is not None and not np.any(M) and bool((z[:, 0] == z[:, 1]).any())
    return {"matrix": np.zeros_like(metric.matrix)} if nothing else {}
