"""Sections 3 and 4, appendix B: remarks about kernels and spaces, of other kernels."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from gramcheck.paper_checks.claims.d2ke import remarks
from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, half, instead, twice
from gramcheck.paper_checks.falsifiers.d2ke.random_objects import always_the_greatest_length


def ten_times_as_wide(sigma: float) -> float:
    """A kernel that hardly tells letters apart."""
    return 10 * sigma


@instead
def per_alignment_step(kernel: Function, X: Any, Y: Any, sigma: float, **form: Any) -> Any:
    """Logarithms divided by the sum of both lengths."""
    found = kernel(X, Y, sigma, **form)
    return (
        found
        if form["form"] == "raw"
        else found / np.add.outer(*(list(map(len, Z)) for Z in (X, Y)))
    )


@instead
def of_all_but_the_last(kernel: Function, X: Any, Y: Any, omegas: Any, *rest: Any, **p: Any) -> Any:
    """One random object fewer: its weight is lost."""
    weights = {name: np.array(value)[:-1] / sum(value[:-1]) for name, value in p.items()}
    return kernel(X, Y, omegas[:-1], *rest, **weights)


@instead
def with_a_jitter(kernel: Function, X: Any, *rest: Any, **p: Any) -> Any:
    """A millionth on the diagonal, as machines add it."""
    return kernel(X, *rest, **p) + 1e-6 * np.eye(len(X))


@instead
def a_hundred_times_the_square(kernel: Function, *arguments: Any, **p: Any) -> Any:
    """Features 100 times as long."""
    return 1e4 * kernel(*arguments, **p)


@instead
def as_large_as_proposition_1_allows(kernel: Function, *arguments: Any) -> tuple[Any, Any]:
    """A kernel with a multiple for which one of the functions is on the edge of the ball."""
    K, rest = kernel(*arguments)
    least = np.diag(np.linalg.pinv(K, hermitian=True)).min()
    return K * remarks.NARROW**2 * least, rest


@instead
def with_fewer_for_two_strings(kernel: Function, X: Any, Y: Any, sigma: float, **form: Any) -> Any:
    """Of alignments of two strings one in a hundred is summed over, of one with itself all."""
    found = kernel(X, Y, sigma, **form)
    return found if form["form"] == "raw" else found - math.log(100) * ~np.eye(len(X), dtype=bool)


def of_one_letter(draw: Function) -> Function:
    """Random strings of the first letter alone."""
    return lambda R, alphabet, lengths, rng: draw(
        R, alphabet[:1] if lengths == remarks.OMEGAS else alphabet, lengths, rng
    )


def up_to_16(_: Any) -> tuple[int, ...]:
    """A range of R that ends early."""
    return (2, 4, 8, 16)


_HERE = "paper_checks.claims.d2ke.remarks"
falsify("d2ke/diagonal-dominance", wrong={f"{_HERE}.SIGMA": ten_times_as_wide})
for _wrong in (per_alignment_step, half, with_fewer_for_two_strings):
    falsify("d2ke/diagonal-dominance", wrong={"sfm.global_alignment_kernel": _wrong})
for _wrong in (of_all_but_the_last, with_a_jitter, a_hundred_times_the_square):
    falsify("d2ke/smaller-space", wrong={"d2ke.kernel": _wrong})
falsify("d2ke/smaller-space", wrong={"d2ke.lipschitz_constant": twice})
falsify(
    "d2ke/smaller-space",
    wrong={"paper_checks.claims.d2ke.spaces.levenshtein_kernel": as_large_as_proposition_1_allows},
)
for _wrong in (of_one_letter, always_the_greatest_length):
    falsify("d2ke/as-many-as-needed", wrong={"d2ke.random_strings": _wrong})
falsify("d2ke/as-many-as-needed", wrong={f"{_HERE}.FEATURES": up_to_16})
falsify("d2ke/as-many-as-needed", wrong={"d2ke.kernel": half})
