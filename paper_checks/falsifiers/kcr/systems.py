"""What is wrong with the six systems."""

from dataclasses import replace
from typing import Any

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, instead
from gramcheck.paper_checks.falsifiers.kcr.changes import (
    other_label,
    stopped_early,
    with_half_the_penalty,
)


def farthest(predict: Function) -> Function:
    """The farthest points vote."""
    return lambda distances, *rest: predict(np.max(distances) - np.asarray(distances), *rest)


@instead
def by_feature_space(predict: Function, K_new, K, y, k):
    """The nearest in feature space, and not by rows of kernel values."""
    return np.asarray(y)[np.argmax(K_new, axis=1)]


@instead
def by_the_farthest_row(predict: Function, K_new: Any, K: Any, y: Any, k: int) -> Any:
    """The label of the farthest row."""
    return np.asarray(y)[[np.linalg.norm(K - row, axis=1).argmax() for row in K_new]]


def for_other_classes(learn: Function) -> Function:
    """The labels are those of other points."""
    return lambda K, y, **options: learn(K, np.random.default_rng(0).permutation(y), **options)


@instead
def objective_too_large(learn: Function, X, y, **options):
    """Reports an objective far above that of the metric it found, unless it stops at once."""
    found = learn(X, y, **options)
    if options.get("tol", 0) > 1:
        return found
    return replace(found, objective=2 * found.objective + 1e6)


@instead
def of_some_patterns(learn: Function, K, y, **options):
    """The metric of the first ten kernel values alone, with what is said of another."""
    return replace(learn(K, y, **options), factor=np.eye(len(K), 10))


def two_iterations(learn: Function) -> Function:
    """Ends after two iterations."""
    return lambda *arguments, **options: learn(*arguments, **(options | {"max_iterations": 2}))


def linear(kernel: Function) -> Function:
    """x'y, whatever the width."""
    return lambda A, B=None, s=1.0: np.asarray(A) @ np.asarray(A if B is None else B).T


def of_the_distance(kernel: Function) -> Function:
    """exp(-s d), d not squared."""
    return lambda A, B=None, s=1.0: np.exp(-s * np.sqrt(np.abs(np.log(kernel(A, B, s=1.0)))))


def of_twice_the_width(kernel: Function) -> Function:
    """exp(-2 s d²)."""
    return lambda A, B=None, s=1.0: kernel(A, B, s=2 * s)


def for_one_target(learn: Function) -> Function:
    """One target neighbor, however many were asked for."""
    return lambda *arguments, **options: learn(*arguments, **options | {"k": 1})


def with_light_hinges(learn: Function) -> Function:
    """The weight c of the hinges is 0.2."""
    return lambda *arguments, **options: learn(*arguments, **options, c=0.2)


@instead
def for_the_nearest_row(predict: Function, K_new: Any, K: Any, y: Any, k: int) -> Any:
    """The label of the nearest row, whatever k is asked for."""
    return predict(K_new, K, y, 1)


@instead
def with_a_larger_ball(learn: Function, K: Any, y: Any, *arguments: Any, **options: Any) -> Any:
    """Half as much again for h~, on more than a few points."""
    found = learn(K, y, *arguments, **options)
    return replace(found, h2=found.h2 * (1.5 if len(y) > 15 else 1.0))


@instead
def in_three_dimensions(learn: Function, *arguments: Any, **options: Any) -> Any:
    """One component more than is asked for."""
    return learn(*arguments, **options | {"d": 3})


falsify("kcr/system-Kernel-NN", wrong={"kcr.kernel_nn": for_the_nearest_row})
falsify("kcr/system-KCR", wrong={"kcr.solve_by_splitting": with_a_larger_ball})
falsify("kcr/system-KLMCA", wrong={"kcr.klmca": in_three_dimensions})
for _kernel in (linear, of_the_distance, of_twice_the_width):
    falsify(
        *(f"kcr/system-{system}" for system in ("KCR", "Kernel-NN", "KMLCC", "KLMCA")),
        wrong={"kcr.gaussian_kernel": _kernel},
    )
for _system, _learn in (("KCR", "solve_by_splitting"), ("KMLCC", "kmlcc")):
    falsify(f"kcr/system-{_system}", wrong={f"kcr.{_learn}": with_half_the_penalty})
for _system in ("LMNN", "KLMCA"):
    for _change in (for_one_target, with_light_hinges):
        falsify(f"kcr/system-{_system}", wrong={f"kcr.{_system.lower()}": _change})
falsify("kcr/system-KCR", wrong={"kcr.solve_by_splitting": stopped_early})
falsify("kcr/system-k-NN", wrong={"kcr.knn_predict": farthest})
falsify("kcr/system-LMNN", wrong={"kcr.lmnn": objective_too_large})
falsify("kcr/system-LMNN", wrong={"kcr.lmnn": two_iterations})
for _predict in (by_feature_space, by_the_farthest_row):
    falsify("kcr/system-Kernel-NN", wrong={"kcr.kernel_nn": _predict})
falsify("kcr/system-KMLCC", wrong={"kcr.kmlcc": for_other_classes})
falsify("kcr/system-KMLCC", wrong={"kcr.kmlcc": two_iterations})
falsify("kcr/system-KMLCC", wrong={"kcr.kmlcc": of_some_patterns})
for _system in ("LMNN", "KMLCC", "KLMCA"):
    falsify(f"kcr/system-{_system}", wrong={"kcr.knn_predict": farthest})
falsify("kcr/system-KLMCA", wrong={"kcr.klmca": objective_too_large})
falsify("kcr/system-KCR", wrong={"kcr.engines.result.kernel_rule": other_label})
falsify("kcr/system-KLMCA", wrong={"kcr.klmca": two_iterations})
