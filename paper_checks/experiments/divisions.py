"""A data set as the systems of D2KE's Tables 1-3 see it: divided, its distances computed once.

The distances among all objects are one matrix, in the order of the data set. It is kept on disk,
so that every system, and where objects are not rescaled every split too, takes its part of the one
that was computed first; each is charged the share of the seconds that its part would have taken.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import perf_counter
from typing import Any

import joblib
import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import train_test_split

from paper_checks import fingerprint
from reference.d2ke.distances import cdist

Parameters = dict[str, Any]
Rows = tuple[NDArray, NDArray]  # of the objects to learn from and of those to check with
Draw = Callable[[int, Parameters, np.random.Generator], list]
Matrix = tuple[NDArray, float]  # distances among all objects of a collection, seconds for a pair


@dataclass(frozen=True)
class Collection:
    """Objects, their labels, and their distances.

    Parameters
    ----------
    objects, labels : of a data set, in its order
    distance, options : of ``cdist``
    draw : random objects, for D2KE
    seed : of everything that is drawn
    matrix : the distances, computed when first asked for
    """

    objects: list
    labels: NDArray
    distance: str
    options: dict[str, Any]
    draw: Draw
    seed: int
    matrix: Callable[[], Matrix]
    kept: dict[str, Any] = field(default_factory=dict, compare=False)

    def rng(self, name: str) -> np.random.Generator:
        """Give a stream of its own to each use, the same whenever it is asked for."""
        return np.random.default_rng([self.seed, *name.encode()])

    def part(self, chosen: NDArray) -> Collection:
        """Some of the objects, as if there were no others."""

        def cut() -> Matrix:
            distances, seconds = self.among()
            return distances[np.ix_(chosen, chosen)], seconds

        objects = [self.objects[i] for i in chosen]
        return replace(self, objects=objects, labels=self.labels[chosen], matrix=cut, kept={})

    def among(self) -> Matrix:
        """Distances (n, n), and the seconds that one pair took."""
        return _once(self.kept, "among", self.matrix)

    def to_objects(self, name: str, objects: list) -> NDArray[np.float64]:
        """Distances to other objects, which have this name."""
        return _once(self.kept, f"to {name}", lambda: self._cdist(objects))

    def _cdist(self, others: list) -> NDArray[np.float64]:
        distances = cdist(self.objects, others, self.distance, **self.options)
        return distances.astype(np.float64, copy=False)


class Division:
    """Objects to learn from and objects to check or test with, by their places in a collection.

    ``seconds`` sums up what its distances within the collection took when they were computed.
    """

    def __init__(self, collection: Collection, learn: NDArray, check: NDArray) -> None:
        self.collection = collection
        self.learn, self.check = learn, check
        self.draw, self.rng = collection.draw, collection.rng
        self.seconds = 0.0
        self._kept: dict[str, Any] = {}

    @property
    def y_train(self) -> NDArray:
        """Labels to learn from."""
        return self.collection.labels[self.learn]

    @property
    def y_test(self) -> NDArray:
        """Labels to be predicted."""
        return self.collection.labels[self.check]

    def once(self, name: str, compute: Callable[[], Any]) -> Any:
        """Compute only the first time."""
        return _once(self._kept, name, compute)

    def within_train(self) -> NDArray[np.float64]:
        """Distances (n_learn, n_learn)."""
        return self.once("train", lambda: self._cut(self.learn, self.learn))

    def within_test(self) -> NDArray[np.float64]:
        """Distances (n_check, n_check)."""
        return self.once("test", lambda: self._cut(self.check, self.check))

    def test_to_train(self) -> NDArray[np.float64]:
        """Distances (n_check, n_learn)."""
        return self.once("across", lambda: self._cut(self.check, self.learn))

    def to_train(self, chosen: NDArray) -> Rows:
        """Distances of all objects to some of those to learn from, given by their places there."""
        places = self.learn[chosen]
        return self._cut(self.learn, places), self._cut(self.check, places)

    def to_objects(self, name: str, objects: list) -> Rows:
        """Distances of all objects to others, which have this name."""
        distances = self.collection.to_objects(name, objects)
        return distances[self.learn], distances[self.check]

    def _cut(self, rows: NDArray, columns: NDArray) -> NDArray[np.float64]:
        distances, seconds = self.collection.among()
        pairs = len(rows) * len(columns)
        # distances within a set are computed once for each pair
        self.seconds += seconds * (pairs / 2 if rows is columns else pairs)
        return distances[np.ix_(rows, columns)].astype(np.float64, copy=False)


def divide(
    objects: list,
    labels: NDArray,
    distance: str,
    options: dict[str, Any],
    draw: Draw,
    seed: int,
    test_size: int,
    scaling: Callable[[list], Callable[[Any], Any]] | None = None,
    scratch: Path | None = None,
) -> Division:
    """Divide at random, class by class; ``scaling`` learns from the training objects alone.

    The distances are kept in the directory ``scratch``, None for nowhere.
    """
    train, test = train_test_split(
        np.arange(len(labels)), test_size=test_size, stratify=labels, random_state=seed
    )
    if scaling is not None:
        scaled = scaling([objects[i] for i in train])
        objects = [scaled(x) for x in objects]

    def matrix() -> Matrix:
        keep = joblib.Memory(scratch, mmap_mode="r", verbose=0).cache
        # the source is among the arguments, so that a later state of it computes anew
        source = fingerprint.source_digest(cdist.__module__)
        return keep(distances_among)(objects, distance, options, source, fingerprint.versions())

    collection = Collection(objects, labels, distance, options, draw, seed, matrix)
    return Division(collection, train, test)


def distances_among(
    objects: list, distance: str, options: dict[str, Any], source: str, versions: dict[str, str]
) -> Matrix:
    """Distances of all pairs in the narrowest type that holds them, and the seconds of one."""
    started = perf_counter()
    distances = cdist(objects, objects, distance, **options)
    seconds = (perf_counter() - started) / (len(objects) ** 2 / 2)
    if np.issubdtype(distances.dtype, np.integer):
        distances = distances.astype(np.min_scalar_type(distances.max()))
    return distances, seconds


def _once(kept: dict[str, Any], name: str, compute: Callable[[], Any]) -> Any:
    if name not in kept:
        kept[name] = compute()
    return kept[name]
