"""The table of mutants that nothing killed: ``python -m tests.survivors mutants.json ...``.

Runs of :mod:`tests.mutation` are added to ``survivors.json``, where every survivor gets one line of
explanation by hand; ``survivors.md`` is written from it.

A limit is a number by which something is accepted or refused: the gap of a result, the rounding
that it is allowed, the size of an input, the memory that a call is expected to take. What it is
exactly is nobody's concern, so it is specified to a tenth, and an estimate of memory to its share
above what is taken. That is held by tests (``tests/reference/test_limits.py``, ``test_memory.py``),
which fail for a tenth more or less; until seed 20261510 it was a factor of ten, and of four for
memory. Tolerances of checks are held by ``sensitivity.json``, on every machine to ten and on that
of the table to an eightieth, or a rounding of the results. A mutant that moves a limit which they
name by less is of the kind "slack", and counted apart; whatever moves it by more has to be killed,
and so has a mutant of a limit without a test.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "survivors.json"
PAGE = DATA.with_suffix(".md")
KINDS = {
    "no effect": "no value that is returned changes beyond what is certified",
    "slack": "a limit that is moved by less than the factor which a test holds it to",
    "tolerance": "another tolerance, limit, or size that an error is relative to",
    "beside": "killed by a test of the reference: a limit, memory, a step, or a slower way; "
    "no result changes that a contract speaks of",
    "result": "killed by a test of the reference, and by no check, though a result changes",
    "closed": "a hole, closed since by the check that is named",
    "open": "a hole, or not explained",
    "": "not looked at",
}
HEAD = """# Mutants that nothing killed

Written by `python -m tests.survivors` from runs of `python -m tests.mutation`, five examples a
check; from seed 20261510 on, a hundred for what five had left, as the suite has them. Those with an
effect are all but the survivors of the kind "no effect"; in the last column those of the kind
"slack" are left out, too, which move a limit by less than the factor that its test holds it to.
Before seed 20261310 these are among the kind "tolerance". In brackets: mutants of `reference` that
a test of the reference kills, and no check of the suite; until seed 20261910 few tests were asked.
From seed 20262110 on these are explained, too: "by checks alone" are killed those that a check
kills, of those whose results change.
"""


def added(data: dict[str, Any], run: dict[str, Any]) -> dict[str, Any]:
    """The data with one more run, in the place of one of the same name."""
    results = run["results"]
    name = f"{' '.join(run['of'])}, seed {run['seed']}"
    told = {each["mutant"]: each for each in data["survivors"]}
    blank, new = {"kind": "", "why": ""}, []
    for each in results:
        by_tests = each["killed_by"].startswith("tests/reference/")
        if by_tests or not each["killed_by"]:
            mutant = f"`{each['file']}:{each['line']}`, `{each['before']}` to `{each['after']}`"
            row = {**blank, **told.get(mutant, {}), "run": name, "mutant": mutant}
            new.append(row | {"killed_by": each["killed_by"]} if by_tests else row)
    survive = sum(not each["killed_by"] for each in results)
    row = {"run": name, "of": run["mutants"], "drawn": len(results), "survive": survive}
    row |= {"by_tests": len(new) - survive} if len(new) > survive else {}
    return {
        "note": data.get("note", ""),
        "runs": [*(each for each in data["runs"] if each["run"] != name), row],
        "survivors": [*(each for each in data["survivors"] if each["run"] != name), *new],
    }


def page(data: dict[str, Any]) -> str:
    """The tables of runs and of survivors."""
    lines = [
        data["note"],
        "",
        "| run | judged | killed | of those with an effect | with what is closed since | and "
        "without slack | by checks alone |",
        "|---|---|---|---|---|---|---|",
    ]
    for run in data["runs"]:
        listed = [each for each in data["survivors"] if each["run"] == run["run"]]
        kinds = [each["kind"] for each in listed]
        killed, effect = run["drawn"] - run["survive"], run["drawn"] - kinds.count("no effect")
        survived = [each["kind"] for each in listed if "killed_by" not in each]
        seen, strict = killed + survived.count("closed"), effect - survived.count("slack")
        by_tests = f" ({run['by_tests']})" if "by_tests" in run else ""
        lines.append(
            f"| {run['run']} | {run['drawn']} of {run['of']} | {killed}{by_tests} | "
            f"of {effect}, {killed / effect:.1%} | {seen}, {seen / effect:.1%} | "
            f"of {strict}, {seen / strict:.1%} | {_by_checks(run, listed, killed, effect)} |"
        )
    lines += ["", *(f'- "{kind}": {what}' for kind, what in KINDS.items() if kind)]
    for run in data["runs"]:
        lines += ["", f"## {run['run']}", "", "| mutant | kind | why |", "|---|---|---|"]
        lines += [
            f"| {each['mutant'].replace('|', chr(92) + '|')} | {each['kind']} | {each['why']} |"
            for each in data["survivors"]
            if each["run"] == run["run"]
        ]
    return "\n".join([HEAD, *lines]) + "\n"


def _by_checks(run: Any, listed: list[Any], killed: int, effect: int) -> str:
    """How many checks kill, of those whose results change, where tests' mutants are explained."""
    by_tests = [each["kind"] for each in listed if "killed_by" in each]
    if len(by_tests) < run.get("by_tests", 0):
        return ""
    killed, effect = killed - len(by_tests), effect - by_tests.count("beside")
    return f"{killed} of {effect}, {killed / effect:.1%}"


def main() -> None:
    data = json.loads(DATA.read_text(encoding="utf-8"))
    for file in sys.argv[1:]:
        data = added(data, json.loads(Path(file).read_text(encoding="utf-8")))
    DATA.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    PAGE.write_text(page(data), encoding="utf-8")


if __name__ == "__main__":
    main()
