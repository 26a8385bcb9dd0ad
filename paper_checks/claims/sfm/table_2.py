"""Section VII, Table II: what the data sets are."""

from __future__ import annotations

from typing import Any

import numpy as np

from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.experiments.sfm.printed import CORPORA
from gramcheck.paper_checks.findings import equals, holds
from gramcheck.paper_checks.ledger import Evidence, Results, Table, Unit, Verdict, claim

MUSIC = "amazon-musical-instruments"
PRINTED = {
    "strings": CORPORA["Music"].strings,
    "positive": 9022,
    "letters": CORPORA["Music"].letters,
    "average length": CORPORA["Music"].length,
}


def counted(run: Run) -> dict[str, Any]:
    """What Table II says of a set, counted in the reviews that are public."""
    music = run.data.load(MUSIC)
    return {
        "strings": len(music.objects),
        "positive": int(np.count_nonzero(np.asarray(music.labels) >= 4)),
        "letters": len(set("".join(music.objects))),
        "average length": sum(map(len, music.objects)) / len(music.objects),
    }


@claim(
    "sfm/table-2",
    place="Section VII, Table II",
    expected=Verdict.HOLDS_WITH_CORRECTION,
    units=lambda run: [Unit("Music", counted, seeded=False)],
    data=(MUSIC,),
)
def properties_of_the_data(run: Run, results: Results) -> Evidence:
    """Table II: strings, positives, letters and average length of five data sets.

    Of one, Music, the reviews are public: 10,261 of them, 9,022 with four or five stars, as
    printed. The texts have more letters, and are longer, than printed, so that some cleaning that
    is not described came before. Protein, DNA, Compound and Sports are not available as they were.
    """
    measured = results["Music"]
    return Evidence(
        printed=[
            holds(measured[name], PRINTED[name], atol=0.5, name=f"Music: {name}")
            for name in ("letters", "average length")
        ],
        corrected=[
            equals(measured["letters"], 94, name="Music: letters"),
            holds(measured["average length"], 486, atol=0.5, name="Music: average length"),
        ],
        common=[
            equals(measured[name], PRINTED[name], name=f"Music: {name}")
            for name in ("strings", "positive")
        ],
        table=Table(
            ["Music", "printed", "measured"],
            [[name, PRINTED[name], measured[name]] for name in PRINTED],
        ),
    )
