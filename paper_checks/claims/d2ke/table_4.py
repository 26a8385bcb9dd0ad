"""Appendix B, Table 4: what the public data say about the properties of the data sets."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from paper_checks.claims.d2ke.errata_text import SPLITS
from paper_checks.context import Run
from paper_checks.experiments.chain_codes import chain_code
from paper_checks.findings import at_most, equals, holds
from paper_checks.ledger import Evidence, Table, Verdict, claim


class Properties(NamedTuple):
    """A row of Table 4: variables or letters, classes, objects, shortest and longest."""

    variables: int
    classes: int
    objects: int
    shortest: int
    longest: int


PRINTED = {
    "Auslan": Properties(22, 95, 2565, 45, 136),
    "pentip": Properties(3, 20, 2858, 109, 205),
    "splice": Properties(4, 3, 3190, 60, 60),
}
FOLDERS = {"Auslan": "auslan", "pentip": "character-trajectories", "splice": "splice"}
_NO_DATA = {
    "IQ_radio": "the radio recordings were not published",
    "bit-str4": "chain codes of digit images, of which no public copy is known",
    "flower": "SIFT sets of Kaggle images, not published",
    "decor": "SIFT sets of Kaggle images, not published",
    "style": "SIFT sets of Kaggle images, not published",
    "letters2": "SIFT sets of Kaggle images, not published",
}


def _measured(run: Run, name: str) -> Properties:
    data = run.data.load(FOLDERS[name])
    lengths = [len(x) for x in data.objects]
    text = isinstance(data.objects[0], str)
    variables = len(set("".join(data.objects))) if text else data.objects[0].shape[1]
    classes = len(np.unique(data.labels))
    return Properties(variables, classes, len(data.objects), min(lengths), max(lengths))


@claim(
    "d2ke/table-4",
    place="Appendix B, Table 4",
    kind="table",
    expected=Verdict.HOLDS_WITH_CORRECTION,
    data=("auslan", "character-trajectories", "splice", "actrecog", "mnist-t10k"),
)
def properties_of_the_data(run: Run) -> Evidence:
    """Table 4: variables or letters, classes, sizes of training and test part, lengths.

    Auslan and pentip agree in everything, splice but for its alphabet: 15 strings hold one of the
    four ambiguity letters D, N, R, S, so that the alphabet “computed from the original data”
    (appendix C.2) has eight letters and not four. ActRecog was cut out of long recordings in a way
    that is not described; the strings of MNIST cannot be traced the same way; six data sets are
    not public.
    """
    measured = {name: _measured(run, name) for name in PRINTED}
    strings = run.data.load("splice").objects
    plain = [s for s in strings if set(s) <= set("ACGT")]
    shares = np.array(
        [
            a / (a + b)
            for name, (a, b) in SPLITS.items()
            if name != "IQ_radio" and not name.startswith("mnist")
        ]
    )
    rows = [
        [
            name,
            *PRINTED[name][:3],
            _span(PRINTED[name]),
            *measured[name][:3],
            _span(measured[name]),
            "agrees" if measured[name] == PRINTED[name] else "differs in the alphabet",
        ]
        for name in PRINTED
    ]
    unlike = {**_recordings(run), **_digits(run), **_NO_DATA}
    objects = {name: sum(SPLITS[name]) for name in PRINTED}
    common = [
        equals(list(measured["Auslan"]), list(PRINTED["Auslan"]), name="Auslan"),
        equals(list(measured["pentip"]), list(PRINTED["pentip"]), name="pentip"),
        equals(
            [m.objects for m in measured.values()],
            list(objects.values()),
            name="objects = training + test, three data sets",
        ),
        holds(shares, 0.7, atol=0.003, name="70/30 splits, but for IQ_radio and MNIST"),
    ]
    return Evidence(
        printed=[*common, equals(list(measured["splice"]), list(PRINTED["splice"]), name="splice")],
        corrected=[
            *common,
            equals(
                list(measured["splice"]),
                list(PRINTED["splice"]._replace(variables=8)),
                name="splice, with eight letters",
            ),
            equals(len(strings) - len(plain), 15, name="splice: strings with D, N, R or S"),
            at_most(
                2625 * 151,
                sum(map(len, run.data.load("actrecog").objects)),
                name="points in 2625 ActRecog series of at most 151, against the recordings",
            ),
        ],
        table=[
            Table(
                [
                    "data",
                    "variables",
                    "classes",
                    "objects",
                    "lengths",
                    "measured: variables",
                    "classes",
                    "objects",
                    "lengths",
                    "",
                ],
                rows,
                title="Public data",
            ),
            Table(
                ["data", "why there is no comparison"],
                [list(r) for r in unlike.items()],
                title="The other rows",
            ),
        ],
        note="Variables, classes, objects, shortest, longest. IQ_radio is split half and half "
        "(erratum D20); MNIST has its own split.",
    )


def _span(row: Properties) -> str:
    return f"{row.shortest}" if row.shortest == row.longest else f"{row.shortest}-{row.longest}"


def _recordings(run: Run) -> dict[str, str]:
    """ActRecog: what is public, against 2625 series of length 2 to 151."""
    data = run.data.load("actrecog")
    lengths = [len(x) for x in data.objects]
    activities = len(set(data.labels.tolist()) - {0})
    return {
        "ActRecog": f"{len(lengths)} recordings of {data.objects[0].shape[1]} channels, "
        f"{activities} activities, {sum(lengths):,} points, are public; how they were cut into "
        "2625 series of length 2 to 151 is not described"
    }


def _digits(run: Run) -> dict[str, str]:
    """MNIST: lengths of outer contours, against those of Table 4."""
    images = run.data.load("mnist-t10k").objects
    images = images if run.scale == "full" else images[:500]
    found = {}
    for directions, stated in ((4, "34/198"), (8, "17/99")):
        lengths = [len(chain_code(image, 128, directions)) for image in images]
        found[f"mnist-str{directions}"] = (
            f"lengths {stated} in the paper; {min(lengths)}-{max(lengths)}, mean "
            f"{np.mean(lengths):.1f}, for the outer contours of {len(images)} public images: "
            "the tracing is not described"
        )
    return found
