"""Section 4.1: the program (9), and what Algorithm 1 reaches of its optimum; C10, C11, C17.

What Algorithm 1 reaches is measured against a lower bound that any feasible point of the dual
gives, so that no solver is taken at its word.
"""

from __future__ import annotations

from collections.abc import Mapping
from time import process_time
from typing import Any

import numpy as np

from gramcheck.paper_checks.claims.kcr.samples import program, three_points
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_least, at_most, equals, holds
from gramcheck.paper_checks.ledger import Evidence, Table, Unit, Verdict, claim
from gramcheck.reference import kcr

_STEPS = {"quick": 400, "full": 20_000}
_PROGRAMS = {"quick": 14, "full": 64}  # of seven kernels
REACHED = 1e-3  # the relative gap that is to be reached
_ASKED = 8e-4  # of the splitting method: with _CERTIFIED still within REACHED
_CERTIFIED = 1e-4  # gap of interior points up to which their bound says more than their objective
_LABEL = {
    "printed": "Σ, 10 sweeps of alternating projections",
    "exact": "Σ, exact projection",
    "W": "W, exact projection",
    "splitting": "splitting",
}


def race(run: Run, number: int) -> dict[str, Any]:
    """Gaps of Algorithm 1 and of the splitting method on one program, all to the same bound.

    The bound is the splitting method's own; the exact solution, by interior points with a bound
    from cvxopt's multipliers, knows nothing of it.
    """
    K, y, lam, kernel = program(number, run.seed)
    started = process_time()
    solved = kcr.solve_by_splitting(K, y, lam, tol=_ASKED, max_iterations=20_000)
    seconds = process_time() - started
    exact = kcr.solve_exactly(K, y, lam)
    bound = solved.lower_bound
    forms: dict[str, dict[str, Any]] = {
        "printed": {"projection": "alternating"},
        "exact": {"projection": "exact"},
        "W": {"variable": "W"},
    }
    reached = {
        name: kcr.gradient_projection(
            K,
            y,
            lam,
            max_iterations=_STEPS[run.scale],
            tol=0.0,
            multipliers=solved.multipliers,
            **form,
        ).objective
        for name, form in forms.items()
    }
    reached["splitting"] = solved.objective
    return {
        "kernel": kernel,
        "n": len(y),
        "classes": len(np.unique(y)),
        "lambda": lam,
        "condition": float(np.linalg.cond(K)),
        "seconds": seconds,
        "gaps": {name: (value - bound) / bound for name, value in reached.items()},
        "exact gap": exact.gap,
        "above exact objective": solved.objective / exact.objective - 1,
        "above exact bound": solved.objective / exact.lower_bound - 1,
        "bound above exact objective": bound / exact.objective - 1,
    }


def _units(run: Run) -> list[Unit]:
    return [
        Unit(f"kcr-race/{number:02}", race, {"number": number})
        for number in range(_PROGRAMS[run.scale])
    ]


def _each(results: Mapping[str, Any], name: str) -> list[Any]:
    return [results[key][name] for key in sorted(results)]


def _gaps(results: Mapping[str, Any], form: str) -> list[float]:
    return [gaps[form] for gaps in _each(results, "gaps")]


def _table(results: Mapping[str, Any]) -> Table:
    named = ("kernel", "n", "classes", "lambda", "condition", "exact gap", "above exact objective")
    return Table(
        [
            *("kernel", "n", "classes", "λ", "condition of K"),
            *("interior points", "splitting, above interior points", "splitting, CPU s"),
            *_LABEL.values(),
        ],
        [
            [*(r[name] for name in named), r["seconds"], *(r["gaps"][form] for form in _LABEL)]
            for _, r in sorted(results.items())
        ],
        title="(objective - lower bound) / lower bound, and what the splitting method took",
    )


@claim(
    "kcr/algorithm-1",
    place="Section 4.1, Algorithm 1",
    kind="algorithm",
    expected=Verdict.HOLDS_WITH_CORRECTION,
    units=_units,
)
def gradient_projection(run: Run, results: Mapping[str, Any]) -> Evidence:
    """Algorithm 1, repeated "until convergence", returns the minimizer of (9).

    It says neither how long its steps are nor when it has converged. With steps 1/(||g|| √t) it
    goes on for a long time far above the optimum. Corrected: the splitting method reaches it, with
    a proof that needs no solver; interior points confirm both the optimum and the proof.
    """
    certified = [r["above exact bound"] for r in results.values() if r["exact gap"] <= _CERTIFIED]
    return Evidence(
        printed=at_most(
            _gaps(results, "printed"), REACHED, name=f"gap after {_STEPS[run.scale]} steps"
        ),
        corrected=[
            at_most(_gaps(results, "splitting"), REACHED, name="gap of the splitting method"),
            at_most(
                _each(results, "above exact objective"),
                REACHED,
                name="its objective above that of interior points",
            ),
            at_most(
                certified,
                REACHED,
                name=f"its objective above their bound, where that is within {_CERTIFIED:g}",
            ),
            at_most(
                _each(results, "bound above exact objective"),
                0.0,
                atol=1e-9,
                name="its bound above their objective",
            ),
        ],
        measured={"most CPU seconds of the splitting method": max(_each(results, "seconds"))},
        table=_table(results),
        note=f"The splitting method is asked for a gap of {_ASKED:g}. Its seconds, meant to "
        "be less than 2, are shown and not judged: on a busy machine they are several times what "
        "they are on an idle one.",
    )


@claim(
    "errata/C10",
    place="Section 4.1, Algorithm 1",
    kind="erratum",
    expected=Verdict.HOLDS_WITH_CORRECTION,
    units=_units,
)
def slow_and_ill_conditioned(run: Run, results: Mapping[str, Any]) -> Evidence:
    """A small step along the subgradient and a projection, repeated, solve (9).

    Even with the exact projection Algorithm 1 is slow where K is badly conditioned: the median gap
    shows it. In W, with HKH = ZZ' and d² = (z_i - z_j)'W(z_i - z_j), the same steps end nearer.
    """
    exact, W = _gaps(results, "exact"), _gaps(results, "W")
    return Evidence(
        printed=at_most(exact, REACHED, name="gap in Σ, exact projection"),
        corrected=[
            at_most(
                float(np.median(W)), float(np.median(exact)), name="median gap: in W, against in Σ"
            ),
            at_most(_gaps(results, "splitting"), REACHED, name="gap of the splitting method"),
        ],
        measured={
            f"median gap, {label}": float(np.median(_gaps(results, name)))
            for name, label in _LABEL.items()
        },
        table=_table(results),
    )


@claim(
    "errata/C17",
    place="Algorithm 1, last line",
    kind="erratum",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
def returned_bandwidth(run: Run) -> Evidence:
    """Algorithm 1 returns h~, and (2) classifies by ρ ≤ h.

    h~ is h²: with ρ² = 0.3 and h~ = 0.36 the point is inside the ball. Taken for h it would be
    outside. Corrected: ρ² ≤ h~.
    """
    squared, h2 = np.array([[0.3, 9.0]]), 0.36
    inside = kcr.kernel_rule(np.sqrt(squared), [1, 2], float(np.sqrt(h2)))
    taken = kcr.kernel_rule(np.sqrt(squared), [1, 2], h2)
    K, y, lam, _ = program(1, run.seed, n=15)
    rule = kcr.solve_by_splitting(K, y, lam, tol=1e-2)
    rho = np.sqrt(rule.squared_distances(K))
    expected = kcr.kernel_rule(rho, y, float(np.sqrt(rule.h2))).labels
    return Evidence(
        printed=equals(
            taken.empty.tolist(), inside.empty.tolist(), name="h~ taken for h: nobody near"
        ),
        corrected=equals(
            rule.predict(K).tolist(), expected.tolist(), name="classes of the learned rule"
        ),
    )


@claim("kcr/eq-9", place="Section 4.1, Eq. (9)", kind="equation", expected=Verdict.HOLDS)
def semidefinite_program(run: Run) -> Evidence:
    """(9) is convex, and its optimum can be computed: two solvers agree, each with its own bound.

    An interior point method on the cone program and the splitting method; the lower bound of each
    is below the objective of the other.
    """
    rng, convex, crossed = run.rng(), -np.inf, []
    rows: list[list[Any]] = []
    for number in range(1, 6):
        K, y, lam, kernel = program(number, run.seed, n=12)
        for _ in range(50):
            ends = [
                (kcr.sigma_from_coefficients(rng.normal(size=(2, 12))), float(rng.uniform(0.1, 4)))
                for _ in "ab"
            ]
            middle = (sum(S for S, _ in ends) / 2, sum(h for _, h in ends) / 2)
            values = [kcr.objective(S, h2, K, y, lam) for S, h2 in (*ends, middle)]
            convex = max(convex, (values[2] - (values[0] + values[1]) / 2) / values[2])
        exact, split = kcr.solve_exactly(K, y, lam), kcr.solve_by_splitting(K, y, lam)
        crossed += [
            (exact.lower_bound - split.objective) / split.objective,
            (split.lower_bound - exact.objective) / exact.objective,
        ]
        rows.append([kernel, lam, exact.objective, split.objective, exact.gap, split.gap])
    return Evidence(
        printed=[
            at_most(convex, 0.0, atol=1e-12, name="at a midpoint, above the mean, relative"),
            holds(
                [r[2] for r in rows], [r[3] for r in rows], rtol=2e-3, name="optimum, two solvers"
            ),
            at_most(crossed, 0.0, atol=1e-9, name="bound of one above the objective of the other"),
        ],
        table=Table(["kernel", "λ", "interior points", "splitting", "their gap", "its gap"], rows),
    )


@claim(
    "errata/C11",
    place="Section 4.1, Eq. (9)",
    kind="erratum",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
def bandwidth_at_its_bound(run: Run) -> Evidence:
    """(9) has a minimizer with h~ > 0.

    Three points of three classes and λ = 10: Σ = 0 is optimal and the objective 12 + 3 h~ falls
    down to h~ = 0, which is not allowed. Corrected: h~ ≥ ε, as in line 7 of Algorithm 1.
    """
    K, y, lam = three_points()
    rules = {eps: kcr.solve_by_splitting(K, y, lam, tol=1e-6, eps=eps) for eps in (1e-2, 1e-4)}
    values = [kcr.objective(np.zeros((3, 3)), h2, K, y, lam) for h2 in (0.5, 0.25, 0.125)]
    return Evidence(
        printed=at_least(
            [rule.h2 / eps for eps, rule in rules.items()], 2.0, name="h~ over its lower bound"
        ),
        corrected=[
            holds(values, [13.5, 12.75, 12.375], rtol=1e-14, name="objective at Σ = 0"),
            holds(
                [rule.objective for rule in rules.values()],
                [12 + 3 * eps for eps in rules],
                rtol=1e-5,
                name="optimum for ε = 0.01 and 0.0001",
            ),
            at_most([rule.gap for rule in rules.values()], 1e-5, name="certified gap"),
        ],
    )
