"""The protocol of D2KE's Tables 1-3: split, choose parameters on the training part, test once.

What the paper says (appendix B): 70/30 split where none is predefined, every parameter by
cross-validation on the training part, LIBLINEAR for embeddings, LIBSVM for precomputed kernels.
Here LIBLINEAR's problem is solved by `reference.d2ke`, to a certificate (`learners.linear`). What
it leaves open, and what is done here:

* splits are stratified, and several, so that each accuracy has a spread;
* each fold of the cross-validation is a division like the split itself: whatever a system learns
  from the training objects (an embedding, a set of representatives) it learns anew in each fold;
  only the scale of objects is learned once, from all training objects;
* the setting with the best mean accuracy over the folds wins, the first in the order of the grid
  (from smooth to rough) where several are equal; one is given up in the middle of the folds when
  it cannot win any more;
* on large data the settings are compared on a part of the training objects, of ``search_size``;
* what a search chose at an end of its grid is reported, for every parameter that was searched;
* features are taken about their mean on the training part, and divided by the root mean square of
  what is left of their lengths, before C is chosen (`learners.standard`), since exp(-gamma d) alone
  may be 1e-20, and differ by a thousandth of that;
* the time of a system is what one pass with the chosen parameters costs: distances, embedding,
  training, prediction, on one thread; distances among the objects, which all systems share, count
  at the rate at which they were computed. The search is timed apart, without these distances.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gramcheck.paper_checks.experiments.d2ke.divisions import Division, Parameters, Rows
from gramcheck.paper_checks.experiments.learners import Learner, neighbors


@dataclass(frozen=True)
class System:
    """A method of the tables: its parameters, its representation, and the learner on top of it.

    ``search`` holds the settings that cross-validation tries, each with all of ``costs`` (C, or k
    of k-NN); ``final`` replaces parameters of the chosen setting in the last pass, and each of
    ``further`` in one more, which is recorded besides.
    """

    name: str
    represent: Callable[[Division, Parameters], Rows]
    learner: Learner
    search: tuple[Parameters, ...]
    costs: tuple[float, ...]
    final: Parameters = field(default_factory=dict)
    further: tuple[Parameters, ...] = ()

    def predict(
        self, division: Division, parameters: Parameters, cost: float
    ) -> tuple[NDArray, bool]:
        """Labels of the test objects, and whether the solver converged."""
        train, test = self.represent(division, parameters)
        return self.learner(train, division.y_train, test, cost)


class Choice(NamedTuple):
    """What the search found."""

    accuracy: Fraction  # mean over the folds
    parameters: Parameters
    cost: float
    fits: int  # made
    unfinished: int  # of them, not converged


def evaluate(
    system: System, split: Division, folds: int, search_size: int | None = None
) -> dict[str, Any]:
    """Search, train and test one system on one split; the result is a JSON-able record."""
    divisions = _folds(split, folds, search_size)
    started = perf_counter()
    choice = search(system, divisions)
    searched = perf_counter()
    passes = [_last_pass(system, split, choice, final) for final in (system.final, *system.further)]
    return {
        "system": system.name,
        **passes[0],
        "further": passes[1:],
        "validation_accuracy": 100 * float(choice.accuracy),
        "at_edge": _at_edge(system, choice),
        "search_seconds": searched - started,
        "fits": choice.fits,
        "fits_unfinished": choice.unfinished,
        "n_train": len(split.learn),
        "n_search": sum(len(division.check) for division in divisions),
        "n_test": len(split.check),
    }


def _last_pass(
    system: System, split: Division, choice: Choice, final: Parameters
) -> dict[str, Any]:
    """Train on the whole training part and test, once; the search is over."""
    started = perf_counter()
    # nothing is kept but the distances among the objects, which are charged
    last = Division(replace(split.space), split.learn, split.check)
    parameters = {**choice.parameters, **final}
    predicted, converged = system.predict(last, parameters, choice.cost)
    searched = {f"{name} of the search": choice.parameters[name] for name in final}
    return {
        "accuracy": 100 * float(np.mean(predicted == split.y_test)),
        "parameters": {**parameters, **searched, _cost_of(system): choice.cost},
        "seconds": perf_counter() - started + last.seconds,
        "converged": converged,
    }


def _cost_of(system: System) -> str:
    return "k" if system.learner is neighbors else "C"


def _at_edge(system: System, choice: Choice) -> list[str]:
    """Searched parameters, C or k among them, of which the first or the last value was chosen."""
    grids = {name: [setting[name] for setting in system.search] for name in choice.parameters}
    chosen = {**choice.parameters, _cost_of(system): choice.cost}
    grids[_cost_of(system)] = list(system.costs)
    return [
        name
        for name, values in grids.items()
        if values[0] != values[-1] and chosen[name] in (values[0], values[-1])
    ]


def _folds(split: Division, folds: int, search_size: int | None) -> list[Division]:
    """Divisions of the training part, or of so many of its objects; its distances are cut out."""
    from sklearn.model_selection import StratifiedKFold, train_test_split

    searched = split.learn
    if search_size is not None and search_size < len(searched):
        searched, _ = train_test_split(
            searched,
            train_size=search_size,
            stratify=split.y_train,
            random_state=split.space.seed,
        )
    part = split.space.part(searched)
    part.matrix()  # computed before anything is timed
    folding = StratifiedKFold(folds, shuffle=True, random_state=part.seed)
    return [Division(part, *fold) for fold in folding.split(part.labels, part.labels)]


def search(system: System, folds: list[Division]) -> Choice:
    """Find the setting with the best mean accuracy, the first one of equals.

    Always that setting goes on to its next fold which would be best if it made no mistake in its
    folds still to come. When it has none, no other one can be better; most settings have by then
    been tried on some folds only. Accuracies are fractions, lest rounding decide between equals.
    """
    settings = list(product(system.search, system.costs))
    # heap of: mistakes so far, as a sum of shares; place in the grid; folds done
    heap = [(Fraction(0), place, 0) for place in range(len(settings))]
    fits = unfinished = 0
    while True:
        mistakes, place, done = heapq.heappop(heap)
        parameters, cost = settings[place]
        if done == len(folds):
            return Choice(1 - mistakes / done, parameters, cost, fits, unfinished)
        fold = folds[done]
        predicted, converged = system.predict(fold, parameters, cost)
        fits += 1
        unfinished += not converged
        wrong = Fraction(int(np.sum(predicted != fold.y_test)), len(fold.y_test))
        heapq.heappush(heap, (mistakes + wrong, place, done + 1))
