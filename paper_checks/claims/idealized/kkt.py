"""Sections 3.2.2 and 3.2.4: the KKT conditions, Propositions 2 and 3; Eq. (17)-(22)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gramcheck.paper_checks.claims.idealized.problems import (
    ROUNDING,
    Problem,
    condition,
    equation,
    minima,
    of_this_metric,
    solved,
)
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import (
    Finding,
    at_least,
    at_most,
    enough,
    equals,
    holds,
)
from gramcheck.paper_checks.ledger import Evidence, Verdict, claim, erratum
from gramcheck.reference.idealized import IdealizedMetric

SECTION = "Section 3.2.2"
INSIDE = 1e-4  # of the bound: nearer to an end an α counts as being there


def slopes_at(problem: Problem, pair: int, value: float) -> list[float]:
    """Slopes of the least value, to either side, as (8) or (9) of a pair gets tighter."""
    step = 1e-3 * problem.unit
    alone = np.arange(len(problem.similar) + len(problem.dissimilar)) == pair
    return [
        (problem.minimized(tighter=change * alone).value - value) / change
        for change in (-step, step)
    ]


@claim("idealized/multipliers-are-rates", place=SECTION, kind="statement")
def rates_of_change(run: Run) -> Evidence:
    """α_ij is the rate of change of the objective as the constraint of a pair in (7) changes.

    The primal is minimized once more with (8) or (9) tightened by ±ε for one pair, and its α lies
    between the slopes to either side: the pairs with the largest and the least α in S and in D, in
    ten random problems. As the multipliers are those of the printed dual, the primal is without
    the cone, too. Some are 0, some at their bound, and some between.
    """
    rows = []
    for (problem, metric), minimum in list(zip(solved(run), minima(run), strict=True))[:10]:
        n_S, alphas = len(problem.similar), np.r_[metric.alpha_S, metric.alpha_D]
        extreme = [f(metric.alpha_S) for f in (np.argmin, np.argmax)]
        extreme += [n_S + f(metric.alpha_D) for f in (np.argmin, np.argmax)]
        for pair in extreme:
            bound = problem.C_S / n_S if pair < n_S else problem.C_D / len(problem.dissimilar)
            low, high = slopes_at(problem, int(pair), minimum.value)
            rows.append([low / bound, alphas[pair] / bound, high / bound])
    low, share, high = np.transpose(rows)
    inside = (share > 0.01) & (share < 0.99)
    return Evidence(
        printed=[
            at_least(share, low, atol=ROUNDING, name="α over its bound against the slope below"),
            at_most(share, high, atol=ROUNDING, name="α over its bound against the slope above"),
            enough(
                [(share < 0.01).sum(), inside.sum(), (share > 0.99).sum()],
                1,
                name="pairs with α at 0, between, at the bound",
            ),
        ],
        measured={"pairs": len(share), "widest gap between the slopes": float((high - low).max())},
    )


@equation(17, "vectors/kkt_conditions")
def complementary_similar(run: Run) -> Evidence:
    """α_ij (d²_ij - d̃²_ij + ξ_ij) = 0 on S, at the solutions of random problems, in fractions.

    The α are those of the metric, by (11). (Until a review that was not asked, here and in (18) to
    (20).)
    """
    return Evidence(printed=[*condition(run, "eq_17", "largest |product|"), of_this_metric(run)])


@equation(18, "vectors/kkt_conditions")
def complementary_dissimilar(run: Run) -> Evidence:
    """α_ij (d̃²_ij - d²_ij - γ + ξ_ij) = 0 on D, at the solutions of random problems."""
    return Evidence(printed=[*condition(run, "eq_18", "largest |product|"), of_this_metric(run)])


@equation(19, "vectors/kkt_conditions")
def complementary_slack(run: Run) -> Evidence:
    """η_ij ξ_ij = 0: a pair with slack has its α at the bound. Some pairs do have slack."""
    slack = [max(m.slack_S.max(), m.slack_D.max()) / p.unit for p, m in solved(run)]
    return Evidence(
        printed=[
            *condition(run, "eq_19", "largest |product|"),
            of_this_metric(run),
            at_least(np.median(slack), 0.01, name="median of the largest ξ, over the largest d²"),
        ]
    )


@equation(20, "vectors/kkt_conditions")
def complementary_gamma(run: Run) -> Evidence:
    """μγ = 0: (15) is met with equality unless γ = 0. Problems of both kinds occur."""
    both = np.array([[m.gamma / p.unit, m.mu / p.C_D] for p, m in solved(run)]) > 1e-4
    return Evidence(
        printed=[
            *condition(run, "eq_20", "largest |product|"),
            of_this_metric(run),
            enough(both.sum(axis=0), 1, name="problems with γ > 0, problems with μ > 0"),
        ]
    )


@equation(21, "vectors/kkt_conditions")
def equality_dissimilar(run: Run) -> Evidence:
    """d̃²_ij - d²_ij - γ + ξ_ij = 0 for pairs of D with α_ij > 0.

    The α are those of the metric, by (11). (Until a review that was not asked, here and in (22).)
    """
    return equality(run, on_D=True)


@equation(22, "vectors/kkt_conditions")
def equality_similar(run: Run) -> Evidence:
    """d²_ij - d̃²_ij + ξ_ij = 0 for pairs of S with α_ij > 0."""
    return equality(run, on_D=False)


def equality(run: Run, on_D: bool) -> Evidence:
    """α and d̃ are the solution's, γ and ξ those of the primal minimized apart."""
    left: list[float] = []
    for (problem, metric), minimum in zip(solved(run), minima(run), strict=True):
        support, (shrunk, grown) = metric.support_pairs(INSIDE), problem.margins(metric)
        on_S = (shrunk + minimum.slack_S)[support.support_S]
        of_D = (grown - minimum.gamma + minimum.slack_D)[support.support_D]
        left += list((of_D if on_D else on_S) / problem.largest(metric))
    return Evidence(
        printed=[
            holds(left, 0.0, atol=ROUNDING, name="relative to the largest term"),
            of_this_metric(run),
        ],
        measured={"pairs": len(left)},
    )


Solutions = Sequence[tuple[Problem, IdealizedMetric]]


def proposition_2_evidence(solutions: Solutions) -> list[Finding]:
    """By case of Proposition 2, how far it is violated at worst, relative to the largest term.

    Of a case that does not occur nothing is known.
    """
    found: dict[str, list[float]] = {}
    for problem, metric in solutions:
        (shrunk, grown), unit = problem.margins(metric), problem.largest(metric)
        for what, left, alpha, C in (
            ("D: d̃² - d² - γ", grown - metric.gamma, metric.alpha_D, problem.C_D),
            ("S: d² - d̃²", shrunk, metric.alpha_S, problem.C_S),
        ):
            share = alpha * len(alpha) / C
            inside = (share > INSIDE) & (share < 1 - INSIDE)
            for case, violation in (
                (f"{what} = 0 inside", np.abs(left[inside])),
                (f"{what} ≥ 0 at α = 0", -left[share <= 1e-9]),
                (f"{what} ≤ 0 at the bound", left[share >= 1 - 1e-9]),
            ):
                found.setdefault(case, []).extend(violation / unit)
    return [
        at_most(values, 0.0, atol=1e-5, name=case) if values else enough(0, 1, name=case)
        for case, values in found.items()
    ]


@claim("idealized/proposition-2", place=f"{SECTION}, Proposition 2")
def support_and_error_pairs(run: Run) -> Evidence:
    """On D: d̃² - d² = γ where 0 < α < C_D/N_D, ≥ γ at α = 0, ≤ γ at the bound; on S likewise, 0.

    Every pair of random problems, by case; relative to the largest term. The proof uses the
    conditions of the program as printed, so it is about that one.
    """
    return Evidence(printed=proposition_2_evidence(solved(run)))


def proposition_3_evidence(solutions: Solutions) -> list[Finding]:
    """The two bounds of Proposition 3, and what its proof has between them and ν.

    Multipliers that are too small would have no error pairs, and the second bound nothing to say.
    So their sum is held against (15), an equation where γ > 0. And a pair that the metric parts by
    less than γ has to be one whose α is at its bound.
    """
    rows = []
    for problem, metric in solutions:
        support, (_, grown) = metric.support_pairs(1e-9), problem.margins(metric)
        missed = grown < metric.gamma - 1e-5 * problem.largest(metric)
        fractions = support.support_D.mean(), support.error_D.mean(), missed.mean()
        inside = (missed & ~support.error_D).sum()
        share = metric.alpha_D.sum() / problem.C_D
        rows.append((problem.nu, *fractions, inside, share, metric.gamma / problem.unit > 1e-4))
    nu, support_pairs, error_pairs, missed_pairs, inside, share, positive = np.transpose(rows)
    at = positive > 0
    return [
        at_least(support_pairs, nu, atol=1e-7, name="fraction of support pairs, against ν"),
        at_most(error_pairs[at], nu[at], atol=1e-7, name="fraction of error pairs where γ > 0"),
        at_most(missed_pairs[at], nu[at], atol=1e-7, name="fraction with d̃² - d² < γ, γ > 0"),
        equals(inside.sum(), 0, name="pairs with d̃² - d² < γ that are no error pairs"),
        at_least(share, nu, atol=1e-7, name="Σ α over C_D, against ν"),
        at_most(share[at], nu[at], atol=1e-7, name="Σ α over C_D where γ > 0"),
    ]


@claim("idealized/proposition-3", place="Section 3.2.4, Proposition 3")
def meaning_of_nu(run: Run) -> Evidence:
    """ν is at most the fraction of support pairs in D, at least that of error pairs if γ > 0."""
    return Evidence(printed=proposition_3_evidence(solved(run)))


@erratum(
    "errata/K7",
    place="Section 3.2.2-3.2.4",
    about=("proposition-2", "gamma-value", "proposition-3"),
    expected=Verdict.HOLDS,
)
def propositions_hold(run: Run) -> Evidence:
    """Propositions 2 and 3 hold, for the program with the cone too.

    Their proofs use the conditions of the program as printed, whose metric need not be one (K2). A
    suspicion that is refuted: with the cone α, ξ and γ obey the same conditions, and no problem
    violates either proposition.
    """
    found = [(problem, problem.solve("constrained")) for problem, _ in solved(run)]
    return Evidence(
        printed=[
            *proposition_2_evidence(found),
            *proposition_3_evidence(found),
            enough(
                sum(metric.smallest_eigenvalue < 0 for _, metric in solved(run)),
                1,
                name="problems whose QP leaves the cone",
            ),
        ]
    )
