"""What is wrong with the representer theorem and the programs that it is about."""

from typing import Any

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, half, instead, one_more, twice
from gramcheck.paper_checks.falsifiers.kcr.changes import by_position, uncentered
from gramcheck.reference import kcr


def without_the_penalty(objective: Function) -> Function:
    """The norm costs nothing."""
    return lambda c, K, theta, lam: objective(c, K, theta, 0.0)


def without_the_penalty_of_6(objective: Function) -> Function:
    """The errors alone."""
    return lambda c, K, y, h, lam: objective(c, K, y, h, 0.0)


@instead
def of_the_centered_metric(objective: Function, Sigma: Any, *rest: Any) -> Any:
    """Σ is centered before it is used."""
    return objective(kcr.project(Sigma), *rest)


def of_the_first_component(objective: Function) -> Function:
    """The other components of φ are forgotten."""
    return lambda c, *rest: objective(c[:1], *rest)


def within_one(objective: Function) -> Function:
    """H = 1, whatever is asked for."""
    return lambda c, K, y, h, lam: objective(c, K, y, 1.0, lam)


@instead
def of_the_differences_turned_round(objective: Function, c: Any, K: Any, theta: Any, lam: float):
    """θ of f(x_j) - f(x_i)."""
    return objective(c, K, lambda differences: theta(differences.T), lam)


@instead
def nothing_for_one_component(sigma: Function, c: Any) -> Any:
    """Σ is 0 where there is one component alone."""
    return sigma(c) * (len(c) > 1)


falsify("kcr/eq-6", wrong={"kcr.objective_6": twice})
falsify("kcr/eq-6", wrong={"kcr.objective_6": within_one})
falsify("kcr/eq-6", wrong={"kcr.objective_6": of_the_first_component})
falsify("kcr/eq-6", wrong={"kcr.objective": by_position})
falsify("kcr/eq-6", wrong={"kcr.objective": of_the_centered_metric})
falsify("kcr/eq-7", wrong={"kcr.expansion": half})
falsify("kcr/eq-7", wrong={"paper_checks.claims.kcr.representer.coefficients": one_more})
falsify("kcr/eq-10", wrong={"kcr.objective_10": without_the_penalty})
falsify("kcr/eq-10", wrong={"kcr.objective_10": of_the_differences_turned_round})
falsify("kcr/eq-10", "kcr/lemma-5", wrong={"kcr.lemma_5": uncentered})
falsify("kcr/lemma-5", wrong={"kcr.lemma_5": half})
falsify("kcr/theorem-1", wrong={"kcr.squared_distances": twice})
falsify("kcr/theorem-1", wrong={"kcr.squared_norm": half})
falsify("kcr/theorem-1", wrong={"kcr.objective_6": twice})
falsify("kcr/theorem-1", wrong={"kcr.sigma_from_coefficients": nothing_for_one_component})
falsify("kcr/eq-6", "kcr/theorem-1", wrong={"kcr.objective_6": without_the_penalty_of_6})
for _wrong in (uncentered, half):
    falsify("errata/C9", wrong={"kcr.center_coefficients": _wrong})
