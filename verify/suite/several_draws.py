"""What several draws have to do with each other.

A seed of 16 bits, drawn anew for each call, leaves the law of every single call nearly as it should
be: only what comes twice shows it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable

from gramcheck.verify.compare import is_true
from gramcheck.verify.record import Outcome

SEED_BITS = 16
MISS = 1e-3  # probability with which calls seeded by so few bits may pass


def calls_needed(bits: int = SEED_BITS, miss: float = MISS) -> int:
    """Calls of which two share a seed, but for a probability of at most ``miss``.

    That of N different seeds is at most exp(-N (N - 1) / (2 2^bits)).
    """
    return math.ceil((1 + math.sqrt(1 + 8 * 2**bits * math.log(1 / miss))) / 2)


def never_repeated(draw: Callable[[], Hashable]) -> Outcome:
    """No two of so many calls give the same, as two in ``2 ** SEED_BITS`` seeds would.

    For draws of 60 random bits and more: by chance two of them agree with probability below 1e-12.
    """
    calls = calls_needed()
    different = len({draw() for _ in range(calls)})
    text = f"got {calls - different} of {calls} draws for the second time, should be none"
    return is_true(different == calls, text)
