"""Benchmarks of the reference against peers, run by asv; one module a subject.

``time_`` and ``peakmem_`` follow the reference over the project's history. ``track_ratio`` sets it
beside a peer in one process, the two taking turns: below 1 the reference is faster. ``track_error``
is the largest difference from the peer, so that no speed is bought with wrong results.
GRAMCHECK_SKIP_SLOW=1 leaves out what takes more than a few seconds.
"""

import os

# one thread each: what is compared is code, not cores; read by BLAS when NumPy is imported
for _variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_variable] = "1"
