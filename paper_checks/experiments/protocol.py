"""The protocol of D2KE's Tables 1-3: split, choose parameters on the training part, test once.

What the paper says (appendix B): 70/30 split where none is predefined, every parameter by
cross-validation on the training part, LIBLINEAR for embeddings, LIBSVM for precomputed kernels.
What it leaves open, and what is done here:

* splits are stratified, and several, so that each accuracy has a spread;
* each fold of the cross-validation is a division like the split itself: whatever a system learns
  from the training objects (an embedding, a set of representatives) it learns anew in each fold;
* a setting is tried on all folds; the best mean accuracy wins, the first in the order of the grid
  (from smooth to rough) where several are equal;
* features are divided by their root mean square row norm on the training part before C is
  chosen, since exp(-gamma d) alone may be 1e-20;
* the time of a system is what one pass with the chosen parameters costs: distances, embedding,
  training, prediction, on one thread. The search is timed apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import StratifiedKFold, train_test_split

from paper_checks.experiments.learners import Learner, neighbors
from reference.d2ke.distances import cdist

Parameters = dict[str, Any]
Rows = tuple[NDArray, NDArray]  # of the training and of the test objects
Draw = Callable[[int, Parameters, np.random.Generator], list]


class Division(Protocol):
    """Training and test objects as a system sees them: labels, distances, random objects."""

    y_train: NDArray
    draw: Draw

    def rng(self, name: str) -> np.random.Generator:
        """Give a stream of its own to each use, the same whenever it is asked for."""

    def once(self, name: str, compute: Callable[[], Any]) -> Any:
        """Compute only the first time."""

    def within_train(self) -> NDArray[np.float64]:
        """Distances (n_train, n_train)."""

    def within_test(self) -> NDArray[np.float64]:
        """Distances (n_test, n_test)."""

    def test_to_train(self) -> NDArray[np.float64]:
        """Distances (n_test, n_train)."""

    def to_objects(self, name: str, objects: list) -> Rows:
        """Distances to other objects, which have this name."""

    def to_train(self, chosen: NDArray) -> Rows:
        """Distances to some of the training objects."""


@dataclass(frozen=True)
class Split:
    """One random division of a data set; each matrix of distances is computed once."""

    train: list
    test: list
    y_train: NDArray
    y_test: NDArray
    distance: str
    options: dict[str, Any]
    draw: Draw
    seed: int
    cache: dict[str, Any] = field(default_factory=dict, compare=False)

    def rng(self, name: str) -> np.random.Generator:
        """Give a stream of its own to each use, the same whenever it is asked for."""
        return np.random.default_rng([self.seed, *name.encode()])

    def once(self, name: str, compute: Callable[[], Any]) -> Any:
        """Compute only the first time."""
        if name not in self.cache:
            self.cache[name] = compute()
        return self.cache[name]

    def within_train(self) -> NDArray[np.float64]:
        """Distances (n_train, n_train)."""
        return self.once("train", lambda: self._distances(self.train, self.train))

    def within_test(self) -> NDArray[np.float64]:
        """Distances (n_test, n_test)."""
        return self.once("test", lambda: self._distances(self.test, self.test))

    def test_to_train(self) -> NDArray[np.float64]:
        """Distances (n_test, n_train)."""
        return self.once("across", lambda: self._distances(self.test, self.train))

    def train_to_objects(self, name: str, objects: list) -> NDArray[np.float64]:
        """Distances of the training objects to others, which have this name."""
        return self.once(f"to {name}", lambda: self._distances(self.train, objects))

    def to_objects(self, name: str, objects: list) -> Rows:
        """Distances of all objects to others, which have this name."""
        return self.train_to_objects(name, objects), self._distances(self.test, objects)

    def to_train(self, chosen: NDArray) -> Rows:
        """Distances to some of the training objects."""
        return self.to_objects(f"training objects {chosen}", [self.train[i] for i in chosen])

    def forgetful(self) -> Split:
        """Start again with nothing computed, to time one pass."""
        return Split(**{**self.__dict__, "cache": {}})

    def _distances(self, X: list, Y: list) -> NDArray[np.float64]:
        return cdist(X, Y, self.distance, **self.options).astype(np.float64, copy=False)


@dataclass(frozen=True)
class Fold:
    """A division of the training part, for cross-validation; its distances are cut from there."""

    whole: Split
    learn: NDArray
    check: NDArray
    cache: dict[str, Any] = field(default_factory=dict, compare=False)

    @property
    def y_train(self) -> NDArray:
        """Labels to learn from."""
        return self.whole.y_train[self.learn]

    @property
    def y_test(self) -> NDArray:
        """Labels to validate with."""
        return self.whole.y_train[self.check]

    @property
    def draw(self) -> Draw:
        """Random objects."""
        return self.whole.draw

    def rng(self, name: str) -> np.random.Generator:
        """Give the split's stream: all folds see the same random objects."""
        return self.whole.rng(name)

    def once(self, name: str, compute: Callable[[], Any]) -> Any:
        """Compute only the first time."""
        if name not in self.cache:
            self.cache[name] = compute()
        return self.cache[name]

    def within_train(self) -> NDArray[np.float64]:
        """Distances (n_learn, n_learn)."""
        return self.whole.within_train()[np.ix_(self.learn, self.learn)]

    def within_test(self) -> NDArray[np.float64]:
        """Distances (n_check, n_check)."""
        return self.whole.within_train()[np.ix_(self.check, self.check)]

    def test_to_train(self) -> NDArray[np.float64]:
        """Distances (n_check, n_learn)."""
        return self.whole.within_train()[np.ix_(self.check, self.learn)]

    def to_objects(self, name: str, objects: list) -> Rows:
        """Distances of all objects to others, which have this name."""
        D = self.whole.train_to_objects(name, objects)
        return D[self.learn], D[self.check]

    def to_train(self, chosen: NDArray) -> Rows:
        """Distances to some of the objects to learn from."""
        D = self.whole.within_train()[:, self.learn[chosen]]
        return D[self.learn], D[self.check]


def make_split(
    objects: list,
    labels: NDArray,
    distance: str,
    options: dict[str, Any],
    draw: Draw,
    seed: int,
    test_size: int,
    scaling: Callable[[list], Callable[[Any], Any]] | None = None,
) -> Split:
    """Divide at random, class by class; ``scaling`` learns from the training objects alone."""
    train, test = train_test_split(
        np.arange(len(labels)), test_size=test_size, stratify=labels, random_state=seed
    )
    learned, held_out = [objects[i] for i in train], [objects[i] for i in test]
    if scaling is not None:
        scaled = scaling(learned)
        learned, held_out = [scaled(x) for x in learned], [scaled(x) for x in held_out]
    return Split(learned, held_out, labels[train], labels[test], distance, options, draw, seed)


# ---------------------------------------------------------------------------------------------
# Systems


@dataclass(frozen=True)
class System:
    """A method of the tables: its parameters, its representation, and the learner on top of it.

    ``search`` holds the settings that cross-validation tries, each with all of ``costs`` (C, or k
    of k-NN); ``final`` replaces parameters of the chosen setting in the last pass.
    """

    name: str
    represent: Callable[[Division, Parameters], Rows]
    learner: Learner
    search: tuple[Parameters, ...]
    costs: tuple[float, ...]
    final: Parameters = field(default_factory=dict)

    def predict(
        self, division: Division, parameters: Parameters, cost: float
    ) -> tuple[NDArray, bool]:
        """Labels of the test objects, and whether the solver converged."""
        train, test = self.represent(division, parameters)
        return self.learner(train, division.y_train, test, cost)


def evaluate(system: System, split: Split, folds: int) -> dict[str, Any]:
    """Search, train and test one system on one split; the result is a JSON-able record."""
    started = perf_counter()
    folding = StratifiedKFold(folds, shuffle=True, random_state=split.seed)
    parts = [Fold(split, *part) for part in folding.split(split.train, split.y_train)]
    best, unfinished, tried = None, 0, 0
    for parameters, cost in _settings(system):
        score, converged = _cross_validate(system, parts, parameters, cost)
        unfinished += not converged
        tried += 1
        if best is None or score > best[0]:
            best = (score, parameters, cost)
    searched = perf_counter()
    score, parameters, cost = best
    predicted, converged = system.predict(split.forgetful(), {**parameters, **system.final}, cost)
    finished = perf_counter()
    at_edge = len(system.costs) > 1 and cost in (system.costs[0], system.costs[-1])
    return {
        "system": system.name,
        "accuracy": 100 * float(np.mean(predicted == split.y_test)),
        "validation_accuracy": 100 * score,
        "parameters": {
            **parameters,
            **system.final,
            "k" if system.learner is neighbors else "C": cost,
        },
        "cost_at_edge_of_grid": bool(at_edge),
        "seconds": finished - searched,
        "search_seconds": searched - started,
        "settings_tried": tried,
        "settings_unfinished": unfinished,
        "converged": converged,
        "n_train": len(split.train),
        "n_test": len(split.test),
    }


def _settings(system: System) -> Iterator[tuple[Parameters, float]]:
    return ((parameters, cost) for parameters in system.search for cost in system.costs)


def _cross_validate(
    system: System, parts: list[Fold], parameters: Parameters, cost: float
) -> tuple[float, bool]:
    """Mean accuracy over the folds, and whether every fit converged."""
    answers = [(part, *system.predict(part, parameters, cost)) for part in parts]
    accuracies = [np.mean(predicted == part.y_test) for part, predicted, _ in answers]
    return float(np.mean(accuracies)), all(converged for *_, converged in answers)
