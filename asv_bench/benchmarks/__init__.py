"""Benchmarks of the reference, run by asv; one module a subject.

Those of :mod:`.beside` set it beside peers in one process, the two taking turns: a ratio below 1
says that the reference is faster, a difference that no speed is bought with wrong results. Those of
:mod:`.history` follow time (``time_``), memory (``peakmem_``) and accuracy (``track_``) over the
commits. What both need stands here: data, peers, and how two callables are compared.
"""

import os

from threadpoolctl import threadpool_limits

# One thread each: what is compared is code, not cores. SciPy brings a BLAS of its own, which like
# others may be loaded before this or after.
for library in ("OPENBLAS", "OMP", "MKL"):
    os.environ[f"{library}_NUM_THREADS"] = "1"
threadpool_limits(limits=1)
