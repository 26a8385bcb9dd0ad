"""Solvers of others, certified on problems made around their optimum: what is installed is asked.

Every residual is recomputed from the point and the multipliers that a solver returns, and held to
1e-6. Solvers whose default tolerance is larger are asked for a smaller one.
"""

import numpy as np
import pytest

from gramcheck.verify import manufactured
from gramcheck.verify.optimality import certified, dimacs_errors, quadratic_program

TIGHT = {"eps_abs": 1e-9, "eps_rel": 1e-9}
QUADRATIC = {
    "clarabel": {},
    "cvxopt": {},
    "daqp": {},
    "osqp": TIGHT | {"max_iter": 10**6},
    "piqp": {},
    "proxqp": {"eps_abs": 1e-9, "check_duality_gap": True, "eps_duality_gap_abs": 1e-9},
    "quadprog": {},
    "scs": TIGHT | {"max_iters": 10**6},
}
SEMIDEFINITE = {"CLARABEL": {}, "CVXOPT": {}, "SCS": TIGHT | {"max_iters": 10**6}}
SEEDS = range(10)
pytestmark = pytest.mark.filterwarnings("ignore::PendingDeprecationWarning")  # osqp's, of itself


def needs(interface, solver):
    """Skip where the solver or what calls it is not installed."""
    for name in (interface, {"proxqp": "proxsuite"}.get(solver, solver.lower())):
        pytest.importorskip(name)


def quadratic_errors(solver, settings, seed):
    from qpsolvers import Problem, solve_problem
    from scipy.sparse import csc_matrix

    p = manufactured.quadratic_program(np.random.default_rng(seed), 8, 12, equations=2)
    matrices = [
        csc_matrix(M) if solver in ("clarabel", "osqp", "scs") else M for M in (p.P, p.G, p.A)
    ]
    problem = Problem(matrices[0], p.q, matrices[1], p.h, matrices[2], p.b)
    found = solve_problem(problem, solver, **settings)
    return quadratic_program(p.P, p.q, p.G, p.h, found.x, found.z, p.A, p.b, found.y)


def semidefinite_errors(solver, settings, seed):
    import cvxpy as cp

    s = manufactured.semidefinite_program(np.random.default_rng(seed), [3, 4], 5, nonnegative=3)
    X = [cp.Variable(c.shape, symmetric=c.ndim == 2) for c in s.C]
    cones = [x >> 0 if x.ndim == 2 else x >= 0 for x in X]

    def product(blocks):
        return sum(cp.sum(cp.multiply(b, x)) for b, x in zip(blocks, X, strict=True))

    equations = [product(row) == b for row, b in zip(s.A, s.b, strict=True)]
    cp.Problem(cp.Minimize(product(s.C)), cones + equations).solve(solver=solver, **settings)
    Z = [cone.dual_value for cone in cones]
    Z = [(z + z.T) / 2 if z.ndim == 2 else z for z in Z]
    y = -np.array([float(each.dual_value) for each in equations])
    return dimacs_errors(s.C, s.A, s.b, [x.value for x in X], y, Z)


@pytest.mark.parametrize("solver", QUADRATIC)
def test_solvers_of_quadratic_programs_are_certified(solver):
    needs("qpsolvers", solver)
    for seed in SEEDS:
        assert certified(quadratic_errors(solver, QUADRATIC[solver], seed), 1e-6).passed


@pytest.mark.parametrize("solver", SEMIDEFINITE)
def test_solvers_of_semidefinite_programs_are_certified(solver):
    needs("cvxpy", solver)
    for seed in SEEDS:
        assert certified(semidefinite_errors(solver, SEMIDEFINITE[solver], seed), 1e-6).passed


@pytest.mark.parametrize(
    ("errors", "solver", "module"),
    [
        (quadratic_errors, "osqp", "qpsolvers"),
        (quadratic_errors, "proxqp", "qpsolvers"),
        (quadratic_errors, "scs", "qpsolvers"),
        (semidefinite_errors, "SCS", "cvxpy"),
    ],
)
def test_a_solver_at_its_loose_defaults_is_not(errors, solver, module):
    needs(module, solver)
    assert not all(certified(errors(solver, {}, seed), 1e-6).passed for seed in SEEDS)
