"""Regenerate the stored test vectors from the brute-force definitions.

``python -m gramcheck.verify.vectors.build`` writes ``d2ke.json`` and the files of the other papers
beside this one, the same bytes on every machine: the definitions compute in decimals and
fractions and round once.
"""

import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

from gramcheck.verify.definitions import d2ke, idealized, kcr, sfm
from gramcheck.verify.vectors.case import EXACT, WORDS, Case
from gramcheck.verify.vectors.d2ke import algorithm1 as d2ke_algorithm1
from gramcheck.verify.vectors.d2ke import baselines as d2ke_baselines
from gramcheck.verify.vectors.d2ke import bounds as d2ke_bounds
from gramcheck.verify.vectors.d2ke import collections as d2ke_collections
from gramcheck.verify.vectors.d2ke import distances as d2ke_distances
from gramcheck.verify.vectors.d2ke import kernel as d2ke_kernel
from gramcheck.verify.vectors.flags import FLAGS
from gramcheck.verify.vectors.idealized import answers as idealized_answers
from gramcheck.verify.vectors.idealized import kernels as idealized_kernels
from gramcheck.verify.vectors.idealized import metrics as idealized_metrics
from gramcheck.verify.vectors.kcr import answers as kcr_answers
from gramcheck.verify.vectors.kcr import programme as kcr_programme
from gramcheck.verify.vectors.kcr import rule as kcr_rule
from gramcheck.verify.vectors.sfm import answers as sfm_answers
from gramcheck.verify.vectors.sfm import features as sfm_features
from gramcheck.verify.vectors.sfm import kernels as sfm_kernels
from gramcheck.verify.vectors.sfm import parsing as sfm_parsing

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Paper:
    """A paper's title, where its answers come from (the first module that knows), its cases."""

    title: str
    answers: tuple[ModuleType, ...]
    sections: tuple[ModuleType, ...]

    def cases(self) -> list[Case]:
        """Every case, section by section."""
        return [case for section in self.sections for case in section.cases()]

    def answer(self, function: str) -> Callable[..., Any]:
        """What computes the expected results of a function."""
        module = next(module for module in self.answers if hasattr(module, function))
        return getattr(module, function)


PAPERS = {
    "d2ke": Paper(
        "D2KE: From Distance to Kernel and Embedding (Wu, Yen, Xu, Ravikumar, Witbrock 2018)",
        (d2ke,),
        (
            d2ke_distances,
            d2ke_collections,
            d2ke_kernel,
            d2ke_bounds,
            d2ke_algorithm1,
            d2ke_baselines,
        ),
    ),
    "sfm": Paper(
        "Space-efficient Feature Maps for String Alignment Kernels (Tabei, Yamanishi, Pagh 2019)",
        (sfm_answers, sfm),
        (sfm_parsing, sfm_features, sfm_kernels),
    ),
    "idealized": Paper(
        "Learning with Idealized Kernels (Kwok, Tsang 2003)",
        (idealized_answers, idealized),
        (idealized_kernels, idealized_metrics),
    ),
    "kcr": Paper(
        "Metric Embedding for Kernel Classification Rules (Sriperumbudur, Lang, Lanckriet 2008)",
        (kcr_answers, kcr),
        (kcr_rule, kcr_programme),
    ),
}


def to_json(value: Any) -> Any:
    """Lists and numbers; what JSON cannot say becomes {"float": ...} or {"map": pairs}."""
    if isinstance(value, dict):
        return {"map": [[to_json(key), to_json(part)] for key, part in value.items()]}
    if isinstance(value, list | tuple):
        return [to_json(part) for part in value]
    if isinstance(value, Fraction | Decimal):
        return float(value)
    if isinstance(value, float) and not math.isfinite(value):
        return {"float": {math.inf: "Infinity", -math.inf: "-Infinity"}.get(value, "NaN")}
    return value


def _argument(name: str, value: Any) -> Any:
    return [f"{word:016x}" for word in value] if name in WORDS else to_json(value)


def _has_real_numbers(value: Any) -> bool:
    if isinstance(value, list):
        return any(_has_real_numbers(part) for part in value)
    return isinstance(value, float | dict)


def vector(case: Case, paper: Paper) -> dict[str, Any]:
    """One case with its result, as it is stored."""
    arguments = {name: _argument(name, value) for name, value in case.arguments.items()}
    stored = {"id": case.id, "function": case.function, "arguments": arguments}
    stored |= {"flags": sorted(case.flags), "result": case.result}
    if case.result == "invalid":
        return stored | {"error": case.error, "naming": list(case.naming)}
    answer = paper.answer(case.function)(**case.arguments)
    expected = to_json(answer)
    stored["expected"] = expected
    if isinstance(answer, tuple):  # a result made of several parts, which are compared one by one
        stored["parts"] = True
    stored["tolerance"] = case.tolerance if _has_real_numbers(expected) else EXACT
    if case.alternatives:
        stored["alternatives"] = to_json(case.alternatives)
    if case.freedom:
        stored["freedom"] = case.freedom
    return stored


def _block(key: str, table: dict[str, str]) -> str:
    rows = ",\n".join(
        f"    {json.dumps(name)}: {json.dumps(table[name])}" for name in sorted(table)
    )
    return f"  {json.dumps(key)}: {{\n{rows}\n  }},"


def text(name: str) -> str:
    """A paper's whole file, one vector a line, every character beyond ASCII escaped."""
    paper = PAPERS[name]
    cases = paper.cases()
    head = {"$schema": "schema.json", "paper": paper.title, "format": 1}
    functions = {
        case.function: (paper.answer(case.function).__doc__ or "").split("\n", 1)[0]
        for case in cases
    }
    flags = {flag: FLAGS[flag] for case in cases for flag in case.flags}
    vectors = ",\n".join(f"    {json.dumps(vector(case, paper))}" for case in cases)
    lines = [
        "{",
        *(f"  {json.dumps(key)}: {json.dumps(value)}," for key, value in head.items()),
        _block("functions", functions),
        _block("flags", flags),
        f'  "vectors": [\n{vectors}\n  ]',
        "}",
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write one file a paper."""
    for name in PAPERS:
        (FOLDER / f"{name}.json").write_text(text(name), encoding="ascii", newline="\n")


if __name__ == "__main__":
    main()
