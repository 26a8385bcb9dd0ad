"""Random features, parsing, solvers and single calls beside their peers."""

import os
import resource
import subprocess
import sys
from statistics import median
from tempfile import TemporaryDirectory

import clarabel
import numpy as np
import osqp
import scs
from dtaidistance import dtw as dtaidistance_dtw
from scipy import sparse
from scipy.spatial.distance import pdist, squareform
from tslearn.metrics import cdist_gak

from gramcheck.reference.d2ke import cdist, dtw
from gramcheck.reference.idealized import learn_metric
from gramcheck.reference.kcr import gaussian_kernel, solve_by_splitting
from gramcheck.reference.sfm import (
    characteristic_vectors,
    global_alignment_kernel,
    hash_cauchy,
    laplacian_kernel,
    rff,
    sample_hash,
    sfm,
)
from gramcheck.verify.definitions import sfm as sfm_by_definition

from . import data, peers
from .idealized import CONSTANTS, problem
from .kcr import patterns
from .side_by_side import Beside, Case

BETA = 100.0


class StoredMatrix(Beside):
    """SFM beside the matrix that it does without: as rff takes it, and in its fastest layout.

    A number of the matrix costs a tangent, 2 passes of hashing and 3 of arithmetic.
    """

    peer_name = "SciPy, stored matrix"
    params = (["D = 128, rff", "D = 512, rff", "D = 128, by rows", "D = 512, by rows"],)

    def setup_cache(self):
        return self.figures()

    def case(self, name):
        size, layout = name.removeprefix("D = ").split(", ")
        D = int(size)
        V, _ = characteristic_vectors(data.uniform(300, data.AMINO_ACIDS, 400, 1))
        arrays = sample_hash(V.shape[1], np.random.default_rng(1))
        counts = V.astype(np.float64)
        W = hash_cauchy(np.arange(1, D // 2 + 1), *arrays, BETA)
        by_rows = np.ascontiguousarray(W.T)
        peer = {
            "rff": lambda: rff(counts, W),
            "by rows": lambda: peers.stored_features(counts, by_rows),
        }
        return Case(ours=lambda: sfm(V, D, BETA, *arrays), peer=peer[layout], passes=6 * W.size)


class Kernels(Beside):
    """The exact Laplacian kernel of counts beside SciPy's distances of dense rows."""

    peer_name = "scipy.spatial"
    params = (["120 DNA strings of 100", "300 DNA strings of 300"],)

    def setup_cache(self):
        return self.figures()

    def case(self, name):
        n, length = (int(word) for word in name.split() if word.isdigit())
        V, _ = characteristic_vectors(data.uniform(n, data.DNA, length, 1))
        dense = V.toarray().astype(float)
        return Case(
            ours=lambda: laplacian_kernel(V, V, BETA),
            peer=lambda: np.exp(-squareform(pdist(dense, "cityblock")) / BETA),
        )


class Parsing(Beside):
    """No library parses so; the peer is a program in C++, and what is compared are sums."""

    peer_name = "C++ -O3"
    corpora = ("4500 proteins of 444", "20000 DNA strings of 100")
    params = ([f"{c}, {table}" for c in corpora for table in ("standard map", "open addressing")],)

    def setup_cache(self):
        return self.figures()

    def case(self, name):
        corpus, table = name.split(", ")
        n, length = (int(word) for word in corpus.split() if word.isdigit())
        letters = data.DNA if "DNA" in corpus else data.AMINO_ACIDS
        strings = data.uniform(n, letters, length, 1)
        few = strings[:2]

        def sums():
            V, _ = characteristic_vectors(strings)
            return [V.shape[1], V.nnz, V.data.sum(), V.data @ V.indices.astype(np.int64)]

        return Case(
            ours=sums,
            peer=peers.esp_in_cpp(strings, letters, table),
            plain=lambda: sfm_by_definition.characteristic_vectors(few),
            share=len(few) / n,
        )


class IdealizedMetric(Beside):
    """The program (14)-(16) given whole to solvers of quadratic programs."""

    peer_name = "Clarabel, OSQP"
    sizes = {"300 pairs, p = 11": (300, 60, 11), "700 pairs, p = 35": (700, 120, 35)}
    params = ([f"{size}, {peer}" for size in sizes for peer in ("Clarabel", "OSQP")],)

    def setup_cache(self):
        return self.figures()

    def case(self, name):
        size, peer = name.rsplit(", ", 1)
        n_pairs, n, p = self.sizes[size]
        X, S, D = problem(n_pairs, n, p, seed=1)
        solve = by_clarabel if peer == "Clarabel" else by_osqp
        return Case(
            ours=lambda: learn_metric(X, S, D, **CONSTANTS).matrix,
            peer=lambda: solve(X, S, D, **CONSTANTS),
        )


def whole_program(X, S, D, C_S, C_D, nu):
    """Hessian, linear term, the row of the sum, and what takes x to the matrix of (11)."""
    pairs = np.concatenate([S, D])
    Z = X[pairs[:, 0]] - X[pairs[:, 1]]
    bounds = np.concatenate([np.full(len(S), -C_S / len(S)), np.full(len(D), C_D / len(D))])
    H = np.outer(bounds, bounds) * (Z @ Z.T) ** 2
    total = np.where(bounds > 0, 1 / len(D), 0.0)
    return H, -bounds * np.sum(Z**2, axis=1), total, lambda x: (Z.T * (bounds * x)) @ Z


def by_clarabel(X, S, D, C_S, C_D, nu):
    H, linear, total, matrix = whole_program(X, S, D, C_S, C_D, nu)
    N = len(linear)
    A = sparse.csc_matrix(np.vstack([np.eye(N), -np.eye(N), -total]))
    b = np.concatenate([np.ones(N), np.zeros(N), [-nu]])
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.max_threads = 1
    P = sparse.csc_matrix(np.triu(H))
    cones = [clarabel.NonnegativeConeT(len(b))]
    return matrix(np.array(clarabel.DefaultSolver(P, linear, A, b, cones, settings).solve().x))


def by_osqp(X, S, D, C_S, C_D, nu):
    H, linear, total, matrix = whole_program(X, S, D, C_S, C_D, nu)
    N = len(linear)
    A = sparse.csc_matrix(np.vstack([np.eye(N), total]))
    solver = osqp.OSQP()
    solver.setup(
        sparse.csc_matrix(np.triu(H)),
        linear,
        A,
        np.append(np.zeros(N), nu),
        np.append(np.ones(N), np.inf),
        verbose=False,
        eps_abs=1e-6,
        eps_rel=1e-6,
        max_iter=100_000,
    )
    return matrix(solver.solve().x)


class KernelClassificationRule(Beside):
    """Program (9), n = 20; the error is that of the objective."""

    peer_name = "SCS"
    params = (["n = 20, lambda = 1"],)

    def setup_cache(self):
        return self.figures()

    def case(self, name):
        lam = float(name.rsplit(" ", 1)[1])
        X, y = patterns(20)
        K = gaussian_kernel(X)
        return Case(
            ours=lambda: solve_by_splitting(K, y, lam).objective,
            peer=lambda: by_scs(K, y, lam),
        )


def by_scs(K, y, lam, eps=1e-6):
    """Objective of (9) by SCS; unknowns are a slack a pair, the hinge of j = i, t, h and Sigma."""
    n = len(y)
    i, j = np.triu_indices(n, 1)
    tau = np.where(y[i] == y[j], 1.0, -1.0)
    column, row = np.triu_indices(n)  # of the lower triangle, column by column
    weights = np.where(row == column, 1.0, np.sqrt(2))

    def inner(A):
        return A[..., row, column] * weights

    D = K[i] - K[j]
    P, m = len(i), len(row)
    N = P + 1 + n + 1 + m
    slack, hinge, t, h, sigma = np.split(np.eye(N), [P, P + 1, P + 1 + n, P + 2 + n])
    members = np.zeros((n, P))
    members[i, np.arange(P)] = members[j, np.arange(P)] = 1
    distances = inner(np.einsum("pi,pj->pij", D, D)) @ sigma
    n_same = np.sum(y[:, None] == y, axis=1)
    rows = (  # (G, g) with G x >= g
        (slack, np.zeros(P)),
        (slack - tau[:, None] * (distances - h), np.ones(P)),
        (hinge, np.zeros(1)),
        (hinge + h, np.ones(1)),
        (t, np.zeros(n)),
        (t - members @ slack - hinge, 2.0 - n_same),
        (h, np.full(1, eps)),
        (sigma, np.zeros(m)),
    )
    equality = inner(np.ones((n, n))) @ sigma
    G = np.vstack([equality, *(G for G, _ in rows)])
    g = np.concatenate([[0.0], *(g for _, g in rows)])
    c = t.sum(axis=0) + lam * inner(K) @ sigma
    program = {"A": sparse.csc_matrix(-G), "b": -g, "c": c}
    cone = {"z": 1, "l": len(g) - 1 - m, "s": [n]}
    options = {"verbose": False, "eps_abs": 1e-4, "eps_rel": 1e-4}
    return scs.SCS(program, cone, **options).solve()["info"]["pobj"]


class SingleCalls(Beside):
    peer_name = "rapidfuzz, dtaidistance, tslearn"
    params = (["cdist 1 x 1", "dtw 20 x 20", "GAK 1 x 1 of 50"],)

    def setup_cache(self):
        return self.figures()

    def case(self, name):
        if name.startswith("cdist"):
            a, b = ["kitten"], ["sitting"]
            return Case(
                lambda: cdist(a, b, "levenshtein"), lambda: peers.rapidfuzz_matrix(a, b), calls=100
            )
        if name.startswith("dtw"):
            x, y = np.random.default_rng(1).normal(size=(2, 20))
            return Case(
                lambda: dtw(x, y, local_cost="sqeuclidean") ** 0.5,
                lambda: dtaidistance_dtw.distance_fast(x, y),
                calls=100,
            )
        X, Y = (data.noise(1, 50, 1, seed) for seed in (1, 2))
        return Case(
            lambda: global_alignment_kernel(X, Y, 2.0),
            lambda: cdist_gak(np.array(X), np.array(Y), sigma=2.0),
            calls=10,
        )


class Imports:
    """Processes that import, over a process that imports NumPy; what is compiled is kept."""

    param_names = ("package",)
    params = (["d2ke", "sfm", "idealized", "kcr"],)
    timeout = 300

    def track_ratio(self, package):
        programs = f"from gramcheck.reference import {package}", "import numpy"
        with TemporaryDirectory() as compiled:
            environment = os.environ | {"PYTHONPYCACHEPREFIX": compiled}
            environment.pop("PYTHONDONTWRITEBYTECODE", None)
            times = [[children_seconds(p, environment) for p in programs] for _ in range(8)]
        return median(ours / numpy for ours, numpy in times[1:])  # the first compiled

    track_ratio.unit = "ours / import numpy"


def children_seconds(code, environment):
    """Processor time of a Python that runs ``code``."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], check=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
