"""Section 5 and Appendix B: the six systems, each run on a small real problem, exact where it can.

The problem: border chain codes, in eight directions, of 300 of scikit-learn's handwritten digits,
200 to train on and 100 to test on, Levenshtein distance, ten classes. Parameters are fixed and
not searched; Tables 1-3 are where systems are compared. That each has the learner which it names is
judged by that learner's conditions of optimality, and not by what it gets right.
"""

from __future__ import annotations

import functools

import numpy as np
from numpy.typing import NDArray

from gramcheck.paper_checks.claims.d2ke import spaces
from gramcheck.paper_checks.claims.d2ke.machines import (
    has_the_longest_axes,
    is_a_kernel_svm,
    is_a_linear_svm,
    let_the_nearest_vote,
)
from gramcheck.paper_checks.claims.d2ke.spaces import Array
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.data import DataDirectory
from gramcheck.paper_checks.experiments.d2ke import tasks
from gramcheck.paper_checks.experiments.d2ke.tasks import Loaded
from gramcheck.paper_checks.experiments.learners import Learner, kernel_machine, linear, neighbors
from gramcheck.paper_checks.findings import at_least, below, equals, holds, is_true
from gramcheck.paper_checks.ledger import Evidence, Verdict, claim
from gramcheck.reference import d2ke
from gramcheck.verify.definitions import d2ke as definitions
from gramcheck.verify.spectrum import psd_verdict

SECTION = "Section 5, Baselines; Appendix B"

system = functools.partial(claim, place=SECTION, kind="system", expected=Verdict.HOLDS)
TRAIN, TEST = slice(0, 200), slice(200, 300)
ACCURACY = "accuracy on 100 held-out digits"


@functools.cache
def digits() -> Loaded:
    """The strings and their classes."""
    return tasks.digits(8, DataDirectory(None), TEST.stop)


def distances() -> Array:
    """Levenshtein distances of all pairs of the 300."""
    objects, _ = digits()
    return d2ke.cdist(objects, objects, "levenshtein").astype(float)


def accuracy(learner: Learner, train: Array, test: Array, cost: float) -> float:
    """Of the test part, for the reader: Tables 1-3 are where accuracies are judged."""
    _, labels = digits()
    return float(np.mean(learner(train, labels[TRAIN], test, cost)[0] == labels[TEST]))


def points_of_the_plane(run: Run) -> tuple[Array, Array]:
    """Twelve random points and their distances: a Hilbert space, where the theory is exact."""
    x = run.rng("plane").random((12, 2))
    return x, np.linalg.norm(x[:, None] - x, axis=2)


@claim("d2ke/system-D2KE", place="Section 5; Algorithm 1", about=("algorithm-1",))
def system_d2ke(run: Run) -> Evidence:
    """D2KE: random features exp(-γ d(x, ω))/√R of random strings, and a linear SVM on them.

    Exact: on training and test objects together the kernel is the inner product of the features,
    symmetric and positive semidefinite, and more random strings only add to it: features of 2R
    strings are the mean of two kernels of R.
    """
    objects, labels = digits()
    R = 256
    omegas = d2ke.random_strings(R, "01234567", (2, 20), run.rng())
    phi = d2ke.feature_map(objects, omegas, 0.3, "levenshtein")
    K = d2ke.kernel(objects, objects, omegas, 0.3, "levenshtein")
    halves = [
        d2ke.kernel(objects, objects, half, 0.3, "levenshtein")
        for half in (omegas[: R // 2], omegas[R // 2 :])
    ]
    verdict = psd_verdict(K)
    return Evidence(
        printed=[
            *spaces.uniform_draws(run.rng("draws")),
            *is_a_linear_svm(linear, phi[TRAIN], labels[TRAIN], phi[TEST], 1000.0),
            holds(phi @ phi.T, K, rtol=1e-11, name="kernel of all 300 = products of features"),
            is_true(
                verdict.is_psd,
                f"smallest eigenvalue {verdict.smallest:.2g}",
                name="positive semidefinite on training and test objects",
            ),
            holds(
                (halves[0] + halves[1]) / 2, K, rtol=1e-11, name=f"R = {R} as two times {R // 2}"
            ),
        ],
        measured={
            "γ": 0.3,
            "R": R,
            "lengths of ω": [2, 20],
            ACCURACY: accuracy(linear, phi[TRAIN], phi[TEST], 1000.0),
        },
    )


@system("d2ke/system-KNN", checks=["knn", "vectors/knn_predict"])
def system_knn(run: Run) -> Evidence:
    """KNN: the majority among the k nearest training objects.

    Exact: votes counted one by one, with the ties that integer distances are full of. Of equal
    distances the earlier object is nearer, of equal votes the smaller label wins; the paper gives
    neither rule, nor k.
    """
    D, (_, labels) = distances(), digits()
    rows = D[TEST, TRAIN]
    got = [d2ke.knn_predict(rows, labels[TRAIN], k) for k in (1, 5, 15)]
    wanted = [definitions.knn_predict(rows.tolist(), labels[TRAIN].tolist(), k) for k in (1, 5, 15)]
    different = [labels[i] for i in _first_of_each(digits()[0][TRAIN])]
    again = d2ke.knn_predict(D[TRAIN, TRAIN], labels[TRAIN], 1)
    return Evidence(
        printed=[
            *let_the_nearest_vote(neighbors, D[TRAIN, TRAIN], labels[TRAIN], rows, 5),
            equals(
                int(np.sum(np.array(got) != wanted)),
                0,
                name="k = 1, 5, 15: predictions of 300 unlike votes counted one by one",
            ),
            equals(
                int(np.sum(again != different)),
                0,
                name="k = 1 on the training objects: labels unlike that of the first equal one",
            ),
        ],
        measured={
            "test objects with a tie at the 5th place": int(np.sum(_tied(rows, 5))),
            ACCURACY: accuracy(neighbors, D[TRAIN, TRAIN], rows, 5),
        },
    )


def _first_of_each(strings: list[str]) -> list[int]:
    return [strings.index(s) for s in strings]


def _tied(D: Array, k: int) -> NDArray:
    ordered = np.sort(D, axis=1)
    return ordered[:, k - 1] == ordered[:, k]


@system("d2ke/system-DSK-RBF", checks=["dsk-rbf", "vectors/dsk_rbf"])
def system_dsk_rbf(run: Run) -> Evidence:
    """DSK_RBF: a support vector machine with the kernel exp(-γ d(x, y)²).

    Exact: the formula; positive semidefinite for points of the plane with every γ. For the
    Levenshtein distance it need not be, and on these strings is not: the SVM has no guarantee then.
    """
    D, (_, labels) = distances(), digits()
    gamma = float(3 / np.median(D**2))
    K = d2ke.dsk_rbf(D, gamma)
    train, test = K[TRAIN, TRAIN], K[TEST, TRAIN]
    _, plane = points_of_the_plane(run)
    few = D[:8, :8]
    smallest = [psd_verdict(d2ke.dsk_rbf(plane, g)).smallest for g in (0.01, 1.0, 100.0)]
    return Evidence(
        printed=[
            *is_a_kernel_svm(kernel_machine, train, labels[TRAIN], test, 10.0),
            holds(
                d2ke.dsk_rbf(few, gamma),
                definitions.dsk_rbf(few.tolist(), gamma),
                rtol=1e-12,
                name="exp(-γ d²)",
            ),
            at_least(smallest, 0.0, atol=1e-14, name="points of the plane: smallest eigenvalues"),
            below(psd_verdict(K).smallest, 0.0, name="these strings: smallest eigenvalue"),
        ],
        measured={
            "γ": gamma,
            "smallest eigenvalue on these strings at γ/30": psd_verdict(
                d2ke.dsk_rbf(D, gamma / 30)
            ).smallest,
            ACCURACY: accuracy(kernel_machine, train, test, 10.0),
        },
    )


@system("d2ke/system-DSK-ND", checks=["dsk-nd", "vectors/dsk_nd"])
def system_dsk_nd(run: Run) -> Evidence:
    """DSK_ND: a support vector machine with the kernel -d(x, y)^β, β = 2 in the paper.

    Exact: for points of the plane and an origin O the kernel -(d² - d(x, O)² - d(y, O)²)/2 is the
    inner product of x - O and y - O, and -d² is conditionally positive definite.
    """
    D, (_, labels) = distances(), digits()
    K = d2ke.dsk_nd(D, beta=2)
    train, test = K[TRAIN, TRAIN], K[TEST, TRAIN]
    x, plane = points_of_the_plane(run)
    few = D[:8, :8]
    H = np.eye(12) - 1 / 12
    centered = H @ d2ke.dsk_nd(plane, beta=2) @ H
    exact = [definitions.dsk_nd(few.tolist(), beta, 2) for beta in (0.5, 1, 2)]
    return Evidence(
        printed=[
            *is_a_kernel_svm(kernel_machine, train, labels[TRAIN], test, 1.0),
            holds(
                [d2ke.dsk_nd(few, beta, 2) for beta in (0.5, 1, 2)],
                exact,
                atol=1e-12,
                name="-(d^β - d(x, O)^β - d(y, O)^β)/2, β = 0.5, 1, 2",
            ),
            holds(
                d2ke.dsk_nd(plane, 2, 3),
                (x - x[3]) @ (x - x[3]).T,
                atol=1e-12,
                name="points of the plane: inner products about O",
            ),
            at_least(
                np.linalg.eigvalsh(centered).min(),
                0.0,
                atol=1e-14,
                name="points of the plane: -d², centered, smallest eigenvalue",
            ),
        ],
        measured={ACCURACY: accuracy(kernel_machine, train, test, 1.0)},
    )


@system("d2ke/system-GDK-LED", checks=["gdk-led", "vectors/pseudo_euclidean_embedding"])
def system_gdk_led(run: Run) -> Evidence:
    """GDK_LED: the pseudo-Euclidean linear embedding of the distances, and a linear SVM on it.

    Exact: with all axes kept, and each squared difference taken with the sign of its eigenvalue,
    the embedding has the distances that it came from; an object that is placed afterwards goes
    where it was. The axes that are kept are those with the largest |λ|. The paper embeds training
    and test objects together. (Until a review any axes would have done.)
    """
    D, (_, labels) = distances(), digits()
    X, placed = d2ke.pseudo_euclidean_embedding(D[TRAIN, TRAIN], 64, D[TEST, TRAIN])
    few = D[:9, :9]
    axes, again = d2ke.pseudo_euclidean_embedding(few, 9, few)
    signs = definitions.embedding_signs(few.tolist(), 9)
    recovered = definitions.signed_squared_distances(axes.tolist(), axes.tolist(), signs)
    together = d2ke.pseudo_euclidean_embedding(D, 64)
    return Evidence(
        printed=[
            *is_a_linear_svm(linear, X, labels[TRAIN], placed, 10.0, ", placed afterwards"),
            *is_a_linear_svm(
                linear, together[TRAIN], labels[TRAIN], together[TEST], 10.0, ", embedded too"
            ),
            holds(recovered, few**2, atol=1e-9, name="signed squared distances = d²"),
            holds(again, axes, atol=1e-9, name="training objects placed anew"),
            *has_the_longest_axes(D, together, few, axes),
        ],
        measured={
            "R": 64,
            "axes of 9 objects with negative sign": signs.count(-1),
            f"{ACCURACY} that were placed afterwards": accuracy(linear, X, placed, 10.0),
            f"{ACCURACY} that were embedded too": accuracy(
                linear, together[TRAIN], together[TEST], 10.0
            ),
        },
    )


@system("d2ke/system-RSM", checks=["rsm", "vectors/representative_set_map"])
def system_rsm(run: Run) -> Evidence:
    """RSM: the distances to R randomly selected training objects, and a linear SVM on them.

    Exact: the raw map is columns of the matrix of distances (appendix B); with γ it is Eq. (8), the
    random features with those objects for ω.
    """
    D, (objects, labels) = distances(), digits()
    chosen = d2ke.representatives(list(range(TRAIN.stop)), 64, run.rng())
    held_out = [objects[i] for i in chosen]
    rows = d2ke.representative_set_map(objects, held_out, "levenshtein")
    few = d2ke.representative_set_map(objects[:5], held_out[:7], "levenshtein", gamma=0.2)
    return Evidence(
        printed=[
            *is_a_linear_svm(linear, rows[TRAIN], labels[TRAIN], rows[TEST], 100.0),
            equals(
                int(np.sum(rows != D[:, chosen])),
                0,
                name="entries of the raw map unlike the columns of the distances",
            ),
            *spaces.held_out_alike(range(TRAIN.stop), len(chosen), run.rng("draws")),
            holds(
                few,
                definitions.feature_map(objects[:5], held_out[:7], 0.2, "levenshtein"),
                rtol=1e-12,
                name="with γ: exp(-γ d)/√R",
            ),
        ],
        measured={ACCURACY: accuracy(linear, rows[TRAIN], rows[TEST], 100.0)},
    )
