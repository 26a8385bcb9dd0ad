"""The six systems of D2KE's Tables 1-3, on one split.

Each is a representation from ``reference.d2ke`` and a learner; the grids are the paper's where it
gives them (appendix C), thinned at ``scale="quick"``.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from paper_checks.experiments.protocol import (
    KERNEL,
    LINEAR,
    NEIGHBORS,
    Parameters,
    Split,
    System,
)
from reference.d2ke.baselines import dsk_nd, dsk_rbf, pseudo_euclidean_embedding

Rows = tuple[NDArray, NDArray | None]
LARGEST_EMBEDDING = 512  # R of GDK_LED and RSM, appendix B


@dataclass(frozen=True)
class Grids:
    """What is searched: the same for all data of one domain and one scale."""

    gammas: tuple[float, ...]  # of D2KE, in units of 1 / median distance to the random objects
    omegas: tuple[Parameters, ...]  # parameters of p(omega)
    widths: tuple[float, ...] = (0.1, 0.3, 1.0, 3.0, 10.0, 30.0)  # of DSK_RBF, 1 / median d^2
    neighbors: tuple[int, ...] = (51, 25, 15, 9, 5, 3, 1)
    embedding: tuple[int, ...] = (16, 64, 256, LARGEST_EMBEDDING)  # R of GDK_LED and RSM
    search_features: int = 512  # R of D2KE while gamma, C and p(omega) are chosen
    features: int = 4096  # R of D2KE at last: "typically the larger R is, the better"
    linear_costs: tuple[float, ...] = (1.0, 10.0, 100.0, 1000.0)
    kernel_costs: tuple[float, ...] = (0.01, 0.1, 1.0, 10.0, 100.0)


def systems(grids: Grids, n_train: int) -> dict[str, System]:
    """Build every system of the tables by name."""
    ranks = tuple(R for R in grids.embedding if R < n_train) or (n_train - 1,)
    return {
        system.name: system
        for system in (
            System(
                "D2KE",
                _d2ke,
                LINEAR,
                search=tuple(
                    {**omega, "gamma x median": gamma, "R": grids.search_features}
                    for omega, gamma in product(grids.omegas, grids.gammas)
                ),
                costs=grids.linear_costs,
                final={"R": grids.features},
            ),
            System("KNN", _distances, NEIGHBORS, search=({},), costs=grids.neighbors),
            System(
                "DSK_RBF",
                _gaussian_kernel,
                KERNEL,
                search=tuple({"gamma x median": gamma} for gamma in grids.widths),
                costs=grids.kernel_costs,
            ),
            System(
                "DSK_ND",
                _negative_distance_kernel,
                KERNEL,
                search=({},),
                costs=grids.kernel_costs,
            ),
            System(
                "GDK_LED",
                _transductive_embedding,
                LINEAR,
                search=tuple({"R": R} for R in ranks),
                costs=grids.linear_costs,
            ),
            System(
                "GDK_LED (train only)",
                _embedding,
                LINEAR,
                search=tuple({"R": R} for R in ranks),
                costs=grids.linear_costs,
            ),
            System(
                "RSM",
                _representatives,
                LINEAR,
                search=tuple({"R": R} for R in ranks),
                costs=grids.linear_costs,
            ),
        )
    }


def _d2ke(split: Split, parameters: Parameters, test: bool) -> Rows:
    """Random features (12): exp(-gamma d) to R random objects, the same for all gammas."""
    omega = {k: v for k, v in parameters.items() if k not in ("gamma x median", "R")}
    R, name = parameters["R"], f"{omega} {parameters['R']}"
    omegas = split.draw(R, omega, split.rng(name))
    train = split.distances(f"train to {name}", split.train, omegas)
    gamma = parameters["gamma x median"] / np.median(train)
    # the common factor exp(gamma min d) keeps far features from underflow; the learner rescales
    nearest = train.min()
    rows = np.exp(-gamma * (train - nearest))
    if not test:
        return rows, None
    away = split.distances(f"test to {name}", split.test, omegas)
    return rows, np.exp(-gamma * (away - nearest))


def _distances(split: Split, parameters: Parameters, test: bool) -> Rows:
    return split.within_train(), split.test_to_train() if test else None


def _gaussian_kernel(split: Split, parameters: Parameters, test: bool) -> Rows:
    D = split.within_train()
    gamma = parameters["gamma x median"] / np.median(D**2)
    return dsk_rbf(D, gamma), dsk_rbf(split.test_to_train(), gamma) if test else None


def _negative_distance_kernel(split: Split, parameters: Parameters, test: bool) -> Rows:
    """Use beta = 2, as the paper: -d^2, conditionally positive definite only for Hilbert d."""
    D = split.within_train()
    return dsk_nd(D, beta=2), dsk_nd(split.test_to_train(), beta=2) if test else None


def _embedding(split: Split, parameters: Parameters, test: bool) -> Rows:
    """Embed the training objects, then place the test objects among them."""
    D, R = split.within_train(), parameters["R"]
    if not test:
        # the first R coordinates do not depend on how many are asked for
        largest = min(len(D), LARGEST_EMBEDDING)
        X = split.once("embedding", lambda: pseudo_euclidean_embedding(D, largest))
        return X[:, :R], None
    return pseudo_euclidean_embedding(D, R, D_new=split.test_to_train())


def _transductive_embedding(split: Split, parameters: Parameters, test: bool) -> Rows:
    """Embed training and test objects together, as the paper ran it; no test label is used.

    While parameters are searched the test objects stay out of sight.
    """
    if not test:
        return _embedding(split, parameters, test)
    across, n = split.test_to_train(), len(split.train)
    within = split.distances("test to test", split.test, split.test)
    D = np.block([[split.within_train(), across.T], [across, within]])
    X = pseudo_euclidean_embedding(D, parameters["R"])
    return X[:n], X[n:]


def _representatives(split: Split, parameters: Parameters, test: bool) -> Rows:
    """Raw distances to R training objects, drawn without replacement (appendix B)."""
    R = parameters["R"]
    chosen = split.rng("representatives").permutation(len(split.train))[:R]
    representatives = [split.train[i] for i in chosen]
    rows = split.distances(f"train to {R} representatives", split.train, representatives)
    if not test:
        return rows, None
    return rows, split.distances(f"test to {R} representatives", split.test, representatives)
