"""Wrong ideal kernels, alignments, Rand indices, sets of pairs and toy data."""

import numpy as np

from tests.zoo import arguments_become, changed, faults, result_becomes, wrong

wrong_result = faults(result_becomes, killed_by="idealized/eq-1")

wrong_result(
    "ideal kernel of Cristianini et al. (footnote 1): minus one between classes",
    "idealized.ideal_kernel",
    lambda K, *_: np.where(K == 0, -1.0, K),
)


@wrong("idealized.alignment", killed_by="idealized/alignment")
def alignment_not_normalized(K, L):
    """The Frobenius product alone."""
    return float((np.asarray(K) * np.asarray(L)).sum())


@wrong("idealized.alignment", killed_by="idealized/alignment a_cosine_is_never_above_one")
def alignment_beyond_one(K, L):
    """Of parallel matrices by a rounding."""
    K, L = np.asarray(K, dtype=float), np.asarray(L, dtype=float)
    return float(np.vdot(K, L) / (np.linalg.norm(K) * np.linalg.norm(L)))


@wrong("idealized.alignment", killed_by=("idealized/alignment", "idealized/proposition-1"))
def alignment_centered(K, L):
    """Of the centered matrices, as later papers define it."""

    def centered(A):
        A = np.asarray(A, dtype=float)
        return A - A.mean(axis=0) - A.mean(axis=1)[:, None] + A.mean()

    A, B = centered(K), centered(L)
    size = np.linalg.norm(A) * np.linalg.norm(B)
    return float((A * B).sum() / size) if size else 0.0


@wrong("idealized.alignment", killed_by="idealized/alignment")
def alignment_of_the_upper_triangle(K, L):
    """Off-diagonal entries only, as of two correlation matrices."""
    above = np.triu_indices(len(K), 1)
    a, b = np.asarray(K)[above], np.asarray(L)[above]
    size = np.linalg.norm(a) * np.linalg.norm(b)
    return float(a @ b / size) if size else 0.0


wrong_arguments = faults(
    arguments_become, killed_by=("idealized/eq-2", "idealized/eq-3", "idealized/proposition-1")
)

wrong_arguments(
    "whole gamma is added: distances between classes grow by 2 gamma",
    "idealized.idealize",
    lambda K, y, gamma: (K, y, 2 * gamma),
)


@wrong("idealized.idealize", killed_by=("idealized/eq-2", "idealized/proposition-1"))
def idealizes_in_place(right, K, y, gamma, class_weights=None):
    """The kernel that is given is changed, so a second call adds to it again."""
    K = np.asarray(K)
    K[...] = right.idealized.idealize(K, y, gamma, class_weights=class_weights)
    return K


@wrong(result_becomes, "idealized.alignment_threshold", killed_by="idealized/proposition-1")
def threshold_over_all_pairs(right, threshold, K, y):
    """Divided by n^2 in place of the sum of n_c^2."""
    return threshold * right.idealized.ideal_kernel(y).sum() / len(y) ** 2


@wrong("idealized.rand_index", killed_by="idealized/rand-index")
def accuracy_for_rand_index(labels, clusters):
    """The fraction of patterns whose cluster has the name of their class."""
    return float(np.mean([str(a) == str(b) for a, b in zip(labels, clusters, strict=True)]))


@wrong(result_becomes, "idealized.rand_index", killed_by="idealized/rand-index")
def pairs_with_themselves_agree(index, labels, clusters):
    """All n^2 pairs, so every pattern agrees with itself."""
    return (index * (len(labels) - 1) + 1) / len(labels)


wrong_result(
    "every pair twice: (i, j) and (j, i)",
    "idealized.pairs_from_labels",
    lambda sets, y: tuple(np.vstack([pairs, pairs[:, ::-1]]) for pairs in sets),
    killed_by="idealized/eq-7",
)
wrong_result(
    "dissimilar among those named: D holds no pattern that no similar pair names",
    "idealized.pairs_from_side_information",
    lambda sets, *_: (sets[0], sets[1][np.isin(sets[1], sets[0]).all(axis=1)]),
    killed_by="idealized/side-information",
)


@wrong("idealized.random_similar_pairs", killed_by="idealized/side-information")
def pairs_are_counted_and_not_components(right, y, rng, components=0.7):
    """30 % of n pairs, whether they connect anything new or not."""
    S, _ = right.idealized.pairs_from_labels(y)
    return S[np.sort(rng.choice(len(S), len(y) - round(components * len(y)) + 1))]


@wrong(
    "idealized.random_similar_pairs",
    killed_by="idealized/side-information components_are_a_given_share",
)
def larger_patterns_come_first(right, y, rng, components=0.7):
    """Pairs of the lower triangle, as loops with j < i make them."""
    return np.asarray(right.idealized.random_similar_pairs(y, rng, components))[:, ::-1]


@wrong("idealized.random_similar_pairs", killed_by="idealized/side-information")
def first_pairs_first(right, y, rng, components=0.7):
    """Pairs in lexicographic order until there are few enough components."""
    y = np.asarray(y)
    group, chosen = list(range(len(y))), []
    for i, j in right.idealized.pairs_from_labels(y)[0].tolist():
        if len(set(group)) <= round(components * len(y)):
            break
        chosen.append((i, j))
        group = [group[i] if g == group[j] else g for g in group]
    return np.array(chosen)


def nearest_becomes(right, choose):
    """``choose(nearest, similar, dissimilar, m, R, lengths)`` for points and for kernels."""

    def of_points(X, similar, dissimilar, m=5, R="median", metric=None):
        lengths = [
            np.linalg.norm(X[pairs[:, 0]] - X[pairs[:, 1]], axis=1)
            for pairs in (similar, dissimilar)
        ]
        nearest = lambda S, D, m, R: right.idealized.nearest_pairs(X, S, D, m=m, R=R)  # noqa: E731
        return choose(nearest, similar, dissimilar, m, R, lengths)

    def of_kernel(K, similar, dissimilar, m=5, R="median"):
        d = K.diagonal()[:, None] + K.diagonal() - 2 * K
        lengths = [np.sqrt(d[tuple(pairs.T)]) for pairs in (similar, dissimilar)]
        nearest = lambda S, D, m, R: right.idealized.nearest_pairs_from_kernel(K, S, D, m=m, R=R)  # noqa: E731
        return choose(nearest, similar, dissimilar, m, R, lengths)

    return changed(
        right, paper="idealized", nearest_pairs=of_points, nearest_pairs_from_kernel=of_kernel
    )


@wrong(nearest_becomes, killed_by="idealized/heuristic")
def median_over_similar_pairs_only(nearest, S, D, m, R, lengths):
    """R is the median of one set, which is the smaller one in clustered data."""
    if isinstance(R, str):
        R = float(np.median(lengths[0])) or 1e-9
    return nearest(S, D, m, R)


@wrong(nearest_becomes, killed_by="idealized/heuristic")
def neighbors_of_both_sets_together(nearest, S, D, m, R, lengths):
    """The m nearest of S and D in one list, so that a pattern may have none in D."""
    radius = float(np.median(np.concatenate(lengths))) if isinstance(R, str) else R
    order = np.argsort(np.concatenate(lengths), kind="stable")
    pairs = np.concatenate([S, D])[order]
    similar = order < len(S)
    keep = np.zeros(len(pairs), dtype=bool)
    for i in np.unique(pairs):
        keep[np.flatnonzero((pairs == i).any(axis=1))[:m]] = True
    keep &= np.concatenate(lengths)[order] <= radius
    found = [np.array(sorted(pairs[keep & mask].tolist())) for mask in (similar, ~similar)]
    if not all(map(len, found)):
        raise ValueError("a set is empty")
    return tuple(found)


@wrong("idealized.nearest_pairs", killed_by="idealized/heuristic")
def three_neighbors_by_default(right, X, similar, dissimilar, m=3, R="median", metric=None):
    """Another m than that of footnote 6."""
    return right.idealized.nearest_pairs(X, similar, dissimilar, m=m, R=R)


@wrong(result_becomes, "idealized.make_toy", killed_by="idealized/toy-data")
def standard_deviation_of_25(data, *_):
    """K17: 25 taken for the standard deviation."""
    X, y = data
    return X * np.where(np.arange(X.shape[1]) == 0, 1.0, 5.0), y


wrong_arguments(
    "toy data of one seed",
    "idealized.make_toy",
    lambda n, rng: (n, np.random.default_rng(0)),
    killed_by="idealized/toy-data",
)


@wrong(
    "idealized.nearest_pairs_from_kernel",
    killed_by="idealized/heuristic nearest_partners_in_feature_space",
)
def the_largest_kernel_values_are_the_nearest(right, K, similar, dissimilar, m=5, R="median"):
    """As if all patterns had one length; and at any distance."""
    as_if = np.array(K, dtype=float)
    np.fill_diagonal(as_if, len(as_if) * np.abs(as_if).max())
    return right.idealized.nearest_pairs_from_kernel(as_if, similar, dissimilar, m=m, R=np.inf)
