"""Test vectors for Sections 2, 3.1 and 3.2.5 of idealized kernels: kernels, alignment, pairs."""

from math import inf, nan
from typing import Any

from gramcheck.verify.vectors.case import EXACT, Case, case, refused, roundings, standard, within

K = [[2.0, 0.5, -1.0, 0.25], [0.5, 1.0, 0.0, 0.5], [-1.0, 0.0, 3.0, 1.0], [0.25, 0.5, 1.0, 1.5]]
TWO = [[2.0, 0.5], [0.5, 1.0]]
WORDS = ["b", "a", "b", "c"]
WEIGHTS = {"a": 2.0, "b": 0.5, "c": 1.0}
LINE = [[0.0], [1.0], [2.0], [4.0], [7.0]]
PLANE = [[0.0, 1.0], [2.0, 0.0], [1.0, 1.0], [3.0, 2.0], [0.0, 5.0], [2.0, 2.0]]
SIMILAR = [[0, 1], [0, 2], [1, 2], [3, 4]]
DISSIMILAR = [[0, 3], [0, 4], [1, 3], [1, 4], [2, 3], [2, 4]]


def ideal() -> list[Case]:
    """Eqs. (1) and (2), Proposition 1."""
    indefinite = [[1.0, 3.0], [3.0, -2.0]]
    return [
        case("ideal_kernel/two-classes", "textbook", y=[1, -1, 1]),
        case("ideal_kernel/many-classes", "many_classes", y=WORDS),
        case("ideal_kernel/one-class", "one_class", y=["a", "a"]),
        case("ideal_kernel/all-different", "many_classes", y=[3, 1, 2]),
        case("ideal_kernel/one-pattern", "shortest", y=["a"]),
        case("ideal_kernel/weights", "class_weights", y=WORDS, class_weights=WEIGHTS),
        refused("ideal_kernel/class-without-weight", "class_weights", "class_weights", y=WORDS,
                class_weights={"a": 1.0, "b": 1.0}),
        refused("ideal_kernel/weight-without-class", "class_weights", "class_weights",
                y=["a", "b"], class_weights=WEIGHTS),
        refused("ideal_kernel/weight-zero", "class_weights", "class_weights", y=["a", "b"],
                class_weights={"a": 0.0, "b": 1.0}),
        refused("ideal_kernel/bare-string", "y", error="type", y="ab"),
        case("alignment/itself", "identical", K=K, L=K),
        case("alignment/scaled", "identical", K=TWO, L=[[4.0, 1.0], [1.0, 2.0]]),
        case("alignment/ideal", "textbook", K=K,
             L=[[1.0 * (a == b) for b in WORDS] for a in WORDS]),
        case("alignment/negative", "indefinite", K=indefinite, L=[[-1.0, 0.0], [0.0, 2.0]]),
        case("alignment/large-numbers", "large_numbers", K=[[1e200, 0.0], [0.0, 1e200]],
             L=[[1e-200, 0.0], [0.0, 3e-200]]),
        case("alignment/one-by-one", "shortest", K=[[2.0]], L=[[0.5]]),
        refused("alignment/zero", "K", K=[[0.0, 0.0], [0.0, 0.0]], L=TWO),
        refused("alignment/zero-second", "L", K=TWO, L=[[0.0, 0.0], [0.0, 0.0]]),
        refused("alignment/not-symmetric", "K", K=[[1.0, 2.0], [0.0, 1.0]], L=TWO),
        refused("alignment/shapes", "K or L", "shapes", K=TWO, L=K),
        refused("alignment/not-a-number", "L", "not_finite", K=TWO, L=[[1.0, nan], [nan, 1.0]]),
        case("idealize/half-of-gamma", "scaling", K=K, y=WORDS, gamma=3.0),
        case("idealize/gamma-zero", "parameter_range", K=K, y=WORDS, gamma=0.0),
        case("idealize/weights", "class_weights", K=K, y=WORDS, gamma=1.0, class_weights=WEIGHTS),
        case("idealize/indefinite", "indefinite", K=indefinite, y=[0, 1], gamma=0.5),
        refused("idealize/gamma-negative", "gamma", K=TWO, y=[0, 1], gamma=-1.0),
        refused("idealize/gamma-infinite", "gamma", "not_finite", K=TWO, y=[0, 1], gamma=inf),
        refused("idealize/labels", "K or y", "shapes", K=TWO, y=[0, 1, 1], gamma=1.0),
        case("alignment_threshold/two-classes", "as_printed", K=K, y=[1, -1, 1, -1]),
        case("alignment_threshold/many-classes", "many_classes", K=K, y=WORDS),
        case("alignment_threshold/positive", "indefinite", K=[[-1.0, -2.0], [-2.0, -1.0]],
             y=[0, 0]),
    ]  # fmt: skip


def pairs() -> list[Case]:
    """Sets of pairs, and the Rand index."""
    plane: dict[str, Any] = {"X": PLANE, "similar": SIMILAR, "dissimilar": DISSIMILAR}
    line: dict[str, Any] = {"X": LINE, "similar": SIMILAR, "dissimilar": DISSIMILAR}
    gram = [[a[0] * b[0] + float(i == j) for j, b in enumerate(LINE)] for i, a in enumerate(LINE)]
    kernel: dict[str, Any] = {"K": gram, "similar": SIMILAR, "dissimilar": DISSIMILAR}
    return [
        case("pairs_from_labels/order", "pair_order", y=["b", "a", "b", "a", "c"]),
        case("pairs_from_labels/two", "shortest", y=[1, 0, 1]),
        refused("pairs_from_labels/one-class", "y", "one_class", y=["a", "a"]),
        case("pairs_from_side_information/others", "side_information", similar=[[0, 2], [1, 3]],
             n=4),
        case("pairs_from_side_information/reversed", "pair_order", similar=[[3, 1], [2, 0]], n=4),
        refused("pairs_from_side_information/all", "similar", similar=[[0, 1]], n=2),
        refused("pairs_from_side_information/itself", "similar", similar=[[1, 1]], n=3),
        refused("pairs_from_side_information/out-of-range", "similar", "index_range",
                similar=[[0, 3]], n=3),
        refused("pairs_from_side_information/repeated", "similar", similar=[[0, 1], [1, 0]], n=3),
        case("nearest_pairs/defaults", "convention", **plane),
        case("nearest_pairs/one-partner", "ties", **plane, m=1, R=inf),
        case("nearest_pairs/two-partners", "textbook", **plane, m=2, R=inf),
        case("nearest_pairs/ties-by-index", "ties", X=[[1.0], [0.0], [2.0], [1.0], [1.0]],
             similar=SIMILAR, dissimilar=DISSIMILAR, m=1, R=inf),
        case("nearest_pairs/at-the-radius", "closed_ball", **line, m=5, R=3.0),
        case("nearest_pairs/median", "convention", **line, m=5, R="median"),
        case("nearest_pairs/union-without-duplicates", "pair_order", **line, m=5, R=inf),
        case("nearest_pairs/reversed-pairs", "pair_order", X=LINE, similar=[[2, 0], [4, 3]],
             dissimilar=[[3, 1], [4, 0]], m=5, R=inf),
        refused("nearest_pairs/m-zero", "m", **line, m=0),
        refused("nearest_pairs/radius-zero", "R", **line, R=0.0),
        refused("nearest_pairs/misspelt", "R", "unknown_name", **line, R="medain"),
        refused("nearest_pairs/nothing-within", "similar or dissimilar", "empty_input",
                **line, R=1e-9),
        refused("nearest_pairs/out-of-range", "similar", "index_range", X=LINE[:4],
                similar=SIMILAR, dissimilar=[[0, 1]]),
        case("nearest_pairs_from_kernel/defaults", "convention", **kernel),
        case("nearest_pairs_from_kernel/one-partner", "ties", **kernel, m=1, R=inf),
        case("nearest_pairs_from_kernel/radius", "scaling", **kernel, m=5, R=3.0),
        case("rand_index/identical", "identical", labels=[0, 0, 1], clusters=["x", "x", "y"]),
        case("rand_index/renamed", "convention", labels=[0, 1, 1, 2], clusters=[2, 0, 0, 1]),
        case("rand_index/some", "textbook", labels=[0, 0, 1, 1, 2], clusters=[0, 1, 1, 1, 0]),
        case("rand_index/one-cluster", "one_class", labels=[0, 1, 0, 1], clusters=[0, 0, 0, 0]),
        refused("rand_index/one-pattern", "labels", "shortest", labels=[1], clusters=[1]),
        refused("rand_index/lengths", "labels or clusters", "shapes", labels=[1, 2],
                clusters=[1, 2, 3]),
    ]  # fmt: skip


def cases() -> list[Case]:
    """All of them."""
    exact = {"ideal_kernel", "pairs_from_labels"}
    found = [*ideal(), *pairs()]
    # sums of K and K* may cancel in the threshold: entries are below 4
    special = {**dict.fromkeys(exact, EXACT), "alignment_threshold": within(2.0**-48)}
    return [
        each for one in found for each in standard(special.get(one.function, roundings(16)), [one])
    ]
