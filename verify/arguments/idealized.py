"""Idealized kernels: what each public function takes, in the order of the paper's sections."""

import numpy as np

from gramcheck.verify.arguments import arrays as a
from gramcheck.verify.arguments import kinds as k
from gramcheck.verify.arguments.declare import Argument, Call, call

# Sections 2 and 3.1

TWO = a.symmetric([[2.0, 0.5], [0.5, 1.0]])
NOT_ZERO = TWO.refusing("zero", np.zeros((2, 2)))
LABELS = a.labels([1, 2], classes=1)

KERNELS = (
    call(
        "ideal_kernel", y=a.labels(["a", "b"], classes=1).refusing("number", 3, "type")
    ).with_options(class_weights=k.class_weights({"a": 1.0, "b": 2.0})),
    call("alignment", K=NOT_ZERO, L=NOT_ZERO).refusing(
        "shapes", "K or L", flag="shapes", L=np.eye(3)
    ),
    call("idealize", K=TWO, y=LABELS, gamma=k.nonnegative(1.0))
    .with_options(class_weights=k.class_weights({1: 1.0, 2: 2.0}))
    .refusing("labels", "K or y", flag="shapes", y=[1, 2, 2]),
    call("alignment_threshold", K=TWO, y=LABELS).refusing(
        "labels", "K or y", flag="shapes", y=[1, 2, 2]
    ),
)

# Sections 3.2 and 3.3

X = np.array([[0.0, 1.0], [2.0, 0.0], [1.0, 1.0], [3.0, 2.0], [0.0, 5.0]])
K = X @ X.T + np.eye(5)
S, D = [[0, 1], [2, 3], [1, 4]], [[0, 2], [1, 3]]
POINTS = a.points(X).refusing("far-apart", 1e200 * X)  # squared distances are numbers
KERNEL = a.kernel_matrix(K)
SIMILAR, DISSIMILAR = a.pairs(S, 5), a.pairs(D, 5)
METRIC = (
    a.kernel_matrix([[2.0, 0.5], [0.5, 1.0]], "metric")
    .optional()
    .refusing("negative", -np.eye(2))
    .refusing("another-size", np.eye(3), flag="shapes")
)
SEVERAL = (
    k.objects([K, np.eye(5)])
    .refusing("not-symmetric-inside", [K, np.triu(K)])
    .refusing("not-square-inside", [K, K[:4]], flag="shapes")
    .refusing("not-a-number-inside", [K, K * np.nan], flag="not_finite")
    .refusing("indefinite-inside", [K, K - 5 * np.eye(5)], flag="indefinite")
)
C, NU = k.positive(1.0), k.between(0.5, 0, 1)
SETS = {"similar": SIMILAR, "dissimilar": DISSIMILAR}
DATA = {"X": POINTS, **SETS}
CONSTANTS = {"C_S": C, "C_D": C, "nu": NU}
PSD = k.choice("as-printed", "clip", "constrained")


def _disjoint(made: Call) -> Call:
    """A pair that is in both sets, either way round."""
    sets = "similar or dissimilar"
    return made.refusing("pair-in-both", sets, flag="pair_order", dissimilar=[*D, [0, 1]]).refusing(
        "pair-in-both-reversed", sets, flag="pair_order", dissimilar=[*D, [1, 0]]
    )


METRICS = (
    _disjoint(call("learn_metric", **DATA, **CONSTANTS)).with_options(M=METRIC, psd=PSD),
    _disjoint(call("learn_metric_from_kernel", K=KERNEL, **SETS, **CONSTANTS))
    .with_options(psd=PSD),
    _disjoint(call("learn_metric_from_kernels", kernels=SEVERAL, **SETS, **CONSTANTS))
    .with_options(psd=PSD)
    .refusing("sizes", "kernels", flag="shapes", kernels=[K, np.eye(4)]),
)  # fmt: skip

# Section 3.2, statement by statement

FORM = a.symmetric([[2.0, 0.5], [0.5, 1.0]])
NUMBER = k.number(1.0)
MARGIN = {"metric": FORM.refusing("another-size", np.eye(3), flag="shapes"), "gamma": NUMBER}
FOR_S, FOR_D = a.vector([1.0, 0.5, 0.0]), a.vector([1.0, 0.5])
XI_S, XI_D = (a.nonnegative_vector(each.good) for each in (FOR_S, FOR_D))


def _of_pairs(*names: str) -> dict[str, Argument]:
    """One number a pair, under each of the names with S and with D."""
    return {
        f"{name}_{sets}": numbers.refusing("too-few", [1.0], flag="shapes")
        for name in names
        for sets, numbers in (("S", FOR_S), ("D", FOR_D))
    }


MULTIPLIERS = {**_of_pairs("slack", "alpha", "eta"), "mu": NUMBER}
TABLE = a.matrix(np.eye(3)).refusing("not-square", np.ones((3, 2)), flag="shapes")

STATEMENTS = (
    call("margins_from_labels", squared=TABLE, original=TABLE,
         y=a.labels([1, 2, 1], classes=1), gamma=NUMBER)
    .refusing("sizes", "squared or original", flag="shapes", squared=np.eye(2))
    .refusing("labels", "y or squared", flag="shapes", y=[1, 2]),
    _disjoint(call("pair_margins", **DATA, **MARGIN)).with_options(M=METRIC),
    _disjoint(call("smallest_slacks", **DATA, **MARGIN)).with_options(M=METRIC),
    call("primal_objective", metric=FORM, gamma=NUMBER, slack_S=XI_S, slack_D=XI_D, **CONSTANTS),
    _disjoint(call("lagrangian", **DATA, **MARGIN, **MULTIPLIERS, **CONSTANTS))
    .with_options(M=METRIC),
    _disjoint(call("kkt_conditions", **DATA, **MARGIN, **MULTIPLIERS)).with_options(M=METRIC),
    _disjoint(call("metric_from_multipliers", **DATA, **_of_pairs("alpha"))),
    call("nu_from_multipliers", alpha_D=FOR_D, mu=NUMBER, C_D=C),
    call("mu_from_multipliers", alpha_D=FOR_D, C_D=C, nu=NU),
    call("eta_from_multipliers", alpha_S=FOR_S, alpha_D=FOR_D, C_S=C, C_D=C),
    call("pairs_by_multiplier", alpha_S=FOR_S, alpha_D=FOR_D, C_S=C, C_D=C)
    .with_options(tol=k.between(0.1, 0, 0.5)),
    call("average_gamma", margins=FOR_D.refusing("too-few", [1.0], flag="shapes"), alpha_D=FOR_D,
         C_D=k.positive(4.0)),
    call("best_gamma", margins=FOR_D, nu=NU),
    _disjoint(call("dual_program", **DATA, **CONSTANTS)).with_options(M=METRIC),
    _disjoint(call("dual_objective", **_of_pairs("alpha"), **DATA)).with_options(M=METRIC),
    _disjoint(call("solve_dual", **DATA, **CONSTANTS)).with_options(M=METRIC),
)  # fmt: skip

# Sections 3.2.5 and 4

EVERY_PAIR = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]
RADIUS = (
    k.positive(3.0)
    .without("infinite", "text", "none", "list")
    .refusing("unknown", "mean", flag="unknown_name")
    .refusing("misspelled", "medain", flag="unknown_name")
)

PAIRS = (
    call("pairs_from_labels", y=a.labels(["a", "b", "a"])),
    call(
        "pairs_from_side_information",
        similar=a.pairs([[0, 2], [1, 3]], 4).refusing("all", EVERY_PAIR),
        n=k.size(4, low=2).taking(),
    ),
    call(
        "random_similar_pairs", y=a.labels([0, 0, 0, 1, 1, 1], classes=1), rng=k.generator()
    ).with_options(components=k.between(0.7, 0, 1).refusing("too-few", 0.1)),
    _disjoint(call("nearest_pairs", **DATA))
    .with_options(m=k.count(1), R=RADIUS)
    .refusing("nothing-within", "similar or dissimilar or R", flag="empty_input", R=1e-9),
    call("nearest_pairs", "metric", X=X, similar=S, dissimilar=D).with_options(metric=METRIC),
    _disjoint(call("nearest_pairs_from_kernel", K=KERNEL, **SETS))
    .with_options(m=k.count(1), R=RADIUS)
    .refusing("nothing-within", "similar or dissimilar or R", flag="empty_input", R=1e-9),
)
EXPERIMENTS = (
    _disjoint(call("xing_metric", **DATA)).with_options(
        t=k.positive(1.0),
        objective=k.choice("sqrt", "log"),
        max_iterations=k.count(200),
        tol=k.positive(1e-2),
        on_failure=k.choice("return", "raise"),
    ),
    call(
        "rand_index",
        labels=a.labels([1, 1, 2], classes=1),
        clusters=a.labels([1, 2, 2], classes=1),
    )
    .refusing("lengths", "labels or clusters", flag="shapes", labels=[1, 2])
    .refusing("one-pattern", "labels", flag="shortest", labels=[1], clusters=[1]),
    call("make_toy", n_per_class=k.size(3), rng=k.generator()).with_options(
        irrelevant=k.size(2, low=0)
    ),
)

CALLS = (*KERNELS, *METRICS, *STATEMENTS, *PAIRS, *EXPERIMENTS)
