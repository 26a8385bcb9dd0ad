"""Tables 1 to 3 as printed: what their cells, and the text about them, say by themselves."""

from __future__ import annotations

import numpy as np

from gramcheck.paper_checks.claims.percentages import possible
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.experiments.d2ke.printed import PRINTED, SYSTEMS
from gramcheck.paper_checks.findings import Finding, at_least, equals, holds, is_true
from gramcheck.paper_checks.ledger import Evidence, Table, erratum
from gramcheck.paper_checks.margins import MUCH, ORDER_OF_MAGNITUDE, POINT

# Table 4: objects to train on and to test on
SPLITS = {
    "Auslan": (1795, 770),
    "pentip": (2000, 858),
    "ActRecog": (1837, 788),
    "IQ_radio": (6715, 6715),
    "bit-str4": (140, 60),
    "splice": (2233, 957),
    "mnist-str4": (60000, 10000),
    "mnist-str8": (60000, 10000),
    "flower": (147, 63),
    "decor": (340, 144),
    "style": (625, 268),
    "letters2": (3277, 1404),
}

SERIES = ("Auslan", "pentip", "ActRecog", "IQ_radio")
STRINGS = ("bit-str4", "splice", "mnist-str4", "mnist-str8")
IMAGES = ("flower", "decor", "style", "letters2")


@erratum("errata/D19", place="Tables 1 and 3")
def impossible_accuracies(run: Run) -> Evidence:
    """Every accuracy in Tables 1-3 is a number of right answers out of the test objects.

    Two are not, rounding or cutting allowed. D2KE on decor, 68.76: 144 objects give 68.75 (99
    right), which is what RSM has, so D2KE does not beat it there. DSK_ND on ActRecog, 45.31: 788
    objects give 45.30. One unit in the last place mends both.
    """
    cells = [
        (name, system, accuracy, SPLITS[name][1])
        for name, row in PRINTED.items()
        for system, (accuracy, _) in zip(SYSTEMS, row, strict=True)
    ]
    wrong = [cell for cell in cells if not possible(cell[2], cell[3])]
    rows = [
        [name, system, accuracy, n, *(f"{k}/{n} = {100 * k / n:.4f}" for k in (k, k + 1))]
        for name, system, accuracy, n in wrong
        for k in [int(accuracy * n / 100)]
    ]
    return Evidence(
        printed=equals(len(wrong), 0, name=f"cells of {len(cells)} that no k/n gives"),
        corrected=[
            is_true(
                all(possible(a, n, slack=1) for _, _, a, n in cells),
                f"{len(cells)} cells, {len(wrong)} of them with the slack",
                name="possible within one unit in the last place",
            ),
            holds(
                round(100 * 99 / 144, 2),
                dict(zip(SYSTEMS, PRINTED["decor"], strict=True))["RSM"][0],
                name="decor: 99/144 is RSM's accuracy",
            ),
        ],
        table=Table(["data", "system", "printed", "test", "next below", "next above"], rows),
        note="Data sets with thousands of test objects cannot fail: their steps are below 0.01.",
    )


@erratum("errata/D20", place="Section 5, Results; Appendix C", about=("much-better",))
def text_against_tables(run: Run) -> Evidence:
    """D2KE consistently outperforms or matches all other baselines with far less time.

    Not in its own tables: 5 of 60 cells beat it by more than a point (7 are higher), on 7 of 12
    data sets some baseline is faster, and the “two orders of magnitude” less runtime than GDK_LED
    on mnist-str4 are a factor of 30.25. (Until a review every higher cell counted.) Other numbers
    of the text are right: 26.62 % over KNN on IQ_radio, “an order of magnitude less runtime
    compared to DSK_RBF and DSK_ND” on mnist-str4, GDK_LED best “in three cases” of images and
    slightly above D2KE on Auslan (by 0.12 points; up to a point counts as alike). How near “quite
    close” is, as DSK_RBF is called on strings, the text does not say.
    """
    accuracy = {name: np.array([a for a, _ in row]) for name, row in PRINTED.items()}
    seconds = {name: np.array([s for _, s in row]) for name, row in PRINTED.items()}
    better = [
        (name, SYSTEMS[j], float(a[j]), float(a[0]))
        for name, a in accuracy.items()
        for j in range(1, 6)
        if a[j] > a[0]
    ]
    beyond = [row for row in better if row[2] - row[3] > POINT]
    faster = {name: [SYSTEMS[j] for j in range(1, 6) if s[j] < s[0]] for name, s in seconds.items()}
    slower = [name for name, systems in faster.items() if systems]
    led_best = [name for name, a in accuracy.items() if SYSTEMS[a.argmax()] == "GDK_LED"]
    over = accuracy["Auslan"][SYSTEMS.index("GDK_LED")] - accuracy["Auslan"][0]
    led = float(seconds["mnist-str4"][4] / seconds["mnist-str4"][0])
    train, test = SPLITS["IQ_radio"]
    return Evidence(
        printed=[
            equals(len(beyond), 0, name="cells of 60 more than a point above D2KE"),
            equals(len(slower), 0, name="data sets of 12 on which some baseline is faster"),
            at_least(led, ORDER_OF_MAGNITUDE**2, name="time of GDK_LED over D2KE on mnist-str4"),
        ],
        corrected=[
            equals(len(beyond), 5, name="cells of 60 more than a point above D2KE"),
            equals(len(better), 7, name="cells of 60 with a higher accuracy than D2KE"),
            equals(len(slower), 7, name="data sets of 12 on which some baseline is faster"),
            holds(led, 30.25, atol=0.005, name="time of GDK_LED over D2KE on mnist-str4"),
            at_least(
                seconds["mnist-str4"][2:4] / seconds["mnist-str4"][0],
                ORDER_OF_MAGNITUDE,
                name="time of DSK_RBF and DSK_ND over D2KE on mnist-str4: an order of magnitude",
            ),
            holds(
                accuracy["IQ_radio"][0] - accuracy["IQ_radio"][1],
                26.62,
                name="points over KNN on IQ_radio",
            ),
            equals(
                sum(name in led_best for name in IMAGES),
                3,
                name=f"of {len(IMAGES)} data sets of images, those on which GDK_LED is best",
            ),
            is_true(
                bool(0 < over <= POINT),
                f"by {over:.2f} points",
                name="GDK_LED above D2KE on Auslan",
            ),
        ],
        measured={
            "share of training objects of IQ_radio, a predefined split": train / (train + test),
            "points of D2KE over DSK_RBF on strings": [
                round(accuracy[name][0] - accuracy[name][2], 2) for name in STRINGS
            ],
            "equal to another": [name for name, a in accuracy.items() if a[0] in a[1:]],
            "no other more than a point above on": f"{12 - len({row[0] for row in beyond})} of 12",
        },
        table=[
            Table(["data", "system", "accuracy", "D2KE"], better, title="Better than D2KE"),
            Table(
                ["data", "faster than D2KE"],
                [[name, ", ".join(faster[name])] for name in slower],
                title="Faster than D2KE",
            ),
        ],
    )


# where the text has D2KE "much" or "substantially" better, and on how many of them it is
MUCH_SAID = (
    ("Section 5: KNN", "KNN", tuple(SPLITS), 8),
    ("Section 5: DSK_RBF", "DSK_RBF", tuple(SPLITS), 3),
    ("Section 5: DSK_ND", "DSK_ND", tuple(SPLITS), 7),
    ("C.1, series: KNN", "KNN", SERIES, 3),
    ("C.1, series: DSK_RBF", "DSK_RBF", SERIES, 2),
    ("C.1, series: DSK_ND", "DSK_ND", SERIES, 3),
    ("C.3, images: KNN", "KNN", IMAGES, 3),
    ("Section 3, series: RSM", "RSM", SERIES, 1),
    ("Section 3, strings: RSM", "RSM", STRINGS, 0),
)


@erratum(
    "errata/D23", place="Section 3; Section 5, Results; Appendices C.1, C.3", about=("much-better",)
)
def much_better_against_tables(run: Run) -> Evidence:
    """D2KE is much better than KNN, DSK_RBF and DSK_ND, and on series and strings than RSM.

    Not in its own tables: by 5 points or more than KNN on 8 of 12 data sets, than DSK_RBF on 3 and
    than DSK_ND on 7; than RSM on one of 4 of series and on none of strings, where 4.07 points on
    splice are the most. On series alone, C.1: KNN 3 of 4, DSK_RBF 2, DSK_ND 3. On images, C.3: KNN
    3 of 4, with 3.72 points on style (not judged until a review). "Much" is the 5 points of
    `margins`, fixed when these cells were known. "Significantly better" than RSM on sets is not
    judged here: one run has no spread.
    """
    others = SYSTEMS[1:]
    gaps = {
        name: {s: row[0][0] - a for s, (a, _) in zip(others, row[1:], strict=True)}
        for name, row in PRINTED.items()
    }
    counts = [sum(gaps[name][other] >= MUCH for name in names) for _, other, names, _ in MUCH_SAID]

    def compared(wanted: list[int]) -> list[Finding]:
        return [
            equals(count, number, name=f"{said} by {MUCH:g} points, on how many of {len(names)}")
            for count, number, (said, _, names, _) in zip(counts, wanted, MUCH_SAID, strict=True)
        ]

    return Evidence(
        printed=compared([len(names) for _, _, names, _ in MUCH_SAID]),
        corrected=compared([number for *_, number in MUCH_SAID]),
        table=Table(
            ["data", *others],
            [[name, *gap.values()] for name, gap in gaps.items()],
            title="D2KE minus each system, points",
        ),
    )
