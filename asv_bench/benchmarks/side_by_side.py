"""Measurements in ratios: two callables take turns in one process and meet the same noise.

Times are of the processor, not of the clock: both sides have one thread, and what else the machine
does in the meantime counts for neither.
"""

import os
import sys
import traceback
import tracemalloc
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median, quantiles
from time import process_time

import numpy as np

REPEATS = 5
MEGABYTE = 2**20
ROUNDS = 3  # of the cases of a family: what disturbs the machine for a while meets one of them
IN_A_ROUND = 2  # turns at least
ENOUGH = 0.1  # seconds of both sides together in a round, unless so many turns take longer
MOST = 15
FEW = 16  # length to which objects are cut for the definition


def processor():
    """Seconds of the processor so far, those of ended children included."""
    children = getrusage(RUSAGE_CHILDREN)
    return process_time() + children.ru_utime + children.ru_stime


def seconds(function):
    """Processor time of one call."""
    start = processor()
    function()
    return processor() - start


def turns(ours, peer, repeats):
    """Times (ours, peer) of calls in turn."""
    return [(seconds(ours), seconds(peer)) for _ in range(repeats)]


def a_round(ours, peer):
    """The same, of as many as a round has, after one call of each that is not measured."""
    ours(), peer()
    times = turns(ours, peer, IN_A_ROUND)
    while sum(map(sum, times)) < ENOUGH and len(times) < MOST:
        times += turns(ours, peer, 1)
    return times


def quartiles(times):
    """Of our time over the peer's, turn by turn."""
    quotients = [ours / peer for ours, peer in times]
    return dict(zip(("ratio_low", "ratio", "ratio_high"), quantiles(quotients, n=4), strict=True))


def ratio(ours, peer, repeats=REPEATS):
    """Median of our time over the peer's, after one call of each that is not measured."""
    ours(), peer()
    return middle(turns(ours, peer, repeats))


def middle(times):
    """The median of the quotients; `asv run --show-stderr` shows their quartiles."""
    found = quartiles(times)
    print(found, file=sys.stderr)
    return found["ratio"]


def megabytes_beyond_output(function):
    """Peak of what ``function`` allocates, less the arrays that it returns."""
    tracemalloc.start()
    try:
        result = function()
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    return (peak - bytes_of(result)) / MEGABYTE


def bytes_of(result):
    """Of an array, or of all in a tuple, a list or an object, as a sparse matrix is one."""
    if isinstance(result, np.ndarray):
        return result.nbytes
    parts = result if isinstance(result, tuple | list) else getattr(result, "__dict__", {}).values()
    return sum(map(bytes_of, parts))


def slow_are_skipped():
    return os.environ.get("GRAMCHECK_SKIP_SLOW", "0") not in ("", "0")


def slow():
    """Leave a benchmark out (to be called from ``setup``) where slow ones are not wanted."""
    if slow_are_skipped():
        raise NotImplementedError("slow, and GRAMCHECK_SKIP_SLOW is set")


@cache
def second_of_a_pass():
    """One in-place float64 multiplication of an element, in a block of 256 KB."""
    return second_of(lambda block: np.multiply(block, 1.0, out=block))


def second_of(operation):
    """An operation on an element, of a block of 256 KB.

    From the begin of a cache line on: elsewhere it takes a third more, and where a block begins
    differs from process to process.
    """
    memory = np.random.default_rng(0).random(2**15 + 8)
    block = memory[-memory.ctypes.data // 8 % 8 :][: 2**15]
    calls = 20

    def one():
        for _ in range(calls):
            operation(block)

    return min(seconds(one) for _ in range(50)) / calls / block.size


@dataclass(frozen=True)
class Case:
    """What is measured: two callables that must agree, and what they are set beside.

    ``plain`` is the definition at a part of the work, ``share`` of the whole. ``limit`` gives the
    seconds of what the method cannot do without, where that is known. ``calls`` of both are
    measured together where one takes microseconds. Results of which each entry counts, however
    small, are compared ``entrywise``; those of programs may be by the ``value`` they reach. Memory
    is that of ``made``, where ours is but a summary of it.
    """

    ours: Callable
    peer: Callable | None
    plain: Callable | None = None
    share: float = 1.0
    limit: Callable | None = None
    calls: int = 1
    entrywise: bool = False
    value: Callable | None = None
    made: Callable | None = None
    times: list = field(default_factory=list)  # (ours, peer), of all turns so far

    def difference(self):
        """The largest of the results, relative to the peer's largest entry or to each."""
        return np.nan if self.peer is None else self.between(self.ours(), self.peer())

    def between(self, got, wanted):
        """The same of two results, or of their values."""
        if self.value:
            got, wanted = self.value(got), self.value(wanted)
        got, wanted = (np.atleast_1d(result).astype(float) for result in (got, wanted))
        if self.entrywise:
            got, wanted = got[got != wanted], wanted[got != wanted]
            return float(np.abs(got / wanted - 1).max(initial=0.0))
        return float(np.abs(got - wanted).max() / max(np.abs(wanted).max(), 1e-300))

    def values(self, ours, peers):
        return {"our_value": float(self.value(ours)), "peers_value": float(self.value(peers))}

    def after_a_round(self):
        """The case with the times of one round more."""

        def repeated(function):
            return function if self.calls == 1 else lambda: [function() for _ in range(self.calls)]

        self.times.extend(a_round(repeated(self.ours), repeated(self.peer or (lambda: None))))
        return self

    def measured(self):
        """All figures of the case by name; NaN for what it does not have."""
        results = self.ours(), self.peer and self.peer()
        ours = median(a for a, _ in self.times) / self.calls
        plain = min(seconds(self.plain) for _ in range(REPEATS)) if self.plain else np.nan
        return {
            **(quartiles(self.times) if self.peer else {}),
            "seconds": ours,
            "megabytes": megabytes_beyond_output(self.made or self.ours),
            "difference": self.between(*results) if self.peer else np.nan,
            **(self.values(*results) if self.value else {}),
            "ratio_to_plain": ours * self.share / plain,
            "times_the_limit": ours / self.limit() if self.limit else np.nan,
        }


def attempted(function, case=None):
    """What it returns, or why it or what came before fails, as text: other cases keep theirs."""
    if isinstance(case, str):
        return case
    try:
        return function() if case is None else function(case)
    except Exception:
        return traceback.format_exc()


def figure(measured, name):
    """One of a case's figures, NaN if it has none; of a case that failed asv stores the failure."""
    if isinstance(measured, str):
        raise RuntimeError(measured)
    return measured.get(name, np.nan)


class Family(ABC):
    """Cases that are measured together, by ``setup_cache``, which returns figures by name of each.

    Every family has its own, as asv tells caches apart by the line that defines them.
    """

    param_names = ("case",)
    params: tuple[list[str]]
    timeout = 900
    note = ""  # what the page says below the table

    @abstractmethod
    def setup_cache(self):
        """Figures of each case, or why it has none."""


class Ratios(Family):
    """Cases with a peer."""

    peer_name = ""  # where all cases have the same
    without_ratio = ()  # cases whose peer does not do what it should, as the note says

    def peer_of(self, name):
        """The peer of a case: where they differ, its name ends with it."""
        return self.peer_name or name.rsplit(", ", 1)[1]

    def track_ratio(self, figures, name):
        return figure(figures[name], "ratio")

    track_ratio.unit = "ours / peer"

    def track_ratio_low(self, figures, name):
        return figure(figures[name], "ratio_low")

    track_ratio_low.unit = "ours / peer, lower quartile"

    def track_ratio_high(self, figures, name):
        return figure(figures[name], "ratio_high")

    track_ratio_high.unit = "ours / peer, upper quartile"


class Beside(Ratios):
    """A family of cases, which are measured in rounds; asv stores each figure as a benchmark.

    ``tolerance`` is the largest difference from the peer that a test lets pass, but for cases that
    are ``not_comparable``, as the peer's definition is another one.
    """

    tolerance = 0.0
    not_comparable = ()

    @abstractmethod
    def case(self, name):
        """The case of that name, its data made anew."""

    def figures(self):
        """Those of every case, after a few rounds of all cases."""
        cases = {name: attempted(lambda n=name: self.case(n)) for name in self.params[0]}
        for _ in range(ROUNDS):
            cases = {name: attempted(Case.after_a_round, case) for name, case in cases.items()}
        return {name: attempted(Case.measured, case) for name, case in cases.items()}

    def track_seconds(self, figures, name):
        return figure(figures[name], "seconds")

    track_seconds.unit = "s"

    def track_megabytes(self, figures, name):
        return figure(figures[name], "megabytes")

    track_megabytes.unit = "MB beyond the output"

    def track_ratio_to_plain(self, figures, name):
        return figure(figures[name], "ratio_to_plain")

    track_ratio_to_plain.unit = "ours / definition"

    def track_times_the_limit(self, figures, name):
        return figure(figures[name], "times_the_limit")

    track_times_the_limit.unit = "ours / what cannot be saved"

    def track_difference(self, figures, name):
        return figure(figures[name], "difference")

    track_difference.unit = "largest difference from the peer, relative"

    def track_our_value(self, figures, name):
        return figure(figures[name], "our_value")

    track_our_value.unit = "objective"

    def track_peers_value(self, figures, name):
        return figure(figures[name], "peers_value")

    track_peers_value.unit = "objective"
