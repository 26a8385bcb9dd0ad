"""Appendix B, Table 4: what the public data say about the properties of the data sets."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gramcheck.paper_checks.claims.d2ke.printed_tables import SPLITS
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.data import MissingData
from gramcheck.paper_checks.datasets.entry import DataSet
from gramcheck.paper_checks.experiments.d2ke.chain_codes import chain_code
from gramcheck.paper_checks.findings import equals, holds
from gramcheck.paper_checks.ledger import Evidence, Results, Table, Unit, Verdict, claim


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


def measure(run: Run) -> dict[str, Any]:
    """Properties of the data that are there, and why others are not: one unit, kept with its run.

    ``public`` : rows of the table by name
    ``ambiguous`` : strings of splice with a letter other than A, C, G and T
    ``recordings`` : of ActRecog: channels, classes, number and points; None where it is missing
    ``absent`` : why other rows are not compared
    """
    public, absent = {}, {}
    for name, folder in FOLDERS.items():
        try:
            public[name] = list(_properties(run.data.load(folder)))
        except MissingData as error:
            absent[name] = f"not run: {error}"
    plain = [s for s in run.data.load("splice").objects if set(s) <= set("ACGT")]
    recordings = None
    try:
        recordings = _recordings(run.data.load("actrecog"))
    except MissingData as error:
        absent["ActRecog"] = f"not run: {error}"
    ambiguous = public["splice"][2] - len(plain)
    absent |= _digits(run)
    return {"public": public, "ambiguous": ambiguous, "recordings": recordings, "absent": absent}


def _properties(data: DataSet) -> Properties:
    lengths = [len(x) for x in data.objects]
    text = isinstance(data.objects[0], str)
    variables = len(set("".join(data.objects))) if text else data.objects[0].shape[1]
    classes = len(np.unique(data.labels))
    return Properties(variables, classes, len(data.objects), min(lengths), max(lengths))


def _recordings(data: DataSet) -> dict[str, Any]:
    """ActRecog: what is public, label 0 being no activity."""
    return {
        "variables": sorted({x.shape[1] for x in data.objects}),
        "classes": len(set(data.labels.tolist()) - {0}),
        "number": len(data.objects),
        "points": sum(len(x) for x in data.objects),
    }


def _digits(run: Run) -> dict[str, str]:
    """MNIST: lengths of outer contours, against those of Table 4."""
    try:
        images = run.data.load("mnist-t10k").objects
    except MissingData as error:
        return {"mnist-str4, mnist-str8": f"not run: {error}"}
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


@claim(
    "d2ke/table-4",
    place="Appendix B, Table 4",
    expected=Verdict.HOLDS_WITH_CORRECTION,
    units=lambda run: [Unit("properties", measure, seeded=False)],
    data=("splice",),
)
def properties_of_the_data(run: Run, results: Results) -> Evidence:
    """Table 4: variables or letters, classes, sizes of training and test part, lengths.

    Auslan and pentip agree in everything, splice but for its alphabet: 15 strings hold one of the
    four ambiguity letters D, N, R, S, so that the alphabet “computed from the original data”
    (appendix C.2) has eight letters and not four. ActRecog has its variables and classes, but was
    cut out of long recordings in a way that is not described; the strings of MNIST cannot be
    traced the same way; six data sets are not public. Rows whose data are missing say so.
    """
    measured = results["properties"]
    public = {name: Properties(*row) for name, row in measured["public"].items()}
    recordings, unlike = measured["recordings"], {**measured["absent"], **_NO_DATA}
    shares = [
        a / (a + b)
        for name, (a, b) in SPLITS.items()
        if name != "IQ_radio" and not name.startswith("mnist")
    ]
    common = [
        *(
            equals(list(found), list(PRINTED[name]), name=name)
            for name, found in public.items()
            if name != "splice"
        ),
        equals(
            [found.objects for found in public.values()],
            [sum(SPLITS[name]) for name in public],
            name=f"objects = training + test, {', '.join(public)}",
        ),
        holds(shares, 0.7, atol=0.003, name="70/30 splits, but for IQ_radio and MNIST"),
    ]
    if recordings:
        common += [
            equals(recordings["variables"], [3], name="ActRecog: variables, every recording"),
            equals(recordings["classes"], 7, name="ActRecog: classes, label 0 being none"),
        ]
        unlike["ActRecog"] = (
            f"{recordings['number']} recordings, {recordings['points']:,} points, are public; how "
            "they were cut into 2625 series of length 2 to 151 is not described"
        )
    splice, stated = list(public["splice"]), PRINTED["splice"]
    of_paper = ["variables", "classes", "objects", "lengths"]
    return Evidence(
        common=common,
        printed=equals(splice, list(stated), name="splice"),
        corrected=[
            equals(splice, list(stated._replace(variables=8)), name="splice, with eight letters"),
            equals(measured["ambiguous"], 15, name="splice: strings with D, N, R or S"),
        ],
        table=[
            Table(
                ["data", *of_paper, "measured: variables", *of_paper[1:]],
                [[name, *_row(PRINTED[name]), *_row(found)] for name, found in public.items()],
                title="Public data",
            ),
            Table(
                ["data", "why there is no comparison"],
                [list(row) for row in unlike.items()],
                title="The other rows",
            ),
        ],
        note="Variables, classes, objects, shortest, longest. IQ_radio is split half and half "
        "(erratum D20); MNIST has its own split.",
    )


def _row(found: Properties) -> list[int | str]:
    shortest, longest = found[3:]
    return [*found[:3], f"{shortest}" if shortest == longest else f"{shortest}-{longest}"]
