"""Section 4: the number of features that Proposition 2 asks for, and what a coin needs."""

from __future__ import annotations

import numpy as np

from gramcheck.paper_checks.claims.d2ke import coin_space, spaces
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_least, at_most, holds
from gramcheck.paper_checks.ledger import Evidence, Table, erratum
from gramcheck.reference import d2ke


@erratum(
    "errata/D15",
    place="Section 4, Proposition 2 and Corollary 1",
    about=("proposition-2", "corollary-1"),
)
def order_of_the_number_of_features(run: Run) -> Evidence:
    """R = Ω((p/ε²) log(γ/ε) + (1/ε²) log(1/δ)) suffices.

    At γ = .01, ε = δ = .1, p = 1 this is 0, and for smaller γ negative. Nor does it survive a
    change of units, d → s d with γ → γ/s, which changes no kernel. Corrected:
    (p/ε²) log(c^(1/p) γ/ε)_+ + (1/ε²) log(1/δ), c → c s^p; and “suffices” is O, not Ω. The power
    of ε is right: where features are a coin, the R that is needed, known exactly, grows as 1/ε².
    """
    gammas = np.array([1.0, 0.1, 0.01, 0.001])
    printed = np.array([d2ke.n_features_order(0.1, 0.1, g, 1.0, form="printed") for g in gammas])
    scales = np.array([1.0, 10.0, 1000.0])
    p, c, gamma = 2.0, 3.0, 5.0
    moved = {
        form: [d2ke.n_features_order(0.1, 0.1, gamma / s, p, c * s**p, form=form) for s in scales]
        for form in ("printed", "corrected")
    }
    order = [d2ke.n_features_order(e, 0.1, 1.0, p, c, form="corrected") for e in (0.1, 0.03, 0.01)]
    needed = [d2ke.n_features_needed(e, 0.1, 1.0, p, c) for e in (0.1, 0.03, 0.01)]
    epsilons = (0.2, 0.1, 0.05)
    coin = [coin_space.features_needed(e, 0.1, 1.0) for e in epsilons]
    asked = {
        form: [
            d2ke.n_features_needed(e, 0.1, 1.0, coin_space.P, coin_space.C, form) for e in epsilons
        ]
        for form in ("corrected", "tight")
    }
    orders = [(0.1, 0.1, 0.5, 1.5, 2.0), (0.05, 0.01, 1.0, 0.3, 7.0, 2.0, 3.0)]
    return Evidence(
        common=[
            spaces.as_defined("n_features_order", *orders, form=form)
            for form in ("printed", "corrected")
        ],
        printed=[
            at_least(printed[gammas < 0.1], 1.0, name="order of R at γ = 0.01 and 0.001"),
            holds(
                moved["printed"][1:],
                moved["printed"][0],
                rtol=1e-9,
                name="the same in other units, s = 10, 1000",
            ),
        ],
        corrected=[
            at_least(
                [d2ke.n_features_order(0.1, 0.1, g, 1.0, form="corrected") for g in gammas],
                1.0,
                name="corrected order at the same γ",
            ),
            holds(moved["corrected"], moved["corrected"][0], rtol=1e-9, name="in other units"),
            at_most(
                np.max(np.divide(needed, order)) / np.min(np.divide(needed, order)),
                1.2,
                name="R of the bound / order at ε = 0.1, 0.03, 0.01: largest over smallest",
            ),
            holds(
                np.multiply(coin, np.square(epsilons)),
                coin[-1] * epsilons[-1] ** 2,
                rtol=0.1,
                name="ε² times the R that a coin needs, ε = 0.2, 0.1, 0.05",
            ),
        ],
        table=[
            Table(["γ", "printed order"], np.column_stack([gammas, printed]).tolist()),
            Table(
                ["ε", "R needed", "R asked, corrected", "R asked, tight"],
                [list(row) for row in zip(epsilons, coin, *asked.values(), strict=True)],
                title="Slack: two close points, features like a coin, δ = 0.1",
            ),
        ],
        measured={"R of the bound / order": np.divide(needed, order)},
    )
