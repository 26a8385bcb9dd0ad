"""What is expected of Tables 2-4, data set by data set, and what full scale measured."""

from __future__ import annotations

from gramcheck.paper_checks.ledger import Verdict

# Where splits overlap, a mean over them has a spread that does not vanish: "undecided" then is the
# last word, whatever their number.
_NEVER = "No number of splits of so few patterns would tell"
FOUND = {
    (2, "toy"): (
        Verdict.UNDECIDED,
        "With D of other classes it errs by 17 and 14 points less (linear, RBF), with D outside S "
        "by 1.2 and 1.6 less, 3.6 and 2.4 either way.",
    ),
    (2, "wine"): (
        Verdict.UNDECIDED,
        f"{_NEVER}: by 10 (D outside S) or 14 points less (D of other classes) with the linear "
        "kernel, and by 1 or 2 more with the RBF kernel.",
    ),
    (2, "soybean"): (
        Verdict.UNDECIDED,
        f"{_NEVER}: 2 % is wrong before, afterwards nothing (linear) or 1 % with D of other "
        "classes, and 14 or 8 % with D outside S. (With the former grid 6 and 4 %: of many "
        "settings validation, where hardly 2 % are wrong, picks what does worse in the test.)",
    ),
    (2, "colon"): (
        Verdict.UNDECIDED,
        f"{_NEVER}: it errs by 5.5 and 5 points less with D of other classes, by about one more "
        "with D outside S.",
    ),
    (2, "lymphoma"): (
        Verdict.UNDECIDED,
        f"{_NEVER}: the original kernel errs by 9 % on the public data, not by 14 (linear); this "
        "by 7 % with D of other classes, and with D outside S by 9 (linear) and 13 % (RBF).",
    ),
    (3, "toy"): (
        Verdict.UNDECIDED,
        "With D of other classes it errs by 39 and 36 points less. With D outside S it errs by 1.1 "
        "less with either kernel, 1.3 (linear) and 0.8 either way; all but guess then (K13).",
    ),
    (3, "wine"): (
        Verdict.REFUTED,
        "With the RBF kernel it errs by 6 points more with D of other classes, by 4 more with D "
        "outside S; with the linear one by 13 less with D of other classes, and as much as before "
        "with D outside S. With the cone constraint (K2) that one errs by 24 and 12 less. (Until a "
        "review the cone was called the correction, and the RBF kernel left aside.)",
    ),
    (3, "soybean"): (
        Verdict.UNDECIDED,
        "The readings contradict each other: with D of other classes it errs by 17 points less, "
        "down to no error at all; with D outside S by 4 (linear) and 10 points (RBF) more.",
    ),
    (3, "colon"): (
        Verdict.HOLDS,
        "By 30 and 31 points with D of other classes, by 2 and 4 with D outside S. But k-means "
        "with the original kernels only guesses, see K13.",
    ),
    (3, "lymphoma"): (
        Verdict.HOLDS,
        "By 20 points with D of other classes, by 11 and 10 with D outside S. But k-means with the "
        "original kernels nearly guesses.",
    ),
    (4, "toy"): (Verdict.HOLDS, "With both kernels, by 29 and 23 points (linear, RBF)."),
    (4, "wine"): (
        Verdict.UNDECIDED,
        f"{_NEVER} with the RBF kernel: it errs by 2 points less; with the linear one by 19 less.",
    ),
    (4, "soybean"): (Verdict.UNDECIDED, f"{_NEVER}: 2 % is wrong before, hardly 1 % afterwards."),
    (4, "colon"): (Verdict.UNDECIDED, f"{_NEVER}: it errs by 6 and 4 points less."),
    (4, "lymphoma"): (Verdict.UNDECIDED, f"{_NEVER}: it errs by 2.3 and 1.6 points less."),
}
_A_READING = (
    "A reading: Section 4.1 calls the results better and does not say than whose. The words that "
    "name Xing et al. are of Section 4.2, of Table 4: “Again, our method compares favorably with "
    "the original kernel and (Xing et al., 2003)”. “Again” speaks for the reading."
)
# “Compares favorably” with Xing et al. is read as one point worse at most.
XING = {
    2: f"{_A_READING} On toy data it errs by 24 points more than their certified optimum with D "
    "outside S, by 9 with D of other classes; the paper has a tie. With the cone, where the matrix "
    "is positive semidefinite as it has to be (K2), by 12 points more with D outside S, 4.5 either "
    "way, and no differently with D of other classes, 2.4 either way. On wine no number of "
    "splits would tell, in either form.",
    3: f"{_A_READING} With D outside S it errs by 46 points more on toy data and by 18 on wine, "
    "with D of other classes by 10 and by 4, 4.1 either way. With the cone (K2) by 34 and 5 more "
    "where D is outside S; with D of other classes by 0.7 more on toy data, 1.0 either way, and "
    "on wine by 6 less.",
    4: "Fifty splits leave it open: on toy data it errs by 1.7 points more, 1.0 either way, and "
    "some 100 splits would decide; with the cone (K2) by 0.9 more, 0.9 either way. On wine no "
    "number would: by 2 points less, with the cone by 4; the certified optimum errs there by 9 %, "
    "not by the printed 22.58. (Expected refuted until it was run in full.)",
}
CONE_TOO = (
    "The form with the cone is judged as the correction. (Until a review only the printed one was "
    "judged, and of the cone nothing was said.)"
)
CELLS = {
    2: "Of 22 cells 1 is another: the original kernel errs by 9 % on lymphoma, not by 14. All else "
    "is left open: with D of other classes the learned errors are 0.1 to 3.9 points from the "
    "printed ones, with D outside S 0.7 to 20. Xing et al. have no optimum on soybean, where the "
    "paper has an error.",
    3: "Of 22 cells 14 are others under both readings, and 4 the same, all of original kernels. On "
    "toy data k-means with the original kernel guesses, and the learned metric does not always "
    "find the classes. On colon and lymphoma the original errs by 46 to 51 %, not by 20, and Xing "
    "et al. on wine by 11 %, not by 26.54. On soybean the learned metric finds the classes, as "
    "printed, with D of other classes alone.",
    4: "Of 22 cells 3 are others: Xing et al. on wine, whose optimum errs by 9 %, not by 22.58, "
    "and the original kernels on lymphoma, 9 % and not 14. All else is left open; on toy data the "
    "optimum of Xing et al. errs by 0.6 %, not by 3.33, and some 70 splits would decide.",
}
# of the 22 cells, those whose printed mean is not known to a point under some reading
WIDE = {2: "all cells", 3: "10 of the 22 cells", 4: "all cells"}

_READINGS = (
    "What D is the text does not say (K14). It is read as all pairs outside S, as Xing et al. have "
    "it, whose protocol the paper follows, and as the pairs of different classes, for which all "
    "labels have to be known. What is compared holds where it does so under both readings, fails "
    "where it fails under both, and is left open else. (Until a review, after both had been run in "
    "full, the second alone was judged, under the words “with similar pairs alone”, which it is "
    "not.)"
)
_GRID = (
    "The constants are searched in a grid of our own, since the paper has none. (Changed after "
    "full results of seed 0, and measured anew on seed 1; no verdict changed. In the former grid "
    "ν began at 0.3 and C_S/C_D at 1, of equal settings the smallest was taken, and in most "
    "repetitions a constant was at its lowest. The ranges were chosen anew by validation scores "
    "alone, of two repetitions of seed 9 that are not kept: 168 settings, C_D from 1 to 10^10, "
    "ratios from 0.01 to 10, ν from 0.01 to 0.7. The best of them is by 0.2 points better there "
    "than the best of the 36 that are searched now, on average over the rows, and by 3.3 at most. "
    "The patterns are those of the tables, but for toy data. A rule was added, too, for similar "
    "pairs that are all farther than R, which came up on another seed at quick scale.) Constants "
    "are still often at an end."
)
_K_MEANS = (
    "The former k-means, Lloyd's on points by constant shift, ended in local minima, in most of "
    "six repetitions on toy data above the cost of the classes. Exchanges took its place: in no "
    "repetition do the classes cost less, but in some one start of fifty alone came to the lowest "
    "cost, so that there may be lower ones."
)
# repetitions in which a constant is at an end of its range, as printed
_ENDS = {
    2: "In 1,000 repetitions the ratio is 1 in 851, where equal settings leave it, C_D at an end "
    "in 243, ν in 313.",
    3: "In 1,000 repetitions the ratio is 1 in 769, C_D at an end in 684, ν in 394.",
    4: "In 500 repetitions the ratio is 1 in 381, C_D at an end in 147, ν in 96.",
}
_CONE_ENDS = (
    "With the cone the largest C_D is chosen in most, and larger ones gain 0.6 points in "
    "validation at most (toy data and wine of Table 2, three repetitions of seed 9)."
)
# of a whole table, and of its parts
LEFT_OPEN = {
    2: f"\n\n{_READINGS} {_GRID} {_ENDS[2]} {_CONE_ENDS}",
    3: f"\n\n{_READINGS} {_GRID} {_ENDS[3]} {_CONE_ENDS} {_K_MEANS}",
    4: f"\n\n{_GRID} {_ENDS[4]}",
}
SEE = {
    number: "\n\nWhat the text leaves open, what is searched and what was changed after results "
    f"tells idealized/table-{number}."
    for number in LEFT_OPEN
}
