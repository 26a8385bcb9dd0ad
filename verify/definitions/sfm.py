"""SFM (Tabei, Yamanishi, Pagh 2019) by brute force; one module a section.

Same names as the functions under test where they compute the same thing, of single strings and
vectors. Suffixes tell a second, independent form (``_by_enumeration``, ``_by_recursion``, ...), a
result of 60 digits (``_exact``), or the paper's letter where it is wrong (``_as_printed``).
"""

from verify.definitions.sfm_alignment import *  # noqa: F403
from verify.definitions.sfm_blosum62 import *  # noqa: F403
from verify.definitions.sfm_cgk import *  # noqa: F403
from verify.definitions.sfm_edm import *  # noqa: F403
from verify.definitions.sfm_esp import *  # noqa: F403
from verify.definitions.sfm_feature_maps import *  # noqa: F403
from verify.definitions.sfm_hashing import *  # noqa: F403
from verify.definitions.sfm_mismatch import *  # noqa: F403
from verify.definitions.sfm_parsing import *  # noqa: F403
