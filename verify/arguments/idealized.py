"""Idealized kernels: what each public function takes."""

import numpy as np

from gramcheck.verify.arguments import kinds as k
from gramcheck.verify.arguments.declare import Argument, Call, call

X = np.array([[0.0, 1.0], [2.0, 0.0], [1.0, 1.0], [3.0, 2.0], [0.0, 5.0]])
S, D = [[0, 1], [2, 3], [1, 4]], [[0, 2], [1, 3]]
K = X @ X.T + np.eye(5)
TWO = [[2.0, 0.5], [0.5, 1.0]]
FORMS = ("as-printed", "clip", "constrained")


def _kernels() -> list[Call]:
    zero, y = np.zeros((2, 2)), k.labels(["a", "b"], classes=1)
    weights = k.class_weights({"a": 1.0, "b": 2.0})
    y = y.refusing("number", 3, "type")
    first = k.symmetric(TWO).refusing("zero", zero)
    labels = k.labels([1, 2], classes=1)
    return [
        call("ideal_kernel", y=y).with_options(class_weights=weights),
        call("alignment", K=first, L=first).refusing("shapes", "K or L", flag="shapes",
                                                     L=np.eye(3)),
        call("idealize", K=k.symmetric(TWO), y=labels, gamma=k.nonnegative(1.0))
        .with_options(class_weights=k.class_weights({1: 1.0, 2: 2.0}))
        .refusing("labels", "K or y", flag="shapes", y=[1, 2, 2]),
        call("alignment_threshold", K=k.symmetric(TWO), y=labels)
        .refusing("labels", "K or y", flag="shapes", y=[1, 2, 2]),
    ]  # fmt: skip


def _pairs() -> list[Call]:
    radius = k.positive(3.0).without("infinite", "text", "none", "list")
    radius = radius.refusing("unknown", "mean", flag="unknown_name")
    radius = radius.refusing("misspelled", "medain", flag="unknown_name")
    given = k.pairs([[0, 2], [1, 3]], 4).refusing(
        "all", [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]
    )
    near = {"m": k.count(1), "R": radius}
    return [
        call("pairs_from_labels", y=k.labels(["a", "b", "a"])),
        call("pairs_from_side_information", similar=given, n=k.count(4, low=2)),
        call("random_similar_pairs", y=k.labels([0, 0, 0, 1, 1, 1], classes=1), rng=k.generator())
        .with_options(components=k.between(0.7, 0, 1).refusing("too-few", 0.1)),
        *(
            _disjoint(call(name, **{first: value, "similar": k.pairs(S, 5),
                                    "dissimilar": k.pairs(D, 5)}).with_options(**near))
            .refusing("nothing-within", "similar or dissimilar or R", flag="empty_input", R=1e-9)
            for name, first, value in (
                ("nearest_pairs", "X", _points()),
                ("nearest_pairs_from_kernel", "K", k.kernel_matrix(K)),
            )
        ),
        call("nearest_pairs", "metric", X=X, similar=S, dissimilar=D).with_options(
            metric=_first_metric()),
        call("rand_index", labels=k.labels([1, 1, 2], classes=1),
             clusters=k.labels([1, 2, 2], classes=1))
        .refusing("lengths", "labels or clusters", flag="shapes", labels=[1, 2])
        .refusing("one-pattern", "labels", flag="shortest", labels=[1], clusters=[1]),
        call("make_toy", n_per_class=k.count(3), rng=k.generator()).with_options(
            irrelevant=k.count(2, low=0)),
    ]  # fmt: skip


def _points() -> Argument:
    """Points whose squared distances are numbers."""
    return k.points(X).refusing("far-apart", 1e200 * X)


def _disjoint(made: Call) -> Call:
    """A pair that is in both sets, either way round."""
    for name, pair in (("both", [0, 1]), ("both-reversed", [1, 0])):
        made = made.refusing(f"pair-in-{name}", "similar or dissimilar", flag="pair_order",
                             dissimilar=[*D, pair])  # fmt: skip
    return made


def _first_metric() -> Argument:
    """A positive semidefinite form of the size of a pattern; the identity where it is None."""
    metric = k.kernel_matrix(TWO, "metric").optional().refusing("negative", -np.eye(2))
    return metric.refusing("another-size", np.eye(3), flag="shapes")


def _metrics() -> list[Call]:
    of_pairs = {"similar": k.pairs(S, 5), "dissimilar": k.pairs(D, 5)}
    constants = {"C_S": k.positive(1.0), "C_D": k.positive(1.0), "nu": k.between(0.5, 0, 1)}
    psd = k.choice(*FORMS)
    kernel = k.kernel_matrix(K)
    several = k.objects([K, np.eye(5)]).without("bytes", "set", "mapping", "iterator", "number")
    for bad in kernel.bad:
        if bad.name in ("not-symmetric", "not-square", "not-a-number", "indefinite"):
            several = several.refusing(f"{bad.name}-inside", [K, bad.value])
    given = {"X": _points(), **of_pairs}
    learners = [
        call("learn_metric", **given, **constants).with_options(M=_first_metric(), psd=psd),
        call("learn_metric_from_kernel", K=kernel, **of_pairs, **constants).with_options(psd=psd),
        call("learn_metric_from_kernels", kernels=several, **of_pairs, **constants)
        .with_options(psd=psd)
        .refusing("sizes", "kernels", flag="shapes", kernels=[K, np.eye(4)]),
        call("xing_metric", **given).with_options(
            t=k.positive(1.0), objective=k.choice("sqrt", "log"), max_iterations=k.count(200),
            tol=k.positive(1e-2), on_failure=k.choice("return", "raise")),
    ]  # fmt: skip
    alpha = {
        "alpha_S": k.vector([1.0, 0.5, 0.0]).refusing("too-few", [1.0], flag="shapes"),
        "alpha_D": k.vector([1.0, 0.5]).refusing("too-few", [1.0], flag="shapes"),
    }
    dual = call("dual_objective", **alpha, **given).with_options(M=_first_metric())
    return [_disjoint(learners[0]), _disjoint(learners[1]), learners[2], _disjoint(learners[3]),
            _disjoint(dual)]  # fmt: skip


CALLS = (*_kernels(), *_pairs(), *_metrics())
