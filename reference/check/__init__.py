"""Validation of arguments, the same for every package of ``reference``.

Each function takes the argument's name and its value, and returns the value in the form the
mathematics wants, or raises before any work: TypeError for a wrong type, ValueError for a wrong
value or shape. Every message names the argument, what came, and what was wanted. Nothing is
rounded, cut or guessed: a bool is no number, a string is no list of strings, NaN is no distance.
Numbers beyond the one range of :mod:`.range` are refused here and nowhere else.
"""

from gramcheck.reference.check.arrays import (
    LARGEST_EXACT_INTEGER,
    distances,
    distribution,
    kind,
    patterns,
    positive_semidefinite,
    real,
    roundings,
    sparse_rows,
    spread,
    symmetric,
    symmetric_distances,
    words,
)
from gramcheck.reference.check.integers import integers
from gramcheck.reference.check.objects import (
    alphabet,
    collection,
    labels,
    point_collections,
    points,
    signs,
    string,
    strings,
)
from gramcheck.reference.check.pairs import codes_of, pairs, similar_and_dissimilar
from gramcheck.reference.check.range import LARGEST, SMALLEST, within_range, without_overflow
from gramcheck.reference.check.scalars import (
    at_least,
    choice,
    count,
    finite,
    flag,
    generator,
    hint,
    integer,
    integer_range,
    nonnegative,
    positive,
    shown,
    within,
)
from gramcheck.reference.check.series import listed
from gramcheck.reference.check.sizes import memory, memory_for

__all__ = [
    "LARGEST",
    "LARGEST_EXACT_INTEGER",
    "SMALLEST",
    "alphabet",
    "at_least",
    "choice",
    "codes_of",
    "collection",
    "count",
    "distances",
    "distribution",
    "finite",
    "flag",
    "generator",
    "hint",
    "integer",
    "integer_range",
    "integers",
    "kind",
    "labels",
    "listed",
    "memory",
    "memory_for",
    "nonnegative",
    "pairs",
    "patterns",
    "point_collections",
    "points",
    "positive",
    "positive_semidefinite",
    "real",
    "roundings",
    "shown",
    "signs",
    "similar_and_dissimilar",
    "sparse_rows",
    "spread",
    "string",
    "strings",
    "symmetric",
    "symmetric_distances",
    "within",
    "within_range",
    "without_overflow",
    "words",
]
