"""KCR: what each public function takes, in the order of the paper's sections."""

import numpy as np

from gramcheck.verify.arguments import arrays as a
from gramcheck.verify.arguments import kinds as k
from gramcheck.verify.arguments.declare import Argument, Bad, Call, call

LINE = np.array([0.0, 1.0, 2.5, 4.0])
X = np.column_stack([LINE, LINE[::-1] ** 2])
D = np.abs(LINE[:, None] - LINE)
K = np.array(
    [[2.0, 1.0, 0.5, 0.0], [1.0, 1.5, 0.25, 0.5], [0.5, 0.25, 1.0, 0.75], [0.0, 0.5, 0.75, 2.0]]
)
Y = ["a", "b", "a", "b"]
OTHER_LABELS = {"too-few": Y[:3], "too-many": [*Y, "a"]}
HUGE = 1e200 * np.eye(4)  # of which products are beyond float64

LABELS, KERNEL, SYMMETRIC = a.labels(Y), a.kernel_matrix(K), a.symmetric(K)
DISTANCES, AMONG_ALL = a.distances(D[:2] + 0.25), a.symmetric_distances(D)
POSITIVE, NONNEGATIVE, H = k.positive(1.0), k.nonnegative(0.5), k.positive(1.5)

# Sections 1 and 2, and Section 4 up to Eq. (8)

SMOOTHING = k.choice("naive", "gaussian", "cauchy", "epanechnikov")
SMOOTH = {"kernel": SMOOTHING, "cauchy_exponent": k.positive(2.0)}
TIES = k.choice("smallest", "nearest")
PENALTY = {"penalty": NONNEGATIVE, "lam": NONNEGATIVE}
BASE = k.number(2.0).refusing("one", 1.0).refusing("below-one", 0.5)


def _labeled(other: str, name: str, /, **arguments: Argument) -> Call:
    """A call with labels, as many as the other argument has rows."""
    return call(name, **arguments).refusing_shapes("labels", f"y or {other}", y=OTHER_LABELS)


def _of_rule(name: str, **more: Argument) -> Call:
    """A function of the embedded training points, their labels and the bandwidth."""
    return _labeled("distances", name, distances=AMONG_ALL, y=LABELS, h=H, **more)


RULES = (
    call("smoothing_kernel", rho=a.array([0.0, 1.0]).refusing("negative", [-1.0, 2.0]), h=H)
    .with_options(**SMOOTH),
    _labeled("distances", "kernel_rule", distances=DISTANCES, y=LABELS, h=H)
    .with_options(**SMOOTH, empty=k.choice("nearest", "tie"), ties=TIES),
    _of_rule("resubstitution_error").with_options(**SMOOTH, strict=k.flag(False), ties=TIES),
    _of_rule("regularized_error", **PENALTY).with_options(**SMOOTH),
    _of_rule("errors_5").with_options(**SMOOTH),
    _of_rule("objective_5", **PENALTY).with_options(**SMOOTH),
    _of_rule("margin").with_options(**SMOOTH),
    _of_rule("objective_8")
    .with_options(**SMOOTH, surrogate=k.choice("hinge", "logistic", "logistic-base-2"), **PENALTY),
    call("logistic_bound", x=a.array([0.0, 1.0])).with_options(base=BASE),
    _of_rule("relaxations"),
    _of_rule("resubstitution_bound"),
    call("label_signs", y=LABELS),
    call("same_class_counts", y=LABELS),
    call("gaussian_kernel", A=a.points(X))
    .with_options(B=a.points(X).optional(), s=POSITIVE)
    .refusing("columns", "A or B", flag="shapes", B=np.ones((2, 3))),
)  # fmt: skip

# Section 3, and the projection of Section 4.1

C = [[1.0, -0.5, -0.5, 0.0], [0.0, 0.25, -1.0, 0.75]]
COEFFICIENTS, SIGMA = a.matrix(C), a.symmetric(np.array(C).T @ C)
SEMIDEFINITE = a.kernel_matrix(np.array(C).T @ C, "Sigma")
ROWS = a.matrix(K[:2]).refusing("columns", K[:, :3], flag="shapes")
COORDINATES = k.count(2, high=4).optional()
FUNCTION = a.vector(C[0]).refusing("too-few", [1.0], flag="shapes")
THETA = Argument(
    "function of differences",
    np.max,
    (Bad("name", "max", "type"), Bad("number", 5, "type"), k.NONE),
)
LIMITS = {"max_iterations": k.count(100), "tol": k.nonnegative(1e-3)}

EMBEDDING = (
    call("sigma_from_coefficients", c=COEFFICIENTS.refusing("beyond", HUGE)),
    call("coefficients_from_sigma", Sigma=SEMIDEFINITE).with_options(d=COORDINATES),
    call("center_coefficients", c=a.array(C)).with_options(K=KERNEL.optional()),
    call("squared_norm", Sigma=SIGMA, K=SYMMETRIC)
    .refusing("sizes", "Sigma or K", flag="shapes", K=K[:3, :3])
    .refusing("beyond", "Sigma or K", Sigma=HUGE, K=HUGE),
    call("mahalanobis", Sigma=SIGMA, X=a.matrix(X))
    .refusing("rows", "Sigma or X", flag="shapes", X=X[:3])
    .refusing("beyond", "Sigma or X", Sigma=HUGE, X=HUGE),
    call("squared_distances", Sigma=SEMIDEFINITE, K_a=ROWS)
    .with_options(K_b=ROWS.optional())
    .refusing("beyond", "Sigma or K_a", Sigma=HUGE, K_a=HUGE, K_b=None),
    call("objective_6", coefficients=COEFFICIENTS, K=KERNEL, y=LABELS, h=H, lam=NONNEGATIVE)
    .with_options(**SMOOTH)
    .refusing("columns", "coefficients or K", flag="shapes", coefficients=np.ones((2, 3)))
    .refusing("beyond", "coefficients or K", coefficients=1e200 * np.array(C))
    .refusing_shapes("labels", "y or K", y=OTHER_LABELS),
    call("objective_10", coefficients=FUNCTION, K=KERNEL, theta=THETA, lam=NONNEGATIVE),
    call("lemma_5", coefficients=FUNCTION, K=KERNEL),
    call("coefficients_from_pairs", b=a.matrix(K).refusing("not-square", K[:3], flag="shapes")),
    call("expansion", coefficients=a.matrix(C), K_a=ROWS)
    .refusing("beyond", "coefficients or K_a", coefficients=HUGE, K_a=HUGE),
    call("embed", Sigma=SEMIDEFINITE, K_a=ROWS)
    .with_options(d=k.count(2, high=4))
    .refusing("beyond", "Sigma or K_a", Sigma=HUGE, K_a=1e100 * HUGE),
    call("project", S=SYMMETRIC.refusing("beyond", 1e108 * HUGE)),
    call("project_alternating", S=SYMMETRIC).with_options(**LIMITS),
    call("project_dykstra", S=SYMMETRIC).with_options(**LIMITS),
)  # fmt: skip

# Section 4.1, Eq. (9)

ZERO = np.zeros((4, 4))
POINT = {"Sigma": a.symmetric(ZERO), "h2": POSITIVE, "K": SYMMETRIC, "y": LABELS}
ALIKE = KERNEL.refusing("nothing-told-apart", np.ones((4, 4)), flag="duplicate_points")
START = Argument("result to start from", None, (Bad("number", 5, "type"), Bad("matrix", K, "type")))
DUALS = (
    a.matrix(ZERO, "multipliers")
    .without("no-rows", "no-columns")
    .refusing("another-size", np.zeros((3, 3)), flag="shapes")
)
STEPS = (  # of Algorithm 1: one length, one for each, or a function
    k.positive(0.1)
    .without("list")
    .optional()
    .refusing("too-few", [0.1, 0.1], flag="shapes")
    .refusing("none-at-all", [], flag="empty_input")
    .refusing("two-axes", [[0.1, 0.1, 0.1]], flag="shapes")
    .refusing("negative-inside", [0.1, 0.1, -0.1])
    .refusing("function-negative", lambda t: -1.0)
    .refusing("function-zero-once", lambda t: 1.0 - t)
)
FIRST = (
    a.kernel_matrix(np.array(C).T @ C)
    .optional()
    .refusing("another-size", np.zeros((3, 3)), flag="shapes")
    .refusing("sum-not-zero", np.eye(4))
)
SOLVER = {"tol": k.nonnegative(1e-2), "eps": k.positive(1e-4), "start": START}


def _at_point(name: str, **more: Argument) -> Call:
    """A function of a point of the program."""
    made = _labeled("K or Sigma", name, **POINT, **more)
    return made.refusing("sizes", "Sigma or K", flag="shapes", Sigma=ZERO[:3, :3])


PROGRAM = (
    _at_point("objective", lam=NONNEGATIVE),
    _at_point("subgradient", lam=NONNEGATIVE),
    _at_point("active_sets"),
    _labeled(
        "squared", "objective_from_distances", squared=a.symmetric(D**2), h2=POSITIVE, y=LABELS
    ),
    _labeled("K", "solve_exactly", K=ALIKE, y=LABELS, lam=POSITIVE)
    .with_options(eps=k.positive(1e-4), tol=k.positive(1e-3), limit=k.count(60, low=2).taking(4)),
    _labeled("K", "solve_by_splitting", K=ALIKE, y=LABELS, lam=POSITIVE)
    .with_options(**SOLVER, max_iterations=k.count(200)),
    _labeled("K", "gradient_projection", K=ALIKE, y=LABELS, lam=POSITIVE)
    .with_options(
        **SOLVER,
        projection=k.choice("exact", "alternating", "dykstra"),
        variable=k.choice("Sigma", "W"),
        step=k.choice("normalized", "constant", "polyak"),
        max_iterations=k.count(3),
        size=POSITIVE,
        target=k.number(0.0).optional(),
        sweeps=k.count(10),
        iterate=k.choice("last", "best"),
    ),
    call("gradient_projection", "as-printed", K=K, y=Y, lam=1.0)
    .with_options(alpha=STEPS, beta=STEPS, Sigma0=FIRST, max_iterations=3,
                  h0=k.positive(1.0).optional()),
    _labeled("K", "algorithm_1", K=KERNEL, y=LABELS, lam=POSITIVE, alpha=STEPS, beta=STEPS,
             Sigma0=FIRST, h0=POSITIVE, iterations=k.count(3))
    .with_options(sweeps=k.count(5), eps=k.positive(1e-4)),
    _labeled("K", "lower_bound", multipliers=DUALS, K=KERNEL, y=LABELS, lam=POSITIVE)
    .with_options(eps=k.positive(1e-4)),
)  # fmt: skip

# Section 5

NEAREST = k.count(1, high=4)
LOSS = {"k": k.count(1).refusing("above", 5), "c": POSITIVE}
MARGINS = {**LOSS, "margin": POSITIVE}
LEARNER = {"max_iterations": k.count(5), "tol": k.positive(0.1)}
POINTS = a.points(X).refusing("far-apart", 1e200 * X)  # squared distances are numbers
FORM = a.symmetric(np.eye(2))
OMEGA = COEFFICIENTS.refusing("columns", np.ones((2, 3)), flag="shapes")
PRODUCT = k.choice("rkhs", "euclidean")

COMPARED = (
    _labeled("distances", "knn_predict", distances=DISTANCES, y=LABELS).with_options(k=NEAREST),
    call("knn_error", distances=DISTANCES, y_train=LABELS, y_test=a.labels(["a", "b"], classes=1))
    .with_options(k=NEAREST)
    .refusing_shapes("labels", "y_train or distances", y_train=OTHER_LABELS)
    .refusing_shapes("labels-of-the-test", "y_test or distances", y_test={"too-few": ["a"]}),
    _labeled("K_train", "kernel_nn", K_test=ROWS, K_train=SYMMETRIC, y=LABELS)
    .with_options(k=NEAREST),
    _labeled("X", "lmnn", X=POINTS, y=LABELS).with_options(**MARGINS, **LEARNER),
    _labeled("X", "lmnn_objective", M=FORM, X=POINTS, y=LABELS).with_options(**MARGINS),
    _labeled("X", "lmnn_subgradient", M=FORM, X=POINTS, y=LABELS).with_options(**MARGINS),
    _labeled("K", "kmlcc", K=KERNEL, y=LABELS)
    .with_options(lam=NONNEGATIVE, **LEARNER, start=START),
    _labeled("K", "kmlcc_objective", A=SYMMETRIC, K=KERNEL, y=LABELS).with_options(lam=NONNEGATIVE),
    _labeled("K", "kmlcc_gradient", A=SYMMETRIC, K=KERNEL, y=LABELS).with_options(lam=NONNEGATIVE),
    _labeled("K", "klmca", K=KERNEL, y=LABELS)
    .with_options(d=k.count(2, high=4), **LOSS, update=PRODUCT, **LEARNER, start=START),
    _labeled("K", "klmca_objective", Omega=OMEGA, K=KERNEL, y=LABELS).with_options(**LOSS),
    _labeled("K", "klmca_gradient", Omega=OMEGA, K=KERNEL, y=LABELS)
    .with_options(**LOSS, inner_product=PRODUCT),
    call("balance_scale"),
)  # fmt: skip

CALLS = (*RULES, *EMBEDDING, *PROGRAM, *COMPARED)
