"""Section 4.1: what Algorithm 1 reaches of the optimum of (9), from which input; C10.

The input is the paper's: sequences alpha_t for Σ and beta_t for h~, and Σ_0. The paper gives none
of them, so several scales of steps are tried on each program, and the best of all is taken in
hindsight, the best of its iterates at that: nobody who does not know the optimum does as well.
Whatever is reached is measured against a lower bound that a feasible point of the dual gives.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from time import process_time
from typing import Any, NamedTuple

import numpy as np

from gramcheck.paper_checks import plots
from gramcheck.paper_checks.claims.kcr.samples import program
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_least, at_most
from gramcheck.paper_checks.ledger import Evidence, Results, Table, Unit, Verdict, claim, erratum
from gramcheck.reference import kcr
from gramcheck.reference.types import Array

REACHED = 1e-3  # the relative gap that is to be reached
_STEPS = {"quick": 2000, "full": 20_000}
_PROGRAMS = {"quick": 7, "full": 28}  # of seven kernels
_ASKED = 8e-4  # of the splitting method, whose bound is its own
_CERTIFIED = 1e-4  # gap of interior points up to which their bound says more than their objective
_RATES: dict[str, Callable[[int], float]] = {
    "1": lambda t: 1.0,
    "1/√(t+1)": lambda t: 1 / np.sqrt(t + 1),
}
_SCALES = tuple(10.0**e for e in range(-1, 5))  # of alpha_t, in units of 1 / (n L²)
_FOR_H = 1e-2  # scale of beta_t, in units of 1 / n
_LABEL = {
    "printed": "Σ, alternating projections, a fifth of the steps",
    "Sigma": "Σ, exact projection",
    "W": "W, exact projection",
    "splitting": "splitting",
}


class Input(NamedTuple):
    """Of Algorithm 1: alpha_t and beta_t as scales of their units with one rate, Σ_0 = start H."""

    scale: float
    rate: str
    for_h: float = _FOR_H
    start: float = 0.0


def race(run: Run, number: int) -> dict[str, Any]:
    """Gaps that Algorithm 1 reaches on one program, in Σ and in W, and those of the solvers.

    Steps of all scales and rates are tried from Σ_0 = 0, for a fifth of the iterations; with the
    best of them it goes on to the end, and so with ten times the beta_t, and from Σ_0 a multiple of
    H = I - 11'/n. The unit of steps is 1/(n L²), L the largest squared norm
    of k_i - k_j (in W, of z_i - z_j): that of the metric over that of its subgradient.
    """
    K, y, lam, kernel = program(number, run.seed)
    n, H = len(y), np.eye(len(y)) - 1 / len(y)
    started = process_time()
    solved = kcr.solve_by_splitting(K, y, lam, tol=_ASKED)
    seconds = process_time() - started
    exact = kcr.solve_exactly(K, y, lam)
    bound = max(solved.lower_bound, exact.lower_bound)
    spread = kcr.squared_distances(H, K)
    largest = {"Sigma": spread.max(), "W": 2 * np.diag(H @ K @ H).max()}

    steps = _STEPS[run.scale]

    def gap(steps: int, given: Input, variable: str, projection: str = "exact") -> float:
        scale, rate, for_h, multiple = given
        unit = n * largest[variable] ** 2
        try:
            found = kcr.gradient_projection(
                K,
                y,
                lam,
                alpha=lambda t: scale / unit * _RATES[rate](t),
                beta=lambda t: for_h / n * _RATES[rate](t),
                Sigma0=multiple * H,
                projection=projection,
                variable=variable,
                max_iterations=steps,
                tol=0.0,
                iterate="best",
            )
        except ValueError:  # steps so long that they leave the range of numbers
            return np.inf
        return (found.objective - bound) / bound

    gaps, chosen = {"splitting": (solved.objective - bound) / bound}, {}
    for variable in ("Sigma", "W"):
        tried = [Input(scale, rate) for scale, rate in product(_SCALES, _RATES)]
        short = [gap(steps // 5, each, variable) for each in tried]
        best = tried[short.index(min(short))]
        inputs = [
            best,
            best._replace(for_h=10 * _FOR_H),
            best._replace(start=1 / float(spread.mean())),
        ]
        reached = [gap(steps, each, variable) for each in inputs]
        gaps[variable] = min(reached)
        chosen[variable] = inputs[reached.index(gaps[variable])]
    gaps["printed"] = gap(steps // 5, chosen["Sigma"], "Sigma", "alternating")
    return {
        "kernel": kernel,
        "n": n,
        "lambda": lam,
        "condition": _condition(H @ K @ H),
        "linear": kernel.startswith("linear"),
        "gaps": gaps,
        "inputs": {name: "{:g}, {}, {:g}, {:.2g}".format(*each) for name, each in chosen.items()},
        "seconds": seconds,
        "exact gap": exact.gap,
        "above exact objective": solved.objective / exact.objective - 1,
        "above exact bound": solved.objective / exact.lower_bound - 1,
        "bound above exact objective": solved.lower_bound / exact.objective - 1,
    }


def _condition(centered: Array) -> float:
    """Condition number of HKH on its range."""
    values = np.linalg.eigvalsh(centered)
    return float(values[-1] / values[values > 1e-9 * values[-1]][0])


def _units(run: Run) -> list[Unit]:
    return [
        Unit(f"kcr-race/{number:02}", race, {"number": number})
        for number in range(_PROGRAMS[run.scale])
    ]


def _gaps(results: Results, form: str, linear: bool | None = None) -> list[float]:
    return [r["gaps"][form] for _, r in sorted(results.items()) if linear in (None, r["linear"])]


def _each(results: Results, name: str) -> list[Any]:
    return [results[key][name] for key in sorted(results)]


def _table(results: Mapping[str, Any]) -> Table:
    named = ("kernel", "n", "lambda", "condition", "exact gap")
    return Table(
        ["kernel", "n", "λ", "condition of HKH", "interior points", *_LABEL.values(), "best input"],
        [
            [*(r[name] for name in named), *(r["gaps"][form] for form in _LABEL),
             r["inputs"]["Sigma"]]
            for _, r in sorted(results.items())
        ],
        title="(objective - lower bound) / lower bound; the best input in Σ: scale and rate of "
        "alpha_t, scale of beta_t, Σ_0 as a multiple of H",
    )  # fmt: skip


def _picture(results: Results) -> plots.Figure:
    """The gaps of the table; the line is what was to be reached."""
    named = zip(_each(results, "kernel"), _each(results, "n"), strict=True)
    figure = plots.dots(
        [f"{kernel}, n = {n}" for kernel, n in named],
        {label: _gaps(results, form) for form, label in _LABEL.items()},
        value="(objective - lower bound) / lower bound",
        of="kernel",
        limit=REACHED,
    )
    figure.axes[0].set_xscale("log")
    return figure


@claim(
    "kcr/algorithm-1",
    place="Section 4.1, Algorithm 1",
    expected=Verdict.HOLDS_WITH_CORRECTION,
    units=_units,
    checks=("gradient-projection", "vectors/active_sets", "vectors/subgradient"),
)
def gradient_projection(run: Run, results: Results) -> Evidence:
    """Algorithm 1, repeated "until convergence", returns the minimizer of (9).

    It does so for linear kernels, from the best of the inputs that are tried. For Gaussian kernels
    of every width and for the cubic one none of them gets near in as many steps: gaps from a
    fiftieth to many times the optimum. Corrected: for linear kernels; and the splitting method
    reaches the optimum of all, with a proof that needs no solver; interior points confirm both.
    (Until a review, steps 1/(||g|| √t) for both variables alone were tried, which miss linear
    kernels too, and all were called missed; the gap asked for, 0.001, is what it was.)
    """
    certified = [r["above exact bound"] for r in results.values() if r["exact gap"] <= _CERTIFIED]
    steps = _STEPS[run.scale]
    return Evidence(
        printed=at_most(
            _gaps(results, "Sigma"), REACHED, name=f"gap after {steps} steps, best input"
        ),
        corrected=[
            at_most(
                _gaps(results, "Sigma", linear=True),
                REACHED,
                name="linear kernels: gap, best input",
            ),
            at_least(
                _gaps(results, "Sigma", linear=False), REACHED, name="others: gap, best input"
            ),
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
        measured={
            "inputs tried on each program": len(_SCALES) * len(_RATES) + 2,
            "gaps, linear kernels": _gaps(results, "Sigma", linear=True),
            "gaps, others": _gaps(results, "Sigma", linear=False),
            "most CPU seconds of the splitting method": max(_each(results, "seconds")),
        },
        table=_table(results),
        picture=_picture(results),
    )


@erratum("errata/C10", place="Section 4.1, Algorithm 1", about=("algorithm-1",), units=_units)
def slow_and_ill_conditioned(run: Run, results: Results) -> Evidence:
    """A small step along the subgradient and a projection, repeated, solve (9).

    In Σ the subgradient 2 K L K + λK has the square of the kernel's condition number, and where
    that is large the best of the inputs stays far off, the exact projection notwithstanding. What
    mends most of it is the variable: with HKH = ZZ' and d² = (z_i - z_j)'W(z_i - z_j), the same
    inputs end nearer, by the median of the programs; what mends all of it, the splitting method.
    (Program by program: the median in W was once held against that in Σ, which with five programs
    compares different kernels, and fails at seed 1, where W is nearer on four of the five.)
    """
    Sigma, W = _gaps(results, "Sigma", linear=False), _gaps(results, "W", linear=False)
    return Evidence(
        printed=at_most(Sigma, REACHED, name="gap in Σ, kernels that are not linear"),
        corrected=[
            at_most(
                float(np.median(np.divide(W, Sigma))), 1.0, name="gap in W over that in Σ, median"
            ),
            at_most(_gaps(results, "splitting"), REACHED, name="gap of the splitting method"),
        ],
        measured={
            f"median gap, {label}": float(np.median(_gaps(results, name)))
            for name, label in _LABEL.items()
        },
        table=_table(results),
        picture=_picture(results),
    )  # fmt: skip
