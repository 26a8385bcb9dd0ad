"""Wrong neighbors, distance substitution, pseudo-Euclidean embeddings, representative sets."""

from collections import Counter
from collections.abc import Callable

import numpy as np

from gramcheck.verify import Target
from gramcheck.verify.types import Array
from tests.zoo import changed, wrong

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


@wrong(killed_by=KNN)
def neighbors_with_ties_to_the_largest_label(right):
    """The largest of equally frequent labels."""
    return knn_becomes(right, lambda row, y, k: most_frequent(y[nearest(row, k)], largest=True))


@wrong(killed_by=KNN)
def twenty_neighbors_at_most(right):
    """A greater k is cut."""

    def knn_predict(D, y, k, **ties):
        return right.d2ke.knn_predict(D, y, min(k, 20), **ties)

    return changed(right, knn_predict=knn_predict)


@wrong(killed_by=KNN)
def neighbors_with_ties_to_the_nearest(right):
    """Of equally frequent labels the one that comes nearest."""

    def vote(row, y, k):
        return Counter(y[nearest(row, k)].tolist()).most_common(1)[0][0]

    return knn_becomes(right, vote)


@wrong(killed_by=KNN)
def neighbors_that_do_not_hear_about_ties(right):
    """The smallest label, whatever is asked for."""
    knn = right.d2ke.knn_predict
    return changed(right, knn_predict=lambda D, y, k, ties="smallest": knn(D, y, k))


@wrong(killed_by=KNN)
def neighbors_with_ties_to_the_nearest_of_all(right):
    """Asked for the nearest of the tied labels: that of the nearest object, tied or not."""

    def knn_predict(D, y, k, ties="smallest"):
        return right.d2ke.knn_predict(D, y, 1 if ties == "nearest" else k)

    return changed(right, knn_predict=knn_predict)


@wrong(killed_by=KNN)
def neighbors_with_ties_to_the_last_object(right):
    """Of equal distances at the k-th place the last."""

    def vote(row, y, k):
        order = len(row) - 1 - np.argsort(row[::-1], kind="stable")
        return most_frequent(y[order[:k]])

    return knn_becomes(right, vote)


@wrong(killed_by=KNN)
def neighbors_with_all_ties_included(right):
    """Everything as near as the k-th votes."""
    return knn_becomes(right, lambda row, y, k: most_frequent(y[row <= np.sort(row)[k - 1]]))


@wrong(killed_by=KNN)
def neighbors_weighted_by_distance(right):
    """Votes of 1 / (1 + d)."""

    def vote(row, y, k):
        best = nearest(row, k)
        labels = sorted(set(y[best].tolist()))
        return max(labels, key=lambda c: np.sum((y[best] == c) / (1 + row[best])))

    return knn_becomes(right, vote)


@wrong(killed_by=KNN)
def one_neighbor_too_few(right):
    """k - 1 neighbors vote."""
    return knn_becomes(right, lambda row, y, k: most_frequent(y[nearest(row, max(1, k - 1))]))


def rbf_becomes(right: Target, exponent: Callable[[Array, float], Array]) -> Target:
    """exp(-exponent(D, gamma))."""
    return changed(right, dsk_rbf=lambda D, gamma: np.exp(-exponent(np.asarray(D), gamma)))


@wrong(killed_by=RBF)
def rbf_of_squared_distances(right):
    """d^4: squares what is squared."""
    return rbf_becomes(right, lambda D, gamma: gamma * D**4)


@wrong(killed_by=RBF)
def rbf_of_plain_distances(right):
    """No square."""
    return rbf_becomes(right, lambda D, gamma: gamma * D)


@wrong(killed_by=RBF)
def rbf_with_gamma_for_the_width(right):
    """exp(-d^2 / (2 gamma^2))."""
    return rbf_becomes(right, lambda D, gamma: D**2 / (2 * gamma**2))


def nd_becomes(right: Target, form: Callable[..., Array]) -> Target:
    """DSK_ND as ``form(the right one, D, beta, origin)``."""

    def dsk_nd(D, beta=2, origin=None):
        return form(right.d2ke.dsk_nd, np.asarray(D), beta, origin)

    return changed(right, dsk_nd=dsk_nd)


@wrong(killed_by=ND)
def negative_distance_without_beta(right):
    """Always the square."""
    return nd_becomes(right, lambda nd, D, beta, origin: nd(D, 2, origin))


@wrong(killed_by=ND)
def negative_distance_with_beta_1_unless_given(right):
    """The other default."""

    def dsk_nd(D, beta=1, origin=None):
        return right.d2ke.dsk_nd(D, beta, origin)

    return changed(right, dsk_nd=dsk_nd)


@wrong(killed_by=ND)
def negative_distance_without_the_sign(right):
    """d^beta."""
    return nd_becomes(right, lambda nd, *given: -nd(*given))


@wrong(killed_by=ND)
def negative_distance_without_a_half(right):
    """Twice the inner product."""

    def form(nd, D, beta, origin):
        return nd(D, beta, origin) * (1 if origin is None else 2)

    return nd_becomes(right, form)


@wrong(killed_by=ND)
def negative_distance_with_plain_distances_to_the_origin(right):
    """The power beta is forgotten there."""

    def form(nd, D, beta, origin):
        if origin is None:
            return nd(D, beta)
        rows, columns = (D[:, origin], D[origin]) if isinstance(origin, int) else origin
        return (np.asarray(rows)[:, None] + np.asarray(columns) - D**beta) / 2

    return nd_becomes(right, form)


@wrong(killed_by=ND)
def negative_distance_about_the_first_object(right):
    """Whatever origin is asked for."""

    def form(nd, D, beta, origin):
        return nd(D, beta, 0 if isinstance(origin, int) else origin)

    return nd_becomes(right, form)


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


@wrong(killed_by=LED)
def embedding_with_negative_eigenvalues_clipped(right):
    """0 for |lambda|."""
    return embedding_becomes(right, sizes=lambda values: np.maximum(values, 0))


@wrong(killed_by=LED)
def embedding_by_eigenvalues_instead_of_their_sizes(right):
    """Sorted by lambda: negative ones come last, however large."""
    return embedding_becomes(right, order=lambda values: -values)


@wrong(killed_by=LED)
def embedding_with_unsorted_eigenvalues(right):
    """The smallest first, as eigh returns them."""
    return embedding_becomes(right, order=lambda values: values)


@wrong(killed_by=LED)
def embedding_by_unscaled_eigenvectors(right):
    """Q for Q |L|^(1/2)."""
    return embedding_becomes(right, sizes=np.ones_like)


@wrong(killed_by=LED)
def embedding_without_centering(right):
    """-D^2 / 2 itself."""
    return embedding_becomes(right, gram=lambda squares: -squares / 2)


@wrong(killed_by=LED)
def embedding_centered_by_n_minus_1(right):
    """H = I - 11' / (n - 1)."""
    return embedding_becomes(
        right, gram=lambda squares: centered(squares, 1 / max(1, len(squares) - 1))
    )


@wrong(killed_by=LED)
def embedding_of_plain_distances(right):
    """D for its squares."""
    return embedding_becomes(right, gram=lambda squares: centered(np.sqrt(squares)))


@wrong(killed_by=LED)
def embedding_without_a_half(right):
    """Twice the inner products."""
    return embedding_becomes(right, gram=lambda squares: 2 * centered(squares))


@wrong(killed_by=LED)
def new_rows_centered_by_themselves(right):
    """mu from the new rows: they move with whatever comes beside them."""
    return embedding_becomes(right, means=lambda old, new: new.mean(axis=0))


@wrong(killed_by=LED)
def new_rows_without_the_means(right):
    """mu left out."""
    return embedding_becomes(right, means=lambda old, new: np.zeros(old.shape[1]))


@wrong(killed_by=LED)
def new_rows_with_eigenvalues_made_absolute(right):
    """1 / |lambda|: right only on the positive axes."""
    return embedding_becomes(right, invert=lambda values: 1 / np.abs(values))


@wrong(killed_by=LED)
def embedding_of_old_and_new_together(right):
    """Transductive without being asked: old rows move."""

    def embed(D, R, D_new=None):
        whole = right.d2ke.pseudo_euclidean_embedding
        if D_new is None:
            return whole(D, R)
        D, D_new = np.asarray(D, dtype=float), np.asarray(D_new, dtype=float)
        among = np.abs(D_new[:, None] - D_new[None]).max(axis=2)
        X = whole(np.block([[D, D_new.T], [D_new, among]]), R)
        return X[: len(D)], X[len(D) :]

    return changed(right, pseudo_euclidean_embedding=embed)


def representatives_become(right: Target, form: Callable[..., Array]) -> Target:
    """The map as ``form(distances, gamma)``."""

    def representative_set_map(X, representatives, distance, gamma=None, **options):
        D = np.asarray(right.d2ke.cdist(X, representatives, distance, **options), dtype=float)
        return form(D, gamma)

    return changed(right, representative_set_map=representative_set_map)


@wrong(killed_by=(RSM, "d2ke/rsm-special-case"))
def representatives_over_r(right):
    """1 / R for 1 / sqrt(R)."""
    return representatives_become(
        right, lambda D, gamma: D if gamma is None else np.exp(-gamma * D) / D.shape[1]
    )


@wrong(killed_by=RSM)
def representatives_with_scaled_distances(right):
    """1 / sqrt(R) also where the distances themselves are wanted."""

    def form(D, gamma):
        return (D if gamma is None else np.exp(-gamma * D)) / np.sqrt(D.shape[1])

    return representatives_become(right, form)


@wrong(killed_by=RSM)
def representatives_with_gamma_1_unless_given(right):
    """Never the distances themselves."""

    def form(D, gamma):
        return np.exp(-(1.0 if gamma is None else gamma) * D) / np.sqrt(D.shape[1])

    return representatives_become(right, form)


@wrong(killed_by=RSM)
def representatives_without_repeats(right):
    """A repeated representative is dropped."""

    def representative_set_map(X, representatives, distance, gamma=None, **options):
        if distance == "levenshtein":
            representatives = list(dict.fromkeys(representatives))
        return right.d2ke.representative_set_map(X, representatives, distance, gamma, **options)

    return changed(right, representative_set_map=representative_set_map)


@wrong(killed_by=NO_TRACE)
def embedding_that_squares_in_place(right):
    """The caller's distances are squared."""

    def embed(D, R, D_new=None):
        result = right.d2ke.pseudo_euclidean_embedding(D, R, D_new)
        D *= D
        return result

    return changed(right, pseudo_euclidean_embedding=embed)
