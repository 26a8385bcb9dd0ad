"""Regenerate the stored test vectors from the brute-force definitions.

``python -m verify.vectors.build`` writes ``d2ke.json`` beside this file, the same bytes on every
machine: the definitions compute in decimals and fractions and round once.
"""

import json
import math
from fractions import Fraction
from pathlib import Path
from typing import Any

from verify.definitions import d2ke
from verify.vectors import d2ke_bounds, d2ke_distances, d2ke_kernel, d2ke_learning
from verify.vectors.case import EXACT, Case

FOLDER = Path(__file__).parent

PAPER = "D2KE: From Distance to Kernel and Embedding (Wu, Yen, Xu, Ravikumar, Witbrock 2018)"

FLAGS = {
    "affix": "common prefixes and suffixes, which fast forms strip",
    "as_printed": "a bound exactly as the paper prints it",
    "as_printed_fails": "Eq. (2) with M and N swapped, as printed, fails or differs here",
    "astral": "code points beyond U+FFFF count once, not as two surrogates",
    "asymmetric_parts": "the two directed parts differ; the maximum is needed",
    "bad_input": "must be refused before any work",
    "cancellation": "expanding the square of a difference loses digits far from zero",
    "carry": "a long run carries from one machine word into the next",
    "channels": "rows are points, columns their coordinates",
    "closed_ball": "the covering radius itself is inside",
    "column_signs": "the sign of an eigenvector is free",
    "combining_marks": "code points are compared, without Unicode normalization",
    "convention": "a convention that implementations differ in",
    "cover_radius": "the cover's radius, t/(6 gamma) or t/(4 gamma), must be below 1",
    "disjoint": "no letter in common",
    "duplicate_points": "repeated objects, points or columns are kept",
    "empty_input": "nothing where at least one thing is needed",
    "empty_string": "the empty string is a string",
    "greedy_fails": "the greedy cover is not the smallest",
    "identical": "equal arguments: distance zero",
    "indefinite": "the centered Gram matrix has negative eigenvalues",
    "index_range": "an index outside the matrix; negative ones do not count from the end",
    "infinity_allowed": "an infinite value is one that is never reached",
    "intercept": "an intercept is the last weight and is not penalized",
    "kink": "the minimum is where the hinge has no derivative",
    "length_range": "both ends of a range of lengths are included",
    "narrow_window": "a window narrower than the difference of lengths is widened to it",
    "no_folding": "letters are compared as they are: case and spaces count",
    "not_a_metric": "the distance violates an axiom here, as it should",
    "not_finite": "NaN or infinity among the numbers",
    "nul_character": "U+0000 does not end a string",
    "one_sided_losses": "objects on both sides of the margin, so that each branch counts",
    "one_class": "labels of one class only: an objective has a value, a classifier has no sense",
    "origin": "distance substitution about an origin",
    "overflow": "exp overflows unless the loss is computed with care",
    "parameter_range": "a parameter at an end of its range",
    "periodic": "a repeated pattern",
    "repeated_eigenvalue": "equal eigenvalues: their eigenvectors may be rotated",
    "reversal": "a reversed argument",
    "scaling": "a factor that is easily lost: 1/R, 1/sqrt(R), 1/n, 1/2",
    "shapes": "sizes that do not meet",
    "shortest": "the smallest allowed size",
    "solver": "the minimum of a convex problem",
    "textbook": "a plain case",
    "ties": "equal distances, votes or values",
    "transposition": "swapped neighbors are two edits, not one",
    "underflow": "exp underflows unless the sum is done in the log domain",
    "unequal_lengths": "the two arguments have different sizes",
    "unknown_name": "an option that does not exist, close to one that does",
    "weights": "weights other than 1/R",
    "wide": "more columns than rows",
    "window": "a Sakoe-Chiba band",
    "word_boundary": "lengths about the 64-bit words of bit-parallel forms",
    "zero_column": "a feature that is always zero",
}

# results made of several parts, which are compared one by one
PARTS = {"enumerate_strings", "one_vs_rest"}


def all_cases() -> list[Case]:
    """Every case of D2KE, section by section."""
    modules = (d2ke_distances, d2ke_kernel, d2ke_bounds, d2ke_learning)
    return [case for module in modules for case in module.cases()]


def to_json(value: Any) -> Any:
    """Lists and numbers; what JSON cannot say becomes {"float": "NaN" | "Infinity" | ...}."""
    if isinstance(value, list | tuple):
        return [to_json(part) for part in value]
    if isinstance(value, Fraction):
        return float(value)
    if isinstance(value, float) and not math.isfinite(value):
        return {"float": {math.inf: "Infinity", -math.inf: "-Infinity"}.get(value, "NaN")}
    return value


def _has_real_numbers(value: Any) -> bool:
    if isinstance(value, list):
        return any(_has_real_numbers(part) for part in value)
    return isinstance(value, float | dict)


def vector(case: Case) -> dict[str, Any]:
    """One case with its result, as it is stored."""
    arguments = {name: to_json(value) for name, value in case.arguments.items()}
    stored = {"id": case.id, "function": case.function, "arguments": arguments}
    stored |= {"flags": sorted(case.flags), "result": case.result}
    if case.result == "invalid":
        return stored | {"error": case.error, "naming": list(case.naming)}
    expected = to_json(getattr(d2ke, case.function)(**case.arguments))
    stored["expected"] = expected
    if case.function in PARTS or (case.function.endswith("embedding") and "D_new" in arguments):
        stored["parts"] = True
    stored["tolerance"] = case.tolerance if _has_real_numbers(expected) else EXACT
    if case.alternatives:
        stored["alternatives"] = to_json(case.alternatives)
    if case.freedom:
        stored["freedom"] = case.freedom
    return stored


def _first_line(function: str) -> str:
    return (getattr(d2ke, function).__doc__ or "").split("\n", 1)[0]


def _block(key: str, table: dict[str, str]) -> str:
    rows = ",\n".join(
        f"    {json.dumps(name)}: {json.dumps(table[name])}" for name in sorted(table)
    )
    return f"  {json.dumps(key)}: {{\n{rows}\n  }},"


def text() -> str:
    """The whole file, one vector a line, every character beyond ASCII escaped."""
    cases = all_cases()
    head = {"$schema": "schema.json", "paper": PAPER, "format": 1}
    vectors = ",\n".join(f"    {json.dumps(vector(case))}" for case in cases)
    lines = [
        "{",
        *(f"  {json.dumps(key)}: {json.dumps(value)}," for key, value in head.items()),
        _block("functions", {case.function: _first_line(case.function) for case in cases}),
        _block("flags", FLAGS),
        f'  "vectors": [\n{vectors}\n  ]',
        "}",
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write ``d2ke.json``."""
    (FOLDER / "d2ke.json").write_text(text(), encoding="ascii", newline="\n")


if __name__ == "__main__":
    main()
