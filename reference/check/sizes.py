"""Sizes that memory cannot hold, refused by name before anything is drawn or allocated."""

from __future__ import annotations

import math
import os
import resource
from pathlib import Path

from gramcheck.reference.check.scalars import shown

_CGROUP = Path("/sys/fs/cgroup/memory.max")  # what a container or a batch job is allowed
_SMALL = 2**16  # bytes that are always there: to ask takes as long as a distance of one pair
_UNITS = ("bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB")


def memory(wanted: int, **sizes: object) -> None:
    """Refuse the arguments ``sizes`` if the arrays that they ask for, in bytes, cannot be held.

    The limit is the memory of the machine or of the process, used or not: below it, whether there
    is enough depends on what else runs, and NumPy's MemoryError or the system has the last word.
    """
    if wanted > _SMALL and wanted > (limit := memory_limit()):
        names, got = " and ".join(sizes), ", ".join(map(shown, sizes.values()))
        raise ValueError(
            f"{names} must leave arrays that fit into memory, got {got}: "
            f"{_readable(wanted)} for {_readable(limit)}"
        )


def memory_for(each: int, **sizes: int) -> None:
    """The same for as many entries as the sizes multiply to, of so many bytes ``each``."""
    memory(each * math.prod(sizes.values()), **sizes)


def memory_limit() -> int:
    """Bytes that this process can have at most: the machine's, or less by a limit set on it."""
    limits = [os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")]
    address_space, _ = resource.getrlimit(resource.RLIMIT_AS)
    if address_space != resource.RLIM_INFINITY:
        limits.append(address_space)
    if _CGROUP.exists() and (allowed := _CGROUP.read_text().strip()) != "max":
        limits.append(int(allowed))
    return min(limits)


def _readable(count: int) -> str:
    """A number of bytes in the unit that leaves fewer than four digits; the last takes the rest."""
    power = min((count.bit_length() - 1) // 10, len(_UNITS) - 1)
    tenths = count * 10 >> 10 * power  # integers: a float could not hold every size
    whole = tenths // 10
    number = shown(whole) if whole >= 1024 else f"{whole}.{tenths % 10}"
    return f"{number} {_UNITS[power]}"
