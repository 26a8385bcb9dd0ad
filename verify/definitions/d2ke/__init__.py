"""D2KE (Wu, Yen, Xu, Ravikumar, Witbrock 2018) by brute force; one module a section.

Same names as the functions under test where they compute the same thing. Suffixes tell a second,
independent form (``_by_edits``, ``_by_enumeration``, ``_by_sum``, ``_by_counts``) or the paper's
letter where it is wrong (``_as_printed``).
"""

from gramcheck.verify.definitions.d2ke.algorithm1 import *  # noqa: F403
from gramcheck.verify.definitions.d2ke.analysis import *  # noqa: F403
from gramcheck.verify.definitions.d2ke.baselines import *  # noqa: F403
from gramcheck.verify.definitions.d2ke.distances import *  # noqa: F403
from gramcheck.verify.definitions.d2ke.kernel import *  # noqa: F403
from gramcheck.verify.definitions.d2ke.neighbors import *  # noqa: F403
from gramcheck.verify.definitions.d2ke.rules_of_thumb import *  # noqa: F403
from gramcheck.verify.definitions.d2ke.spaces import *  # noqa: F403
from gramcheck.verify.definitions.d2ke.uniform_convergence import *  # noqa: F403
