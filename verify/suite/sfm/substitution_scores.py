"""The substitution scores of LAK, Section VII: BLOSUM62."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from gramcheck.verify.compare import equal
from gramcheck.verify.definitions.sfm.blosum62 import AMINO_ACIDS, BLOSUM62
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check


@check(
    "sfm/blosum62",
    place="Section VII, LAK; Henikoff and Henikoff 1992, Figure 2",
    needs="sfm.blosum62",
    since="0.1",
)
def amino_acids_score_as_printed(target: Any, run: Any) -> Iterator[Outcome]:
    """The 20 amino acids as in the figure; B, Z, X and * follow them, and all is symmetric."""
    table = np.asarray(target.sfm.blosum62())
    yield equal((24, 24), table.shape)
    n = len(AMINO_ACIDS)
    yield equal(
        [[BLOSUM62[a, b] for b in AMINO_ACIDS] for a in AMINO_ACIDS], table[:n, :n].tolist()
    )
    yield equal(table.T.tolist(), table.tolist())
