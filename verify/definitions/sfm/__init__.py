"""SFM (Tabei, Yamanishi, Pagh 2019) by brute force; one module a section.

Same names as the functions under test where they compute the same thing, of single strings and
vectors. Suffixes tell a second, independent form (``_by_recursion``, ...), a
result of 60 digits (``_exact``), or the paper's letter where it is wrong (``_as_printed``).
"""

from gramcheck.verify.definitions.sfm.alignment import *  # noqa: F403
from gramcheck.verify.definitions.sfm.blosum62 import *  # noqa: F403
from gramcheck.verify.definitions.sfm.cgk import *  # noqa: F403
from gramcheck.verify.definitions.sfm.concentration import *  # noqa: F403
from gramcheck.verify.definitions.sfm.edm import *  # noqa: F403
from gramcheck.verify.definitions.sfm.esp import *  # noqa: F403
from gramcheck.verify.definitions.sfm.feature_maps import *  # noqa: F403
from gramcheck.verify.definitions.sfm.hashing import *  # noqa: F403
from gramcheck.verify.definitions.sfm.mismatch import *  # noqa: F403
from gramcheck.verify.definitions.sfm.parsing import *  # noqa: F403
from gramcheck.verify.definitions.sfm.systems import *  # noqa: F403
