"""Proteins of a thousand letters, each against the definition.

Where the definition takes too long for two of them, the other one is a fragment.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gramcheck.verify.compare import close_to, equal
from gramcheck.verify.definitions import sfm as definitions
from gramcheck.verify.definitions.exact import exact
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check
from gramcheck.verify.suite.d2ke.problems import protein
from gramcheck.verify.suite.sfm.problems import VARIANTS, dense, exact_vectors

LENGTH = 1000


@check(
    "sfm/characteristic-vectors",
    place="Section III",
    needs="sfm.characteristic_vectors",
    since="0.3",
)
def proteins_have_the_vectors_of_the_definition(target: Any, run: Any) -> Iterator[Outcome]:
    """Two of them, and one that has much of both."""
    x, y = (protein(run.rng, n) for n in (LENGTH, LENGTH - 50))
    corpus = [x, y, x[:700] + y[600:]]
    for variant in VARIANTS:
        expected = exact_vectors(tuple(corpus), variant)
        V, _ = target.sfm.characteristic_vectors(corpus, variant)
        yield equal(expected, dense(V))


@check("sfm/gak", place="Section II, GAK", needs="sfm.global_alignment_kernel", since="0.3")
def a_protein_is_aligned_with_a_fragment_globally(target: Any, run: Any) -> Iterator[Outcome]:
    """Log K by the recursion in 60 digits, either way round."""
    x, y = protein(run.rng, LENGTH), protein(run.rng, 40)
    with exact():
        expected = float(definitions.global_alignment_kernel_by_recursion(x, y, 2.0).ln())
    for pair in (([x], [y]), ([y], [x])):
        got = target.sfm.global_alignment_kernel(*pair, 2.0, form="log")
        yield close_to([[expected]], got, ulps=100, scale=1 + abs(expected))


@check("sfm/lak", place="Section VII, LAK", needs="sfm.local_alignment_kernel", since="0.3")
def a_protein_is_aligned_with_a_fragment_locally(target: Any, run: Any) -> Iterator[Outcome]:
    """(1/b) log K by the recursion in 60 digits, either way round; the fragment is from its end."""
    x = protein(run.rng, LENGTH)
    y = x[-80:-20]
    expected = definitions.local_alignment_log_kernel(x, y)
    for pair in (([x], [y]), ([y], [x])):
        got = target.sfm.local_alignment_kernel(*pair)
        yield close_to([[expected]], got, ulps=100, scale=1 + abs(expected))
