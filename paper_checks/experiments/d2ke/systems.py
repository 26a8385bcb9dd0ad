"""The six systems of D2KE's Tables 1-3, on one split.

Each is a representation from ``reference.d2ke`` and a learner. What the grids hold is said in
`tasks`, table by table.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from itertools import product

import numpy as np

from gramcheck.paper_checks.experiments.d2ke.divisions import Division, Parameters, Rows
from gramcheck.paper_checks.experiments.d2ke.printed import SYSTEMS
from gramcheck.paper_checks.experiments.d2ke.protocol import System
from gramcheck.paper_checks.experiments.learners import kernel_machine, linear, neighbors
from gramcheck.reference.d2ke.baselines import dsk_nd, dsk_rbf
from gramcheck.reference.d2ke.pseudo_euclidean import pseudo_euclidean_embedding

LARGEST = 512  # R of GDK_LED and RSM, appendix B; with as many D2KE is searched
SIZES = (4, 64, 4096)  # further R of D2KE, from one end of the paper's range to the other
WIDER = "D2KE, wider ranges"
MEASURED = (*SYSTEMS, "GDK_LED (train only)")


@dataclass(frozen=True)
class Grids:
    """What is searched: the same for all data of one domain and one scale.

    For every system: one grid of C for all machines, R up to 512 in the search of all embeddings
    (up to all training objects, where they are fewer and R is a number of these), the same folds of
    the same objects. How many settings follow for each, the tables say.
    """

    gammas: tuple[float, ...]  # of D2KE
    omegas: tuple[Parameters, ...]  # parameters of p(omega), within the paper's ranges
    wider: tuple[Parameters, ...] = ()  # with a gamma each, beyond them: a row of its own
    relative_gammas: bool = False  # in units of 1 / median distance to the random objects
    widths: tuple[float, ...] = (0.1, 0.3, 1.0, 3.0, 10.0, 30.0)  # of DSK_RBF, 1 / median d^2
    neighbors: tuple[int, ...] = (151, 101, 51, 25, 15, 9, 5, 3, 1)
    ranks: tuple[int, ...] = (4, 16, 64, 256, LARGEST)  # R of GDK_LED and RSM
    costs: tuple[float, ...] = (0.01, 0.1, 1.0, 10.0, 100.0, 1000.0, 10000.0)  # C
    search_features: int = LARGEST  # R of D2KE while gamma, C and p(omega) are chosen


def systems(grids: Grids, n_train: int) -> dict[str, System]:
    """Build every system of the tables by name."""
    widths = tuple({"gamma x median": gamma} for gamma in grids.widths)
    ranks = tuple({"R": R} for R in _up_to(n_train, grids.ranks))

    name = "gamma x median" if grids.relative_gammas else "gamma"
    within = [{**omega, name: gamma} for omega, gamma in product(grids.omegas, grids.gammas)]

    def features(settings: Iterable[Parameters]) -> tuple[Parameters, ...]:
        return tuple({**setting, "R": grids.search_features} for setting in settings)

    final, further = {"R": LARGEST}, tuple({"R": R} for R in SIZES)
    random_features = partial(
        System, represent=_d2ke, learner=linear, costs=grids.costs, final=final
    )
    built = [
        random_features("D2KE", search=features(within), further=further),
        System("KNN", _distances, neighbors, ({},), grids.neighbors),
        System("DSK_RBF", _gaussian_kernel, kernel_machine, widths, grids.costs),
        System("DSK_ND", _negative_distance_kernel, kernel_machine, ({},), grids.costs),
        System("GDK_LED", _transductive_embedding, linear, ranks, grids.costs),
        System("GDK_LED (train only)", _embedding, linear, ranks, grids.costs),
        System("RSM", _representatives, linear, ranks, grids.costs),
    ]
    if grids.wider:
        built.append(random_features(WIDER, search=features(grids.wider)))
    return {system.name: system for system in built}


def _up_to(n_train: int, ranks: Iterable[int]) -> list[int]:
    """Values of R that the data allow: the largest is all training objects if the grid has it.

    What is nearly all of them is left out, as each of ten folds has nine tenths to learn from: the
    search could not tell it from all.
    """
    *smaller, largest = sorted({min(R, n_train) for R in ranks})
    return [*(R for R in smaller if R < 0.9 * n_train), largest]


def _d2ke(division: Division, parameters: Parameters) -> Rows:
    """Random features (12): exp(-gamma d) to R random objects, the same for all gammas."""
    omega = {k: v for k, v in parameters.items() if k not in ("gamma", "gamma x median", "R")}
    R, name = parameters["R"], f"{omega} {parameters['R']}"
    omegas = division.once(name, lambda: division.draw(R, omega, division.rng(name)))
    train, test = division.to_objects(name, omegas)
    gamma = parameters.get("gamma") or parameters["gamma x median"] / np.median(train)
    # the common factor exp(gamma min d) keeps far features from underflow; the learner rescales
    nearest = train.min()
    return np.exp(-gamma * (train - nearest)), np.exp(-gamma * (test - nearest))


def _distances(division: Division, parameters: Parameters) -> Rows:
    """Distances to the training objects; k-NN has no use for those among them."""
    return np.empty((len(division.y_train), 0)), division.test_to_train()


def _gaussian_kernel(division: Division, parameters: Parameters) -> Rows:
    D = division.within_train()
    gamma = parameters["gamma x median"] / np.median(D**2)
    return dsk_rbf(D, gamma), dsk_rbf(division.test_to_train(), gamma)


def _negative_distance_kernel(division: Division, parameters: Parameters) -> Rows:
    """Use beta = 2, as the paper: -d^2, conditionally positive definite only for Hilbert d."""
    return dsk_nd(division.within_train(), beta=2), dsk_nd(division.test_to_train(), beta=2)


def _embedding(division: Division, parameters: Parameters) -> Rows:
    """Embed the training objects, then place the test objects among them."""

    def embed() -> Rows:
        D = division.within_train()
        return pseudo_euclidean_embedding(D, LARGEST, D_new=division.test_to_train())

    return _leading(division.once("embedding", embed), parameters["R"])


def _transductive_embedding(division: Division, parameters: Parameters) -> Rows:
    """Embed training and test objects together, as the paper ran it; no test label is used."""

    def embed() -> Rows:
        across, n = division.test_to_train(), len(division.y_train)
        D = np.block([[division.within_train(), across.T], [across, division.within_test()]])
        X = pseudo_euclidean_embedding(D, LARGEST)
        return X[:n], X[n:]

    return _leading(division.once("embedding", embed), parameters["R"])


def _leading(rows: Rows, R: int) -> Rows:
    """Keep R coordinates: the first ones do not depend on how many are asked for."""
    return rows[0][:, :R], rows[1][:, :R]


def _representatives(division: Division, parameters: Parameters) -> Rows:
    """Raw distances to R training objects, drawn without replacement (appendix B)."""
    order = division.rng("representatives").permutation(len(division.y_train))
    return division.to_train(order[: parameters["R"]])
