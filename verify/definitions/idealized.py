"""Idealized kernels (Kwok and Tsang 2003) by brute force; one module a section.

Same names as the functions under test where they compute the same thing. Points are rows, pairs are
tuples (i, j); what is rational is computed in fractions, so without any rounding.
"""

from verify.definitions.idealized_exact import *  # noqa: F403
from verify.definitions.idealized_kernel import *  # noqa: F403
from verify.definitions.idealized_manufactured import *  # noqa: F403
from verify.definitions.idealized_pairs import *  # noqa: F403
from verify.definitions.idealized_program import *  # noqa: F403
from verify.definitions.idealized_rows import *  # noqa: F403
from verify.definitions.idealized_xing import *  # noqa: F403
