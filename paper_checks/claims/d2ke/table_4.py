"""Appendix B, Table 4: what the public data say about the properties of the data sets."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gramcheck.paper_checks.claims.d2ke.printed_tables import SPLITS
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.data import MissingData
from gramcheck.paper_checks.experiments.chain_codes import chain_code
from gramcheck.paper_checks.findings import Finding, equals, holds
from gramcheck.paper_checks.ledger import Evidence, Table, Verdict, claim


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
# lengths and numbers of its series cannot be compared: how the recordings were cut is not described
ACT_RECOG = {"variables": 3, "classes": 7}
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
    data=("splice",),
)
def properties_of_the_data(run: Run) -> Evidence:
    """Table 4: variables or letters, classes, sizes of training and test part, lengths.

    Auslan and pentip agree in everything, splice but for its alphabet: 15 strings hold one of the
    four ambiguity letters D, N, R, S, so that the alphabet “computed from the original data”
    (appendix C.2) has eight letters and not four. ActRecog has its variables and classes, but was
    cut out of long recordings in a way that is not described; the strings of MNIST cannot be
    traced the same way; six data sets are not public. Rows whose data are missing say so.
    """
    measured, absent = _public(run)
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
            *found[:3],
            _span(found),
            "agrees" if found == PRINTED[name] else "differs in the alphabet",
        ]
        for name, found in measured.items()
    ]
    act_recog, why_not = _recordings(run)
    unlike = {**absent, **why_not, **_digits(run), **_NO_DATA}
    common = [
        *(
            equals(list(found), list(PRINTED[name]), name=name)
            for name, found in measured.items()
            if name != "splice"
        ),
        equals(
            [m.objects for m in measured.values()],
            [sum(SPLITS[name]) for name in measured],
            name=f"objects = training + test, {', '.join(measured)}",
        ),
        *act_recog,
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


def _public(run: Run) -> tuple[dict[str, Properties], dict[str, str]]:
    """Properties of the data that are there, and why the others are not compared."""
    found, absent = {}, {}
    for name in PRINTED:
        try:
            found[name] = _measured(run, name)
        except MissingData as error:
            absent[name] = f"not run: {error}"
    return found, absent


def _recordings(run: Run) -> tuple[list[Finding], dict[str, str]]:
    """ActRecog: variables and classes; and what is public, against 2625 series."""
    try:
        data = run.data.load("actrecog")
    except MissingData as error:
        return [], {"ActRecog": f"not run: {error}"}
    lengths = [len(x) for x in data.objects]
    channels = sorted({x.shape[1] for x in data.objects})
    activities = len(set(data.labels.tolist()) - {0})
    findings = [
        equals(channels, [ACT_RECOG["variables"]], name="ActRecog: variables, every recording"),
        equals(activities, ACT_RECOG["classes"], name="ActRecog: classes, label 0 being none"),
    ]
    return findings, {
        "ActRecog": f"{len(lengths)} recordings, {sum(lengths):,} points, are public; how they "
        "were cut into 2625 series of length 2 to 151 is not described"
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
