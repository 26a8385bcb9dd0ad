"""Mutants of the sources that the suite must kill: ``python -m tests.mutation reference/d2ke``.

One node of a syntax tree is changed at a time, in memory: a process forked for each mutant loads
the changed module in place of the file's, and runs the checks that reach the changed lines, which a
run of :mod:`tests.reached` has told, up to the first one that fails. That takes seconds where a
tool that starts the tests anew for each mutant (cosmic-ray, mutmut) takes minutes.

Of the checks themselves (``verify/suite``) a mutant is killed, too, where an outcome no longer
fails for the fault that it must see (:mod:`tests.outcomes`), a tolerance no longer sees the error
that it saw (:mod:`tests.sensitivity`), or the zoo complains. Definitions have tests of their own,
which are run on what the suite leaves; so have the limits of the reference, by which it accepts and
refuses, and what the checks are made of (``verify/compare.py``, ``means.py``).

Set ``NPY_DISABLE_CPU_FEATURES`` to ``X86_V4``, or to ``AVX512F`` where NumPy is older than 2.4,
here and for :mod:`tests.reached`, or no check runs the tangent that processors without AVX-512
take.
"""

from __future__ import annotations

import argparse
import ast
import json
import multiprocessing
import random
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any, NamedTuple

import coverage
import cvxopt
import hypothesis
import numpy as np
import pytest
import scipy.optimize
import scipy.sparse.csgraph
import scipy.stats

ROOT = Path(__file__).resolve().parent.parent
QUIETLY = ["-q", "-x", "-n0", "--assert=plain", "-pno:cacheprovider", "--no-header", "--tb=no"]
LOADED = cvxopt, hypothesis, np, scipy  # before the forks, so that no mutant waits for them
SECONDS = 40  # of a processor for one check; a mutant that takes longer does not end

OPERATORS = {
    ast.Add: "-", ast.Sub: "+", ast.Mult: "/", ast.Div: "*", ast.FloorDiv: "/", ast.Mod: "*",
    ast.Pow: "*", ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=",
    ast.NotEq: "==", ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is",
    ast.And: "or", ast.Or: "and", ast.BitAnd: "|", ast.BitOr: "&", ast.LShift: ">>",
    ast.RShift: "<<",
}  # fmt: skip
NAMES = {
    "min": "max", "minimum": "maximum", "argmin": "argmax", "any": "all", "floor": "ceil",
    "zeros": "ones", "sin": "cos", "row": "column", "triu": "tril", "log1p": "log", "expm1": "exp",
    "zeros_like": "ones_like", "triu_indices": "tril_indices", "fmin": "fmax", "cumsum": "array",
}  # fmt: skip
NAMES |= {other: name for name, other in NAMES.items()}
DROPPED = {"abs", "sqrt", "sorted", "unique", "square"}


class Mutant(NamedTuple):
    """A file with one part of it written otherwise."""

    file: str
    line: int
    end: int
    before: str
    after: str
    source: str


def mutants(path: Path) -> Iterator[Mutant]:
    """Every mutant of a file, statement by statement."""
    source = path.read_text(encoding="utf-8")
    lines = source.encode().splitlines(keepends=True)
    starts = np.cumsum([0, *map(len, lines)])

    def replaced(node: Any, text: str) -> Mutant:
        begin = int(starts[node.lineno - 1]) + node.col_offset
        end = int(starts[node.end_lineno - 1]) + node.end_col_offset
        whole = source.encode()
        changed = whole[:begin] + text.encode() + whole[end:]
        before, file = whole[begin:end].decode(), str(path.relative_to(ROOT))
        return Mutant(file, node.lineno, node.end_lineno, before, text, changed.decode())

    for node in executed(ast.parse(source)):
        for text in otherwise(node):
            yield replaced(node, text)


def executed(node: ast.AST) -> Iterator[ast.AST]:
    """Nodes that can make a difference: no docstrings, annotations, imports or refusals."""
    if isinstance(node, ast.Raise | ast.Import | ast.ImportFrom | ast.JoinedStr):
        return
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from executed(child)


def otherwise(node: ast.AST) -> Iterator[str]:
    """The ways to write a node otherwise."""
    match node:
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
            yield f"(({ast.unparse(left)}) {OPERATORS[type(op)]} ({ast.unparse(right)}))"
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            yield f"(({ast.unparse(left)}) {OPERATORS[type(op)]} ({ast.unparse(right)}))"
        case ast.BoolOp(op=op, values=values):
            between = f" {OPERATORS[type(op)]} "
            yield "(" + between.join(f"({ast.unparse(value)})" for value in values) + ")"
        case ast.UnaryOp(op=ast.USub() | ast.Not() | ast.Invert(), operand=operand):
            yield f"({ast.unparse(operand)})"
        case ast.Constant(value=bool(value)):
            yield repr(not value)
        case ast.Constant(value=int(value)):
            yield repr(value + 1)
        case ast.Constant(value=float(value)):
            yield repr(2 * value + 1)
        case ast.Call(func=ast.Name(id=name), args=[first]) if name in DROPPED:
            yield f"({ast.unparse(first)})"
        case ast.Call(func=ast.Attribute(attr=name), args=[first]) if name in DROPPED:
            yield f"({ast.unparse(first)})"
        case ast.Attribute(value=value, attr=name) if name in NAMES:
            yield f"({ast.unparse(value)}).{NAMES[name]}"
        case ast.Name(id=name) if name in ("min", "max", "any", "all"):
            yield NAMES[name]
        case ast.AugAssign() | ast.Expr():
            yield "pass"
        case ast.Continue():
            yield "break"
        case ast.Break():
            yield "continue"


def fate(mutant: Mutant, checks: list[str]) -> str:
    """What kills a mutant: a check's id or a test, "import", "time", or nothing."""
    found = in_a_fork(mutant, lambda: killer(mutant, checks))
    for test in [] if found else tests_of(mutant):
        # in a process that no check has run in, since hypothesis must not be used before pytest
        found = found or in_a_fork(mutant, lambda test=test: test if fails(test) else "")
    return found


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


def killer(mutant: Mutant, checks: list[str]) -> str:
    """The first check that a mutant fails, or what a mutant of the checks no longer sees."""
    from gramcheck.verify import Status
    from tests.generated import record_of

    for check in checks:
        ends_within(SECONDS)
        if record_of("gramcheck.reference", check).status in (Status.FAILED, Status.ERROR):
            return check
    return blinded(checks) if "suite" in mutant.file else ""


def ends_within(seconds: float) -> None:
    """From now on; whoever works longer is ended by SIGXCPU."""
    end = int(time.process_time() + seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (end, resource.RLIM_INFINITY))


def tests_of(mutant: Mutant) -> list[str]:
    """Those of a definition, of a file directly in ``verify``, and of the reference's limits."""
    match Path(mutant.file).parts:
        case "reference", *_:
            return ["tests/reference/test_limits.py", "tests/reference/test_memory.py"]
        case "verify", "definitions", paper, *_:
            build = f"test_vectors.py::test_build_reproduces_the_stored_file[{paper}]"
            return [f"tests/verify/{paper}", f"tests/verify/{build}"]
        case "verify", name:
            stem = Path(name).stem
            stem = "tails" if stem in ("bounds", "means", "rates") else stem
            return [f"tests/verify/test_{stem}.py"]
    return []


def fails(test: str) -> bool:
    """Whether some test of a file or a folder fails."""
    ends_within(5 * SECONDS)
    return pytest.main([str(ROOT / test), *QUIETLY]) != pytest.ExitCode.OK


def blinded(checks: list[str]) -> str:
    """What checks that pass the reference have to see, and one of them does not."""
    from gramcheck.verify.runner import suite_registry
    from tests import generated, outcomes, sensitivity, test_zoo

    here = [check for check in suite_registry() if check.id in checks]
    for check in here:
        ends_within(10 * SECONDS)
        if missed := outcomes.missed(check) or sensitivity.missed(check, sensitivity.STEP):
            return missed
    for claim in dict.fromkeys(check.claim for check in here):
        ends_within(20 * SECONDS)
        try:
            with generated.any_example_will_do():
                test_zoo.test_every_fault_is_seen_and_every_check_sees_one(claim)
        except AssertionError:
            return f"the zoo of {claim}"
    return ""


def reaching(mutant: Mutant, reached: coverage.CoverageData) -> list[str]:
    """Checks that run the changed lines; of lines that only an import runs, those of the file."""
    by_line = reached.contexts_by_lineno(str(ROOT / mutant.file))
    here = {check for line in range(mutant.line, mutant.end + 1) for check in by_line.get(line, ())}
    if here == {""}:
        here = {check for checks in by_line.values() for check in checks}
    # refusals are many, quick, and blind to numbers; vectors are the quickest that see them
    return sorted(here - {""}, key=lambda id: ("bad-input" in id, "vectors" not in id, id))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", help="or files, in reference/ or in verify/")
    parser.add_argument("--reached", nargs="+", default=[".reached"], help="data of tests.reached")
    parser.add_argument("--sample", type=int, default=20)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--out", default="mutants.json")
    arguments = parser.parse_args()
    seed = random.randrange(2**32) if arguments.seed is None else arguments.seed

    reached = coverage.CoverageData(no_disk=True)
    for file in arguments.reached:
        one = coverage.CoverageData(file)
        one.read()
        reached.update(one)
    named = [ROOT / name for name in arguments.folders]
    files = [
        p for path in named for p in ([path] if path.is_file() else sorted(path.rglob("*.py")))
    ]
    every = [mutant for path in files for mutant in mutants(path)]
    drawn = random.Random(seed).sample(every, min(arguments.sample, len(every)))
    if all(folder.startswith("reference") for folder in arguments.folders):
        from gramcheck.verify import suite  # the suite is none of what is changed

        assert suite

    results = []
    for mutant in drawn:
        begin, checks = time.monotonic(), reaching(mutant, reached)
        killed_by = fate(mutant, checks)
        results.append(
            mutant._asdict() | {"checks": len(checks), "killed_by": killed_by, "source": None}
        )
        seconds = time.monotonic() - begin
        what = f"{mutant.file}:{mutant.line} {mutant.before!r} -> {mutant.after!r}"
        print(f"{what} | {killed_by or 'SURVIVES'} ({seconds:.0f} s)", flush=True)
        told = {"of": arguments.folders, "seed": seed, "mutants": len(every), "results": results}
        Path(arguments.out).write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    killed = sum(bool(each["killed_by"]) for each in results)
    print(f"seed {seed}: {killed} of {len(results)} killed, of {len(every)} that there are")


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    main()
