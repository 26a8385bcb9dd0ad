"""The protocol of D2KE's Tables 1-3: split, choose parameters on the training part, test once.

What the paper says (appendix B): 70/30 split where none is predefined, every parameter by
cross-validation on the training part, LIBLINEAR for embeddings, LIBSVM for precomputed kernels.
What it leaves open, and what is done here:

* splits are stratified, and several, so that each accuracy has a spread;
* a parameter setting is tried on all folds; the best mean accuracy wins, the first in the order
  of the grid (from smooth to rough) where several are equal;
* features are divided by their root mean square row norm on the training part before C is
  chosen, since exp(-gamma d) alone may be 1e-20;
* the time of a system is what one pass with the chosen parameters costs: distances, embedding,
  training, prediction. The search is timed apart.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import StratifiedKFold, train_test_split
from sklearn.svm import SVC, LinearSVC

from reference.d2ke.baselines import knn_predict
from reference.d2ke.distances import cdist

Parameters = dict[str, Any]
_ITERATIONS = 2000  # of the solvers; a fit that reaches them is counted and reported


@dataclass(frozen=True)
class Split:
    """Objects and labels of one random division, and how their distances are measured."""

    train: list
    test: list
    y_train: NDArray
    y_test: NDArray
    distance: str
    options: dict[str, Any]
    draw: Callable[[int, Parameters, np.random.Generator], list]
    seed: int
    cache: dict[str, NDArray] = field(default_factory=dict, compare=False)

    def rng(self, name: str) -> np.random.Generator:
        """Give a stream of its own to each use, the same whenever it is asked for."""
        return np.random.default_rng([self.seed, *name.encode()])

    def once(self, name: str, compute: Callable[[], NDArray]) -> NDArray:
        """Compute under ``name`` only the first time, while parameters are searched."""
        if name not in self.cache:
            self.cache[name] = compute()
        return self.cache[name]

    def distances(self, name: str, X: list, Y: list) -> NDArray[np.float64]:
        """Cross distances, kept under ``name``."""

        def compute() -> NDArray[np.float64]:
            D = cdist(X, Y, self.distance, **self.options)
            return D.astype(np.float64, copy=False)

        return self.once(name, compute)

    def within_train(self) -> NDArray[np.float64]:
        """Distances (n_train, n_train)."""
        return self.distances("train", self.train, self.train)

    def test_to_train(self) -> NDArray[np.float64]:
        """Distances (n_test, n_train)."""
        return self.distances("test", self.test, self.train)

    def forgetful(self) -> Split:
        """Start again with nothing computed, to time one pass."""
        return Split(**{**self.__dict__, "cache": {}})


def make_split(
    objects: list,
    labels: NDArray,
    distance: str,
    options: dict[str, Any],
    draw: Callable[[int, Parameters, np.random.Generator], list],
    seed: int,
    test_size: int,
) -> Split:
    """Divide at random, class by class."""
    train, test = train_test_split(
        np.arange(len(labels)), test_size=test_size, stratify=labels, random_state=seed
    )
    return Split(
        train=[objects[i] for i in train],
        test=[objects[i] for i in test],
        y_train=labels[train],
        y_test=labels[test],
        distance=distance,
        options=options,
        draw=draw,
        seed=seed,
    )


# ---------------------------------------------------------------------------------------------
# Learners on top of a representation: rows of features, a kernel matrix, or distances


@dataclass(frozen=True)
class Learner:
    """A classifier on precomputed rows; ``square`` when its columns are the training objects."""

    predict: Callable[[NDArray, NDArray, NDArray, float], tuple[NDArray, bool]]
    square: bool


def _linear(train: NDArray, y: NDArray, test: NDArray, C: float) -> tuple[NDArray, bool]:
    scale = np.sqrt(np.mean(np.sum(train**2, axis=1)))
    if train.shape[1] > len(train):
        # the minimizer lies in the span of the training rows: in an orthonormal basis of that
        # span the problem is the same one, with fewer columns
        basis, triangle = np.linalg.qr(train.T)
        train, test = triangle.T, test @ basis
    # rows of exponentials are nearly parallel; the primal Newton method converges on them, the
    # dual coordinate descent that scikit-learn prefers does not
    model = LinearSVC(C=C, dual=False, max_iter=_ITERATIONS, random_state=0)
    converged = _fit(model, train / scale, y)
    return model.predict(test / scale), converged


def _svc(train: NDArray, y: NDArray, test: NDArray, C: float) -> tuple[NDArray, bool]:
    scale = np.abs(train).mean()
    model = SVC(kernel="precomputed", C=C, max_iter=1000 * _ITERATIONS)
    converged = _fit(model, train / scale, y)
    return model.predict(test / scale), converged


def _fit(model: LinearSVC | SVC, rows: NDArray, y: NDArray) -> bool:
    """Train, and say whether the solver ended by itself."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", ConvergenceWarning)
        model.fit(rows, y)
    return not any(issubclass(w.category, ConvergenceWarning) for w in caught)


def _neighbors(train: NDArray, y: NDArray, test: NDArray, k: float) -> tuple[NDArray, bool]:
    return knn_predict(test, y, min(int(k), len(y))), True


LINEAR = Learner(_linear, square=False)  # LIBLINEAR, one-vs-rest, squared hinge
KERNEL = Learner(_svc, square=True)  # LIBSVM, one-vs-one
NEIGHBORS = Learner(_neighbors, square=True)


# ---------------------------------------------------------------------------------------------
# Systems


@dataclass(frozen=True)
class System:
    """A method of the tables: its parameters, its representation, and the learner on top of it.

    ``represent(split, parameters, test)`` gives the rows of the training objects, and those of
    the test objects when ``test``; ``search`` yields the settings that cross-validation tries,
    ``final`` turns the chosen setting into the one that is used at last.
    """

    name: str
    represent: Callable[[Split, Parameters, bool], tuple[NDArray, NDArray | None]]
    learner: Learner
    search: tuple[Parameters, ...]
    costs: tuple[float, ...]
    final: Parameters = field(default_factory=dict)


def cross_validate(
    system: System, rows: NDArray, y: NDArray, cost: float, folds: int
) -> tuple[float, bool]:
    """Mean accuracy over the folds, and whether every fit converged."""
    accuracies, converged = [], True
    folding = StratifiedKFold(folds, shuffle=True, random_state=0)
    for learn, check in folding.split(np.zeros(len(y)), y):
        columns = learn if system.learner.square else slice(None)
        predicted, done = system.learner.predict(
            rows[learn][:, columns], y[learn], rows[check][:, columns], cost
        )
        accuracies.append(np.mean(predicted == y[check]))
        converged &= done
    return float(np.mean(accuracies)), converged


def _settings(system: System) -> Iterator[tuple[Parameters, float]]:
    return ((parameters, cost) for parameters in system.search for cost in system.costs)


def evaluate(system: System, split: Split, folds: int) -> dict[str, Any]:
    """Search, train and test one system on one split; the result is a JSON-able record."""
    started = perf_counter()
    best, scores, unfinished = None, [], 0
    for parameters, cost in _settings(system):
        rows, _ = system.represent(split, parameters, False)
        score, converged = cross_validate(system, rows, split.y_train, cost, folds)
        unfinished += not converged
        scores.append(score)
        if best is None or score > best[0]:
            best = (score, parameters, cost)
    searched = perf_counter()
    score, parameters, cost = best
    parameters = {**parameters, **system.final}
    train, test = system.represent(split.forgetful(), parameters, True)
    predicted, converged = system.learner.predict(train, split.y_train, test, cost)
    finished = perf_counter()
    return {
        "system": system.name,
        "accuracy": 100 * float(np.mean(predicted == split.y_test)),
        "validation_accuracy": 100 * score,
        "parameters": {**parameters, "k" if system.learner is NEIGHBORS else "C": cost},
        "seconds": finished - searched,
        "search_seconds": searched - started,
        "settings_tried": len(scores),
        "settings_unfinished": unfinished,
        "converged": converged,
        "n_train": len(split.train),
        "n_test": len(split.test),
    }
