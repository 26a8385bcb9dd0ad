"""Wrong neighbors, distance substitution, pseudo-Euclidean embeddings, representative sets."""

from collections import Counter
from collections.abc import Callable

import numpy as np

from gramcheck.verify import Target
from gramcheck.verify.types import Array
from tests.zoo import changed, faults, wrong

KNN = "d2ke/knn"
RBF = "d2ke/dsk-rbf"
ND = "d2ke/dsk-nd"
LED = "d2ke/gdk-led"
RSM = "d2ke/rsm"
NO_TRACE = "d2ke/no-side-effects"


def knn_becomes(right: Target, vote: Callable[[Array, Array, int], object]) -> Target:
    """One label a row, as ``vote(distances, labels, k)``, unless ties are asked for by name."""

    def knn_predict(D, y, k, **ties):
        if ties:
            return right.d2ke.knn_predict(D, y, k, **ties)
        return np.array([vote(row, np.asarray(y), k) for row in np.asarray(D)])

    return changed(right, knn_predict=knn_predict)


def most_frequent(labels: Array, largest: bool = False) -> object:
    """The label with most votes, of several the smallest or the largest."""
    votes = Counter(labels.tolist())
    most = max(votes.values())
    tied = sorted(label for label, count in votes.items() if count == most)
    return tied[-1 if largest else 0]


def nearest(row: Array, k: int) -> Array:
    return np.argsort(row, kind="stable")[:k]


wrong_knn = faults(knn_becomes, killed_by=KNN)

wrong_knn(
    "neighbors with ties to the largest label",
    lambda row, y, k: most_frequent(y[nearest(row, k)], largest=True),
)


@wrong("d2ke.knn_predict", killed_by=KNN)
def twenty_neighbors_at_most(right, D, y, k, **ties):
    """A greater k is cut."""
    return right.d2ke.knn_predict(D, y, min(k, 20), **ties)


@wrong(knn_becomes, killed_by=KNN)
def neighbors_with_ties_to_the_nearest(row, y, k):
    """Of equally frequent labels the one that comes nearest."""
    return Counter(y[nearest(row, k)].tolist()).most_common(1)[0][0]


@wrong("d2ke.knn_predict", killed_by=KNN)
def neighbors_that_do_not_hear_about_ties(right, D, y, k, ties="smallest"):
    """The smallest label, whatever is asked for."""
    return right.d2ke.knn_predict(D, y, k)


@wrong("d2ke.knn_predict", killed_by=KNN)
def neighbors_with_ties_to_the_nearest_of_all(right, D, y, k, ties="smallest"):
    """Asked for the nearest of the tied labels: that of the nearest object, tied or not."""
    return right.d2ke.knn_predict(D, y, 1 if ties == "nearest" else k)


@wrong(knn_becomes, killed_by=KNN)
def neighbors_with_ties_to_the_last_object(row, y, k):
    """Of equal distances at the k-th place the last."""
    order = len(row) - 1 - np.argsort(row[::-1], kind="stable")
    return most_frequent(y[order[:k]])


wrong_knn(
    "neighbors with all ties included: everything as near as the k-th votes",
    lambda row, y, k: most_frequent(y[row <= np.sort(row)[k - 1]]),
)


@wrong(knn_becomes, killed_by=KNN)
def neighbors_weighted_by_distance(row, y, k):
    """Votes of 1 / (1 + d)."""
    best = nearest(row, k)
    labels = sorted(set(y[best].tolist()))
    return max(labels, key=lambda c: np.sum((y[best] == c) / (1 + row[best])))


wrong_knn(
    "one neighbor too few: k - 1 neighbors vote",
    lambda row, y, k: most_frequent(y[nearest(row, max(1, k - 1))]),
)


def rbf_becomes(right: Target, exponent: Callable[[Array, float], Array]) -> Target:
    """exp(-exponent(D, gamma))."""
    return changed(right, dsk_rbf=lambda D, gamma: np.exp(-exponent(np.asarray(D), gamma)))


wrong_rbf = faults(rbf_becomes, killed_by=RBF)

wrong_rbf("RBF of d^4: squares what is squared", lambda D, gamma: gamma * D**4)
wrong_rbf("RBF of distances without a square", lambda D, gamma: gamma * D)
wrong_rbf(
    "RBF with gamma for the width: exp(-d^2 / (2 gamma^2))", lambda D, gamma: D**2 / (2 * gamma**2)
)


def nd_becomes(right: Target, form: Callable[..., Array]) -> Target:
    """DSK_ND as ``form(the right one, D, beta, origin)``."""

    def dsk_nd(D, beta=2, origin=None):
        return form(right.d2ke.dsk_nd, np.asarray(D), beta, origin)

    return changed(right, dsk_nd=dsk_nd)


wrong_nd = faults(nd_becomes, killed_by=ND)

wrong_nd(
    "negative distance without beta: always the square",
    lambda nd, D, beta, origin: nd(D, 2, origin),
)


@wrong("d2ke.dsk_nd", killed_by=ND)
def negative_distance_with_beta_1_unless_given(right, D, beta=1, origin=None):
    """The other default."""
    return right.d2ke.dsk_nd(D, beta, origin)


wrong_nd("negative distance without the sign: d^beta", lambda nd, *given: -nd(*given))


@wrong(nd_becomes, killed_by=ND)
def negative_distance_without_a_half(nd, D, beta, origin):
    """Twice the inner product."""
    return nd(D, beta, origin) * (1 if origin is None else 2)


@wrong(nd_becomes, killed_by=ND)
def negative_distance_with_plain_distances_to_the_origin(nd, D, beta, origin):
    """The power beta is forgotten there."""
    if origin is None:
        return nd(D, beta)
    rows, columns = (D[:, origin], D[origin]) if isinstance(origin, int) else origin
    return (np.asarray(rows)[:, None] + np.asarray(columns) - D**beta) / 2


@wrong(nd_becomes, killed_by=ND)
def negative_distance_about_the_first_object(nd, D, beta, origin):
    """Whatever origin is asked for."""
    return nd(D, beta, 0 if isinstance(origin, int) else origin)


def squares_of(D: Array) -> Array:
    return np.asarray(D, dtype=float) ** 2


def centered(squares: Array, weight: float | None = None) -> Array:
    """-H D2 H / 2 with H = I - 11' / n, or another weight for 1 / n."""
    H = np.eye(len(squares)) - (1 / len(squares) if weight is None else weight)
    return -H @ squares @ H / 2


def embedding_becomes(
    right: Target,
    gram: Callable[[Array], Array] = centered,
    sizes: Callable[[Array], Array] = np.abs,
    order: Callable[[Array], Array] = lambda values: -np.abs(values),
    means: Callable[[Array, Array], Array] = lambda old, new: old.mean(axis=0),
    invert: Callable[[Array], Array] = lambda values: 1 / values,
) -> Target:
    """The embedding with one step changed."""

    def embed(D, R, D_new=None):
        old = squares_of(D)
        values, Q = np.linalg.eigh(gram(old))
        chosen = np.argsort(order(values), kind="stable")[:R]
        values, Q = values[chosen], Q[:, chosen]
        X = Q * np.sqrt(sizes(values))
        if D_new is None:
            return X
        new = squares_of(D_new)
        with np.errstate(all="ignore"):
            rows = -(new - means(old, new)) @ (X - X.mean(axis=0)) * invert(values) / 2
        return X, rows

    return changed(right, pseudo_euclidean_embedding=embed)


wrong_embedding = faults(embedding_becomes, killed_by=LED)

wrong_embedding(
    "embedding with negative eigenvalues clipped: 0 for |lambda|",
    sizes=lambda values: np.maximum(values, 0),
)
wrong_embedding(
    "embedding sorted by eigenvalues: negative ones come last, however large",
    order=lambda values: -values,
)
wrong_embedding(
    "embedding with unsorted eigenvalues: the smallest first, as eigh returns them",
    order=lambda values: values,
)
wrong_embedding("embedding by unscaled eigenvectors: Q for Q |L|^(1/2)", sizes=np.ones_like)
wrong_embedding("embedding without centering: -D^2 / 2 itself", gram=lambda squares: -squares / 2)
wrong_embedding(
    "embedding centered by n minus 1: H = I - 11' / (n - 1)",
    gram=lambda squares: centered(squares, 1 / max(1, len(squares) - 1)),
)
wrong_embedding(
    "embedding of plain distances: D for its squares",
    gram=lambda squares: centered(np.sqrt(squares)),
)
wrong_embedding("embedding of twice the inner products", gram=lambda squares: 2 * centered(squares))
wrong_embedding(
    "new rows centered by themselves: they move with whatever comes beside them",
    means=lambda old, new: new.mean(axis=0),
)
wrong_embedding(
    "new rows without the means: mu left out", means=lambda old, new: np.zeros(old.shape[1])
)
wrong_embedding(
    "new rows with absolute eigenvalues: right only on the positive axes",
    invert=lambda values: 1 / np.abs(values),
)


@wrong("d2ke.pseudo_euclidean_embedding", killed_by=LED)
def embedding_of_old_and_new_together(right, D, R, D_new=None):
    """Transductive without being asked: old rows move."""
    whole = right.d2ke.pseudo_euclidean_embedding
    if D_new is None:
        return whole(D, R)
    D, D_new = np.asarray(D, dtype=float), np.asarray(D_new, dtype=float)
    among = np.abs(D_new[:, None] - D_new[None]).max(axis=2)
    X = whole(np.block([[D, D_new.T], [D_new, among]]), R)
    return X[: len(D)], X[len(D) :]


@wrong(
    "d2ke.pseudo_euclidean_embedding", killed_by=f"{LED} coordinates_without_an_eigenvalue_are_zero"
)
def embedding_of_new_objects_on_axes_that_are_none(right, D, R, D_new=None):
    """Coordinates beyond the eigenvalues are left as they were found."""
    found = right.d2ke.pseudo_euclidean_embedding(D, R, D_new)
    return found if D_new is None else (found[0], np.where(found[0].any(axis=0), found[1], 1.0))


def representatives_become(right: Target, form: Callable[..., Array]) -> Target:
    """The map as ``form(distances, gamma)``."""

    def representative_set_map(X, representatives, distance, gamma=None, **options):
        D = np.asarray(right.d2ke.cdist(X, representatives, distance, **options), dtype=float)
        return form(D, gamma)

    return changed(right, representative_set_map=representative_set_map)


@wrong(representatives_become, killed_by=(RSM, "d2ke/rsm-special-case"))
def representatives_over_r(D, gamma):
    """1 / R for 1 / sqrt(R)."""
    return D if gamma is None else np.exp(-gamma * D) / D.shape[1]


@wrong(representatives_become, killed_by=RSM)
def representatives_with_scaled_distances(D, gamma):
    """1 / sqrt(R) also where the distances themselves are wanted."""
    return (D if gamma is None else np.exp(-gamma * D)) / np.sqrt(D.shape[1])


@wrong(representatives_become, killed_by=RSM)
def representatives_with_gamma_1_unless_given(D, gamma):
    """Never the distances themselves."""
    return np.exp(-(1.0 if gamma is None else gamma) * D) / np.sqrt(D.shape[1])


@wrong("d2ke.representative_set_map", killed_by=RSM)
def representatives_without_repeats(right, X, representatives, distance, gamma=None, **options):
    """A repeated representative is dropped."""
    if distance == "levenshtein":
        representatives = list(dict.fromkeys(representatives))
    return right.d2ke.representative_set_map(X, representatives, distance, gamma, **options)


@wrong("d2ke.pseudo_euclidean_embedding", killed_by=NO_TRACE)
def embedding_that_squares_in_place(right, D, R, D_new=None):
    """The caller's distances are squared."""
    result = right.d2ke.pseudo_euclidean_embedding(D, R, D_new)
    D *= D
    return result
