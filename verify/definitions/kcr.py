"""KCR (Sriperumbudur, Lang, Lanckriet 2008) by brute force; one module a section.

Same names as the functions under test where they compute the same thing. Whatever is rational
(objectives, subgradients, votes of all kernels but the Gaussian one) is computed in fractions, so
that ties are ties; smallest objectives (``kcr_optimum``, ``kcr_known_optima``) are computed in
floating point, and certified where the problem does not tell them.
"""

from verify.definitions.kcr_baselines import *  # noqa: F403
from verify.definitions.kcr_bounds import *  # noqa: F403
from verify.definitions.kcr_embedding import *  # noqa: F403
from verify.definitions.kcr_known_optima import *  # noqa: F403
from verify.definitions.kcr_optimum import *  # noqa: F403
from verify.definitions.kcr_programme import *  # noqa: F403
from verify.definitions.kcr_projection import *  # noqa: F403
from verify.definitions.kcr_rule import *  # noqa: F403
