"""How much memory a call takes."""

import tracemalloc


def peak_of(call):
    """Bytes that Python and NumPy hold at most while a call runs, and its result."""
    tracemalloc.start()
    try:
        result = call()
        return tracemalloc.get_traced_memory()[1], result
    finally:
        tracemalloc.stop()
