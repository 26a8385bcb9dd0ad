"""D2KE: what each public function takes."""

import numpy as np

from gramcheck.verify.arguments import kinds as k
from gramcheck.verify.arguments.declare import Call, call

STRINGS, OMEGAS = ["ab", "b"], ["a", "abb", ""]
SERIES = [[[0.0, 1.0], [2.0, 0.5]], [[1.0, 1.0]]]
PHI = [[1.0, 0.5], [0.25, -1.0], [-0.75, 0.5]]
D = [[0.0, 1.0, 2.0], [1.0, 0.0, 1.0], [2.0, 1.0, 0.0]]
CROSS = [[3.0, 1.0, 2.0], [1.0, 4.0, 1.5]]
DISTANCES = ("levenshtein", "dtw", "modified_hausdorff")
LOSSES = ("squared", "logistic", "squared_hinge", "hinge")


def _distances() -> list[Call]:
    numeric = [
        call("dtw", x=k.series(SERIES[0]), y=k.series(SERIES[0])).with_options(
            local_cost=k.choice("euclidean", "sqeuclidean"), window=k.count(1, low=0).optional()
        ),
        call("modified_hausdorff", x=k.series(SERIES[0]), y=k.series(SERIES[0])),
    ]
    crossed = [
        call(
            "cdist",
            name,
            X=k.collection_of_series(SERIES),
            Y=k.collection_of_series(SERIES),
            distance=name,
        )
        for name in DISTANCES[1:]
    ]
    one, two = np.zeros((2, 2)), [np.zeros((2, 1)), np.zeros((2, 3)), np.zeros(2)]
    for i, other in enumerate(two):
        numeric = [c.refusing(f"channels-{i}", "x or y", flag="shapes", y=other) for c in numeric]
        crossed = [
            c.refusing(f"channels-{i}", "X or Y", flag="shapes", X=[one], Y=[other])
            for c in crossed
        ]
    crossed[0] = crossed[0].with_options(
        local_cost=k.choice("euclidean", "sqeuclidean"), window=k.count(1, low=0).optional()
    )
    crossed[0] = crossed[0].refusing("unknown-option", "windw", "either", windw=1)
    return [
        call("levenshtein", x=k.string("ab"), y=k.string("b")),
        *numeric,
        call(
            "cdist",
            X=k.strings(STRINGS),
            Y=k.strings(OMEGAS),
            distance=k.distance(*DISTANCES),
        ).refusing("option-of-another-distance", "window", "either", window=1),
        *crossed,
    ]


def _random_objects() -> list[Call]:
    rng = k.generator()
    return [
        call("random_strings", R=k.count(2), alphabet=k.alphabet("ab"),
             lengths=k.lengths((1, 3), low=0), rng=rng),
        call("random_series", R=k.count(2), n_channels=k.count(1), sigma=k.positive(1.0),
             lengths=k.lengths((1, 3), low=1), rng=rng),
        call("random_sets", R=k.count(2), dimension=k.count(2), sizes=k.lengths((1, 3), low=1),
             rng=rng),
        call("enumerate_strings", alphabet=k.alphabet("ab"), lengths=k.lengths((1, 2), low=0)),
        call("data_sample", X=k.objects(STRINGS), R=k.count(2), rng=rng),
        call("representatives", X=k.objects(STRINGS), R=k.count(2, high=2), rng=rng),
    ]  # fmt: skip


def _kernels() -> list[Call]:
    omegas, name = k.strings(OMEGAS), k.distance(*DISTANCES)
    weights = k.distribution([0.5, 0.25, 0.25])
    values = k.vector([1.0, 2.0]).without("infinite", "two-axes")
    two = k.distribution([0.5, 0.5]).without("too-many", "too-few")  # of either, the shapes differ
    return [
        call("feature_map", X=k.strings(STRINGS), omegas=omegas, gamma=k.positive(1.0),
             distance=name),
        *(
            call(function, X=k.strings(STRINGS), Y=k.strings(STRINGS), omegas=omegas,
                 gamma=k.positive(1.0), distance=name).with_options(weights=weights)
            for function in ("kernel", "soft_distance")
        ),
        call("softmin", values=values, weights=two,
             gamma=k.positive(1.0))
        .refusing("lengths-differ", "values or weights", flag="shapes", values=[1.0, 2.0, 3.0]),
        call("kernel_limit", detours=k.vector([0.0, 1.0]).without("infinite", "two-axes"),
             weights=two)
        .with_options(tolerance=k.nonnegative(0.0))
        .refusing("lengths-differ", "detours or weights", flag="shapes", detours=[0.0, 1.0, 2.0]),
        call("soft_distance_gap", probability=k.number(0.5), gamma=k.positive(1.0)),
        call("random_feature_variance", kernel_at_two_gamma=k.array([0.5, 0.25]),
             kernel_at_gamma=k.array([0.5, 0.25]), R=k.count(3)),
    ]  # fmt: skip


def _algorithm_1() -> list[Call]:
    phi, y, weights = k.matrix(PHI), [1.0, -1.0, 1.0], k.vector([0.5, -0.25]).without("two-axes")
    targets = k.vector(y).without("complex", "ragged", "none", "empty")
    weights = (
        weights.refusing("one", [0.5], flag="shapes")
        .refusing("four", np.ones(4), flag="shapes")
        .refusing("three-axes", np.ones((1, 1, 2)), flag="shapes")
    )
    calls = []
    for loss in LOSSES:
        labels = targets if loss == "squared" else k.signs([1, -1, 1])
        both = k.signs([1, -1, 1]).refusing("one-class", [1, 1, 1], flag="one_class")
        both = both.refusing("only-minus", [-1, -1, -1], flag="one_class")
        fitted = call("fit", loss, phi=phi, y=targets if loss == "squared" else both,
                      mu=k.positive(0.5)).with_options(
            loss=k.choice(loss, *(set(LOSSES) - {loss})), intercept=k.flag(False)
        )  # fmt: skip
        valued = call("objective", loss, phi=phi, y=labels, weights=weights,
                      mu=k.positive(0.5), loss=k.choice(loss, *(set(LOSSES) - {loss})))  # fmt: skip
        calls += [_labels_meet(fitted), _labels_meet(valued)]
    rows = k.matrix([[0.5, -0.25], [1.0, 0.0]]).without("no-rows", "no-columns", "three-axes")
    return [
        *calls,
        call("predict", phi=phi, weights=weights),
        _labels_meet(
            call("one_vs_rest", phi=phi, y=k.labels([2, 1, 2]), mu=k.positive(0.5)).with_options(
                loss=k.choice(*LOSSES), intercept=k.flag(False)
            )
        ),
        call(
            "predict_classes", phi=phi, classes=k.labels([1, 2], classes=1), weights=rows
        ).refusing("classes-too-many", "classes or weights", flag="shapes", classes=[1, 2, 3]),
        call("liblinear_C", n=k.count(3), mu=k.positive(1.0)),
    ]


def _labels_meet(made: Call) -> Call:
    """One label too few, one too many, and a column of them."""
    y = np.array([1, -1, 1])
    for name, bad in (("too-few", y[:2]), ("too-many", np.append(y, 1)), ("column", y[:, None])):
        made = made.refusing(f"labels-{name}", "y or phi", flag="shapes", y=bad)
    return made


def _baselines() -> list[Call]:
    knn = call("knn_predict", D=k.distances(CROSS), y=k.labels([2, 1, 2]), k=k.count(1, high=3))
    knn = knn.with_options(ties=k.choice("smallest", "nearest"))
    for name, y in (("few", [2, 1]), ("many", [2, 1, 2, 1])):
        knn = knn.refusing(f"labels-too-{name}", "y or D", flag="shapes", y=y)
    return [
        knn,
        call("dsk_rbf", D=k.distances(CROSS), gamma=k.positive(1.0)),
        call("dsk_nd", D=k.distances(CROSS)).with_options(beta=k.between(2, 0, 2, closed=True)),
        call("dsk_nd", "origin", D=k.square_distances(D), ).with_options(
            beta=2, origin=k.index(0, 3).optional()
        )
        .refusing("row-too-short", "origin", flag="shapes", origin=(D[0], D[0][:2]))
        .refusing("column-too-short", "origin", flag="shapes", origin=(D[0][:2], D[0]))
        .refusing("negative-distances", "origin", origin=(D[0], [-1.0, -1.0, -1.0]))
        .refusing("not-a-number-inside", "origin", origin=(D[0], [k.NAN, 1.0, 1.0]),
                  flag="not_finite"),
        call("distance_substitution_inner_product", D=k.square_distances(D),
             origin=k.index(0, 3)),
        call("pseudo_euclidean_embedding", D=k.symmetric_distances(D), R=k.count(1)).with_options(
            D_new=k.distances(CROSS).optional().refusing(
                "columns", np.array(CROSS)[:, :2], flag="shapes")
        ),
        call("representative_set_map", X=k.strings(STRINGS), representatives=k.strings(OMEGAS),
             distance=k.distance(*DISTANCES)).with_options(gamma=k.positive(1.0).optional()),
    ]  # fmt: skip


def _bounds() -> list[Call]:
    form = k.choice("corrected", "printed")
    tight = k.choice("corrected", "printed", "tight")
    common = {"gamma": k.positive(1.0), "p": k.positive(2.0), "c": k.positive(3.0)}
    share, n, noise = k.between(0.1, 0, 1), k.count(10), k.nonnegative(1.0)
    high = k.positive(3.0).refusing("two", 2.0)  # no constant there
    one = k.at_least(1.0, 1)
    t = k.positive(0.1).refusing("cover-radius", 6.0, flag="cover_radius")
    epsilon, lipschitz = k.positive(0.1), k.positive(1.0)
    return [
        call("lipschitz_bound", gamma=k.positive(1.0), norm=noise),
        call("pointwise_bound", t=k.positive(0.1), R=n).with_options(form=form),
        call("uniform_convergence_bound", t=t, R=n, **common).with_options(form=tight),
        call("uniform_convergence_bound", "tight", t=0.1, R=10, gamma=0.75, p=2.0, c=3.0)
        .with_options(form="tight").refusing("radius", "t", flag="cover_radius", t=3.0),
        call("n_features_needed", epsilon=epsilon, delta=share, **common).with_options(form=tight),
        call("n_features_order", epsilon=epsilon, delta=share, gamma=k.positive(1.0),
             p=k.positive(2.0)).with_options(c=k.positive(3.0), loss_lipschitz=lipschitz,
                                             coefficients=lipschitz, form=form),
        call("corollary_1_features", epsilon=epsilon, delta=share, **common,
             loss_lipschitz=lipschitz, coefficients=lipschitz).with_options(form=form),
        call("knn_risk_bound", k=k.positive(2.0), n=n, sigma=noise, lipschitz=noise, p=high,
             c=one).with_options(form=form),
        call("optimal_k", n=n, sigma=lipschitz, lipschitz=lipschitz, p=high, c=one)
        .with_options(form=form),
        call("knn_rate_constant", p=high, c=one).with_options(form=form),
        call("knn_rate", n=n, sigma=noise, lipschitz=noise, p=high).with_options(
            c2=k.positive(1.0), form=form),
        call("estimation_error_bound", n=n, delta=share, norm=noise, c=k.positive(1.0))
        .with_options(lam=k.positive(1.0).optional()),
        call("effective_degrees", eigenvalues=k.nonnegative_vector([1.0, 0.5]),
             lam=k.positive(1.0)),
        call("effective_degrees_bound", lam=k.positive(1.0)).with_options(trace=k.positive(1.0)),
        call("smallest_lambda", eigenvalues=k.nonnegative_vector([1.0, 0.5]), n=n),
        call("kernel_eigenvalues", K=k.symmetric([[2.0, 0.5], [0.5, 1.0]])),
        call("claim_1_sizes", epsilon=epsilon, norm=k.positive(1.0), p=k.positive(2.0),
             c1=k.positive(1.0), c2=k.positive(1.0)),
        call("covering_number", D=k.symmetric_distances(D), delta=noise)
        .with_options(method=k.choice("exact", "greedy")),
        call("effective_dimension", D=k.symmetric_distances(D), c=k.positive(1.0))
        .with_options(method=k.choice("exact", "greedy")),
        call("ball_covering_bound", delta=k.positive(0.5), p=k.positive(2.0)),
        call("multiset_covering_bound", covering=k.count(3), size=k.count(2)),
        call("multiset_effective_dimension", size=k.count(2), ground=k.positive(1.0))
        .with_options(form=form),
    ]  # fmt: skip


CALLS = (
    *_distances(),
    *_random_objects(),
    *_kernels(),
    *_algorithm_1(),
    *_baselines(),
    *_bounds(),
)
