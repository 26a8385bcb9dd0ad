"""Section 5: that the learners are the machines which the paper names, by their optimality.

A machine is fitted anew, shown to be optimal by a definition, and its answers worked out by another
one; the learner that the tables use has to give the same answers.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gramcheck.paper_checks.claims.d2ke.spaces import Array
from gramcheck.paper_checks.experiments.learners import Learner, libsvm
from gramcheck.paper_checks.findings import Finding, at_most, equals, holds
from gramcheck.reference import d2ke
from gramcheck.verify.definitions import d2ke as definitions
from gramcheck.verify.definitions.exact import decimals

# LIBSVM stops where the conditions of the hinge loss hold to this
LIBSVM_TOLERANCE = 1e-3


def is_a_linear_svm(
    learner: Learner, train: Array, y: NDArray, test: Array, C: float, where: str = ""
) -> list[Finding]:
    """A class against the others, squared hinge loss, an intercept without a penalty.

    Rows are about their mean, with a mean square length of 1: that is the unit of C.
    """
    center = train.mean(axis=0)
    scale = math.sqrt(np.mean(np.sum((train - center) ** 2, axis=1)))
    rows, new_rows = ((part - center) / scale for part in (train, test))
    mu = 1 / (C * len(y))
    classes, weights = d2ke.one_vs_rest(rows, y, mu, "squared_hinge", intercept=True)
    exact_rows = decimals(rows.tolist())
    slopes = [
        definitions.gradient(exact_rows, np.where(y == c, 1, -1).tolist(), w, mu, "squared_hinge")
        for c, w in zip(np.unique(y), weights.tolist(), strict=True)
    ]
    optimal = definitions.predict_classes(new_rows.tolist(), classes.tolist(), weights.tolist())
    return [
        holds(
            np.linalg.norm(slopes, axis=1),
            0.0,
            atol=1e-9,
            name=f"linear SVM{where}: gradient of its objective, each class against the others",
        ),
        _unlike(learner, train, y, test, C, optimal, f"linear SVM{where}"),
    ]


def is_a_kernel_svm(
    learner: Learner, train: Array, y: NDArray, test: Array, C: float
) -> list[Finding]:
    """Each pair of classes, hinge loss, an intercept; the kernel scaled to a mean size of 1."""
    scale = np.abs(train).mean()
    K, K_test = train / scale, test / scale
    model = libsvm(C).fit(K, y)
    violations, values = [], {}
    for (a, b), coefficients, intercept in _machines(model):
        rows = np.flatnonzero((y == a) | (y == b))
        machine = (coefficients[rows].tolist(), float(intercept))
        signs = np.where(y[rows] == a, 1, -1).tolist()
        of_pair = K[np.ix_(rows, rows)].tolist()
        violations.append(definitions.kernel_machine_violation(of_pair, signs, C, *machine))
        values[a, b] = definitions.kernel_machine_values(K_test[:, rows].tolist(), *machine)
    return [
        at_most(
            violations,
            LIBSVM_TOLERANCE,
            name=f"SVM: violation of the KKT conditions, {len(values)} pairs of classes",
        ),
        _unlike(
            learner, train, y, test, C, definitions.one_vs_one(values, np.unique(y).tolist()), "SVM"
        ),
    ]


def _machines(model: Any) -> Iterator[tuple[tuple[Any, Any], Array, float]]:
    """Of each pair of classes the coefficients of all training objects, and the intercept.

    LIBSVM keeps one of a class j against another i in row i, or i - 1 if i comes after j.
    """
    ends = np.concatenate([[0], np.cumsum(model.n_support_)])
    pairs = itertools.combinations(range(len(model.classes_)), 2)
    for (i, j), intercept in zip(pairs, model.intercept_, strict=True):
        coefficients = np.zeros(model.shape_fit_[0])
        for own, row in ((i, j - 1), (j, i)):
            of_class = slice(ends[own], ends[own + 1])
            coefficients[model.support_[of_class]] = model.dual_coef_[row, of_class]
        yield (model.classes_[i], model.classes_[j]), coefficients, intercept


def let_the_nearest_vote(
    learner: Learner, D: Array, y: NDArray, D_test: Array, k: int
) -> list[Finding]:
    """The majority of the k nearest."""
    votes = definitions.knn_predict(D_test.tolist(), y.tolist(), k)
    return [_unlike(learner, D, y, D_test, k, votes, f"KNN, k = {k}")]


def has_the_longest_axes(D: Array, X: Array, few: Array, axes: Array) -> list[Finding]:
    """Of the embedding X of all objects, and of the one of a few with all their axes."""
    H = np.eye(len(D)) - 1 / len(D)
    eigenvalues = np.sort(np.abs(np.linalg.eigvalsh(-H @ D**2 @ H / 2)))[::-1]
    R, name = X.shape[1], "squared lengths are the largest |λ| of -HD²H/2"
    four = d2ke.pseudo_euclidean_embedding(few, 4, few)
    return [
        holds(np.sum(X**2, axis=0), eigenvalues[:R], name=f"{R} axes of {len(D)} objects: {name}"),
        holds(
            np.abs(four),
            np.abs([axes[:, :4]] * 2),
            atol=1e-9,
            name=f"four axes of {len(few)} objects, embedded or placed: the first of all",
        ),
    ]


def _unlike(
    learner: Learner, train: Array, y: NDArray, test: Array, cost: float, wanted: Any, machine: str
) -> Finding:
    predicted, converged = learner(train, y, test, cost)
    name = f"{machine}: predictions of {len(test)} unlike what it answers by definition"
    different = int(np.sum(np.asarray(predicted) != np.asarray(wanted)))
    return equals(different, 0, name=name if converged else f"{name} (not converged)")
