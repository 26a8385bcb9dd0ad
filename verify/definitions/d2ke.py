"""D2KE (Wu, Yen, Xu, Ravikumar, Witbrock 2018) by brute force; one module a section.

Same names as the functions under test where they compute the same thing. Suffixes tell a second,
independent form (``_by_edits``, ``_by_enumeration``, ``_by_sum``, ``_by_counts``) or the paper's
letter where it is wrong (``_as_printed``).
"""

from verify.definitions.d2ke_algorithm1 import *  # noqa: F403
from verify.definitions.d2ke_analysis import *  # noqa: F403
from verify.definitions.d2ke_baselines import *  # noqa: F403
from verify.definitions.d2ke_distances import *  # noqa: F403
from verify.definitions.d2ke_kernel import *  # noqa: F403
from verify.definitions.d2ke_spaces import *  # noqa: F403
