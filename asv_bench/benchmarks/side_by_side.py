"""Measurements in ratios: two callables take turns in one process and meet the same noise."""

import os
import tracemalloc
from statistics import median
from time import perf_counter

REPEATS = 5
MEGABYTE = 2**20


def ratio(ours, peer, repeats=REPEATS):
    """Median time of ``ours`` over median time of ``peer``, after one unmeasured call of each."""
    ours(), peer()
    seconds = {ours: [], peer: []}
    for _ in range(repeats):
        for function in (ours, peer):
            start = perf_counter()
            function()
            seconds[function].append(perf_counter() - start)
    return median(seconds[ours]) / median(seconds[peer])


def megabytes_beyond_output(function):
    """Peak of what ``function`` allocates, less the array that it returns."""
    tracemalloc.start()
    try:
        result = function()
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    return (peak - result.nbytes) / MEGABYTE


def slow():
    """Leave a benchmark out (to be called from ``setup``) where slow ones are not wanted."""
    if os.environ.get("GRAMCHECK_SKIP_SLOW", "0") not in ("", "0"):
        raise NotImplementedError("slow, and GRAMCHECK_SKIP_SLOW is set")
