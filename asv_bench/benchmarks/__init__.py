"""Benchmarks of the reference against peers, run by asv; one module a subject.

``time_`` and ``peakmem_`` follow the reference over the project's history. ``track_ratio`` sets it
beside a peer in one process, the two taking turns: below 1 the reference is faster; quartiles are
published, or printed where `asv run --show-stderr` shows them. ``track_error`` is the largest
difference from the peer, so that no speed is bought with wrong results. GRAMCHECK_SKIP_SLOW=1
leaves out what takes more than a few seconds.
"""

import numpy  # noqa: F401 - its BLAS must be loaded before its threads can be limited
from threadpoolctl import threadpool_limits

# one thread each: what is compared is code, not cores
threadpool_limits(limits=1)
