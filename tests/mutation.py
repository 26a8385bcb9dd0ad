"""Mutants of the sources that the suite must kill: ``python -m tests.mutation reference/d2ke``.

One node of a syntax tree is changed at a time, in memory: a process forked for each mutant loads
the changed module in place of the file's, and runs the checks that reach the changed lines, which a
run of :mod:`tests.reached` has told, up to the first one that fails. That takes seconds where a
tool that starts the tests anew for each mutant (cosmic-ray, mutmut) takes minutes.

Of the checks themselves (``verify/suite``) a mutant is killed, too, where an outcome no longer
fails for the fault that it must see (:mod:`tests.outcomes`), a tolerance no longer sees the error
that it saw or sees smaller ones (:mod:`tests.sensitivity`) or allows more (:mod:`tests.allowed`),
what it gives a function has lost its fractions or its signs (:mod:`tests.inputs`) or is less than
it was (:mod:`tests.given`), it spends another share of alpha, or the zoo complains. The reference
and the definitions have tests of their own, which are run on what the suite leaves; so has what the
checks are made of (``verify/compare.py``, ``means.py``).

Five examples of each drawn check are tried. The suite tries a hundred: ``--survivors-of FILE
--examples 100`` asks those again that no check has killed with five, be it that a test has; what is
asked of mutants of the checks beyond the reference stays at five.

Set ``NPY_DISABLE_CPU_FEATURES`` to ``X86_V4``, or to ``AVX512F`` where NumPy is older than 2.4,
here and for :mod:`tests.reached`, or no check runs the tangent of processors without AVX-512.
"""

from __future__ import annotations

import argparse
import functools
import itertools
import json
import multiprocessing
import random
import resource
import signal
import sys
import time
from collections.abc import Callable
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any

import cvxopt
import hypothesis
import numpy as np
import pytest
import scipy.optimize
import scipy.sparse.csgraph
import scipy.stats

from tests.mutants import ROOT, Mutant, mutants

QUIETLY = ["-q", "-x", "-n0", "--assert=plain", "-pno:cacheprovider", "--no-header", "--tb=no"]
OF_ALL_PAPERS = "test_limits.py", "test_memory.py", "test_units.py", "test_silence.py"
LOADED = cvxopt, hypothesis, np, scipy  # before the forks, so that no mutant waits for them
EXAMPLES = 5  # of a check, as of every run of one on a fault
NAMED = ("file", "line", "before", "after")
SECONDS = 40  # of a processor for one check; a mutant that takes longer does not end


def fate(mutant: Mutant, checks: list[str], examples: int, tested: bool = True) -> str:
    """What kills a mutant: a check's id or a test, "import", "time", or nothing."""
    found = in_a_fork(mutant, lambda: killer(mutant, checks, examples))
    for test in tests_of(mutant) if tested and not found else []:
        # in a process that no check has run in, since hypothesis must not be used before pytest
        found = found or in_a_fork(mutant, lambda test=test: test if fails(test) else "")
    if found.startswith("tests/"):
        pass_unchanged(found)
    return found


@functools.cache
def pass_unchanged(test: str) -> None:
    """End if tests fail without any mutant, which tells nothing of one."""
    child = multiprocessing.get_context("fork").Process(target=lambda: sys.exit(fails(test)))
    child.start()
    child.join()
    if child.exitcode:
        sys.exit(f"{test} fails without a mutant")


def in_a_fork(mutant: Mutant, killed_by: Callable[[], str]) -> str:
    """What a function returns in a process of its own, in which the mutant is loaded."""
    reader, writer = multiprocessing.get_context("fork").Pipe(duplex=False)

    def run() -> None:
        load(mutant)
        writer.send(killed_by())

    child = multiprocessing.get_context("fork").Process(target=run)
    child.start()
    child.join()
    if child.exitcode == -signal.SIGXCPU:
        return "time"
    return reader.recv() if reader.poll() else "import"


def load(mutant: Mutant) -> None:
    """From now on its source stands for that of the file."""
    usual, file = SourceFileLoader.get_code, ROOT / mutant.file

    def get_code(loader: SourceFileLoader, name: str) -> Any:
        if Path(loader.path).resolve() == file:
            return compile(mutant.source, loader.path, "exec")
        return usual(loader, name)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign]


def killer(mutant: Mutant, checks: list[str], examples: int) -> str:
    """The first check that a mutant fails, or what a mutant of the checks no longer sees."""
    from gramcheck.verify import Status
    from tests.generated import record_of

    for check in checks:
        ends_within(SECONDS * max(examples / EXAMPLES, 1))
        record = record_of("gramcheck.reference", check, examples)
        if record.status in (Status.FAILED, Status.ERROR):
            return check
    return blinded(checks) if "suite" in mutant.file else ""


def ends_within(seconds: float) -> None:
    """From now on; whoever works longer is ended by SIGXCPU."""
    end = int(time.process_time() + seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (end, resource.RLIM_INFINITY))


def tests_of(mutant: Mutant) -> list[str]:
    """Those of a part of the reference, of a definition, or of what checks are made of.

    They see what no right solution shows and no contract speaks of: limits, memory, steps.
    """
    match Path(mutant.file).parts:
        case "reference", part, *_:
            own = part, f"test_{Path(part).stem}.py"
            asked = [f"tests/reference/{each}" for each in (*own, *OF_ALL_PAPERS)]
            return [each for each in asked if (ROOT / each).exists()]
        case "verify", "definitions", paper, *_:
            build = f"test_vectors.py::test_build_reproduces_the_stored_file[{paper}]"
            own = f"tests/verify/{paper}", "tests/verify/test_definition_defaults.py"
            return [*own, f"tests/verify/{build}"]
        case "verify", "suite", "several_draws.py":
            return ["tests/verify/test_several_draws.py"]
        case "verify", "suite", *_:
            names = "right_variants", "curated", "known_values", "precision"
            return [f"tests/verify/test_{name}.py" for name in names]
        case "verify", ("bounds.py" | "means.py" | "rates.py" | "tails.py"):
            names = "bounds", "tails", "means", "rates"
            return [f"tests/verify/test_{name}.py" for name in names]
        case "verify", name:
            also = {"compare": "outcomes_of_comparisons", "optimality": "residuals"}
            names = Path(name).stem, also.get(Path(name).stem)
            return [f"tests/verify/test_{each}.py" for each in names if each]
    return []


def fails(test: str) -> bool:
    """Whether some test of a file or a folder fails."""
    ends_within(5 * SECONDS)
    return pytest.main([str(ROOT / test), *QUIETLY]) != pytest.ExitCode.OK


def blinded(checks: list[str]) -> str:
    """What checks that pass the reference have to see, and one of them does not."""
    from gramcheck.verify.runner import suite_registry
    from tests import allowed, given, inputs, outcomes, sensitivity, test_zoo

    here = [check for check in suite_registry() if check.id in checks]
    tables = given.missed, allowed.missed, outcomes.missed, sensitivity.changed, inputs.missed
    for check, question in itertools.product(here, (*tables, misspent)):
        ends_within(10 * SECONDS)
        if missed := question(check):
            return missed
    for claim in dict.fromkeys(check.claim for check in here):
        ends_within(20 * SECONDS)
        try:
            with test_zoo.first_failures_will_do():
                test_zoo.test_every_fault_is_seen_and_every_check_sees_one(claim)
        except AssertionError:
            return f"the zoo of {claim}"
    return ""


def misspent(check: Any) -> str:
    """A statistical check that spends more or less than its share of alpha, or is not marked."""
    from tests.verify import test_statistical_checks as asked

    try:
        with pytest.MonkeyPatch.context() as patch:
            if check.statistical:
                asked.test_a_check_spends_its_share_of_alpha(check, patch)
            elif asked.lets_the_target_draw(check, patch) != (check.id in asked.OF_EVERY_DRAW):
                return f"the mark of {check.id}"
    except AssertionError:
        return f"the share of alpha of {check.id}"
    return ""


def reached_lines(files: list[str]) -> Any:
    """What :mod:`tests.reached` has written, in one."""
    import coverage  # --checks does without

    reached = coverage.CoverageData(no_disk=True)
    for file in files:
        one = coverage.CoverageData(file)
        one.read()
        reached.update(one)
    return reached


def reaching(mutant: Mutant, reached: Any) -> list[str]:
    """Checks that run the changed lines; where none does, or only an import, those of the file."""
    by_line = reached.contexts_by_lineno(str(ROOT / mutant.file))
    here = {check for line in range(mutant.line, mutant.end + 1) for check in by_line.get(line, ())}
    if here == {""} or (not here and mutant.file.startswith("verify/suite")):
        here = {check for checks in by_line.values() for check in checks}
    # refusals are many, quick, and blind to numbers; vectors are the quickest that see them
    return sorted(here - {""}, key=lambda id: ("bad-input" in id, "vectors" not in id, id))


def told_before(file: str, drawn: list[Mutant]) -> list[Any]:
    """What another run has said of the same mutants."""
    earlier = json.loads(Path(file).read_text(encoding="utf-8"))
    mutants_then = [[each[name] for name in NAMED] for each in earlier["results"]]
    if mutants_then != [[getattr(mutant, name) for name in NAMED] for mutant in drawn]:
        sys.exit(f"{file} is of other mutants: of other folders, sources, another sample or seed")
    results: list[Any] = earlier["results"]
    return results


def by_no_check(result: dict[str, Any]) -> bool:
    """Whether what nothing of the suite has killed, if anything has."""
    return not result["killed_by"] or result["killed_by"].startswith("tests/")


def judged(mutant: Mutant, checks: list[str], arguments: argparse.Namespace) -> dict[str, Any]:
    """What became of a mutant, printed and to be kept."""
    begin = time.monotonic()
    killed_by = fate(mutant, checks, arguments.examples, tested=not arguments.checks)
    what = f"{mutant.file}:{mutant.line} {mutant.before!r} -> {mutant.after!r}"
    seconds = time.monotonic() - begin
    print(f"{what} | {killed_by or 'SURVIVES'} ({seconds:.0f} s)", flush=True)
    told = {"checks": len(checks), "killed_by": killed_by, "examples": arguments.examples}
    return mutant._asdict() | told | {"source": None}


def has_mutants(name: str, of: list[Mutant]) -> bool:
    """Whether some are of a file, or of the files of a folder."""
    return any((ROOT / mutant.file).is_relative_to(ROOT / name) for mutant in of)


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", help="or files, in reference/ or in verify/")
    parser.add_argument("--reached", nargs="+", default=[".reached"], help="data of tests.reached")
    parser.add_argument("--checks", nargs="+", default=[], help="globs, in place of that")
    parser.add_argument("--sample", type=int, default=20)
    parser.add_argument("--least", type=int, default=0, help="fail if fewer are killed")
    parser.add_argument("--seed", type=int, default=random.randrange(2**32))
    parser.add_argument("--out", default="mutants.json")
    parser.add_argument("--examples", type=int, default=EXAMPLES, help="of each check")
    parser.add_argument(
        "--survivors-of",
        metavar="FILE",
        help="that --out wrote for this folder, sample and seed: what a check killed is not asked",
    )
    return parser.parse_args()


def main() -> None:
    arguments = parsed()
    reached = None if arguments.checks else reached_lines(arguments.reached)
    every = [
        mutant
        for path in (ROOT / name for name in arguments.folders)
        for file in (
            sorted(path.rglob("*.py")) if path.suffix != ".py" else [path] * path.is_file()
        )
        for mutant in mutants(file)
    ]
    if without := [name for name in arguments.folders if not has_mutants(name, every)]:
        sys.exit(f"no mutants in {', '.join(without)}; name what is in reference or in verify")
    drawn = random.Random(arguments.seed).sample(every, min(arguments.sample, len(every)))
    before = told_before(arguments.survivors_of, drawn) if arguments.survivors_of else []
    if all(folder.startswith("reference") for folder in arguments.folders):
        from gramcheck.verify.runner import suite_registry  # none of it is changed

        named_checks = [check.id for check in suite_registry().select(arguments.checks)]

    results = []
    for mutant, earlier in itertools.zip_longest(drawn, before):
        if not earlier or by_no_check(earlier):
            checks = named_checks if arguments.checks else reaching(mutant, reached)
            earlier = judged(mutant, checks, arguments)
        results.append(earlier)
        told = {"of": arguments.folders, "seed": arguments.seed, "mutants": len(every)}
        text = json.dumps(told | {"results": results}, indent=1)
        Path(arguments.out).write_text(text + "\n", encoding="utf-8")
    killed = sum(bool(each["killed_by"]) for each in results)
    by_tests = sum(bool(each["killed_by"]) and by_no_check(each) for each in results)
    print(
        f"seed {arguments.seed}: {killed} of {len(results)} killed, {by_tests} of them by tests "
        f"beside the suite; there are {len(every)}"
    )
    if killed < arguments.least:
        sys.exit(f"at least {arguments.least} should be")


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    main()
