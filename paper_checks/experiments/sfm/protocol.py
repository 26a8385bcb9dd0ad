"""The protocol of SFM's Figure 5: three-fold cross-validation, AUC, the paper's grids.

The paper takes the parameters with the highest AUC of that same cross-validation, so that the test
folds choose. Here they are chosen inside the training part of each fold, by another three-fold
cross-validation; what the paper's way would have given is computed beside it.

* Folds are stratified; they depend on the classes and the seed alone, so that systems are compared
  string by string.
* Strings become vectors or kernel values without the classes, all of them at once, as in the paper:
  a corpus is embedded whole. Whatever looks at classes sees the training part only.
* Of settings with equal validation AUC the first one is taken.
* Differences of AUC have the standard error of DeLong, DeLong and Clarke-Pearson (Biometrics 44,
  1988) over the test strings. It leaves out what another training part would have changed.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.stats import rankdata
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import StratifiedKFold
from sklearn.svm import SVC, LinearSVC

from gramcheck.reference.sfm import shift_spectrum
from gramcheck.reference.types import Array

Indices = NDArray[np.intp]
Candidates = Iterable[tuple[dict[str, Any], Array]]  # parameters, rows or kernel matrix of all
FOLDS = 3  # Section VII-C
COSTS = (0.001, 0.01, 0.1, 1.0, 10.0, 100.0)  # C, Section VII-C
_ITERATIONS = 2000  # of LIBLINEAR; a fit that reaches them is counted


class Fitted(NamedTuple):
    """Decision values of held-out objects, and whether the solver ended by itself."""

    scores: Array
    converged: bool


Learner = Callable[[Array, NDArray[np.bool_], Indices, Indices, float], Fitted]


def linear(Z: Array, y: NDArray[np.bool_], learn: Indices, held_out: Indices, C: float) -> Fitted:
    """LIBLINEAR, squared hinge, on rows of features; their typical norm in training is made 1."""
    scale = np.sqrt(np.mean(np.sum(Z[learn] ** 2, axis=1)))
    model = LinearSVC(C=C, dual=False, max_iter=_ITERATIONS)
    return _fitted(model, Z[learn] / scale, y[learn], Z[held_out] / scale)


def kernel(K: Array, y: NDArray[np.bool_], learn: Indices, held_out: Indices, C: float) -> Fitted:
    """LIBSVM on a kernel matrix, whose typical diagonal entry in training is made 1."""
    inside, across = K[np.ix_(learn, learn)], K[np.ix_(held_out, learn)]
    scale = np.mean(np.diag(inside))
    model = SVC(kernel="precomputed", C=C, max_iter=1000 * _ITERATIONS)
    return _fitted(model, inside / scale, y[learn], across / scale)


def shifted_kernel(
    K: Array, y: NDArray[np.bool_], learn: Indices, held_out: Indices, C: float
) -> Fitted:
    """The same after the smallest eigenvalue of the training part was taken off its diagonal."""
    K = K.copy()
    K[np.ix_(learn, learn)] = shift_spectrum(K[np.ix_(learn, learn)])
    return kernel(K, y, learn, held_out, C)


def _fitted(model: Any, train: Array, y: NDArray[np.bool_], test: Array) -> Fitted:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", ConvergenceWarning)
        model.fit(train, y)
    converged = not any(issubclass(w.category, ConvergenceWarning) for w in caught)
    return Fitted(model.decision_function(test), converged)


def narrow(Z: Array) -> Array:
    """Rows in an orthonormal basis of their span, where that is smaller: the same inner products.

    The minimizer of the SVM lies in the span of the rows, so that nothing else changes.
    """
    n, D = Z.shape
    return np.asarray(np.linalg.qr(Z.T, mode="r")).T if D > n else Z


# ------------------------------------------------------------------------------ choosing


def folds_of(y: NDArray[np.bool_], seed: int) -> list[tuple[Indices, Indices]]:
    """Stratified folds: indices to learn from, indices held out."""
    return list(StratifiedKFold(FOLDS, shuffle=True, random_state=seed).split(y, y))


def evaluate(
    candidates: Candidates,
    learner: Learner,
    y: NDArray[np.bool_],
    folds: Sequence[tuple[Indices, Indices]],
    seed: int,
) -> dict[str, Any]:
    """Try each candidate with each C, choose in each fold, score what it holds out.

    Returns
    -------
    folds : for each fold validation AUC and parameters of the setting chosen there
    scores : (n,) decision values of each string by the machine that did not learn from it
    best_of_grid : highest mean test AUC of one setting for all folds, which is the paper's way
    unfinished, fits : fits that did not converge, of how many
    """
    chosen: list[dict[str, Any]] = [{"validation": -np.inf} for _ in folds]
    scores = np.empty(len(y))
    best_of_grid, unfinished, fits = 0.0, 0, 0
    inner = [
        [(learn[a], learn[b]) for a, b in folds_of(y[learn], seed)] for learn, _held_out in folds
    ]
    for parameters, matrix in candidates:
        for C in COSTS:
            tested = []
            for choice, (learn, held_out), parts in zip(chosen, folds, inner, strict=True):
                validated = [learner(matrix, y, *part, C) for part in parts]
                validation = np.mean(
                    [auc(f.scores, y[part[1]]) for f, part in zip(validated, parts, strict=True)]
                )
                test = learner(matrix, y, learn, held_out, C)
                tested.append(auc(test.scores, y[held_out]))
                unfinished += sum(not f.converged for f in (*validated, test))
                fits += len(parts) + 1
                if validation > choice["validation"]:
                    choice |= {
                        "validation": float(validation),
                        "parameters": {**parameters, "C": C},
                    }
                    scores[held_out] = test.scores
            best_of_grid = max(best_of_grid, float(np.mean(tested)))
    return {
        "folds": chosen,
        "scores": scores.tolist(),
        "best_of_grid": best_of_grid,
        "unfinished": unfinished,
        "fits": fits,
    }


def best_of(
    records: Sequence[Mapping[str, Any]], folds: Sequence[tuple[Indices, Indices]]
) -> dict[str, Any]:
    """One record from several that share the folds: in each fold the best by validation."""
    scores = np.array(records[0]["scores"])
    chosen = []
    for k, (_learn, held_out) in enumerate(folds):
        best = max(records, key=lambda record: record["folds"][k]["validation"])
        chosen.append(best["folds"][k])
        scores[held_out] = np.array(best["scores"])[held_out]
    return {
        "folds": chosen,
        "scores": scores.tolist(),
        "best_of_grid": max(record["best_of_grid"] for record in records),
        "unfinished": sum(record["unfinished"] for record in records),
        "fits": sum(record["fits"] for record in records),
    }


# ------------------------------------------------------------------------------ area under ROC


def auc(scores: ArrayLike, y: NDArray[np.bool_]) -> float:
    """Share of pairs of a positive and a negative that are in order; ties count one half."""
    n_positive = int(np.sum(y))
    ranks = float(rankdata(scores)[y].sum())
    return (ranks - n_positive * (n_positive + 1) / 2) / (n_positive * (len(y) - n_positive))


def fold_aucs(
    scores: ArrayLike, y: NDArray[np.bool_], folds: Sequence[tuple[Indices, Indices]]
) -> list[float]:
    """AUC of each fold."""
    scores = np.asarray(scores)
    return [auc(scores[held_out], y[held_out]) for _learn, held_out in folds]


def auc_difference(
    first: ArrayLike,
    second: ArrayLike | None,
    y: NDArray[np.bool_],
    folds: Sequence[tuple[Indices, Indices]],
) -> tuple[float, float]:
    """Mean over folds of an AUC, less that of other scores of the same strings if given.

    Returns
    -------
    difference, standard error of DeLong
    """
    means, variances = [], []
    for _learn, held_out in folds:
        in_fold = y[held_out]
        places: tuple[Array, ...] = _placements(np.asarray(first)[held_out], in_fold)
        if second is not None:
            others = _placements(np.asarray(second)[held_out], in_fold)
            places = tuple(a - b for a, b in zip(places, others, strict=True))
        means.append(places[0].mean())
        variances.append(sum(p.var(ddof=1) / len(p) for p in places))
    return float(np.mean(means)), float(np.sqrt(np.sum(variances)) / len(folds))


def _placements(scores: Array, y: NDArray[np.bool_]) -> tuple[Array, Array]:
    """For each positive the share of negatives below it, for each negative that of positives above.

    Midranks: a tie counts one half.
    """
    positive, negative = scores[y], scores[~y]
    ranks = rankdata(scores)
    above = (ranks[y] - rankdata(positive)) / len(negative)
    below = (ranks[~y] - rankdata(negative)) / len(positive)
    return above, 1 - below
