"""What is expected of Tables 2-4, data set by data set, and what full scale measured."""

from __future__ import annotations

from gramcheck.paper_checks.ledger import Verdict

# Where splits overlap, a mean over them has a spread that does not vanish: "undecided" then is the
# last word, whatever their number.
_NEVER = "No number of splits of so few patterns would tell"
FOUND = {
    (2, "toy"): (Verdict.HOLDS, "With both kernels; full scale decides."),
    (2, "wine"): (
        Verdict.UNDECIDED,
        f"{_NEVER}: by 9 points less with the linear kernel, and by 2 more with the RBF kernel.",
    ),
    (2, "soybean"): (Verdict.UNDECIDED, f"{_NEVER}: 2 % is wrong before, hardly 1 % afterwards."),
    (2, "colon"): (Verdict.UNDECIDED, f"{_NEVER}: it errs by 8 and 7 points less."),
    (2, "lymphoma"): (
        Verdict.UNDECIDED,
        f"{_NEVER}: the original kernel errs by 8 % on the public data, not by 14; this by 7 %.",
    ),
    (3, "toy"): (Verdict.HOLDS, "With both kernels; full scale decides."),
    (3, "wine"): (
        Verdict.REFUTED,
        "It errs by nine points more with the RBF kernel, and gains nothing with the linear one; "
        "with the cone constraint (K2) that one gains twenty. (Until a review the cone was called "
        "the correction, and the RBF kernel left aside.)",
    ),
    (3, "soybean"): (Verdict.HOLDS, "With both kernels, down to no error at all."),
    (3, "colon"): (Verdict.HOLDS, "But k-means with the original kernels only guesses, see K13."),
    (3, "lymphoma"): (Verdict.HOLDS, "But k-means with the original kernels nearly guesses."),
    (4, "toy"): (Verdict.HOLDS, "With both kernels, by more than twenty points."),
    (4, "wine"): (
        Verdict.UNDECIDED,
        f"{_NEVER} with the RBF kernel, where it errs as before; with the linear one by 16 less.",
    ),
    (4, "soybean"): (Verdict.UNDECIDED, f"{_NEVER}: 2 % is wrong before, hardly 1 % afterwards."),
    (4, "colon"): (Verdict.UNDECIDED, f"{_NEVER}: it errs by 7 and 5 points less."),
    (4, "lymphoma"): (Verdict.UNDECIDED, f"{_NEVER}: it errs by a point less with either kernel."),
}
# “Compares favorably” with Xing et al. is read as one point worse at most.
XING = {
    2: "On toy data it errs by eleven points more than their certified optimum; the paper "
    "has a tie.",
    3: "It errs by twenty points more on toy data and on wine.",
    4: "Fifty splits leave it open: on toy data it errs by 1.7 points more, 0.9 either way, and "
    "some hundred splits would decide. On wine no number would; the certified optimum errs there "
    "by 8 %, not by the printed 22.58. (Expected refuted until it was run in full.)",
}
CELLS = {
    2: "The metric learned with the linear kernel errs by 17 % on wine, not by 12, the original "
    "one by 8 on lymphoma, not by 14. All else is left open, also a gap of 6 points on toy data. "
    "Xing et al. have no optimum on soybean, where the paper has an error.",
    3: "On toy data k-means with the original kernel guesses, and the learned metric does not "
    "always find the classes. On colon and lymphoma the original errs by 45 to 50 %, not by 20.",
    4: "Those of Xing et al. do not: the optimum errs less, on toy data by half a percent, not by "
    "3.33, on wine by 8, not 22.58; nor do five on colon and lymphoma. All else is left open.",
}


# of the 22 cells, those whose printed mean is not known to a point
WIDE = {2: "all cells", 3: "eight of the 22 cells", 4: "all cells"}
