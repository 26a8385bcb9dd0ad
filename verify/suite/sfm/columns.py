"""Characteristic vectors as matrices: the order of columns, single letters, large alphabets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import scipy.sparse

from gramcheck.verify.compare import equal, is_true
from gramcheck.verify.definitions import sfm as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check
from gramcheck.verify.suite.sfm.problems import VARIANTS

PLACE = "Section III; Appendix A"


@check(
    "sfm/characteristic-vectors",
    place=PLACE,
    needs=("sfm.characteristic_vectors", "sfm.transform"),
    since="0.2",
)
def columns_increase_in_each_row(target: Any, run: Any) -> Iterator[Outcome]:
    """Each is there once, also where nodes are so many that a row has few of them."""
    letters = np.array(list("ABCDEFGHIJKLMNOPQRST"))
    for n in (3, 40):
        strings = ["".join(row) * 2 for row in run.rng.choice(letters, size=(n, 30))]
        V, vocabulary = target.sfm.characteristic_vectors(strings)
        for rows in (V, target.sfm.transform(strings, vocabulary)[0]):
            S = scipy.sparse.csr_matrix(rows)
            later = np.diff(S.indices) > 0
            later[S.indptr[1:-1] - 1] = True  # from the end of a row to the next one
            yield is_true(bool(later.all()), "got columns that do not increase in a row")


@check(
    "sfm/characteristic-vectors",
    place=PLACE,
    needs=("sfm.characteristic_vectors", "sfm.transform"),
    since="0.2",
)
def single_letters_are_single_nodes(target: Any, run: Any) -> Iterator[Outcome]:
    """Seen where the vocabulary has the letter, and else unseen, in each variant."""
    for variant in VARIANTS:
        vocabulary = target.sfm.characteristic_vectors(["CA", "A"], variant)[1]
        V, unseen = target.sfm.transform(["A", "B", "C", "D"], vocabulary)
        seen = np.asarray(scipy.sparse.csr_matrix(V).sum(axis=1)).ravel()
        yield equal(([1, 0, 1, 0], [0, 1, 0, 1]), (seen.tolist(), np.asarray(unseen).tolist()))


@check(
    "sfm/characteristic-vectors",
    place=PLACE,
    needs="sfm.characteristic_vectors",
    since="0.2",
)
def alphabets_may_be_as_large_as_a_byte(target: Any, run: Any) -> Iterator[Outcome]:
    """Two strings that have all of 255, 256 and 257 letters, in two orders."""
    for n in (255, 256, 257):
        letters = [chr(0x400 + k) for k in range(n)]
        strings = ["".join(run.rng.permutation(letters)) for _ in range(2)]
        expected, _ = definitions.characteristic_matrix(strings, "cm")
        V, _ = target.sfm.characteristic_vectors(strings, "cm")
        yield equal(np.array(expected, dtype=float), scipy.sparse.csr_matrix(V).toarray())
