"""Programs of the papers given to other people's solvers, each in the form that suits it."""

import clarabel
import numpy as np
import osqp
import scs
from scipy import sparse


def pair_program(X, S, D, C_S, C_D, nu):
    """The program (14)-(16): Hessian, linear term, equalities, sum, and x to the matrix of (11).

    Unknowns are in units of their bounds, N of them. The Hessian is F F' with a column of F for
    each two features. Where these are much fewer than the pairs, solvers get v = F'x as unknowns,
    too, so that all but F is sparse; else the Hessian whole. Each is then the faster form.
    """
    pairs = np.concatenate([S, D])
    Z = X[pairs[:, 0]] - X[pairs[:, 1]]
    bounds = np.concatenate([np.full(len(S), -C_S / len(S)), np.full(len(D), C_D / len(D))])
    linear = -bounds * np.sum(Z**2, axis=1)
    total = np.where(bounds > 0, 1 / len(D), 0.0)
    i, j = np.triu_indices(X.shape[1])
    N, more = len(bounds), len(i)
    if 2 * more < N:
        F = bounds[:, None] * Z[:, i] * Z[:, j] * np.where(i == j, 1, np.sqrt(2))
        H = sparse.diags_array(np.repeat([0.0, 1.0], [N, more]), format="csc")
        equal = sparse.hstack([sparse.csc_array(F.T), -sparse.eye_array(more)])
        linear = np.append(linear, np.zeros(more))
    else:
        H = sparse.csc_array(np.triu(np.outer(bounds, bounds) * (Z @ Z.T) ** 2))
        equal = sparse.csc_array((0, N))
    box = sparse.eye_array(N, equal.shape[1])
    row = sparse.csc_array(np.append(total, np.zeros(equal.shape[1] - N))[None])
    return H, linear, equal, box, row, lambda x: (Z.T * (bounds * x[:N])) @ Z


def by_clarabel(X, S, D, C_S, C_D, nu):
    H, linear, equal, box, row, matrix = pair_program(X, S, D, C_S, C_D, nu)
    N, zeros = box.shape[0], equal.shape[0]
    A = sparse.vstack([equal, box, -box, -row])
    b = np.concatenate([np.zeros(zeros), np.ones(N), np.zeros(N), [-nu]])
    cones = [clarabel.ZeroConeT(zeros), clarabel.NonnegativeConeT(2 * N + 1)]
    return matrix(np.array(clarabels(H, linear, A, b, cones).x))


def clarabels(P, q, A, b, cones, tol=1e-8):
    """Clarabel's solution by one thread; its own tolerance is that of default."""
    settings = clarabel.DefaultSettings()
    settings.tol_gap_rel = settings.tol_feas = tol
    settings.verbose = False
    settings.max_threads = 1
    P, A = (sparse.csc_matrix(matrix) for matrix in (P, A))
    return clarabel.DefaultSolver(P, q, A, b, cones, settings).solve()


def by_osqp(X, S, D, C_S, C_D, nu):
    H, linear, equal, box, row, matrix = pair_program(X, S, D, C_S, C_D, nu)
    N, zeros = box.shape[0], np.zeros(equal.shape[0])
    solver = osqp.OSQP()
    solver.setup(
        sparse.csc_matrix(H),
        linear,
        sparse.csc_matrix(sparse.vstack([equal, box, row])),
        np.concatenate([zeros, np.zeros(N), [nu]]),
        np.concatenate([zeros, np.ones(N), [np.inf]]),
        verbose=False,
        eps_abs=1e-6,
        eps_rel=1e-6,
        max_iter=100_000,
    )
    return matrix(solver.solve(raise_error=True).x)


def rule_program(K, y, lam, row, column, eps=1e-6):
    """Program (9) as c, G x >= g with one equation first and the matrix in the cone last.

    Unknowns are a slack a pair, the hinge of j = i, t, h and the entries of Sigma in the order of
    ``row`` and ``column``, in which solvers differ.
    """
    n = len(y)
    i, j = np.triu_indices(n, 1)
    tau = np.where(y[i] == y[j], 1.0, -1.0)
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
    return c, sparse.csc_matrix(G), g, m


def rule_by_scs(K, y, lam, tol):
    """Objective of (9)."""
    column, row = np.triu_indices(len(y))  # of the lower triangle, column by column
    c, G, g, m = rule_program(K, y, lam, row, column)
    cone = {"z": 1, "l": len(g) - 1 - m, "s": [len(y)]}
    options = {"verbose": False, "eps_abs": tol, "eps_rel": tol}
    return scs.SCS({"A": -G, "b": -g, "c": c}, cone, **options).solve()["info"]["pobj"]


def rule_by_clarabel(K, y, lam, tol):
    """Objective of (9)."""
    row, column = np.tril_indices(len(y))  # of the lower triangle, row by row
    c, G, g, m = rule_program(K, y, lam, row, column)
    cones = [
        clarabel.ZeroConeT(1),
        clarabel.NonnegativeConeT(len(g) - 1 - m),
        clarabel.PSDTriangleConeT(len(y)),
    ]
    return clarabels(sparse.csc_matrix((len(c), len(c))), c, -G, -g, cones, tol).obj_val
