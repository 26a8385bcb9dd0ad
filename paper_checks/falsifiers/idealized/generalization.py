"""For Section 2: kernels that know more or less of the patterns, samples of which one is odd."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from gramcheck.paper_checks.claims.idealized.generalization import linear
from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, instead, twice
from gramcheck.paper_checks.falsifiers.idealized.statements import CLAIMS, without_one_norm

_HERE = f"{CLAIMS}.generalization"


@instead
def of_inner_products(trivial: Function, A: Any, B: Any) -> Any:
    """The linear kernel, which knows the patterns."""
    return linear(A, B)


@instead
def the_first_label(nearest_labels: Function, distances: Any, y: Any) -> Any:
    """All get the same label."""
    return np.full(len(distances), y[0])


falsify("idealized/trivial-kernel", wrong={f"{_HERE}.trivial": of_inner_products})
falsify("idealized/trivial-kernel", wrong={f"{_HERE}.nearest_labels": the_first_label})
falsify("idealized/trivial-kernel", wrong={"idealized.metric.Metric.squared_distances": twice})


@instead
def constant_kernel(fixed_kernel: Function, n: int) -> Any:
    """All patterns are alike, however many there are."""
    return np.ones((n, n))


@instead
def nothing_is_added(idealize: Function, K: Any, *rest: Any) -> Any:
    """K itself."""
    return K


@instead
def nothing_is_learned(learn: Function, X: Any, *rest: Any) -> Any:
    """The original metric."""
    identity = np.eye(np.shape(X)[1])
    return replace(learn(X, *rest), positive=identity, negative=identity[:, :0])


@instead
def less_in_the_test(alignments: Function, rng: Any) -> Any:
    """The alignment of test samples is a fourth of what it is."""
    return alignments(rng) * [1, 0.25]


@instead
def as_spread_at_all_sizes(alignments: Function, rng: Any) -> Any:
    """Larger samples are as spread as small ones."""
    found = alignments(rng)
    means = found.mean(axis=(1, 2, 3), keepdims=True)
    spread = found.std(axis=(1, 2, 3), keepdims=True)
    return means + (found - means) * (0.05 / spread)


_ID = "idealized/train-and-test-alignment"
falsify(
    _ID,
    wrong={
        f"{_HERE}.fixed_kernel": constant_kernel,
        "idealized.idealize": nothing_is_added,
        "idealized.learn_metric": nothing_is_learned,
    },
)
falsify(_ID, wrong={"idealized.alignment": without_one_norm})
falsify(_ID, wrong={f"{_HERE}.high_alignments": less_in_the_test})
falsify(_ID, wrong={f"{_HERE}.alignments_of_two_samples": as_spread_at_all_sizes})
