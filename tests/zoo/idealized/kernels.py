"""Wrong ideal kernels, alignments, Rand indices, sets of pairs and toy data."""

import numpy as np

from tests.zoo import changed, wrong


def idealized(right, **functions):
    """``right`` with some functions of the paper replaced."""
    return changed(right, paper="idealized", **functions)


def result_becomes(right, name, change):
    """One function whose result is changed: ``change(result, *arguments)``."""
    function = getattr(right.idealized, name)

    def wrong_one(*arguments, **options):
        return change(function(*arguments, **options), *arguments)

    return idealized(right, **{name: wrong_one})


def arguments_become(right, name, change):
    """One function that is given others than its arguments: ``change(*arguments)``."""
    function = getattr(right.idealized, name)

    def wrong_one(*arguments, **options):
        return function(*change(*arguments), **options)

    return idealized(right, **{name: wrong_one})


@wrong(killed_by="idealized/eq-1")
def minus_one_between_classes(right):
    """The ideal kernel of Cristianini et al. (footnote 1), not that of Eq. (1)."""
    return result_becomes(right, "ideal_kernel", lambda K, *_: np.where(K == 0, -1.0, K))


@wrong(killed_by="idealized/alignment")
def alignment_not_normalized(right):
    """The Frobenius product alone."""
    return idealized(right, alignment=lambda K, L: float((np.asarray(K) * np.asarray(L)).sum()))


@wrong(killed_by=("idealized/alignment", "idealized/proposition-1"))
def alignment_centered(right):
    """Of the centered matrices, as later papers define it."""

    def alignment(K, L):
        def centered(A):
            A = np.asarray(A, dtype=float)
            return A - A.mean(axis=0) - A.mean(axis=1)[:, None] + A.mean()

        A, B = centered(K), centered(L)
        size = np.linalg.norm(A) * np.linalg.norm(B)
        return float((A * B).sum() / size) if size else 0.0

    return idealized(right, alignment=alignment)


@wrong(killed_by="idealized/alignment")
def alignment_of_the_upper_triangle(right):
    """Off-diagonal entries only, as of two correlation matrices."""

    def alignment(K, L):
        above = np.triu_indices(len(K), 1)
        a, b = np.asarray(K)[above], np.asarray(L)[above]
        size = np.linalg.norm(a) * np.linalg.norm(b)
        return float(a @ b / size) if size else 0.0

    return idealized(right, alignment=alignment)


@wrong(killed_by=("idealized/eq-2", "idealized/eq-3", "idealized/proposition-1"))
def whole_gamma_is_added(right):
    """K + gamma K*, so that distances between classes grow by 2 gamma."""
    return arguments_become(right, "idealize", lambda K, y, gamma: (K, y, 2 * gamma))


@wrong(killed_by=("idealized/eq-2", "idealized/proposition-1"))
def idealizes_in_place(right):
    """The kernel that is given is changed, so a second call adds to it again."""

    def idealize(K, y, gamma, class_weights=None):
        K = np.asarray(K)
        K[...] = right.idealized.idealize(K, y, gamma, class_weights=class_weights)
        return K

    return idealized(right, idealize=idealize)


@wrong(killed_by="idealized/proposition-1")
def threshold_over_all_pairs(right):
    """Divided by n^2 in place of the sum of n_c^2."""

    def change(threshold, K, y):
        return threshold * right.idealized.ideal_kernel(y).sum() / len(y) ** 2

    return result_becomes(right, "alignment_threshold", change)


@wrong(killed_by="idealized/rand-index")
def accuracy_for_rand_index(right):
    """The fraction of patterns whose cluster has the name of their class."""

    def rand_index(labels, clusters):
        return float(np.mean([str(a) == str(b) for a, b in zip(labels, clusters, strict=True)]))

    return idealized(right, rand_index=rand_index)


@wrong(killed_by="idealized/rand-index")
def pairs_with_themselves_agree(right):
    """All n^2 pairs, so every pattern agrees with itself."""

    def change(index, labels, clusters):
        return (index * (len(labels) - 1) + 1) / len(labels)

    return result_becomes(right, "rand_index", change)


@wrong(killed_by="idealized/eq-7")
def every_pair_twice(right):
    """(i, j) and (j, i)."""
    return result_becomes(
        right,
        "pairs_from_labels",
        lambda sets, y: tuple(np.vstack([pairs, pairs[:, ::-1]]) for pairs in sets),
    )


@wrong(killed_by="idealized/side-information")
def dissimilar_among_those_named(right):
    """D holds no pattern that no similar pair names."""
    return result_becomes(
        right,
        "pairs_from_side_information",
        lambda sets, *_: (sets[0], sets[1][np.isin(sets[1], sets[0]).all(axis=1)]),
    )


@wrong(killed_by="idealized/side-information")
def pairs_are_counted_and_not_components(right):
    """30 % of n pairs, whether they connect anything new or not."""

    def random_similar_pairs(y, rng, components=0.7):
        S, _ = right.idealized.pairs_from_labels(y)
        return S[np.sort(rng.choice(len(S), len(y) - round(components * len(y)) + 1))]

    return idealized(right, random_similar_pairs=random_similar_pairs)


@wrong(killed_by="idealized/side-information")
def first_pairs_first(right):
    """Pairs in lexicographic order until there are few enough components."""

    def random_similar_pairs(y, rng, components=0.7):
        y = np.asarray(y)
        group, chosen = list(range(len(y))), []
        for i, j in right.idealized.pairs_from_labels(y)[0].tolist():
            if len(set(group)) <= round(components * len(y)):
                break
            chosen.append((i, j))
            group = [group[i] if g == group[j] else g for g in group]
        return np.array(chosen)

    return idealized(right, random_similar_pairs=random_similar_pairs)


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

    return idealized(right, nearest_pairs=of_points, nearest_pairs_from_kernel=of_kernel)


@wrong(killed_by="idealized/heuristic")
def median_over_similar_pairs_only(right):
    """R is the median of one set, which is the smaller one in clustered data."""

    def choose(nearest, S, D, m, R, lengths):
        if isinstance(R, str):
            R = float(np.median(lengths[0])) or 1e-9
        return nearest(S, D, m, R)

    return nearest_becomes(right, choose)


@wrong(killed_by="idealized/heuristic")
def neighbors_of_both_sets_together(right):
    """The m nearest of S and D in one list, so that a pattern may have none in D."""

    def choose(nearest, S, D, m, R, lengths):
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

    return nearest_becomes(right, choose)


@wrong(killed_by="idealized/heuristic")
def three_neighbors_by_default(right):
    """Another m than that of footnote 6."""

    def nearest_pairs(X, similar, dissimilar, m=3, R="median", metric=None):
        return right.idealized.nearest_pairs(X, similar, dissimilar, m=m, R=R)

    return idealized(right, nearest_pairs=nearest_pairs)


@wrong(killed_by="idealized/toy-data")
def standard_deviation_of_25(right):
    """K17: 25 taken for the standard deviation."""

    def change(data, *_):
        X, y = data
        return X * np.where(np.arange(X.shape[1]) == 0, 1.0, 5.0), y

    return result_becomes(right, "make_toy", change)


@wrong(killed_by="idealized/toy-data")
def toy_data_of_one_seed(right):
    """The generator is ignored."""
    return arguments_become(right, "make_toy", lambda n, rng: (n, np.random.default_rng(0)))
