"""Idealized kernels (Kwok and Tsang 2003) by brute force; one module a section.

Same names as the functions under test where they compute the same thing. Points are rows, pairs are
tuples (i, j); what is rational is computed in fractions, so without any rounding.
"""

from gramcheck.verify.definitions.idealized.conditions import *  # noqa: F403
from gramcheck.verify.definitions.idealized.dual import *  # noqa: F403
from gramcheck.verify.definitions.idealized.exact import *  # noqa: F403
from gramcheck.verify.definitions.idealized.gamma import *  # noqa: F403
from gramcheck.verify.definitions.idealized.kernel import *  # noqa: F403
from gramcheck.verify.definitions.idealized.manufactured import *  # noqa: F403
from gramcheck.verify.definitions.idealized.pairs import *  # noqa: F403
from gramcheck.verify.definitions.idealized.primal import *  # noqa: F403
from gramcheck.verify.definitions.idealized.rows import *  # noqa: F403
from gramcheck.verify.definitions.idealized.xing import *  # noqa: F403
