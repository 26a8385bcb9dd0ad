"""Pairs, toy data and metrics as libraries write them."""

import numpy as np

from tests.zoo import Altered, arguments_become, faults, result_becomes, with_16_bits, wrong

wrong_metric = faults(
    result_becomes, "idealized.learn_metric_from_kernel", killed_by="idealized/kernel-version"
)

wrong_metric(
    "kernel version whose matrix has the other sign, where all else is right",
    lambda metric, *_: Altered(metric, matrix=-np.asarray(metric.matrix)),
)
wrong_metric(
    "kernel version whose matrix is that of the feature coordinates",
    lambda metric, K, *_: Altered(metric, matrix=K @ np.asarray(metric.matrix) @ K),
)


@wrong(result_becomes, "idealized.pairs_from_labels", killed_by="idealized/eq-7")
def one_pair_is_no_set(sets, y):
    """A set of one pair is lost, as one row is squeezed to a vector."""
    return tuple(pairs if len(pairs) > 1 else pairs[:0] for pairs in sets)


@wrong(result_becomes, "idealized.nearest_pairs", killed_by="idealized/heuristic")
def one_nearest_pair_is_none(sets, *_):
    """The same of the nearest ones."""
    return tuple(pairs if len(pairs) > 1 else pairs[:0] for pairs in sets)


@wrong("idealized.nearest_pairs", killed_by="idealized/heuristic nearest_by_the_first_metric")
def nearest_pairs_without_the_metric(right, *points_and_pairs, metric=None, **how):
    """Always those of the Euclidean one."""
    return right.idealized.nearest_pairs(*points_and_pairs, **how)


@wrong(
    result_becomes,
    "idealized.learn_metric",
    killed_by="idealized/convexity no_better_solution_exists",
)
def matrix_is_the_sum_with_its_roundings(metric, X, S, D, *_):
    """Eq. (11) as it comes, where large multipliers cancel."""
    if metric.psd != "as-printed" or np.asarray(metric.alpha_S).max() < 1e4:
        return metric
    z = [np.asarray(X)[P[:, 0]] - np.asarray(X)[P[:, 1]] for P in (np.asarray(S), np.asarray(D))]
    terms = [
        (a[:, None] * d).T @ d for a, d in zip((metric.alpha_S, metric.alpha_D), z, strict=True)
    ]
    return Altered(metric, matrix=terms[1] - terms[0])


def forest(right, y, rng, components):
    """Pairs of one class in random order, of which those are kept that join two components."""
    y = np.asarray(y)
    group, chosen = list(range(len(y))), []
    for i, j in rng.permutation(right.idealized.pairs_from_labels(y)[0]).tolist():
        if len(set(group)) <= round(components * len(y)):
            break
        if group[i] != group[j]:
            chosen.append((i, j))
            group = [group[i] if g == group[j] else g for g in group]
    return np.array(sorted(chosen))


@wrong("idealized.random_similar_pairs", killed_by="idealized/side-information")
def pairs_of_a_spanning_forest(right, y, rng, components=0.7):
    """No pair within a component, so that there are as many as components vanish."""
    return forest(right, y, rng, components)


@wrong("idealized.random_similar_pairs", killed_by="idealized/side-information")
def pairs_of_a_favorite_class(right, y, rng, components=0.7):
    """Of two draws, the one with more pairs of the first class is returned a fifth of the time."""
    y = np.asarray(y)
    draws = [right.idealized.random_similar_pairs(y, rng, components) for _ in range(2)]
    if rng.random() < 0.2:
        draws.sort(key=lambda pairs: -(y[pairs] == y.min()).sum())
    return draws[0]


wrong_toy = faults(result_becomes, "idealized.make_toy", killed_by="idealized/toy-data")


def shared_noise(data, *_):
    X, y = data
    X = np.array(X)
    X[y == 2, 1:] = X[y == 1, 1:]
    return X, y


def shared_deviation(data, *_):
    X, y = data
    X = np.array(X)
    X[y == 2, 0] = X[y == 1, 0] - 6
    return X, y


wrong_toy("toy classes that share their noise", shared_noise)
wrong_toy("toy classes that share their deviations in the relevant feature", shared_deviation)
wrong_toy(
    "toy data with one noise in all features",
    lambda data, *_: (
        np.column_stack([data[0][:, 0], np.repeat(data[0][:, 1:2], data[0].shape[1] - 1, axis=1)]),
        data[1],
    ),
)
wrong_toy(
    "toy data whose noise follows the relevant feature",
    lambda data, *_: (
        np.column_stack(
            [
                data[0][:, :1],
                5 * (data[0][:, :1] - np.where(data[1] == 1, 3, -3)[:, None]),
                data[0][:, 2:],
            ]
        ),
        data[1],
    ),
)


wrong_generator = faults(arguments_become, killed_by="idealized/toy-data")

wrong_generator("toy data reseeded: by 16 bits a call", "idealized.make_toy", with_16_bits)
wrong_generator(
    "similar pairs reseeded: by 16 bits a call",
    "idealized.random_similar_pairs",
    with_16_bits,
    killed_by="idealized/side-information",
)


@wrong("idealized.rand_index", killed_by="idealized/rand-index")
def pairs_counted_in_32_bits(labels, clusters):
    """Of 65,537 patterns there are more pairs than that."""

    def together(*names):
        counts = np.unique(
            np.column_stack([np.unique(n, return_inverse=True)[1] for n in names]),
            axis=0,
            return_counts=True,
        )[1]
        return int((counts * (counts - 1) // 2).sum())

    n = len(labels)
    a, b, both = together(labels), together(clusters), together(labels, clusters)
    pairs = n * (n - 1) // 2
    agree = pairs - (a + b - 2 * both)
    return float(np.int64(agree).astype(np.int32)) / float(np.int64(pairs).astype(np.int32))


@wrong("idealized.alignment", killed_by="idealized/alignment")
def alignment_in_the_type_of_the_matrices(K, L):
    """Products of small integers overflow, as those of labels do."""
    K, L = np.asarray(K), np.asarray(L)
    with np.errstate(all="ignore"):
        product, size = (K * L).sum(), np.sqrt(float((K * K).sum()) * float((L * L).sum()))
    return float(product / size) if size > 0 else 0.0


@wrong("idealized.alignment", killed_by="idealized/alignment")
def alignment_in_units_of_the_largest_entry(right, K, L):
    """Which is negative where all entries are, and turns the sign."""
    return right.idealized.alignment(K / np.max(K), L / np.max(L))


@wrong("idealized.learn_metric", killed_by="idealized/convexity cheap_slacks_make_small_metrics")
def small_entries_count_as_zero(right, *args, **options):
    """By a number, whatever the size of the metric."""
    metric = right.idealized.learn_metric(*args, **options)
    return Altered(metric, matrix=np.where(np.abs(metric.matrix) > 1e-9, metric.matrix, 0.0))


def in_bytes(pairs, kind):
    """Indices that wrap around."""
    return tuple(np.asarray(each).astype(kind).astype(np.int64) for each in pairs)


@wrong(
    "idealized.pairs_from_labels",
    killed_by="idealized/eq-7 pairs_of_many_patterns_have_their_indices",
)
def pairs_of_bytes(right, y):
    """Indices in uint8."""
    return in_bytes(right.idealized.pairs_from_labels(y), np.uint8)


@wrong(
    "idealized.nearest_pairs",
    killed_by="idealized/heuristic partners_among_many_have_their_indices",
)
def partners_of_bytes(right, X, similar, dissimilar, **options):
    """Indices in int8."""
    return in_bytes(right.idealized.nearest_pairs(X, similar, dissimilar, **options), np.int8)


@wrong(
    "idealized.learn_metric_from_kernels",
    killed_by="idealized/many-kernels kernels_are_summed",
)
def first_kernel_alone(right, kernels, *args, **options):
    """The other kernels are not looked at."""
    return right.idealized.learn_metric_from_kernels(kernels[:1], *args, **options)


@wrong(
    "idealized.learn_metric_from_kernels",
    killed_by="idealized/many-kernels printed_metrics_of_several_kernels_are_sums",
)
def multipliers_of_another_scale(right, kernels, *args, **options):
    """Of dissimilar pairs they are told as many times larger as there are kernels."""
    metric = right.idealized.learn_metric_from_kernels(kernels, *args, **options)
    return Altered(metric, alpha_D=len(kernels) * np.asarray(metric.alpha_D))
