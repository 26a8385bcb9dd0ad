"""Benchmarks of the reference against peers, run by asv; one module a subject.

``time_`` and ``peakmem_`` follow the reference over the project's history. ``track_ratio`` sets it
beside a peer in one process, the two taking turns: below 1 the reference is faster; quartiles are
published, or printed where `asv run --show-stderr` shows them. ``track_error`` is the largest
difference from the peer, so that no speed is bought with wrong results. GRAMCHECK_SKIP_SLOW=1
leaves out what takes more than a few seconds.
"""

import os

from threadpoolctl import threadpool_limits

# One thread each: what is compared is code, not cores. SciPy brings a BLAS of its own, which like
# others may be loaded before this or after.
for library in ("OPENBLAS", "OMP", "MKL"):
    os.environ[f"{library}_NUM_THREADS"] = "1"
threadpool_limits(limits=1)
