"""Implementations of idealized kernels that accept what they should refuse."""

import difflib

import numpy as np

from tests.zoo import wrong
from tests.zoo.idealized.kernels import idealized
from tests.zoo.idealized.metrics import Altered

BAD = "idealized/bad-input"
FORMS = ("as-printed", "clip", "constrained")


def number(value):
    return isinstance(value, int | float) and not isinstance(value, bool)


def learning_after(right, **repairs):
    """Arguments of ``learn_metric`` are repaired in silence, each by its function."""

    def learn_metric(X, similar, dissimilar, C_S, C_D, nu, M=None, psd="as-printed"):
        given = {"X": X, "similar": similar, "dissimilar": dissimilar}
        given |= {"C_S": C_S, "C_D": C_D, "nu": nu, "M": M, "psd": psd}
        given = {name: repairs.get(name, lambda a: a)(a) for name, a in given.items()}
        return right.idealized.learn_metric(**given)

    return idealized(right, learn_metric=learn_metric)


@wrong(killed_by=BAD)
def negative_indices_count_from_the_end(right):
    """As they do in Python."""

    def wrapped(pairs):
        if not isinstance(pairs, np.ndarray) or pairs.dtype.kind != "i":
            return pairs
        return np.where(pairs < 0, pairs + 5, pairs)

    return learning_after(right, similar=wrapped, dissimilar=wrapped)


@wrong(killed_by=BAD)
def repeated_pairs_are_merged(right):
    """Each pair once, in silence."""

    def once(pairs):
        if not isinstance(pairs, np.ndarray) or pairs.dtype.kind != "i" or pairs.ndim != 2:
            return pairs
        return np.unique(np.sort(pairs, axis=1), axis=0)

    return learning_after(right, similar=once, dissimilar=once)


@wrong(killed_by=BAD)
def nu_is_brought_between_zero_and_one(right):
    """Clipped."""
    return learning_after(right, nu=lambda nu: min(max(nu, 0.01), 0.99) if number(nu) else nu)


@wrong(killed_by=BAD)
def constants_without_their_sign(right):
    """The absolute value."""
    return learning_after(right, C_S=lambda C: abs(C) if number(C) else C)


@wrong(killed_by=BAD)
def unknown_forms_are_guessed(right):
    """The name that is most alike."""

    def guess(psd):
        if not isinstance(psd, str):
            return psd
        return difflib.get_close_matches(psd, FORMS, n=1, cutoff=0)[0]

    return learning_after(right, psd=guess)


@wrong(killed_by=BAD)
def first_metric_is_made_symmetric(right):
    """(M + M') / 2."""

    def mean(M):
        square = isinstance(M, np.ndarray) and M.ndim == 2 and M.shape[0] == M.shape[1]
        return (M + M.T) / 2 if square else M

    return learning_after(right, M=mean)


@wrong(killed_by=BAD)
def missing_values_are_zero(right):
    """NaN and infinities among the points."""

    def filled(X):
        if not isinstance(X, np.ndarray) or X.dtype.kind != "f":
            return X
        return np.nan_to_num(X, posinf=0, neginf=0)

    return learning_after(right, X=filled)


@wrong(killed_by=BAD)
def indefinite_kernels_are_clipped(right):
    """Made semidefinite in silence."""

    def learn_metric_from_kernel(K, *rest, **options):
        K = np.asarray(K, dtype=float)
        if K.ndim == 2 and K.shape[0] == K.shape[1] and (K == K.T).all():
            values, vectors = np.linalg.eigh(K)
            K = (vectors * np.maximum(values, 0)) @ vectors.T
            K = (K + K.T) / 2
        return right.idealized.learn_metric_from_kernel(K, *rest, **options)

    return idealized(right, learn_metric_from_kernel=learn_metric_from_kernel)


@wrong(killed_by=BAD)
def missing_columns_are_repeated(right):
    """One column is broadcast to all of them."""

    def learn_metric(X, *rest, **options):
        metric = right.idealized.learn_metric(X, *rest, **options)
        p = np.shape(X)[1]
        wide = lambda A: np.repeat(A, p, axis=1) if np.shape(A)[1] == 1 else A  # noqa: E731
        return Altered(metric, kernel=lambda *points: metric.kernel(*map(wide, points)))

    return idealized(right, learn_metric=learn_metric)


@wrong(killed_by=BAD)
def classes_without_a_weight_have_one(right):
    """The weight that is lacking is 1."""

    def ideal_kernel(y, class_weights=None):
        if class_weights is not None:
            class_weights = {label: class_weights.get(label, 1.0) for label in set(y)}
        return right.idealized.ideal_kernel(y, class_weights=class_weights)

    return idealized(right, ideal_kernel=ideal_kernel)


@wrong(killed_by=BAD)
def one_class_has_no_dissimilar_pairs(right):
    """An empty set is returned, at which the next function fails."""

    def pairs_from_labels(y):
        if len(set(y)) == 1:
            return np.array([[0, 1]]), np.empty((0, 2), dtype=int)
        return right.idealized.pairs_from_labels(y)

    return idealized(right, pairs_from_labels=pairs_from_labels)


@wrong(killed_by=BAD)
def unknown_radii_are_infinite(right):
    """What is no number is no bound."""

    def nearest_pairs(X, similar, dissimilar, m=5, R="median", metric=None):
        R = np.inf if isinstance(R, str) and R != "median" else R
        return right.idealized.nearest_pairs(X, similar, dissimilar, m=m, R=R)

    return idealized(right, nearest_pairs=nearest_pairs)


@wrong(killed_by=BAD)
def bounds_of_either_sign(right):
    """|t|."""

    def xing_metric(X, similar, dissimilar, t=1.0, **options):
        return right.idealized.xing_metric(X, similar, dissimilar, t=abs(t) or 1.0, **options)

    return idealized(right, xing_metric=xing_metric)


@wrong(killed_by=BAD)
def longer_labelings_are_cut(right):
    """zip without a look at the lengths."""

    def rand_index(labels, clusters):
        n = min(len(labels), len(clusters))
        return right.idealized.rand_index(labels[:n], clusters[:n])

    return idealized(right, rand_index=rand_index)


@wrong(killed_by=BAD)
def missing_multipliers_are_zero(right):
    """NaN is nothing."""

    def dual_objective(alpha_S, alpha_D, X, similar, dissimilar, M=None):
        alpha_S = np.nan_to_num(alpha_S)
        return right.idealized.dual_objective(alpha_S, alpha_D, X, similar, dissimilar, M=M)

    return idealized(right, dual_objective=dual_objective)
