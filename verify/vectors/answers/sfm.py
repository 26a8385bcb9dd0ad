"""SFM: results for whole collections and rows of keys, out of the definitions of single ones."""

from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from math import pi
from typing import Any

from gramcheck.verify.definitions import sfm as definitions
from gramcheck.verify.definitions.exact import Number, Row, decimal, exact
from gramcheck.verify.definitions.trigonometry import tangent

Strings = Sequence[str]
Table = Sequence[Sequence[Number]]


def reduce_to_three(labels: Sequence[int], take: str = "least") -> list[int]:
    """A-B: from {0,...,5} to {0,1,2}: each 3, then 4, then 5 becomes the least free of 0, 1, 2."""
    assert take == "least"
    return definitions.reduce_to_three(labels)


def rounds_needed(n_names: int) -> int:
    """How many rounds bring n_names names to labels below 6 for sure: 0, 1, 2, 3 or 4."""
    return definitions.rounds_for(n_names)


def esp_tree(s: str, variant: str = "cm") -> Any:
    """The ESP tree: a leaf is its letter, an inner node the list of its children."""
    return _listed(definitions.esp_tree(s, variant))


def _listed(tree: Any) -> Any:
    return list(map(_listed, tree)) if isinstance(tree, tuple) else tree


def characteristic_vectors(strings: Strings, variant: str = "cm") -> list[list[int]]:
    """V, a row a string, dense; columns level by level, leaves sorted, then by first appearance."""
    return definitions.characteristic_matrix(strings, variant)[0]


def edit_distance_with_moves(s: str, t: str, replacements: bool = True) -> int:
    """The fewest insertions, deletions, replacements (unless left out) and substring moves."""
    return definitions.edit_distance_with_moves(s, t, replacements)


def cgk_vectors(embedded: Sequence[Sequence[int]], n_letters: int) -> list[list[Fraction]]:
    """V^C of Section VI, dense: n_letters + 1 entries a position, 1/2 at its code, the pad last."""
    return [definitions.cgk_vector(codes, n_letters) for codes in embedded]


def hash_uniform(
    i: Sequence[int], array1: Sequence[int], array2: Sequence[int], endpoints: str = "open"
) -> list[list[Fraction]]:
    """Func_F of Algorithm 1, a row a key: v / (2^32 - 1) closed, (v + 1/2) / 2^32 open."""
    return [definitions.hash_uniform(key, array1, array2, endpoints) for key in i]


def hash_cauchy(
    i: Sequence[int],
    array1: Sequence[int],
    array2: Sequence[int],
    beta: float,
    endpoints: str = "open",
) -> list[Row]:
    """Func_H of Algorithm 1, a row a key; at u = 0 and 1 the tangent of the double next to pi/2."""
    with exact():
        ends = {Decimal(s) * Decimal("Infinity"): s * tangent(decimal(pi) / 2) for s in (1, -1)}
        rows = [definitions.hash_cauchy_exact(key, array1, array2, beta, endpoints) for key in i]
        return [[ends[v] / decimal(beta) if v in ends else v for v in row] for row in rows]


def sfm(
    V: Table,
    D: int,
    beta: Number,
    array1: Sequence[int],
    array2: Sequence[int],
    endpoints: str = "open",
) -> list[Row]:
    """Algorithm 2, a row a vector: sqrt(2/D) sin, cos of s, for the keys 1, ..., D/2 in turn."""
    return [definitions.sfm_exact(x, D, beta, array1, array2, endpoints) for x in V]


def rff(V: Table, W: Table) -> list[Row]:
    """FM, a row a vector, in the order of Algorithm 2; W has D/2 rows, with the 1/beta in them."""
    return [definitions.rff_exact(x, W) for x in V]


def feature_variance(k: Sequence[Number], D: int) -> list[Decimal]:
    """Section IV-B, of every value of the kernel: Var z(x)'z(y) = (1 - k^2) / D."""
    return [definitions.feature_variance(value, D) for value in k]


def laplacian_kernel(V: Table, W: Table, beta: Number) -> list[list[float]]:
    """Eq. (1) of all pairs: exp(-||v - w||_1 / beta)."""
    return [[definitions.laplacian_kernel(x, y, beta) for y in W] for x in V]


def l1_distances(V: Table, W: Table) -> list[list[float]]:
    """||v - w||_1 of all pairs of rows."""
    return [[float(definitions.l1(x, y)) for y in W] for x in V]


def global_alignment_kernel(
    X: Sequence, Y: Sequence, sigma: Number, triangular: int = 0, form: str = "normalized"
) -> list[list[Number]]:
    """GAK of all pairs of strings or series; form "raw", "log", or "normalized" to diagonal 1."""

    def one(x: Any, y: Any) -> Number:
        if form == "normalized":
            return definitions.global_alignment_kernel_normalized(x, y, sigma, triangular)
        K = definitions.global_alignment_kernel_by_recursion(x, y, sigma, triangular)
        return _in_form(K, form)

    return _table(one, X, Y)


def local_alignment_kernel(
    X: Strings,
    Y: Strings,
    beta: Number = 0.5,
    gap_open: Number = 11,
    gap_extend: Number = 1,
    form: str = "scaled_log",
) -> list[list[Number]]:
    """LAK of all pairs with BLOSUM62; form "raw", "log", or "scaled_log", that is log K / beta."""

    def one(x: str, y: str) -> Number:
        options = beta, gap_open, gap_extend
        if form == "scaled_log":
            return definitions.local_alignment_log_kernel(x, y, *options)
        return _in_form(definitions.local_alignment_kernel_by_recursion(x, y, *options), form)

    return _table(one, X, Y)


def mismatch_kernel(
    X: Strings, Y: Strings, k: int, m: int, alphabet: Strings | None = None
) -> list[list[int]]:
    """STK17 of all pairs: words times k-mers of x and of y within m; alphabet None: of X and Y."""
    letters = sorted(set("".join([*X, *Y]))) if alphabet is None else alphabet
    return _table(lambda x, y: definitions.mismatch_kernel(x, y, k, m, letters), X, Y)


def ball_intersections(k: int, m: int, size: int) -> list[int]:
    """I_0, ..., I_min(2m, k): words of k letters out of size within m of two at that distance."""
    return [definitions.ball_intersection(size, k, m, d) for d in range(min(2 * m, k) + 1)]


def _table(one: Callable[[Any, Any], Any], X: Sequence, Y: Sequence) -> list[list[Any]]:
    return [[one(x, y) for y in Y] for x in X]


def _in_form(K: Decimal, form: str) -> Decimal:
    with exact():
        return {"raw": K, "log": K.ln()}[form]
