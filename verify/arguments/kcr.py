"""KCR: what each public function takes."""

import numpy as np

from gramcheck.verify.arguments import kinds as k
from gramcheck.verify.arguments.declare import Argument, Bad, Call, call

LINE = np.array([0.0, 1.0, 2.5, 4.0])
D = np.abs(LINE[:, None] - LINE)
K = np.exp(-(D**2))
CROSS = D[:2] + 0.25
Y = ["a", "b", "a", "b"]
X = np.column_stack([LINE, LINE[::-1] ** 2])
ZERO = np.zeros((4, 4))
C = [[1.0, -0.5, -0.5, 0.0], [0.0, 0.25, -1.0, 0.75]]
KERNELS = k.choice("naive", "gaussian", "cauchy", "epanechnikov")
START = Argument("result to start from", None, (Bad("number", 5, "type"), Bad("matrix", K, "type")))
HUGE = 1e200 * np.eye(4)  # of which products are beyond float64


def _labels(made: Call, partner: str) -> Call:
    """One label too few, and one too many."""
    for name, y in (("too-few", Y[:3]), ("too-many", [*Y, "a"])):
        made = made.refusing(f"labels-{name}", f"y or {partner}", flag="shapes", y=y)
    return made


def _rules() -> list[Call]:
    y, h, exponent = k.labels(Y), k.positive(1.5), k.positive(2.0)
    ties = k.choice("smallest", "nearest")
    among = {"distances": k.symmetric_distances(D), "y": y, "h": h}
    smooth = {"kernel": KERNELS, "cauchy_exponent": exponent}
    calls = [
        call("kernel_rule", distances=k.distances(CROSS), y=y, h=h).with_options(
            **smooth, empty=k.choice("nearest", "tie"), ties=ties),
        call("resubstitution_error", **among).with_options(
            kernel=KERNELS, strict=k.flag(False), cauchy_exponent=exponent, ties=ties),
        call("margin", **among).with_options(**smooth),
        call("relaxations", **among),
        call("resubstitution_bound", **among),
        call("objective_8", **among).with_options(
            kernel=KERNELS, surrogate=k.choice("hinge", "logistic"), cauchy_exponent=exponent),
    ]  # fmt: skip
    base = k.number(2.0).refusing("one", 1.0).refusing("below-one", 0.5)
    return [
        call("smoothing_kernel", rho=k.array([0.0, 1.0]).refusing("negative", [-1.0]), h=h)
        .with_options(**smooth),
        *(_labels(made, "distances") for made in calls),
        call("logistic_bound", x=k.array([0.0, 1.0])).with_options(base=base),
        call("label_signs", y=y),
        call("same_class_counts", y=y),
        call("gaussian_kernel", A=k.points(X)).with_options(
            B=k.points(X).optional(), s=k.positive(1.0))
        .refusing("columns", "A or B", flag="shapes", B=np.ones((2, 3))),
    ]  # fmt: skip


def _embedding() -> list[Call]:
    Sigma, rows = k.symmetric(np.array(C).T @ C), k.matrix(K[:2])
    semidefinite = k.kernel_matrix(np.array(C).T @ C, "Sigma")
    rounds = {"max_iterations": k.count(100), "tol": k.nonnegative(1e-3)}
    S = k.symmetric(K)
    return [
        call("sigma_from_coefficients", c=k.matrix(C).refusing("beyond", HUGE)),
        call("coefficients_from_sigma", Sigma=semidefinite).with_options(
            d=k.count(2, high=4).optional()),
        call("center_coefficients", c=k.array(C)).with_options(K=k.kernel_matrix(K).optional()),
        call("squared_norm", Sigma=Sigma, K=S)
        .refusing("sizes", "Sigma or K", flag="shapes", K=K[:3, :3])
        .refusing("beyond", "Sigma or K", Sigma=HUGE, K=HUGE),
        call("mahalanobis", Sigma=Sigma, X=k.matrix(X))
        .refusing("rows", "Sigma or X", flag="shapes", X=X[:3])
        .refusing("beyond", "Sigma or X", Sigma=HUGE, X=HUGE),
        call("squared_distances", Sigma=semidefinite, K_a=rows).with_options(K_b=rows.optional())
        .refusing("columns", "K_a", flag="shapes", K_a=K[:, :3])
        .refusing("columns-second", "K_b", flag="shapes", K_b=K[:, :3])
        .refusing("beyond", "Sigma or K_a", Sigma=HUGE, K_a=HUGE, K_b=None),
        call("embed", Sigma=semidefinite, K_a=rows).with_options(d=k.count(2, high=4).optional())
        .refusing("columns", "K_a", flag="shapes", K_a=K[:, :3])
        .refusing("beyond", "Sigma or K_a", Sigma=HUGE, K_a=1e100 * HUGE),
        call("project", S=S.refusing("beyond", 1e108 * HUGE)),
        call("project_alternating", S=S).with_options(**rounds),
        call("project_dykstra", S=S).with_options(**rounds),
    ]  # fmt: skip


def _program() -> list[Call]:
    y, kernel, lam = k.labels(Y), k.kernel_matrix(K), k.positive(1.0)
    point = {"Sigma": k.symmetric(ZERO), "h2": k.positive(1.0), "K": k.symmetric(K), "y": y}
    tol, eps = k.nonnegative(1e-2), k.positive(1e-4)
    duals = k.matrix(ZERO, "multipliers").without("no-rows", "no-columns")
    duals = duals.refusing("another-size", np.zeros((3, 3)), flag="shapes")
    valued = [
        call("objective", **point, lam=k.nonnegative(1.0)),
        call("subgradient", **point, lam=k.nonnegative(1.0)),
        call("active_sets", **point),
    ]
    solvers = [
        call("solve_exactly", K=kernel, y=y, lam=lam).with_options(
            eps=eps, tol=k.positive(1e-3), limit=k.count(60, low=2)),
        call("solve_by_splitting", K=kernel, y=y, lam=lam).with_options(
            tol=tol, max_iterations=k.count(2000), eps=eps, start=START),
        call("gradient_projection", K=kernel, y=y, lam=lam).with_options(
            projection=k.choice("exact", "alternating", "dykstra"),
            variable=k.choice("Sigma", "W"), step=k.choice("normalized", "constant", "polyak"),
            max_iterations=k.count(3), tol=tol, eps=eps, start=START, size=k.positive(1.0),
            target=k.number(0.0).optional(), multipliers=duals.optional(), sweeps=k.count(10),
            iterate=k.choice("last", "best")),
        call("lower_bound", multipliers=duals, K=kernel, y=y, lam=lam).with_options(eps=eps),
    ]  # fmt: skip
    alike = np.ones((4, 4))
    return [
        *(
            _labels(made, "K or Sigma")
            .refusing("sizes", "Sigma or K", flag="shapes", Sigma=ZERO[:3, :3])
            for made in valued
        ),
        call("objective_from_distances", squared=k.symmetric(D**2), h2=k.positive(1.0), y=y),
        *(
            _labels(made, "K").refusing("nothing-told-apart", "K", flag="duplicate_points", K=alike)
            if made.function != "lower_bound" else _labels(made, "K")
            for made in solvers
        ),
    ]  # fmt: skip


def _compared() -> list[Call]:
    y, kernel, lam = k.labels(Y), k.kernel_matrix(K), k.nonnegative(0.5)
    near, one = k.count(1, high=4), k.positive(1.0)
    limited = {"max_iterations": k.count(5), "tol": k.positive(1e-1)}
    loss = {"k": k.count(1).refusing("above", 5), "c": one}
    large = {**loss, "margin": one}
    points = k.points(X).refusing("far-apart", 1e200 * X)
    Omega = k.matrix(C).refusing("columns", np.ones((2, 3)), flag="shapes")
    calls = [
        call("knn_predict", distances=k.distances(CROSS), y=y).with_options(k=near),
        call("kernel_nn", K_test=k.matrix(K[:2]).refusing("columns", K[:, :3], flag="shapes"),
             K_train=k.symmetric(K), y=y).with_options(k=near),
        call("lmnn", X=points, y=y).with_options(**large, **limited),
        call("lmnn_objective", M=k.symmetric(np.eye(2)), X=points, y=y).with_options(**large),
        call("lmnn_subgradient", M=k.symmetric(np.eye(2)), X=points, y=y).with_options(**large),
        call("kmlcc", K=kernel, y=y).with_options(lam=lam, **limited, start=START),
        call("kmlcc_objective", A=k.symmetric(K), K=kernel, y=y).with_options(lam=lam),
        call("kmlcc_gradient", A=k.symmetric(K), K=kernel, y=y).with_options(lam=lam),
        call("klmca", K=kernel, y=y).with_options(
            d=k.count(2, high=4), **loss, update=k.choice("rkhs", "euclidean"), **limited,
            start=START),
        call("klmca_objective", Omega=Omega, K=kernel, y=y).with_options(**loss),
        call("klmca_gradient", Omega=Omega, K=kernel, y=y).with_options(
            **loss, inner_product=k.choice("rkhs", "euclidean")),
    ]  # fmt: skip
    partners = ["distances", "K_train", "X", "X", "X", *["K"] * 6]
    return [
        *(_labels(made, partner) for made, partner in zip(calls, partners, strict=True)),
        call("knn_error", distances=k.distances(CROSS), y_train=y,
             y_test=k.labels(["a", "b"], classes=1)).with_options(k=near)
        .refusing("train", "y_train or distances", flag="shapes", y_train=Y[:3])
        .refusing("test", "y_test or distances", flag="shapes", y_test=["a"]),
        call("balance_scale"),
    ]  # fmt: skip


CALLS = (*_rules(), *_embedding(), *_program(), *_compared())
