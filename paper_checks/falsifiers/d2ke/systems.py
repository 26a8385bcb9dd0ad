"""Section 5 and appendix B: systems that do something else."""

from __future__ import annotations

from typing import Any

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import (
    Function,
    half,
    instead,
    negated,
    squared,
)
from gramcheck.paper_checks.falsifiers.d2ke.appendix_a import sum_for_the_mean
from gramcheck.paper_checks.falsifiers.d2ke.kernel import less_on_the_diagonal
from gramcheck.paper_checks.falsifiers.d2ke.random_objects import (
    always_the_greatest_length,
    without_the_last_letter,
)


def twice_as_like_itself(dsk_rbf: Function) -> Function:
    """A one added on the diagonal: definite."""
    return lambda D, *arguments: dsk_rbf(D, *arguments) + np.eye(len(D))


def smallest_label(_: Function) -> Function:
    """One class for all objects."""
    return lambda D, y, k, **ties: np.full(len(D), np.min(y))


@instead
def stretched_for_the_objects_themselves(
    embedding: Function, D: Any, R: int, D_new: Any = None
) -> Any:
    """A tenth longer for the objects embedded, not for those placed afterwards."""
    found = embedding(D, R, D_new)
    return 1.1 * found if D_new is None else (1.1 * found[0], found[1])


@instead
def one_object_for_all(representatives: Function, objects: Any, R: int, rng: Any) -> Any:
    """The first object, R times."""
    return [objects[0]] * R


def the_first_ones(_: Function) -> Function:
    """R objects that are not selected at random."""
    return lambda objects, R, rng: list(objects[:R])


@instead
def on_the_shortest_axes(embedding: Function, D: Any, R: int, D_new: Any = None) -> Any:
    """The R smallest eigenvalues, where there are more."""
    found = embedding(D, len(D), D_new)
    return found[:, -R:] if D_new is None else tuple(part[:, -R:] for part in found)


@instead
def of_negative_type(_: Function, X: Any, Y: Any, distance: str) -> Any:
    """Square roots of distances on a line."""
    lengths = [np.array([ord(s[-1]) if s else 90 for s in Z], dtype=float) for Z in (X, Y)]
    return np.sqrt(np.abs(np.subtract.outer(*lengths)))


@instead
def of_the_distance_itself(dsk_nd: Function, D: Any, beta: float = 2, *origin: Any) -> Any:
    """-d whatever the power, as the other of appendix B's two descriptions has it."""
    return dsk_nd(D, 1, *origin)


def class_means(_: Function) -> Function:
    """The class whose mean is nearest, no machine at all."""

    def learner(train: Any, y: Any, test: Any, cost: float) -> tuple[Any, bool]:
        classes = np.unique(y)
        means = np.array([train[y == c].mean(axis=0) for c in classes])
        return classes[((test[:, None] - means) ** 2).sum(axis=2).argmin(axis=1)], True

    return learner


@instead
def guessed_for_half(learner: Function, train: Any, y: Any, *rest: Any) -> tuple[Any, bool]:
    """Every other answer is the first class."""
    predicted, converged = learner(train, y, *rest)
    return np.where(np.arange(len(predicted)) % 2, predicted, y.min()), converged


def of_the_most_similar(_: Function) -> Function:
    """The class of the training object with the largest value of the kernel."""
    return lambda train, y, test, cost: (y[np.argmax(test, axis=1)], True)


def of_one_neighbor(learner: Function) -> Function:
    """One vote whatever k."""
    return lambda train, y, test, k: learner(train, y, test, 1)


def before_it_converges(fit: Function) -> Function:
    """A hundredth short of the weights."""

    def fitted(*arguments: Any, **options: Any) -> Any:
        classes, weights = fit(*arguments, **options)
        return classes, 0.99 * weights

    return fitted


def with_ten_times_the_penalty(fit: Function) -> Function:
    """C divided by 10."""
    return lambda phi, y, mu, *rest, **options: fit(phi, y, 10 * mu, *rest, **options)


def with_the_logistic_loss(fit: Function) -> Function:
    """Whatever loss is asked for."""
    return lambda phi, y, mu, loss, **options: fit(phi, y, mu, "logistic", **options)


def of_another_cost(machine: Function) -> Function:
    """C divided by 100."""
    return lambda C, **options: machine(C=C / 100, **options)


def with_the_sign_lost(_: Function) -> Function:
    """exp(γ d²)."""
    return lambda D, gamma: np.exp(gamma * D**2)


LINEAR = ("d2ke/system-D2KE", "d2ke/system-GDK-LED", "d2ke/system-RSM")
KERNEL = ("d2ke/system-DSK-RBF", "d2ke/system-DSK-ND")
_SYSTEMS = "paper_checks.claims.d2ke.systems"
for wrong in (class_means, guessed_for_half):
    falsify(*LINEAR, wrong={f"{_SYSTEMS}.linear": wrong})
for wrong in (with_ten_times_the_penalty, with_the_logistic_loss):
    falsify(*LINEAR, wrong={"paper_checks.experiments.learners.one_vs_rest": wrong})
falsify(*LINEAR, wrong={"d2ke.one_vs_rest": before_it_converges})
for wrong in (of_the_most_similar, guessed_for_half):
    falsify(*KERNEL, wrong={f"{_SYSTEMS}.kernel_machine": wrong})
for place in ("experiments.learners", "claims.d2ke.machines"):
    falsify(*KERNEL, wrong={f"paper_checks.{place}.libsvm": of_another_cost})
for wrong in (of_one_neighbor, guessed_for_half):
    falsify("d2ke/system-KNN", wrong={f"{_SYSTEMS}.neighbors": wrong})
falsify("d2ke/system-D2KE", wrong={"d2ke.kernel": less_on_the_diagonal})
falsify("d2ke/system-D2KE", wrong={"d2ke.kernel": sum_for_the_mean})
falsify("d2ke/system-D2KE", wrong={"d2ke.random_strings": without_the_last_letter})
falsify("d2ke/system-DSK-RBF", wrong={"d2ke.dsk_rbf": with_the_sign_lost})
falsify("d2ke/system-DSK-ND", wrong={"d2ke.dsk_nd": negated})
falsify("d2ke/system-D2KE", wrong={"d2ke.feature_map": half})
falsify("d2ke/system-D2KE", wrong={"d2ke.random_strings": always_the_greatest_length})
falsify("d2ke/system-KNN", wrong={"d2ke.knn_predict": smallest_label})
for wrong in (squared, twice_as_like_itself):
    falsify("d2ke/system-DSK-RBF", wrong={"d2ke.dsk_rbf": wrong})
falsify("d2ke/system-DSK-ND", wrong={"d2ke.dsk_nd": of_the_distance_itself})
falsify(
    "d2ke/system-GDK-LED",
    wrong={"d2ke.pseudo_euclidean_embedding": stretched_for_the_objects_themselves},
)
falsify("d2ke/system-GDK-LED", wrong={"d2ke.pseudo_euclidean_embedding": on_the_shortest_axes})
falsify("d2ke/system-RSM", wrong={"d2ke.representative_set_map": squared})
for wrong in (one_object_for_all, the_first_ones):
    falsify("d2ke/system-RSM", wrong={"d2ke.representatives": wrong})
falsify("errata/D16", wrong={"d2ke.cdist": of_negative_type})
