"""A data set as the systems of D2KE's Tables 1-3 see it: divided, its distances computed once.

The distances among all objects are one matrix, in the order of the data set. Every system, and
where objects are not rescaled every split too, takes its part of the one that was computed first,
and is charged what its pairs cost at the mean rate of that computation.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import perf_counter
from typing import Any

import joblib
import numpy as np

from gramcheck.paper_checks.scratch import shared
from gramcheck.reference.d2ke.distances import cdist
from gramcheck.reference.types import AnyArray, Array

Parameters = dict[str, Any]
Rows = tuple[AnyArray, AnyArray]  # of the objects to learn from and of those to check with
Draw = Callable[[int, Parameters, np.random.Generator], list]
Matrix = tuple[AnyArray, float]  # distances among all objects of a space, seconds for a pair


@dataclass(frozen=True)
class Space:
    """Labeled objects and their distances.

    Parameters
    ----------
    objects, labels : of a data set, in its order
    distance, options : of ``cdist``
    draw : random objects, for D2KE
    seed : of everything that is drawn
    matrix : gives the distances; they are computed when it is first called
    """

    objects: list
    labels: AnyArray
    distance: str
    options: dict[str, Any]
    draw: Draw
    seed: int
    matrix: Callable[[], Matrix]
    _kept: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def rng(self, name: str) -> np.random.Generator:
        """Give a stream of its own to each use, the same whenever it is asked for."""
        return np.random.default_rng([self.seed, *name.encode()])

    def part(self, chosen: AnyArray) -> Space:
        """Some of the objects, as if there were no others."""

        @functools.cache
        def cut() -> Matrix:
            distances, seconds = self.matrix()
            return distances[np.ix_(chosen, chosen)], seconds

        objects = [self.objects[i] for i in chosen]
        return replace(self, objects=objects, labels=self.labels[chosen], matrix=cut)

    def to_objects(self, name: str, objects: list) -> Array:
        """Distances to other objects, which have this name."""
        return _once(self._kept, name, lambda: self._cdist(objects))

    def _cdist(self, others: list) -> Array:
        distances = cdist(self.objects, others, self.distance, **self.options)
        return distances.astype(np.float64, copy=False)


class Division:
    """Objects to learn from and objects to check or test with, by their places in a space.

    ``seconds`` sums up what its distances within the space cost when they were computed.
    """

    def __init__(self, space: Space, learn: AnyArray, check: AnyArray) -> None:
        self.space = space
        self.learn, self.check = learn, check
        self.draw, self.rng = space.draw, space.rng
        self.seconds = 0.0
        self._kept: dict[str, Any] = {}

    @property
    def y_train(self) -> AnyArray:
        """Labels to learn from."""
        return self.space.labels[self.learn]

    @property
    def y_test(self) -> AnyArray:
        """Labels to be predicted."""
        return self.space.labels[self.check]

    def once(self, name: str, compute: Callable[[], Any]) -> Any:
        """Compute only the first time."""
        return _once(self._kept, name, compute)

    def within_train(self) -> Array:
        """Distances (n_learn, n_learn)."""
        return self._within(self.learn)

    def within_test(self) -> Array:
        """Distances (n_check, n_check)."""
        return self._within(self.check)

    def test_to_train(self) -> Array:
        """Distances (n_check, n_learn)."""
        return self._between(self.check, self.learn)

    def to_train(self, chosen: AnyArray) -> Rows:
        """Distances of all objects to some of those to learn from, given by their places there."""
        places = self.learn[chosen]
        return self._between(self.learn, places), self._between(self.check, places)

    def to_objects(self, name: str, objects: list) -> Rows:
        """Distances of all objects to others, which have this name."""
        distances = self.space.to_objects(name, objects)
        return distances[self.learn], distances[self.check]

    def _within(self, places: AnyArray) -> Array:
        # a distance within a set of objects is computed once for each pair
        return self._cut(places, places, pairs=len(places) ** 2 / 2)

    def _between(self, rows: AnyArray, columns: AnyArray) -> Array:
        return self._cut(rows, columns, pairs=len(rows) * len(columns))

    def _cut(self, rows: AnyArray, columns: AnyArray, pairs: float) -> Array:
        distances, seconds = self.space.matrix()
        self.seconds += seconds * pairs
        return distances[np.ix_(rows, columns)].astype(np.float64, copy=False)


def divide(
    objects: list,
    labels: AnyArray,
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
    from sklearn.model_selection import train_test_split

    train, test = train_test_split(
        np.arange(len(labels)), test_size=test_size, stratify=labels, random_state=seed
    )
    if scaling is not None:
        scaled = scaling([objects[i] for i in train])
        objects = [scaled(x) for x in objects]

    @functools.cache
    def matrix() -> Matrix:
        name = joblib.hash((objects, distance, options))
        return shared(scratch, name, lambda: distances_among(objects, distance, options))

    return Division(Space(objects, labels, distance, options, draw, seed, matrix), train, test)


def distances_among(objects: list, distance: str, options: dict[str, Any]) -> Matrix:
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
