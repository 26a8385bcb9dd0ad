"""What is wrong with embeddings, their distances and their norms."""

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, half, squared, twice
from gramcheck.paper_checks.falsifiers.kcr.changes import uncentered


def last_number_ignored(expansion: Function) -> Function:
    """The last training point has no part in the embedding."""
    return lambda c, K: expansion(np.where(np.arange(K.shape[1]) < K.shape[1] - 1, c, 0.0), K)


falsify("kcr/remark-2a", wrong={"kcr.expansion": last_number_ignored})
falsify("kcr/remark-2a", wrong={"kcr.expansion": squared})
falsify("kcr/remark-2a", wrong={"kcr.center_coefficients": uncentered})
falsify("kcr/remark-2b", "kcr/corollary-3", wrong={"kcr.squared_distances": half})
falsify("kcr/remark-2c", wrong={"kcr.squared_norm": twice})
falsify("kcr/remark-2c", wrong={"kcr.squared_norm": squared})
falsify("kcr/remark-2d", wrong={"kcr.coefficients_from_sigma": half})
falsify("kcr/remark-2d", wrong={"kcr.center_coefficients": uncentered})
falsify("kcr/corollary-4", wrong={"kcr.mahalanobis": twice})
falsify("kcr/corollary-4", wrong={"kcr.expansion": squared})
falsify("kcr/corollary-4", wrong={"kcr.squared_distances": half})
