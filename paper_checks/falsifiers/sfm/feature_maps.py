"""Wrong features and kernels of vectors."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import (
    Function,
    a_thousandth_more,
    half,
    instead,
    times,
)

SFM, RFF, KERNEL = (f"sfm.{name}" for name in ("sfm", "rff", "laplacian_kernel"))


def with_another_beta(factor: float, features: Function) -> Function:
    """The scale of the random numbers, or of the kernel, is wrong."""
    return lambda V, second, beta_or_D, *rest, **options: features(
        V, second, factor * beta_or_D, *rest, **options
    )


@instead
def sine_for_cosine(features: Function, *arguments: Any, **options: Any) -> Any:
    """Every cosine is the sine."""
    z = features(*arguments, **options)
    z[:, 1::2] = z[:, ::2]
    return z


@instead
def one_key_for_all(features: Function, V: Any, D: int, *rest: Any, **options: Any) -> Any:
    """Every pair of features has the same random vector."""
    z = features(V, D, *rest, **options)
    z[:, 2::2], z[:, 3::2] = z[:, :1], z[:, 1:2]
    return z


@instead
def pairs_of_coordinates_beside(features: Function, V: Any, *arguments: Any, **options: Any) -> Any:
    """Numbers for one in a thousand pairs of coordinates are held, which grow as d squared."""
    kept = np.zeros(V.shape[1] ** 2 // 1000)
    return features(V, *arguments, **options) + kept[0]


@instead
def a_matrix_beside(features: Function, V: Any, D: int, *rest: Any, **options: Any) -> Any:
    """The D/2 random numbers of each coordinate are kept."""
    kept = np.zeros((D // 2, V.shape[1]))
    return features(V, D, *rest, **options) + kept[0, 0]


@instead
def over_all_coordinates(features: Function, V: Any, *arguments: Any) -> Any:
    """Goes over the vectors once for each few thousand coordinates."""
    return [features(V, *arguments) for _ in range(1 + V.shape[1] // 6000)][-1]


def below_zero(kernel: Function) -> Function:
    """Something is taken off where a kernel is of the same rows."""
    return lambda V, W, beta: kernel(V, W, beta) - 0.2 * (V is W)


def nearly_constant(kernel: Function) -> Function:
    """A small power less a constant: not positive semidefinite."""
    return lambda V, W, beta: kernel(V, W, beta) ** 0.01 - 0.99


def discrete(distance: Function) -> Function:
    """Nine for any two strings: its exponential is positive definite."""
    return lambda s, t: 9 * (s != t)


falsify("sfm/eq-2", wrong={RFF: sine_for_cosine})
falsify("sfm/eq-2", wrong={RFF: half})
falsify("sfm/algorithm-2", wrong={SFM: sine_for_cosine})
falsify("sfm/algorithm-2", wrong={SFM: partial(with_another_beta, 1.0000001)})
falsify("sfm/space", wrong={SFM: a_matrix_beside})
falsify("sfm/space", wrong={SFM: pairs_of_coordinates_beside})
falsify("errata/S19", wrong={SFM: over_all_coordinates})
for _factor in (0.95, 1.05):
    falsify("sfm/unbiased", wrong={SFM: partial(with_another_beta, _factor)})
falsify("sfm/unbiased", wrong={SFM: times(0.97)})
falsify("sfm/variance-at-most-1", wrong={SFM: times(1.05)})
falsify("sfm/variance-at-most-1", wrong={"sfm.feature_variance": a_thousandth_more})
for _factor in (1.001, 1e6):
    falsify("sfm/theorem-1", "errata/S2", wrong={"sfm.concentration_bound": times(_factor)})
falsify("sfm/theorem-1", "errata/S2", wrong={SFM: one_key_for_all})
falsify("sfm/theorem-1", "errata/S2", wrong={RFF: times(1.1)})
falsify("sfm/theorem-1-proof", "errata/S1", wrong={SFM: one_key_for_all})
falsify("sfm/theorem-1-proof", "errata/S1", wrong={SFM: times(1.1)})
falsify("sfm/eq-1", wrong={KERNEL: partial(with_another_beta, 2.0)})
falsify("sfm/eq-1", wrong={KERNEL: below_zero})
falsify("errata/S15", wrong={KERNEL: nearly_constant})
falsify("errata/S15", wrong={"sfm.edit_distance_with_moves": discrete})
