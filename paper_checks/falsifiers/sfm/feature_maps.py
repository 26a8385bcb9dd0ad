"""Wrong features and kernels of vectors."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np

from gramcheck.paper_checks.claims.sfm.concentration import mended_lines
from gramcheck.paper_checks.experiments.sfm.printed import CORPORA, Costs
from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import (
    Function,
    a_thousandth_more,
    half,
    instead,
    times,
    twice,
)
from gramcheck.reference import sfm
from gramcheck.verify.definitions import sfm as definitions

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
    """Goes over the vectors once for each few ten thousand coordinates."""
    return [features(V, *arguments) for _ in range(1 + V.shape[1] // 50_000)][-1]


def below_zero(kernel: Function) -> Function:
    """Something is taken off where a kernel is of the same rows."""
    return lambda V, W, beta: kernel(V, W, beta) - 0.2 * (V is W)


def nearly_constant(kernel: Function) -> Function:
    """A small power less a constant: not positive semidefinite."""
    return lambda V, W, beta: kernel(V, W, beta) ** 0.01 - 0.99


@instead
def a_row_for_all(matrix: Function, D: int, d: int, *arguments: Any) -> Any:
    """One row of the matrix serves all features, and is held once."""
    return np.broadcast_to(matrix(2, d, *arguments), (D // 2, d))


@instead
def of_normal_numbers(matrix: Function, D: int, d: int, beta: float, rng: Any) -> Any:
    """The features are those of a Gaussian kernel."""
    return rng.normal(size=(D // 2, d)) / beta


@instead
def each_column_twice(matrix: Function, D: int, d: int, *arguments: Any) -> Any:
    """Every other coordinate is that before it."""
    return np.repeat(matrix(D, (d + 1) // 2, *arguments), 2, axis=1)[:, :d]


@instead
def a_third_word(sample: Function, d: int, rng: np.random.Generator) -> Any:
    """Words for t = 3, where the paper takes t = 2."""
    return (*sample(d, rng), sample(d, rng)[0])


@instead
def without_the_third_word(
    features: Function,
    V: Any,
    D: int,
    beta: float,
    array1: Any,
    array2: Any,
    _: Any,
    **options: Any,
) -> Any:
    """Takes the words for t = 3, and leaves the last ones aside."""
    return features(V, D, beta, array1, array2, **options)


@instead
def with_a_matrix(features: Function, V: Any, D: int, beta: float, *arrays: Any) -> Any:
    """The plain map, whose numbers are independent all together."""
    return sfm.rff(V, sfm.cauchy_matrix(D, V.shape[1], beta, np.random.default_rng(0)))


def in_milliseconds(seconds: Function) -> Function:
    """Times of Table VI are taken for thousandths."""
    return lambda system, D: {name: s / 1000 for name, s in seconds(system, D).items()}


def with_no_more_coordinates_than_nonzeros(costs: Mapping[str, Costs]) -> Mapping[str, Costs]:
    """The d of ESP in Table III is the most that one string has of them."""
    return {name: row._replace(d=(2 * CORPORA[name].length, 0)) for name, row in costs.items()}


def as_printed(corrected: Function) -> Function:
    """Every summand of the proof is centered at (D/2) k."""
    return definitions.second_moment_as_printed


def as_mended(lines: Function) -> Function:
    """Both lines of the proof as they are meant."""
    return mended_lines


def discrete(distance: Function) -> Function:
    """Nine for any two strings: its exponential is positive definite."""
    return lambda s, t: 9 * (s != t)


falsify("sfm/eq-2", wrong={RFF: sine_for_cosine})
falsify("sfm/eq-2", wrong={RFF: half})
for _wrong in (of_normal_numbers, times(1.05), a_row_for_all, each_column_twice):
    falsify("sfm/eq-2", wrong={"sfm.cauchy_matrix": _wrong})
falsify("sfm/algorithm-2", wrong={SFM: sine_for_cosine})
falsify("sfm/algorithm-2", wrong={SFM: partial(with_another_beta, 1.0000001)})
falsify("sfm/space", wrong={SFM: a_matrix_beside})
falsify("sfm/space", wrong={SFM: pairs_of_coordinates_beside})
falsify("sfm/space", wrong={"sfm.sample_hash": a_third_word, SFM: without_the_third_word})
falsify("sfm/space", wrong={"sfm.cauchy_matrix": a_row_for_all})
falsify("errata/S19", wrong={SFM: over_all_coordinates})
falsify(
    "errata/S19",
    wrong={"paper_checks.claims.sfm.feature_maps.printed_seconds": in_milliseconds},
)
falsify(
    "errata/S19",
    wrong={"paper_checks.claims.sfm.feature_maps.COSTS": with_no_more_coordinates_than_nonzeros},
)
for _factor in (0.95, 1.05):
    falsify("sfm/unbiased", wrong={SFM: partial(with_another_beta, _factor)})
falsify("sfm/unbiased", wrong={SFM: times(0.97)})
for _factor in (1.05, 2):
    falsify("sfm/variance-at-most-1", wrong={SFM: times(_factor)})
falsify("sfm/variance-at-most-1", wrong={"sfm.feature_variance": a_thousandth_more})
for _factor in (0.01, 1.001, 1e6):
    falsify("sfm/theorem-1", "errata/S2", wrong={"sfm.concentration_bound": times(_factor)})
falsify("sfm/theorem-1", "errata/S2", wrong={SFM: one_key_for_all})
falsify("sfm/theorem-1", "errata/S2", wrong={RFF: times(1.1)})
falsify("sfm/theorem-1-proof", "errata/S1", wrong={SFM: one_key_for_all})
for _wrong in (times(1.1), twice):
    falsify("sfm/theorem-1-proof", "errata/S1", wrong={SFM: _wrong})
falsify(
    "sfm/theorem-1-proof",
    "errata/S1",
    wrong={"verify.definitions.sfm.second_moment_corrected": as_printed},
)
falsify(
    "sfm/theorem-1-proof",
    "errata/S1",
    wrong={"paper_checks.claims.sfm.concentration.lines_of_the_proof": as_mended},
)
for _factor in (2.0, 10.0):
    falsify("sfm/eq-1", wrong={KERNEL: partial(with_another_beta, _factor)})
falsify("sfm/eq-1", wrong={KERNEL: below_zero})
falsify("errata/S15", wrong={KERNEL: nearly_constant})
falsify("errata/S15", wrong={"sfm.edit_distance_with_moves": discrete})
