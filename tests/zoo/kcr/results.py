"""Right rules and metrics that carry something else beside."""

import numpy as np

from tests.zoo import attribute_becomes, faults

LEARNED_OF = "kcr/prediction rules_know_what_they_were_learned_of"
SQUARES = "kcr/learned-distances learned_matrices_are_squares_of_their_factors"


wrong_rule = faults(attribute_becomes, "kcr.solve_by_splitting", killed_by=LEARNED_OF)
wrong_rule("rules with numbers for names", "y", lambda r: np.unique(r.y, return_inverse=True)[1])
wrong_rule(
    "rules with the centered kernel",
    "K",
    lambda r: r.K - r.K.mean(axis=0) - r.K.mean(axis=1)[:, None] + r.K.mean(),
)
wrong_rule(
    "rules with the multipliers of half of their pairs",
    "multipliers",
    lambda r: np.triu(r.multipliers),
    killed_by="kcr/prediction lower_bounds_follow_from_the_multipliers",
)

wrong_metric = faults(attribute_becomes, killed_by=SQUARES)
wrong_metric("LMNN: the factor is the matrix", "kcr.lmnn", "factor", lambda m: m.matrix)
wrong_metric("KMLCC: a constant in each column", "kcr.kmlcc", "factor", lambda m: m.factor + 1)
wrong_metric(
    "KLMCA: Omega as tall as the data", "kcr.klmca", "Omega", lambda m: np.asarray(m.factor)
)
wrong_metric(
    "LMNN: the last step of several is not counted",
    "kcr.lmnn",
    "iterations",
    lambda m: m.iterations - (m.iterations > 1),
    killed_by="kcr/lmnn lmnn_counts_its_iterations_and_bounds_the_optimum",
)
