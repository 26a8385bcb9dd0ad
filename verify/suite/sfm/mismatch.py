"""Sections II and VII: STK17, the (k, m)-mismatch kernel."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import strategies as st

from verify.compare import equal
from verify.definitions import sfm as definitions
from verify.record import Outcome
from verify.registry import check, for_all
from verify.spectrum import positive_semidefinite
from verify.suite.d2ke.problems import all_strings

PLACE = "Sections II and VII, STK17"
DNA, PROTEIN = "ACGT", definitions.AMINO_ACIDS
WORDS = st.text(alphabet=list(DNA), min_size=3, max_size=9)


@check("sfm/mismatch", place=PLACE, needs="sfm.mismatch_kernel", since="0.1")
@for_all(
    pair=st.tuples(WORDS, WORDS),
    k=st.integers(1, 3),
    m=st.integers(0, 3),
    alphabet=st.sampled_from([DNA, "ACGTN"]),
    examples=[
        {"pair": ("ACGTACG", "TTGAC"), "k": 3, "m": 1, "alphabet": DNA},
        {"pair": ("AAAAA", "AAA"), "k": 2, "m": 0, "alphabet": DNA},
    ],
)
def counts_words_near_both(
    target: Any, pair: tuple[str, str], k: int, m: int, alphabet: str
) -> Iterator[Outcome]:
    """Over all words: k-mers of x within m of it, times those of y; whole numbers, exactly."""
    x, y = pair
    m = min(m, k)
    expected = definitions.mismatch_kernel(x, y, k, m, alphabet)
    for first, second in ((x, y), (y, x)):
        yield equal(
            [[expected]],
            np.asarray(first_to_second(target, first, second, k, m, alphabet)).tolist(),
        )


def first_to_second(target: Any, x: str, y: str, k: int, m: int, alphabet: str) -> Any:
    """One entry of the kernel matrix, as a matrix."""
    return target.sfm.mismatch_kernel([x], [y], k, m, alphabet)


@check("sfm/mismatch", place=PLACE, needs="sfm.mismatch_kernel", since="0.1")
def balls_intersect_as_counted(target: Any, run: Any) -> Iterator[Outcome]:
    """Two k-mers at distance d: the words in both balls, for the published k, m and alphabets."""
    for k, m, alphabet, sizes in (
        (5, 2, DNA, [106, 52, 34, 18, 6, 0]),
        (6, 2, PROTEIN, [5530, 1920, 552, 114, 6, 0, 0]),
    ):
        a, b = alphabet[0], alphabet[1]
        others = [b * d + a * (k - d) for d in range(k + 1)]
        got = target.sfm.mismatch_kernel([a * k], others, k, m, alphabet)
        yield equal([sizes], np.asarray(got).tolist())


@check("sfm/mismatch", place=PLACE, needs="sfm.mismatch_kernel", since="0.1")
def long_words_by_distances(target: Any, run: Any) -> Iterator[Outcome]:
    """Strings of 30 to 40 letters: sum of M_d I_d, where enumeration of all words is too long."""
    for alphabet, k, m in ((DNA, 5, 2), (PROTEIN, 6, 2), (DNA, 8, 3)):
        x, y = ("".join(run.rng.choice(list(alphabet), n)) for n in (30, 40))
        expected = definitions.mismatch_kernel_by_distances(x, y, k, m, alphabet)
        yield equal(
            [[expected]], np.asarray(target.sfm.mismatch_kernel([x], [y], k, m, alphabet)).tolist()
        )


@check("sfm/mismatch", place=PLACE, needs="sfm.mismatch_kernel", since="0.1")
def mismatch_kernel_is_positive_semidefinite(target: Any, run: Any) -> Iterator[Outcome]:
    """On all binary strings of 3 to 5 letters, for every k up to 3 and every m."""
    strings = list(all_strings("AB", 5, shortest=3))
    for k in (1, 2, 3):
        for m in range(k + 1):
            K = np.asarray(target.sfm.mismatch_kernel(strings, strings, k, m), dtype=float)
            yield positive_semidefinite(K)
