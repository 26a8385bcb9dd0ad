"""The protocol of each of D2KE's Tables 1-3: data, ranges, preprocessing, sizes of splits.

It is fixed here, before anything is measured; `protocol` says how settings are chosen,
on the training part alone, and `Grids` what every system is given.

======  =====================  ==========================  ==========================  =============
table   data                   p(ω), the paper's ranges    γ                           preprocessing
======  =====================  ==========================  ==========================  =============
1       Auslan, pentip         lengths in [2, 50],         no range in the paper:      channels
                               σ in [1e-3, 1e3]            in 1 / median distance      standardized
2       splice, chain codes    lengths in [2, 50]          [1e-5, 1]                   none
3       sets (stand-ins)       sizes in [3, 15]            [1e-3, 10]                  standardized
======  =====================  ==========================  ==========================  =============

Budgets are not the same, which is a departure from the rule of this ledger: D2KE has p(ω) to choose
besides, so that on splice at full scale it tries 224 settings, DSK_RBF 42 and the others 35 or
less. The folds, C and the R of the search are the same. To take p(ω) from D2KE would not be its
protocol, and finer grids for the others would have to be invented. So what D2KE is ahead by may owe
to its choice, as the tables say, and what it is behind by does not.

Grids are thinner than the ranges; at full scale those of γ and σ hold both ends of theirs. What
lies beyond the ranges is a row of its own, "D2KE, wider ranges", and never judged. Of the two
codings of the digits the quick scale has that in 8 directions alone: its three splits leave every
sentence about them undecided, with one coding as with two.

Changed after results had been seen, with the reason: D2KE was searched with lengths (40, 60) and
sizes (1, 5), beyond the paper's ranges; R of GDK_LED and RSM ended at 256 at quick scale, where
D2KE had 1024; series were left as published because k-NN is then near the paper's accuracy, which
is no reason. Series are now treated as sets are, since the random ones have mean 0. C counted for
rows of a mean square length of 1, most of which is common to all of them where γ is small, so that
D2KE ended at the largest C on digits (11 of 20 splits), MNIST, sets (22 of 30) and Auslan, where
series had a longer range for that reason: rows are now about their mean (`learners.standard`). Of
Auslan and pentip two splits had been seen then, GDK_LED ahead of D2KE on Auslan by four points; of
strings the full runs that are kept, which say their commit.

Sets were measured again after a flaw was found in a review of their results, too. Some 35 columns
of elephant are constant on the training part, with a deviation that rounding had made 1e-17 instead
of 0. It was divided by, a few test sets had coordinates of 1e16, and GDK_LED took all sets for one
class. The same review found that R of GDK_LED and RSM ended at 16 where 64 sets were there to train
on, and that vectors, divided by the root of the number of all columns, were shorter than was said.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gramcheck.paper_checks.data import DataDirectory
from gramcheck.paper_checks.experiments.d2ke.chain_codes import chain_code
from gramcheck.paper_checks.experiments.d2ke.divisions import Draw
from gramcheck.paper_checks.experiments.d2ke.systems import MEASURED, WIDER, Grids
from gramcheck.reference.d2ke import random_series, random_sets, random_strings

Loaded = tuple[list, NDArray]  # objects, labels


@dataclass(frozen=True)
class Task:
    """One row of a table: objects, distance, p(omega), grids at both scales."""

    name: str
    printed: str | None  # the paper's row, None where the data stand in for it
    load: Callable[[DataDirectory], Loaded]
    distance: str
    draw: Draw
    full: Grids
    choices: str  # what the paper leaves open
    quick: Grids | None = None  # None: takes hours, at full scale only
    options: dict[str, Any] = field(default_factory=dict)
    test_size: int | None = None  # as in the paper; 30 % when None
    search_size: int | None = None  # training objects to choose parameters on; all when None
    scaling: Callable[[list], Callable[[Any], Any]] | None = None  # learned from training objects

    @property
    def rows(self) -> tuple[str, ...]:
        """The systems that are run, in the order of the tables."""
        return MEASURED + ((WIDER,) if self.full.wider else ())


# ---------------------------------------------------------------------------------------------
# Strings: Levenshtein distance, random strings over the alphabet

_STRINGS_QUICK = Grids(
    gammas=(0.03, 0.1, 0.3),
    omegas=({"lengths": (2, 50)}, {"lengths": (20, 50)}),
    wider=tuple({"lengths": (40, 60), "gamma": gamma} for gamma in (0.03, 0.1)),
    widths=(1.0, 3.0, 10.0),
    neighbors=(101, 51, 15, 5, 1),
    ranks=(64, 512),
    costs=(0.1, 1.0, 10.0, 100.0, 1000.0),
    search_features=256,
)
_STRINGS_FULL = Grids(
    gammas=(1e-5, 1e-4, 1e-3, 0.01, 0.03, 0.1, 0.3, 1.0),
    omegas=tuple({"lengths": lengths} for lengths in ((2, 10), (2, 50), (20, 50), (50, 50))),
    wider=tuple(
        {"lengths": lengths, "gamma": gamma}
        for lengths in ((40, 60), (60, 60))
        for gamma in (0.01, 0.03, 0.1, 0.3)
    ),
)
# about 30 letters a string: strings longer than the range have no use
_DIGITS_QUICK = replace(_STRINGS_QUICK, gammas=(0.03, 0.1), wider=())
_DIGITS_FULL = replace(_STRINGS_FULL, wider=())


def _draw_strings(alphabet: str) -> Draw:
    return lambda R, omega, rng: random_strings(R, alphabet, omega["lengths"], rng)


def _load_splice(data: DataDirectory) -> Loaded:
    splice = data.load("splice")
    return list(splice.objects), splice.labels


def digits(directions: int, data: DataDirectory, count: int | None = None) -> Loaded:
    """Chain codes of the handwritten digits that scikit-learn ships, the first ones or all."""
    digits = data.load("digits")
    images = np.reshape(digits.objects[:count], (-1, 8, 8))
    # gray values 0 to 16: the figure is what is at least half black
    return [chain_code(image, 8, directions) for image in images], digits.labels[:count]


def _mnist(directions: int, data: DataDirectory) -> Loaded:
    mnist = data.load("mnist-t10k")
    return [chain_code(image, 128, directions) for image in mnist.objects], mnist.labels


_TRACED = (
    "the paper does not say how its images were traced; here the outer contour of the largest "
    "8-connected component at half of full black, as a {} code"
)
STRING_TASKS = (
    Task(
        name="splice",
        printed="splice",
        load=_load_splice,
        distance="levenshtein",
        draw=_draw_strings("ACGT"),
        quick=_STRINGS_QUICK,
        full=_STRINGS_FULL,
        choices="random strings over ACGT; the 15 strings with N, D, R or S are kept as they are",
        test_size=957,
    ),
    *(
        Task(
            name=f"{name}{directions}",
            printed=None,
            load=partial(load, directions),
            distance="levenshtein",
            draw=_draw_strings("01234567"[:directions]),
            choices=_TRACED.format("crack" if directions == 4 else "border pixel"),
            quick=quick,
            full=full,
            search_size=search_size,
        )
        for name, load, directions, quick, full, search_size in (
            ("digits-str", digits, 4, None, _DIGITS_FULL, None),
            ("digits-str", digits, 8, _DIGITS_QUICK, _DIGITS_FULL, None),
            ("mnist-t10k-str", _mnist, 4, None, _STRINGS_FULL, 2000),
            ("mnist-t10k-str", _mnist, 8, None, _STRINGS_FULL, 2000),
        )
    ),
)

# ---------------------------------------------------------------------------------------------
# Time series: DTW, random series of Gaussian entries

_SERIES_FULL = Grids(
    gammas=(0.1, 0.3, 1.0, 3.0, 10.0),
    relative_gammas=True,
    omegas=tuple(
        {"lengths": lengths, "sigma": sigma}
        for sigma in (1e-3, 0.1, 1.0, 10.0, 1e3)
        for lengths in ((2, 10), (2, 50))
    ),
    search_features=256,
)


def _draw_series(channels: int) -> Draw:
    return lambda R, omega, rng: random_series(R, channels, omega["sigma"], omega["lengths"], rng)


def _load(name: str) -> Callable[[DataDirectory], Loaded]:
    def load(data: DataDirectory) -> Loaded:
        loaded = data.load(name)
        return [np.asarray(x, dtype=np.float64) for x in loaded.objects], loaded.labels

    return load


def _standardized(train: list) -> Callable[[NDArray], NDArray]:
    """Give each channel mean 0 and deviation 1 over all points of the training objects.

    A channel that never moves there is not rescaled. Its deviation does not tell: of a constant,
    too, it may be some 1e-17, as the mean is rounded.
    """
    joined = np.concatenate(train)
    mean, deviation = joined.mean(axis=0), joined.std(axis=0)
    deviation[joined.max(axis=0) == joined.min(axis=0)] = 1
    return lambda x: (x - mean) / deviation


_SERIES_CHOICES = (
    "DTW without a window, Euclidean local cost, no root; each channel standardized by the "
    "training part; no official split"
)
SERIES_TASKS = tuple(
    Task(
        name=name,
        printed=printed,
        load=_load(name),
        distance="dtw",
        draw=_draw_series(channels),
        full=_SERIES_FULL,
        choices=_SERIES_CHOICES,
        test_size=test_size,
        scaling=_standardized,
    )
    for name, printed, channels, test_size in (
        ("character-trajectories", "pentip", 3, 858),
        ("auslan", "Auslan", 22, 770),
    )
)

# ---------------------------------------------------------------------------------------------
# Sets of vectors: modified Hausdorff distance, random sets on the unit sphere

_SETS_FULL = Grids(
    gammas=(1e-3, 0.01, 0.1, 0.3, 1.0, 3.0, 10.0),
    omegas=({"sizes": (3, 3)}, {"sizes": (3, 15)}, {"sizes": (15, 15)}),
    wider=tuple(
        {"sizes": sizes, "gamma": gamma}
        for sizes in ((1, 1), (1, 5), (3, 15))
        for gamma in (10.0, 30.0, 100.0)
    ),
)


def _draw_sets(dimension: int) -> Draw:
    return lambda R, omega, rng: random_sets(R, dimension, omega["sizes"], rng)


def _unit_length(train: list) -> Callable[[NDArray], NDArray]:
    """Standardize, then scale to root mean square length 1; vectors of p(omega) have length 1."""
    standardized = _standardized(train)
    squares = np.sum(standardized(np.concatenate(train)) ** 2, axis=1)
    length = np.sqrt(squares.mean())
    return lambda x: standardized(x) / length


SET_TASKS = tuple(
    Task(
        name=name,
        printed=None,
        load=_load(name),
        distance="modified_hausdorff",
        draw=_draw_sets(dimension),
        full=_SETS_FULL,
        scaling=_unit_length,
        choices="multiple-instance sets stand in for the SIFT sets, which are not public; columns "
        "standardized and vectors scaled to root mean square length 1, by the training part",
    )
    for name, dimension in (("musk1", 166), ("musk2", 166), ("elephant", 230))
)

TASKS = {task.name: task for task in (*STRING_TASKS, *SERIES_TASKS, *SET_TASKS)}
