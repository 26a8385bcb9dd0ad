"""Metrics that are learned, beside metric-learn, with the objective that each reaches."""

import numpy as np
from sklearn import datasets
from sklearn.preprocessing import scale

from gramcheck.reference.idealized import xing_metric
from gramcheck.reference.kcr import lmnn, lmnn_objective

from .. import peers
from ..side_by_side import Beside, Case

PAIRS = 500  # of each kind


class LearnedMetrics(Beside):
    """Columns have variance 1 over their number."""

    peer_name = "metric-learn"
    note = (
        "Objectives are of our functions; the difference is that of them. LMNN, to be small: ours "
        "is certified to 1e-4, the peer climbs down with steps of our choice until it gains less "
        "than 0.001. Xing et al., to be large: the peer's, which leaves its constraint by 1 "
        "percent, is scaled back onto it."
    )
    tolerance = 1e-2
    loaders = {"iris": datasets.load_iris, "wine": datasets.load_wine}
    params = ([f"{method}, {data}" for data in loaders for method in ("LMNN", "Xing et al.")],)

    def setup_cache(self):
        return self.figures()

    def case(self, name):
        method, data = name.split(", ")
        X, y = self.loaders[data](return_X_y=True)
        X = scale(X) / np.sqrt(X.shape[1])
        return large_margin(X, y) if method == "LMNN" else dissimilar_apart(X, y)


def large_margin(X, y):
    return Case(
        ours=lambda: lmnn(X, y).matrix,
        peer=lambda: peers.large_margin(X, y),
        value=lambda M: lmnn_objective(M, X, y),
    )


def dissimilar_apart(X, y):
    rng = np.random.default_rng(1)
    i, j = np.triu_indices(len(y), 1)
    S, D = (
        np.column_stack([i, j])[rng.choice(np.flatnonzero(kind), PAIRS, replace=False)]
        for kind in (y[i] == y[j], y[i] != y[j])
    )
    similar, dissimilar = (X[pairs[:, 0]] - X[pairs[:, 1]] for pairs in (S, D))
    t = np.sum(similar**2) / 100  # as the peer has it

    def squares(Z, A):
        return np.einsum("ki,ij,kj->k", Z, A, Z)

    return Case(
        ours=lambda: xing_metric(X, S, D, t).matrix,
        peer=lambda: peers.dissimilar_apart(X, S, D),
        value=lambda A: np.sqrt(squares(dissimilar, A) * t / squares(similar, A).sum()).sum(),
    )
