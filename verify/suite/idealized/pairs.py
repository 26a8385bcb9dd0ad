"""Sections 3.2, 3.2.5 and 4: which pairs are similar and dissimilar, and the toy data."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np
import scipy  # scipy.stats, slow to import, is loaded when it is used
from hypothesis import strategies as st

from gramcheck.verify import strategies, tails
from gramcheck.verify.compare import equal, is_true, raises
from gramcheck.verify.conventions import diagnoser
from gramcheck.verify.definitions import idealized as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.idealized.problems import gram
from gramcheck.verify.suite.several_draws import never_repeated

HEURISTIC = "Section 3.2.5 and footnote 6"
SECTION_4_1 = "Section 4.1"
MISS = 1e-3  # probability with which a fault of the stated size may pass
SIGMA_OFF_BY_A_TENTH = 0.0230  # sup |F(x) - F(x / 1.1)| of the normal distribution


def as_lists(pairs: Any) -> list[list[int]]:
    """An array of pairs as nested lists of integers."""
    return np.asarray(pairs).tolist()


@check(
    "idealized/eq-7",
    place="Section 4.2",
    needs="idealized.pairs_from_labels",
    since="0.1",
    diagnose=diagnoser("idealized.pairs_from_labels"),
)
@for_all(
    y=st.lists(st.sampled_from("abc"), min_size=3, max_size=7).filter(
        lambda y: 1 < len(set(y)) < len(y)
    ),
    examples=[{"y": ["b", "a", "b"]}],
)
def classes_decide_who_is_similar(target: Any, y: list[str]) -> Iterator[Outcome]:
    """Every pair i < j once, in lexicographic order, in one of the two sets."""
    expected = definitions.pairs_from_labels(y)
    for want, got in zip(expected, target.idealized.pairs_from_labels(y), strict=True):
        yield equal([list(pair) for pair in want], as_lists(got))


@check("idealized/eq-7", place="Section 4.2", needs="idealized.pairs_from_labels", since="0.3")
def pairs_of_many_patterns_have_their_indices(target: Any, run: Any) -> Iterator[Outcome]:
    """More patterns than 8 bits count; two of each class."""
    y = (np.arange(300) // 2).tolist()
    similar, dissimilar = map(np.asarray, target.idealized.pairs_from_labels(y))
    yield equal([[i, i + 1] for i in range(0, 300, 2)], as_lists(similar))
    yield equal(300 * 299 // 2 - 150, len(dissimilar))
    yield equal([297, 299], dissimilar[-1].tolist())


@check("idealized/heuristic", place=HEURISTIC, needs="idealized.nearest_pairs", since="0.3")
def partners_among_many_have_their_indices(target: Any, run: Any) -> Outcome:
    """Three hundred points on a line, two and two close together."""
    X = np.arange(300.0)[:, None] + np.arange(300)[:, None] // 2
    S, D = [(i, i + 1) for i in range(0, 300, 2)], [(i, i + 1) for i in range(1, 299, 2)]
    found = target.idealized.nearest_pairs(X, np.array(S), np.array(D), m=1, R=3.0)
    return equal([list(map(list, pairs)) for pairs in (S, D)], [as_lists(each) for each in found])


@check(
    "idealized/side-information",
    place=SECTION_4_1,
    needs="idealized.pairs_from_side_information",
    since="0.1",
)
@for_all(
    n=st.integers(3, 7),
    seed=strategies.seeds(),
    examples=[{"n": 3, "seed": 0}],
)
def whoever_is_not_similar_is_dissimilar(target: Any, n: int, seed: int) -> Iterator[Outcome]:
    """Similar pairs in canonical order, i < j; dissimilar ones are all others (Xing et al.)."""
    rng = np.random.default_rng(seed)
    everything = list(combinations(range(n), 2))
    chosen = rng.permutation(everything)[: int(rng.integers(1, len(everything)))]
    given = [sorted(pair, reverse=bool(rng.integers(2))) for pair in chosen.tolist()]
    expected = definitions.pairs_from_side_information(given, n)
    got = target.idealized.pairs_from_side_information(np.array(given), n)
    for want, found in zip(expected, got, strict=True):
        yield equal([list(pair) for pair in want], as_lists(found))


@check(
    "idealized/side-information",
    place=SECTION_4_1,
    needs="idealized.random_similar_pairs",
    since="0.1",
)
def components_are_a_given_share(target: Any, run: Any) -> Iterator[Outcome]:
    """Pairs i < j of one class, each once, that leave round(0.7 n) connected components."""
    for n, share in ((10, 0.7), (20, 0.7), (32, 0.5), (12, 0.25)):
        y = np.array([*range(2), *run.rng.integers(2, size=n - 2)])
        got = as_lists(target.idealized.random_similar_pairs(y, run.rng, components=share))
        sound = all(i < j and y[i] == y[j] for i, j in got) and len(set(map(tuple, got))) == len(
            got
        )
        yield is_true(sound, f"got={got}, should be different pairs i < j of one class")
        yield equal(round(share * n), definitions.connected_components(got, n))


@check(
    "idealized/side-information",
    place=SECTION_4_1,
    needs="idealized.random_similar_pairs",
    since="0.1",
    statistical=True,
)
def pairs_are_added_in_random_order(target: Any, run: Any) -> Iterator[Outcome]:
    """The sets of pairs of small classes have the law of all orders in which pairs may come.

    One pair of two classes of three; and as many as join a class of three and one of two, a fourth
    of the time with a pair that joins nothing. A pair that is rarer by a fourth shows, and a class
    that has a tenth more of the pairs.
    """
    alpha = run.alpha / 3
    for y, wanted in (([0, 0, 0, 1, 1, 1], 5), ([0, 0, 0, 1, 1], 2)):
        exact = definitions.similar_pairs_law(y, wanted)
        law = {pairs: float(p) for pairs, p in exact.items()}
        n = tails.samples_needed_for_distribution(0.25 * min(law.values()), law, alpha, beta=MISS)
        drawn = [similar_pairs(target, y, wanted / len(y), run.rng) for _ in range(n)]
        yield tails.assert_distribution_equals(drawn, law, alpha, beta=MISS)
        if wanted == 5:
            of_first = sum(pairs[0][0] < 3 for pairs in drawn)
            yield tails.assert_rate_equals(of_first, n, 0.5, alpha, beta=MISS)


def similar_pairs(target: Any, y: list[int], components: float, rng: np.random.Generator) -> Any:
    """What the target draws, as it can be counted."""
    found = target.idealized.random_similar_pairs(np.array(y), rng, components=components)
    return tuple(map(tuple, as_lists(found)))


@check(
    "idealized/side-information",
    place=SECTION_4_1,
    needs="idealized.random_similar_pairs",
    since="0.2",
    statistical=True,
)
def no_two_calls_draw_the_same_pairs(target: Any, run: Any) -> Outcome:
    """Of two classes of thirty, some twenty pairs a call."""
    y = np.arange(60) % 2
    return never_repeated(
        lambda: np.asarray(target.idealized.random_similar_pairs(y, run.rng)).tobytes()
    )


@st.composite
def neighborhoods(draw: Any) -> Any:
    """Points of integers, so that ties are ties, with two sets of pairs and a radius."""
    n = draw(st.integers(4, 8))
    p = draw(st.integers(1, 2))
    row = st.lists(st.integers(-4, 4).map(float), min_size=p, max_size=p)
    X = np.array(draw(st.lists(row, min_size=n, max_size=n)))
    everything = draw(st.permutations(list(combinations(range(n), 2))))
    cut = draw(st.integers(2, len(everything) - 2))
    m = draw(st.integers(1, 5))
    R = draw(st.sampled_from(["median", "median", 2.0, 5.0, np.inf]))
    return X, sorted(everything[:cut]), sorted(everything[cut:]), m, R


LINE = np.array([[0.0], [1.0], [3.0], [7.0], [8.0]])
ON_A_LINE = (LINE, [(0, 1), (0, 2), (1, 2), (3, 4)], [(0, 3), (1, 3), (2, 3), (2, 4)])
NEAREST = [{"case": (*ON_A_LINE, m, R)} for m, R in ((1, "median"), (5, 6.0), (1, np.inf))]


def pairs_or_refusal(function: Any, expected: Any) -> Iterator[Outcome]:
    """Both sets of pairs; when one of them is empty, a ValueError."""
    if not all(expected):
        yield raises(ValueError, function)
        return
    for want, found in zip(expected, function(), strict=True):
        yield equal([list(pair) for pair in want], as_lists(found))


@check("idealized/heuristic", place=HEURISTIC, needs="idealized.nearest_pairs", since="0.1")
@for_all(case=neighborhoods(), examples=NEAREST)
def nearest_partners_within_the_radius(target: Any, case: Any) -> Iterator[Outcome]:
    """By loops: of each pattern the m nearest in S and, apart, in D, within R, each pair once.

    R is the median over both sets together, or a number; ties go to the smaller index.
    """
    X, S, D, m, R = case
    expected = definitions.nearest_pairs(X.tolist(), S, D, m, R)
    yield from pairs_or_refusal(
        lambda: target.idealized.nearest_pairs(X, np.array(S), np.array(D), m=m, R=R),
        expected=expected,
    )


@check(
    "idealized/heuristic", place=HEURISTIC, needs="idealized.nearest_pairs_from_kernel", since="0.1"
)
@for_all(case=neighborhoods(), examples=NEAREST)
def nearest_partners_in_feature_space(target: Any, case: Any) -> Iterator[Outcome]:
    """The same with the distances K_ii + K_jj - 2 K_ij of feature space."""
    X, S, D, m, R = case
    K = gram(X)
    expected = definitions.nearest_pairs_from_kernel(K.tolist(), S, D, m, R)
    yield from pairs_or_refusal(
        lambda: target.idealized.nearest_pairs_from_kernel(K, np.array(S), np.array(D), m=m, R=R),
        expected=expected,
    )


@check("idealized/heuristic", place=HEURISTIC, needs="idealized.nearest_pairs", since="0.2")
def nearest_by_the_first_metric(target: Any, run: Any) -> Outcome:
    """With ``metric`` M they are those of x'Mx: of points whose columns are stretched by its roots.

    Stretched by powers of two, so that ties stay ties; what M does not see moves none.
    """
    X = run.rng.integers(-4, 5, size=(24, 3)).astype(float)
    stretch = np.array([2.0, 1.0, 0.0])
    S, D = definitions.pairs_from_labels([0, 1] * 12)
    expected = definitions.nearest_pairs((X * stretch).tolist(), S, D, 1, "median")
    M = np.diag(stretch**2)
    got = target.idealized.nearest_pairs(X, np.array(S), np.array(D), m=1, metric=M)
    return equal([list(map(list, pairs)) for pairs in expected], [as_lists(each) for each in got])


@check("idealized/heuristic", place=HEURISTIC, needs="idealized.nearest_pairs", since="0.1")
def five_neighbors_and_the_median_are_the_defaults(target: Any, run: Any) -> Iterator[Outcome]:
    """Footnote 6: m = 5 and R = "median", written out or left away."""
    X = run.rng.integers(-9, 10, size=(24, 3)).astype(float)
    S, D = definitions.pairs_from_labels([0, 1] * 12)
    expected = definitions.nearest_pairs(X.tolist(), S, D, 5, "median")
    got = target.idealized.nearest_pairs(X, np.array(S), np.array(D))
    for want, found in zip(expected, got, strict=True):
        yield equal([list(pair) for pair in want], as_lists(found))


@check(
    "idealized/toy-data",
    place="Section 4, Table 1; erratum K17",
    needs="idealized.make_toy",
    since="0.1",
    statistical=True,
)
def toy_data_have_the_stated_distributions(target: Any, run: Any) -> Iterator[Outcome]:
    """One feature N(3, 1) in class 1 and N(-3, 1) in class 2, ten others N(0, 25): variance 25.

    No number knows another: normalized sums of two, in a row or in one place of both classes, are
    normal, too. A sigma off by a tenth shows, and so does a correlation of a fifth.
    """
    alpha = run.alpha / 10
    n = tails.samples_needed_for_cdf(SIGMA_OFF_BY_A_TENTH, alpha, beta=MISS)
    n += -n % 10
    X, y = target.idealized.make_toy(n, run.rng)
    X, y = np.asarray(X, dtype=float), np.asarray(y)
    yield equal((2 * n, 11), X.shape)
    yield equal([n, n], [int((y == label).sum()) for label in (1, 2)])
    yield equal((2 * 3, 1 + 6), np.shape(target.idealized.make_toy(3, run.rng, irrelevant=6)[0]))
    center, sigma = np.zeros(11), np.array([1.0, *[5.0] * 10])
    classes = []
    for label, mean in ((1, 3.0), (2, -3.0)):
        center[0] = mean
        classes.append((X[y == label] - center) / sigma)
    first, second = classes
    samples = [(first + second)[:, k] / math.sqrt(2) for k in (0, 1)]
    for Z in classes:
        samples += [Z[:, 0], Z[: n // 10, 1:].ravel()]
        samples += [(Z[:, k] + Z[:, k + 1]) / math.sqrt(2) for k in (0, 1)]
    for sample in samples:
        yield tails.assert_true_cdf_equals(sample, scipy.stats.norm.cdf, alpha, beta=MISS)


@check(
    "idealized/toy-data",
    place="Section 4",
    needs="idealized.make_toy",
    since="0.2",
    statistical=True,
)
def no_two_calls_draw_the_same_data(target: Any, run: Any) -> Outcome:
    """One point a class."""
    return never_repeated(lambda: np.asarray(target.idealized.make_toy(1, run.rng)[0]).tobytes())


@check("idealized/toy-data", place="Section 4", needs="idealized.make_toy", since="0.1")
def toy_data_depend_on_the_generator_alone(target: Any, run: Any) -> Iterator[Outcome]:
    """Two generators in one state give the same data; one generator, others the second time."""
    rngs = [np.random.default_rng(7) for _ in range(2)]
    first, again = (np.asarray(target.idealized.make_toy(5, rng)[0]) for rng in rngs)
    yield equal(first, again)
    later = np.asarray(target.idealized.make_toy(5, rngs[0])[0])
    yield is_true(not (later == first).any(), "got the same numbers twice, should be new ones")
