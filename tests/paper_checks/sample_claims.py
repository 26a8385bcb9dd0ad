"""A ledger of invented claims, imported by the tests and run by them as a program.

Units leave one file a call in the directory SAMPLE_MARKERS, so that executions can be counted.
"""

import os
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from gramcheck.paper_checks import plots
from gramcheck.paper_checks.findings import at_least, equals, holds
from gramcheck.paper_checks.ledger import Evidence, Registry, Spread, Table, Unit, Verdict

N_UNITS = 8
REGISTRY = Registry()
claim = REGISTRY.claim


def mark(markers, name):
    """Leave a trace of one execution."""
    handle, _ = tempfile.mkstemp(prefix=f"{name}.", dir=markers)
    os.close(handle)


def executions(markers):
    """Number of executions by unit."""
    names = [path.name.partition(".")[0] for path in Path(markers).iterdir()]
    return {name: names.count(name) for name in sorted(set(names))}


def measure(rng, markers, index):
    mark(markers, f"unit{index}")
    time.sleep(float(os.environ.get("SAMPLE_NAP", "0")))
    return {"value": rng.normal(), "undefined": np.nan, "array": rng.integers(9, size=2)}


def fail_once(markers):
    """Raise at the first call, succeed afterwards."""
    mark(markers, "flaky")
    if executions(markers)["flaky"] == 1:
        raise RuntimeError("out of luck")
    return {"value": 1.0}


def leave_behind(run, index, markers):
    """Share a file with the other units; the last one fails at its first call."""
    run.scratch.mkdir(parents=True, exist_ok=True)
    (run.scratch / f"{index}").touch()
    return fail_once(markers) if index == 1 else {"value": 1.0}


def count_threads(run):
    from threadpoolctl import threadpool_info

    np.ones((64, 64)) @ np.ones((64, 64))
    return {"threads": max(pool["num_threads"] for pool in threadpool_info()), "key": run.key}


def measure_units(run):
    markers = os.environ["SAMPLE_MARKERS"]
    return [Unit(str(i), measure, {"markers": markers, "index": i}) for i in range(N_UNITS)]


@claim(
    "d2ke/long",
    place="Section 5, Table 2",
    kind="table",
    expected=Verdict.REFUTED,
    units=measure_units,
)
def long_claim(run, results):
    """D2KE is better than every other system on every data set.

    A second paragraph, with `code` in it, of what stands in d2ke/also-long.
    """
    values = [result["value"] for result in results.values()]
    assert all(np.isnan(result["undefined"]) for result in results.values())
    spread = Spread.of(values)
    return Evidence(
        printed=at_least(spread.mean, 90.17, standard_error=spread.standard_error, name="splice"),
        measured={"values": values},
        table=Table(["data", "paper", "measured"], [["splice", 90.17, spread], ["bits", 90, None]]),
    )


@claim(
    "d2ke/also-long", place="Section 5", kind="table", expected=Verdict.HOLDS, units=measure_units
)
def shares_the_units(run, results):
    """The same units serve two claims."""
    return Evidence(printed=equals(sorted(results), [str(i) for i in range(N_UNITS)]))


@claim("d2ke/limit", place="Section 3, after Eq. (7)", kind="statement",
       expected=Verdict.HOLDS_WITH_CORRECTION)  # fmt: skip
def limit(run):
    """Printed: k(x, y) -> exp(-gamma d) & <more>. True on the log scale."""
    gammas = np.geomspace(1, 50, 24)
    return Evidence(
        printed=holds(0.2, 1.0, name="ratio"),
        corrected=holds(4.01, 4.0, atol=0.02),
        measured={"-log k / gamma": 4.01, "draw": run.rng("a").random()},
        picture=plots.curves(
            gammas, 4 + 1 / gammas, limit={"4": 4.0}, xlabel="gamma", ylabel="-log k"
        ),
        note="Row 0 of the path of five points.",
    )


@claim("d2ke/eq-6", place="Section 3, Eq. (6)", kind="equation", expected=Verdict.HOLDS)
def soft_minimum(run):
    """The soft minimum."""
    return Evidence(printed=holds(1.0, 1.0))


@claim("errata/D3", place="Section 2.2", kind="erratum", expected=Verdict.NOT_TESTABLE)
def not_testable(run):
    """The data are not public."""
    return Evidence.not_testable("the authors' own images were never published")


@claim("sfm/theorem-1", place="Section 2", kind="theorem", expected=Verdict.HOLDS,
       data=("splice",))  # fmt: skip
def needs_data(run):
    """Needs a data set that is not embedded."""
    return Evidence(printed=equals(len(run.data.load("splice").objects), 3190))


if __name__ == "__main__":
    # the units must be known to workers by this module's name, not as __main__
    import sample_claims

    from gramcheck.paper_checks import cli, fingerprint  # which workers need not import

    # whoever edits the project while its tests run must not make them fail
    fingerprint.take_source = fingerprint.read_source
    fingerprint.Source.of = lambda source, module: "fixed"
    sys.exit(cli.main(registry=sample_claims.REGISTRY))
