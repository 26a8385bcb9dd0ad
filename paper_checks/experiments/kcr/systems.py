"""The six systems of KCR's Table 1 on one division of the data: search, then one test.

Every system is a path of fits over its grid; each fit predicts the validation points, for every k
where neighbors vote, and the chosen one the test points. `tasks` has the protocol. Training errors
of the k-NN rules leave the point itself out (with it, k = 1 has none), that of KCR is the
resubstitution error, which the paper's program bounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import numpy as np
from scipy.spatial.distance import cdist

from gramcheck.paper_checks.experiments.kcr.tasks import (
    LARGEST_DIMENSION,
    TARGETS,
    Division,
    Grids,
)
from gramcheck.reference.kcr import (
    KernelRule,
    gaussian_kernel,
    klmca,
    kmlcc,
    knn_predict,
    lmnn,
    solve_by_splitting,
)
from gramcheck.reference.types import AnyArray, Array, Booleans


@dataclass(frozen=True)
class Neighbors:
    """The k-NN rule under learned distances of a part's points to the training points.

    A part is ``train``, ``check`` or ``test``; ``lam`` weighs the penalty, ``s`` is the kernel's
    width, ``optimality`` what the solver certifies.
    """

    division: Division
    distances: Callable[[str], Array]
    lam: float = np.nan
    s: float = np.nan
    optimality: Mapping[str, Any] = field(default_factory=dict)

    def predict(self, part: str, k: int) -> AnyArray:
        """Labels by k votes; a training point has no vote on itself."""
        D = self.distances(part)
        if part == "train":
            D = D + np.diag(np.full(len(D), 2 * D.max() + 1))
        return knn_predict(D, self.division.labels["train"], k)

    def without_class(self, part: str) -> Booleans:
        """No point: k neighbors are always there."""
        return np.zeros(len(self.division.labels[part]), dtype=bool)

    def doubtful(self) -> dict[str, int]:
        """Nothing is left undecided."""
        return {}


@dataclass(frozen=True)
class Ball:
    """KCR: rule (2) with the learned metric and bandwidth."""

    rule: KernelRule
    rows: Callable[[str], Array]
    lam: float
    s: float

    @property
    def optimality(self) -> dict[str, Any]:
        """Certified gap."""
        return {"gap": self.rule.gap, "converged": self.rule.converged}

    def predict(self, part: str, k: int) -> AnyArray:
        """Labels by the votes in the ball, in an empty one the nearest's; k is of no account."""
        return self.rule.predict(self.rows(part))

    def without_class(self, part: str) -> Booleans:
        """Points with an empty ball, which rule (2) gives no class."""
        return self.rule.vote(self.rows(part)).empty

    def doubtful(self) -> dict[str, int]:
        """Test points without a training point in their ball, and with equal votes."""
        votes = self.rule.vote(self.rows("test"))
        return {"empty": int(votes.empty.sum()), "tied": int(votes.tied.sum())}


# ---------------------------------------------------------------------------------------------
# Paths over the grid

Fit = Neighbors | Ball  # something learned with one setting of the parameters
Path = Callable[[Division, Grids], Iterator[Fit]]


def _k_nn(division: Division, grids: Grids) -> Iterator[Fit]:
    yield Neighbors(division, _between(division.points.__getitem__))


def _lmnn(division: Division, grids: Grids) -> Iterator[Fit]:
    points, y = division.points, division.labels["train"]
    for lam in grids.lambdas:
        metric = lmnn(points["train"], y, TARGETS, 1 / lam, 1.0, grids.iterations,
                      grids.tolerance)  # fmt: skip
        yield _under(metric, division, points.__getitem__, lam, np.nan, "gap")


def _kernel_nn(division: Division, grids: Grids) -> Iterator[Fit]:
    # not by reference.kcr.kernel_nn, which cannot leave a training point out of its own vote
    for s in grids.widths:
        rows = _kernel_rows(division, s)
        yield Neighbors(division, _between(rows), s=s)


def _kmlcc(division: Division, grids: Grids) -> Iterator[Fit]:
    y = division.labels["train"]
    for s in grids.widths:
        rows, found = _kernel_rows(division, s), None
        for lam in grids.lambdas:
            found = kmlcc(rows("train"), y, lam, grids.iterations, grids.tolerance, found)
            yield _under(found, division, rows, lam, s, "gap")


def _klmca(division: Division, grids: Grids) -> Iterator[Fit]:
    y = division.labels["train"]
    d = min(LARGEST_DIMENSION, division.points["train"].shape[1])
    for s in grids.widths:
        rows = _kernel_rows(division, s)
        for lam in grids.lambdas:
            found = klmca(rows("train"), y, d, TARGETS, 1 / lam, "rkhs",
                          grids.iterations, grids.tolerance)  # fmt: skip
            yield _under(found, division, rows, lam, s, "residual")


def _kcr(division: Division, grids: Grids) -> Iterator[Fit]:
    y = division.labels["train"]
    for s in grids.widths:
        rows, rule = _kernel_rows(division, s), None
        for lam in grids.lambdas:
            rule = solve_by_splitting(
                rows("train"), y, lam, grids.tolerance, grids.iterations, start=rule
            )
            yield Ball(rule, rows, lam, s)


def _kernel_rows(division: Division, s: float) -> Callable[[str], Array]:
    """Kernel values of a part's points against the training points."""
    return lambda part: gaussian_kernel(division.points[part], division.points["train"], s)


def _between(rows: Callable[[str], Array]) -> Callable[[str], Array]:
    """Euclidean distances of a part's rows to the training points'."""
    return lambda part: cdist(rows(part), rows("train"))


def _under(
    metric: Any, division: Division, rows: Callable[[str], Array], lam: float, s: float, how: str
) -> Neighbors:
    """The k-NN rule under a learned metric, whose optimality is its attribute ``how``."""
    return Neighbors(
        division,
        lambda part: metric.squared_distances(rows(part), rows("train")),
        lam,
        s,
        {how: float(getattr(metric, how)), "converged": metric.converged},
    )


PATHS: dict[str, Path] = {
    "KCR": _kcr,
    "KMLCC": _kmlcc,
    "KLMCA": _klmca,
    "LMNN": _lmnn,
    "Kernel-NN": _kernel_nn,
    "k-NN": _k_nn,
    "k-NN, k = 3": _k_nn,
}  # the slowest first


# ---------------------------------------------------------------------------------------------


def evaluate(system: str, division: Division, grids: Grids) -> dict[str, Any]:
    """Search on the validation points, test once; the result is a JSON-able record.

    That of KCR has under ``by_nearest`` what the same fits give where an empty ball has its nearest
    point's class in validation, too.
    """
    started = perf_counter()
    votes = {"KCR": (0,), "k-NN, k = 3": (3,)}.get(system, grids.neighbors)
    search, by_nearest = _Search(), _Search()
    fits, unfinished = 0, 0
    for fit in PATHS[system](division, grids):
        fits += 1
        unfinished += not fit.optimality.get("converged", True)
        for k in votes:
            wrong = _wrong(fit, division, "check", k)
            search.see(int(np.sum(wrong | fit.without_class("check"))), fit, k)
            by_nearest.see(int(np.sum(wrong)), fit, k)
    record = {
        "system": system,
        **search.record(division, grids, shows_k=len(votes) > 1),
        "settings": len(search.scores),
        "fits": fits,
        "fits_unfinished": unfinished,
        "n_train": len(division.labels["train"]),
        "n_test": len(division.labels["test"]),
    }
    if system == "KCR":
        record["by_nearest"] = by_nearest.record(division, grids, shows_k=False)
    return record | {"seconds": perf_counter() - started}


class _Search:
    """The setting that errs least in validation so far, by one way to count errors."""

    def __init__(self) -> None:
        self.scores: list[int] = []
        self._best: tuple[tuple[float, ...], Fit, int] | None = None

    def see(self, wrong: int, fit: Fit, k: int) -> None:
        """One more setting, and how many validation points it gets wrong."""
        self.scores.append(wrong)
        key = _preference(wrong, fit, k)
        if self._best is None or key < self._best[0]:
            self._best = (key, fit, k)

    def record(self, division: Division, grids: Grids, shows_k: bool) -> dict[str, Any]:
        """The chosen setting, and its errors."""
        assert self._best is not None, "a path has a fit"
        _, fit, k = self._best
        wrong = _wrong(fit, division, "test", k)
        chosen = _shown(fit, k if shows_k else 0)
        return {
            "train_error": 100 * float(np.mean(_wrong(fit, division, "train", k))),
            "validation_error": 100 * min(self.scores) / len(division.labels["check"]),
            "test_error": 100 * float(np.mean(wrong)),
            "right": (~wrong).astype(int).tolist(),
            "parameters": chosen,
            "at_edges": _at_edges(chosen, grids),
            "optimality": dict(fit.optimality),
            "doubtful": fit.doubtful(),
            "settings_tied": self.scores.count(min(self.scores)),
        }


def _wrong(fit: Fit, division: Division, part: str, k: int) -> Booleans:
    return fit.predict(part, k) != division.labels[part]


def _preference(wrong: int, fit: Fit, k: int) -> tuple[float, ...]:
    """Fewer errors; then larger lambda, smaller s, larger k. What a system lacks is no matter."""
    return (wrong, -np.nan_to_num(fit.lam), np.nan_to_num(fit.s), -k)


def _shown(fit: Fit, k: int) -> dict[str, float]:
    named = {"λ": fit.lam, "s": fit.s, "k": k or np.nan}
    return {name: value for name, value in named.items() if np.isfinite(value)}


def _at_edges(chosen: Mapping[str, float], grids: Grids) -> list[str]:
    """The searched parameters that were chosen at an end of their range."""
    ranges = {"λ": grids.lambdas, "s": grids.widths, "k": grids.neighbors}
    return [name for name, v in chosen.items() if v in (min(ranges[name]), max(ranges[name]))]
