"""Section 5, footnote 13: how many parameters three of the systems have."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from gramcheck.paper_checks.claims.kcr.samples import classes_of_points
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import equals
from gramcheck.paper_checks.ledger import Evidence, Table, claim
from gramcheck.reference import kcr
from gramcheck.reference.types import Array, Integers

_DATA = ("A", "B", "K", "X", "distances", "y")
_HOW_FAR = ("tol", "max_iterations", "start")  # a solver goes
_VALUES = {  # two of each
    "s": (0.5, 2.0),
    "lam": (0.1, 1.0),
    "eps": (1e-6, 1e-5),
    "c": (0.1, 1.0),
    "margin": (1.0, 10.0),
    "k": (1, 7),
}
_POINTS, _NEW = 75, 300  # three classes of some 25
_DRAWS = 3  # of the points
_SEEN = 0.02  # change of an answer from which a parameter matters; solvers leave less


def made_of() -> dict[str, tuple[Callable[..., Any], ...]]:
    """The functions of each system in turn: kernel, if it has one, what learns, and who votes."""
    return {
        "KCR": (kcr.gaussian_kernel, kcr.solve_by_splitting),
        "KMLCC": (kcr.gaussian_kernel, kcr.kmlcc, kcr.knn_predict),
        "LMNN": (kcr.lmnn, kcr.knn_predict),
    }


def arguments(system: str) -> list[tuple[str, str]]:
    """Function and name of all that a system leaves to be chosen, as the reference has it."""
    return [
        (function.__name__, name)
        for function in made_of()[system]
        for name in inspect.signature(function).parameters
        if name not in (*_DATA, *_HOW_FAR)
    ]


def answers(
    system: str, chosen: Mapping[tuple[str, str], float], train: Array, y: Integers, new: Array
) -> Array:
    """All that a system's decisions about new points follow from, in no unit.

    Of KCR the distances over the bandwidth; of the others the distances over the largest, and the
    classes that are voted for.
    """

    def given(function: Callable[..., Any]) -> dict[str, Any]:
        return {name: value for (of, name), value in chosen.items() if of == function.__name__}

    functions, rows, rows_new = made_of()[system], train, new
    (learn,) = set(functions) - {kcr.gaussian_kernel, kcr.knn_predict}
    if kcr.gaussian_kernel in functions:
        rows = kcr.gaussian_kernel(train, **given(kcr.gaussian_kernel))
        rows_new = kcr.gaussian_kernel(new, train, **given(kcr.gaussian_kernel))
    learned = learn(rows, y, tol=1e-3, **given(learn))
    squared = learned.squared_distances(rows_new, rows)
    if kcr.knn_predict not in functions:
        return np.ravel(squared / learned.h2)
    votes = kcr.knn_predict(squared, y, **given(kcr.knn_predict))
    return np.r_[np.ravel(squared / squared.max()), votes]


@claim("kcr/footnote-13", place="Section 5, footnote 13", kind="statement")
def fewer_parameters(run: Run) -> Evidence:
    """KCR has fewer parameters to validate: s and λ, for three of KMLCC and LMNN.

    Each number that the functions of a system take, but for how far a solver goes, gets another
    value, and counts if what decides about new points is another then, on one of three draws.
    KMLCC has the k of its votes beside s and λ. LMNN has that k, its number of target neighbors and
    the weight of its hinges; its margin is a unit of length. The least h~ of KCR, the ε of
    Algorithm 1, is no parameter either. (Until the fresh seed 301142 there was one draw, on which
    one of LMNN's changed little.)

    What the footnote says of linear kernels is kcr/footnote-13-linear.
    """
    rng = run.rng()
    drawn = [classes_of_points(_POINTS + _NEW, rng) for _ in range(_DRAWS)]
    given = [(X[:_POINTS], y[:_POINTS], X[_POINTS:]) for X, y in drawn]
    rows: list[list[Any]] = []
    for system in made_of():
        chosen = {argument: _VALUES[argument[1]][0] for argument in arguments(system)}
        before = [answers(system, chosen, *each) for each in given]
        for argument in chosen:
            other = chosen | {argument: _VALUES[argument[1]][1]}
            after = [answers(system, other, *each) for each in given]
            change = max(np.abs(a - b).max() for a, b in zip(after, before, strict=True))
            rows.append([system, *argument, float(change)])
    counted: dict[str, list[str]] = {system: [] for system in made_of()}
    for system, function, name, change in rows:
        if change > _SEEN:
            counted[system].append(f"{function}.{name}")
    return Evidence(
        printed=[
            equals(
                counted["KCR"], ["gaussian_kernel.s", "solve_by_splitting.lam"], name="those of KCR"
            ),
            equals([len(counted[name]) for name in ("KMLCC", "LMNN")], [3, 3], name="KMLCC, LMNN"),
        ],
        measured={name: ", ".join(found) for name, found in counted.items()},
        table=Table(["system", "function", "argument", "largest change of an answer"], rows),
    )
