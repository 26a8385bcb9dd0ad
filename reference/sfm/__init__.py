"""Space-efficient Feature Maps for String Alignment Kernels (Tabei, Yamanishi, Pagh 2019)."""

from reference.sfm.alphabet_reduction import *
from reference.sfm.esp import *
from reference.sfm.vocabulary import *
