"""D2KE: what each public function takes, in the order of the paper's sections."""

import numpy as np

from gramcheck.verify.arguments import arrays as a
from gramcheck.verify.arguments import kinds as k
from gramcheck.verify.arguments.declare import Call, call

D = [[0.0, 1.0, 2.0], [1.0, 0.0, 1.0], [2.0, 1.0, 0.0]]
CROSS = [[3.0, 1.0, 2.0], [1.0, 4.0, 1.5]]
PAIR = [[0.0, 1.0], [2.0, 0.5]]
LOSSES = ("squared", "logistic", "squared_hinge", "hinge")

STRINGS, OMEGAS = k.strings(["ab", "b"]), k.strings(["a", "abb", ""])
SERIES, COLLECTION = a.series(PAIR), a.collection_of_series([PAIR, [[1.0, 1.0]]])
DISTANCE = k.distance("levenshtein", "dtw", "modified_hausdorff")
WARPING = {
    "local_cost": k.choice("euclidean", "sqeuclidean"),
    "window": k.count(1, low=0).optional(),
}
OTHER_CHANNELS = {"one": np.zeros((2, 1)), "three": np.zeros((2, 3)), "none": np.zeros(2)}
GAMMA, POSITIVE, NONNEGATIVE = k.positive(1.0), k.positive(1.0), k.nonnegative(1.0)

DISTANCES = (
    call("levenshtein", x=k.string("ab"), y=k.string("b")),
    call("dtw", x=SERIES, y=SERIES)
    .with_options(**WARPING)
    .refusing_shapes("channels", "x or y", y=OTHER_CHANNELS),
    call("modified_hausdorff", x=SERIES, y=SERIES).refusing_shapes(
        "channels", "x or y", y=OTHER_CHANNELS
    ),
    call("cdist", X=STRINGS, Y=OMEGAS, distance=DISTANCE).refusing(
        "option-of-another-distance", "window", "either", window=1
    ),
    call("cdist", "dtw", X=COLLECTION, Y=COLLECTION, distance="dtw")
    .with_options(**WARPING)
    .refusing("unknown-option", "windw", "either", windw=1),
    call("cdist", "modified_hausdorff", X=COLLECTION, Y=COLLECTION, distance="modified_hausdorff"),
)

# Section 3, and the distributions of Section 5 and Appendix C

R, RNG, WEIGHTS = k.size(2), k.generator(), a.distribution([0.5, 0.25, 0.25])
HALVES = a.distribution([0.5, 0.5]).without("too-few", "too-many")  # either array may be at fault
VALUES = a.vector([1.0, 2.0]).without("infinite", "two-axes")
SHARES = a.array([0.5, 0.25]).refusing("above-one", [1.5, 0.5]).refusing("below-zero", [0.5, -0.5])

RANDOM_OBJECTS = (
    call(
        "random_strings", R=R, alphabet=k.alphabet("ab"), lengths=k.lengths((1, 3), low=0), rng=RNG
    ),
    call(
        "random_series",
        R=R,
        n_channels=k.size(1),
        sigma=POSITIVE,
        lengths=k.lengths((1, 3), low=1),
        rng=RNG,
    ),
    call("random_sets", R=R, dimension=k.size(2), sizes=k.lengths((1, 3), low=1), rng=RNG),
    call("enumerate_strings", alphabet=k.alphabet("ab"), lengths=k.lengths((1, 2), low=0)),
    call("data_sample", X=k.objects(["ab", "b"]), R=R, rng=RNG),
    call("representatives", X=k.objects(["ab", "b"]), R=k.count(2, high=2), rng=RNG),
)
KERNELS = (
    call("feature_map", X=STRINGS, omegas=OMEGAS, gamma=GAMMA, distance=DISTANCE),
    *(
        call(name, X=STRINGS, Y=STRINGS, omegas=OMEGAS, gamma=GAMMA, distance=DISTANCE)
        .with_options(weights=WEIGHTS)
        for name in ("kernel", "softmin_kernel", "soft_distance")
    ),
    call("softmin", values=VALUES, weights=HALVES, gamma=GAMMA).refusing(
        "lengths-differ", "values or weights", flag="shapes", values=[1.0, 2.0, 3.0]
    ),
    call("kernel_limit", detours=VALUES, weights=HALVES)
    .with_options(tolerance=k.nonnegative(0.0))
    .refusing("lengths-differ", "detours or weights", flag="shapes", detours=[0.0, 1.0, 2.0]),
    call("soft_distance_gap", probability=k.positive(0.5).refusing("above-one", 1.5), gamma=GAMMA),
    call("random_feature_variance", kernel_at_two_gamma=SHARES, kernel_at_gamma=SHARES,
         R=k.count(2))
    .refusing("shapes", "kernel_at_two_gamma or kernel_at_gamma", flag="shapes",
              kernel_at_gamma=[0.5, 0.25, 0.125])
    .refusing("negative-variance", "kernel_at_two_gamma or kernel_at_gamma",
              kernel_at_two_gamma=[0.25, 0.5], kernel_at_gamma=[0.75, 0.5]),
)  # fmt: skip

# Algorithm 1, and the risks of Section 4

PHI, MU = a.matrix([[1.0, 0.5], [0.25, -1.0], [-0.75, 0.5]]), k.positive(0.5)
SIGNS = np.array([1, -1, 1])
OTHER_LABELS = {"too-few": SIGNS[:2], "too-many": [*SIGNS, 1], "column": SIGNS[:, None]}
W = (
    a.vector([0.5, -0.25])
    .without("two-axes")
    .refusing("one", [0.5], flag="shapes")
    .refusing("four", np.ones(4), flag="shapes")
    .refusing("three-axes", np.ones((1, 1, 2)), flag="shapes")
)
SCORES, GRAM = a.vector([0.5, -1.0, 2.0]), a.kernel_matrix(np.eye(3) + 0.25)
OF_CLASSES = a.matrix([[0.5, -0.25], [1.0, 0.0]]).without("no-rows", "no-columns", "three-axes")


def _trained(loss: str) -> list[Call]:
    """Fits and risks: targets for the squared loss, signs for others, of both classes to fit."""
    valued = a.vector(SIGNS).without("two-axes") if loss == "squared" else a.signs(SIGNS)
    fitted = valued
    if loss != "squared":
        fitted = valued.refusing("one-class", [1, 1, 1], flag="one_class")
        fitted = fitted.refusing("only-minus", [-1, -1, -1], flag="one_class")
    name = k.choice(loss, *(other for other in LOSSES if other != loss))
    return [
        *(
            call(fitter, loss, phi=PHI, y=fitted, mu=MU)
            .with_options(loss=name, intercept=k.flag(False))
            .refusing_shapes("labels", "y or phi", y=OTHER_LABELS)
            for fitter in ("fit", "plain_fit")
        ),
        call("objective", loss, phi=PHI, y=valued, weights=W, mu=MU, loss=name)
        .refusing_shapes("labels", "y or phi", y=OTHER_LABELS),
        call("empirical_risk", loss, values=SCORES, y=valued)
        .with_options(loss=name, weights=WEIGHTS)
        .refusing_shapes("labels", "y or values", y=OTHER_LABELS),
        call("risk_minimizer", loss, K=GRAM, y=valued, C=k.positive(1.0))
        .with_options(loss=name, weights=WEIGHTS)
        .refusing_shapes("labels", "y or K", y=OTHER_LABELS),
    ]  # fmt: skip


ALGORITHM_1 = (
    *(made for loss in LOSSES for made in _trained(loss)),
    call("predict", phi=PHI, weights=W),
    call("one_vs_rest", phi=PHI, y=a.labels([2, 1, 2]), mu=MU)
    .with_options(loss=k.choice(*LOSSES), intercept=k.flag(False))
    .refusing_shapes("labels", "y or phi", y=OTHER_LABELS),
    call(
        "predict_classes", phi=PHI, classes=a.labels([1, 2], classes=1), weights=OF_CLASSES
    ).refusing("classes-too-many", "classes or weights", flag="shapes", classes=[1, 2, 3]),
    call("liblinear_C", n=k.count(3), mu=MU),
)

# Sections 2.2 and 4

SPACE = a.symmetric_distances(D)
FORM = k.choice("corrected", "printed")
TIGHT = k.choice("corrected", "printed", "tight")
METHOD = k.choice("exact", "greedy")
N, SHARE, EPSILON = k.count(10), k.between(0.1, 0, 1), k.positive(0.1)
P, C_1 = k.positive(2.0), k.at_least(1.0, 1)  # Assumption 3 has c >= 1
C = k.positive(3.0).refusing("below-one", 0.5)  # which the corrected form, the default, refuses
P_NOT_2 = k.positive(3.0).refusing("two", 2.0)  # Theorem 1 has no constant at p = 2
T = k.positive(0.1).refusing("cover-radius", 6.0, flag="cover_radius")
EIGENVALUES = a.nonnegative_vector([1.0, 0.5])

BOUNDS = (
    call("lipschitz_constant", values=SCORES, D=a.square_distances(D))
    .refusing("lengths", "values or D", flag="shapes", values=[0.5, -1.0]),
    call("lipschitz_bound", gamma=GAMMA, norm=NONNEGATIVE),
    call("pointwise_bound", t=k.positive(0.1), R=N).with_options(form=FORM),
    call("covering_deviation_bound", t=k.positive(0.1), R=N, size=k.count(3))
    .with_options(form=FORM),
    call("perturbation_bound", gamma=GAMMA, epsilon=POSITIVE).with_options(form=FORM),
    call("deviation_bound", t=k.positive(0.1), R=N, gamma=GAMMA, p=P,
         epsilon=k.positive(0.5).refusing("one", 1.0))
    .with_options(c=k.at_least(3.0, 1).optional().refusing("missing", None), form=FORM),
    call("uniform_convergence_bound", t=T, R=N, gamma=GAMMA, p=P, c=C).with_options(form=TIGHT),
    call("uniform_convergence_bound", "tight", t=0.1, R=10, gamma=0.75, p=2.0, c=3.0)
    .with_options(form="tight")
    .refusing("radius", "t", flag="cover_radius", t=3.0),
    call("n_features_needed", epsilon=EPSILON, delta=SHARE, gamma=GAMMA, p=P, c=C)
    .with_options(form=TIGHT),
    call("n_features_order", epsilon=EPSILON, delta=SHARE, gamma=GAMMA, p=P).with_options(
        c=k.positive(3.0), loss_lipschitz=POSITIVE, coefficients=POSITIVE, form=FORM
    ),
    call("corollary_1_features", epsilon=EPSILON, delta=SHARE, gamma=GAMMA, p=P, c=C,
         loss_lipschitz=POSITIVE, coefficients=POSITIVE).with_options(form=FORM),
    call("knn_risk_bound", k=P, n=N, sigma=NONNEGATIVE, lipschitz=NONNEGATIVE, p=P_NOT_2, c=C_1)
    .with_options(form=FORM),
    call("optimal_k", n=N, sigma=POSITIVE, lipschitz=POSITIVE, p=P_NOT_2, c=C_1)
    .with_options(form=FORM),
    call("knn_rate_constant", p=P_NOT_2, c=C_1).with_options(form=FORM),
    call("knn_rate", n=N, sigma=POSITIVE, lipschitz=NONNEGATIVE, p=P_NOT_2)
    .with_options(c2=POSITIVE, form=FORM),
    call("estimation_error_bound", n=N, delta=SHARE, norm=NONNEGATIVE, c=POSITIVE)
    .with_options(lam=POSITIVE.optional()),
    call("effective_degrees", eigenvalues=EIGENVALUES, lam=POSITIVE),
    call("effective_degrees_bound", lam=POSITIVE).with_options(trace=POSITIVE),
    call("smallest_lambda", eigenvalues=EIGENVALUES, n=N),
    call("kernel_eigenvalues", K=a.kernel_matrix([[2.0, 0.5], [0.5, 1.0]])),
    call("claim_1_sizes", epsilon=EPSILON, norm=POSITIVE, p=P, c1=POSITIVE, c2=POSITIVE),
    call("covering_number", D=SPACE, delta=NONNEGATIVE).with_options(method=METHOD),
    call("effective_dimension", D=SPACE, c=POSITIVE).with_options(method=METHOD),
    call("ball_covering_bound", delta=POSITIVE, p=P),
    call("multiset_covering_bound", covering=k.count(3), size=k.count(2)),
    call("multiset_effective_dimension", size=k.count(2), ground=POSITIVE)
    .with_options(form=FORM),
)  # fmt: skip

# Section 5 and Appendix B

OTHER_COLUMNS = {"too-few": [2, 1], "too-many": [2, 1, 2, 1]}
ORIGIN = (
    k.index(0, 3)
    .refusing("row-too-short", (D[0], D[0][:2]), flag="shapes")
    .refusing("column-too-short", (D[0][:2], D[0]), flag="shapes")
    .refusing("negative-distances", (D[0], [-1.0, -1.0, -1.0]))
    .refusing("not-a-number-inside", (D[0], [k.NAN, 1.0, 1.0]), flag="not_finite")
)
NEW = a.distances(CROSS).optional().refusing("columns", np.array(CROSS)[:, :2], flag="shapes")

CHOICES = (
    call("suggest_gamma", D=a.distances(CROSS).refusing("only-zeros", np.zeros((2, 2)))),
    call("suggest_lengths", D=a.distances(CROSS).refusing("only-zeros", np.zeros((2, 2)))),
)

BASELINES = (
    call("knn_predict", D=a.distances(CROSS), y=a.labels([2, 1, 2]), k=k.count(1, high=3))
    .with_options(ties=k.choice("smallest", "nearest"))
    .refusing_shapes("labels", "y or D", y=OTHER_COLUMNS),
    call("dsk_rbf", D=a.distances(CROSS), gamma=GAMMA),
    call("dsk_nd", D=a.distances(CROSS)).with_options(beta=k.between(2, 0, 2, closed=True)),
    call("dsk_nd", "centered", D=a.square_distances(D)).with_options(
        beta=2, origin=ORIGIN.optional()
    ),
    call("distance_substitution_inner_product", D=a.square_distances(D), origin=ORIGIN),
    call("pseudo_euclidean_embedding", D=SPACE, R=k.size(1)).with_options(D_new=NEW),
    call(
        "representative_set_map", X=STRINGS, representatives=OMEGAS, distance=DISTANCE
    ).with_options(gamma=GAMMA.optional()),
)

CALLS = (*DISTANCES, *RANDOM_OBJECTS, *KERNELS, *ALGORITHM_1, *BOUNDS, *CHOICES, *BASELINES)
