"""KCR (Sriperumbudur, Lang, Lanckriet 2008) by brute force; one module a section.

Same names as the functions under test where they compute the same thing. Whatever is rational
(objectives, subgradients, votes of all kernels but the Gaussian one) is computed in fractions, so
that ties are ties; smallest objectives (``optimum``, ``known_optima``) are computed in
floating point, and certified where the problem does not tell them.
"""

from gramcheck.verify.definitions.kcr.baselines import *  # noqa: F403
from gramcheck.verify.definitions.kcr.bounds import *  # noqa: F403
from gramcheck.verify.definitions.kcr.embedding import *  # noqa: F403
from gramcheck.verify.definitions.kcr.known_optima import *  # noqa: F403
from gramcheck.verify.definitions.kcr.lmnn import *  # noqa: F403
from gramcheck.verify.definitions.kcr.optimum import *  # noqa: F403
from gramcheck.verify.definitions.kcr.program import *  # noqa: F403
from gramcheck.verify.definitions.kcr.projection import *  # noqa: F403
from gramcheck.verify.definitions.kcr.remarks import *  # noqa: F403
from gramcheck.verify.definitions.kcr.rule import *  # noqa: F403
