"""Section 3: other kernels, soft minima and features."""

from __future__ import annotations

from typing import Any

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import (
    Function,
    half,
    instead,
    one_less,
    one_more,
    squared,
    twice,
)


def without_weights(kernel: Function) -> Function:
    """Uniform p whatever is given."""
    return lambda *arguments, weights=None, **options: kernel(*arguments, **options)


def less_on_the_diagonal(kernel: Function) -> Function:
    """A twentieth taken off the diagonal: indefinite."""
    return lambda *arguments: kernel(*arguments) - 0.05 * np.eye(len(arguments[0]))


def with_a_ridge(kernel: Function) -> Function:
    """A twentieth added on the diagonal: definite."""
    return lambda *arguments: kernel(*arguments) + 0.05 * np.eye(len(arguments[0]))


@instead
def scaled_row_by_row(feature_map: Function, X: Any, *arguments: Any) -> Any:
    """The second object's features twice as large as the first one's."""
    return feature_map(X, *arguments) * np.arange(1, len(X) + 1)[:, None]


def with_gamma_upside_down(softmin: Function) -> Function:
    """1/γ in the place of γ."""
    return lambda values, weights, gamma: softmin(values, weights, 1 / gamma)


@instead
def with_the_mean_detour(limit: Function, detours: Any, p: Any) -> Any:
    """The mean in the place of the least, and the mass of what is above it."""
    mean = np.mean(detours, axis=-1)
    return mean, (detours > mean[..., None]) @ p


@instead
def with_euclidean_costs(cdist: Function, X: Any, Y: Any, *rest: Any, **_: Any) -> Any:
    """Options are lost."""
    return cdist(X, Y, *rest)


def equal_lengths(_: Any) -> dict[str, tuple[int, int]]:
    """As if both places of the paper had the same range."""
    return {"Section 3": (2, 50), "Appendix C.1": (2, 50)}


@instead
def exponential_of_the_distance(
    _: Function, X: Any, Y: Any, omegas: Any, gamma: float, distance: Any, **options: Any
) -> Any:
    """The limit that is stated, at every gamma."""
    return np.exp(-gamma * np.array([[distance(x, y) for y in Y] for x in X]))


@instead
def the_distance_itself(
    _: Function, X: Any, Y: Any, omegas: Any, gamma: float, distance: Any
) -> Any:
    """No detour by way of a random object."""
    return np.array([[distance(x, y) for y in Y] for x in X])


def of_one_object(_: Function) -> Function:
    """One object as often as representatives are asked for."""
    return lambda X, R, rng: [X[rng.integers(len(X))]] * R


@instead
def that_are_no_data(draw: Function, *arguments: Any) -> Any:
    """A letter more than the objects have."""
    return [x + "c" for x in draw(*arguments)]


@instead
def without_the_last_one(draw: Function, X: Any, R: int, rng: Any) -> Any:
    """The last object is never held out."""
    return draw(X[:-1], R, rng)


falsify("d2ke/eq-4", wrong={"d2ke.kernel": without_weights})
falsify("d2ke/eq-5", wrong={"d2ke.kernel": without_weights})
falsify("d2ke/eq-5", wrong={"d2ke.softmin_kernel": half})
falsify("d2ke/eq-5", wrong={"d2ke.kernel": half, "d2ke.softmin_kernel": half})
falsify("d2ke/eq-6", wrong={"d2ke.softmin": one_more})
falsify("d2ke/eq-6", wrong={"d2ke.softmin": one_less})
falsify("d2ke/eq-6", wrong={"d2ke.softmin": with_gamma_upside_down})
falsify("d2ke/eq-7", wrong={"d2ke.soft_distance": half})
for wrong in (of_one_object, that_are_no_data, without_the_last_one):
    falsify("d2ke/eq-8", wrong={"d2ke.representatives": wrong})
falsify("d2ke/eq-8", wrong={"d2ke.feature_map": twice})
falsify("d2ke/eq-8", "d2ke/rsm-special-case", wrong={"d2ke.representative_set_map": half})
falsify("d2ke/limit-gamma", "errata/D4", wrong={"d2ke.soft_distance": twice})
falsify("d2ke/limit-gamma", "errata/D4", wrong={"d2ke.kernel_limit": with_the_mean_detour})
falsify("d2ke/limit-gamma", "errata/D4", wrong={"d2ke.kernel": squared})
falsify(
    *("d2ke/limit-gamma", "errata/D4"),
    wrong={
        "d2ke.kernel": exponential_of_the_distance,
        "d2ke.soft_distance": the_distance_itself,
    },
)
falsify("d2ke/psd", "errata/D5", wrong={"d2ke.kernel": less_on_the_diagonal})
falsify("d2ke/psd", "errata/D5", wrong={"d2ke.kernel": with_a_ridge})
falsify("d2ke/psd", "errata/D5", wrong={"d2ke.cdist": squared})
falsify("d2ke/psd", "errata/D5", wrong={"d2ke.feature_map": scaled_row_by_row})
falsify("errata/D18", wrong={"d2ke.dtw": twice})
falsify("errata/D18", wrong={"d2ke.cdist": with_euclidean_costs})
falsify("errata/D18", wrong={"paper_checks.claims.d2ke.kernel.LENGTHS": equal_lengths})
