"""Wrong embeddings of CGK and their codes."""

from __future__ import annotations

from typing import Any

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, instead, twice


@instead
def as_long_as_the_longest(
    embed: Function, corpus: Any, rng: Any, length: int | None = None, alphabet: Any = None
) -> Any:
    """The printed length; what is asked for beyond it repeats one number."""
    short = max(map(len, corpus))
    codes = embed(corpus, rng, min(short, length or short), alphabet)
    return codes if length is None else np.pad(codes, [(0, 0), (0, length - codes.shape[1])])


def pads_of_zero(vectors: Function) -> Function:
    """The pad has no coordinate, whatever is asked for."""
    return lambda embedded, n_letters, pad="symbol": vectors(embedded, n_letters, "zero")


falsify("sfm/cgk-distortion", "errata/S23", wrong={"sfm.cgk_embed": as_long_as_the_longest})
for _wrong in (pads_of_zero, twice):
    falsify("sfm/cgk-hamming-equals-l1", "errata/S24", wrong={"sfm.cgk_vectors": _wrong})
