"""Answer the stored test vectors anew, from the brute-force definitions and the tables of calls.

``python -m gramcheck.verify.vectors.build`` reads ``d2ke.json`` and the files of the other papers
beside this one, and writes the same bytes on every machine: the definitions compute in decimals
and fractions and round once.

A vector is written into the file by hand, with an id "function/what is special", arguments, flags
and a tolerance, and ``alternatives`` or ``freedom`` where several answers are right; its answer,
the options that are left out and the paper before its id are filled in here. A refusal is an id and
the name of the refusal in :mod:`gramcheck.verify.arguments`; those of arguments that no refusal
names yet are added.
"""

import inspect
import json
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from gramcheck.verify.arguments import CALLS, Call, Refusal
from gramcheck.verify.contract import REQUIRED, Contract, contracts, forms
from gramcheck.verify.definitions import d2ke, idealized, kcr, sfm
from gramcheck.verify.vectors import from_json
from gramcheck.verify.vectors.answers import idealized as idealized_answers
from gramcheck.verify.vectors.answers import kcr as kcr_answers
from gramcheck.verify.vectors.answers import sfm as sfm_answers
from gramcheck.verify.vectors.flags import FLAGS

FOLDER = Path(__file__).parent
EXACT = {"exact": True}
LARGEST_EXACT_INTEGER = 2**53  # of the numbers of JSON, which most languages read as doubles

Stored = dict[str, Any]


@dataclass(frozen=True)
class Paper:
    """A paper's title, and where its answers come from: the first module that knows."""

    name: str
    title: str
    answers: tuple[ModuleType, ...]

    def answer(self, function: str) -> Callable[..., Any]:
        """What computes the expected results of a function."""
        module = next(module for module in self.answers if hasattr(module, function))
        answer: Callable[..., Any] = getattr(module, function)
        return answer

    def contract(self, function: str) -> Contract:
        """What the function takes."""
        return contracts()[f"{self.name}.{function}"]


PAPERS = {
    "d2ke": Paper(
        "d2ke",
        "D2KE: From Distance to Kernel and Embedding (Wu, Yen, Xu, Ravikumar, Witbrock 2018)",
        (d2ke,),
    ),
    "sfm": Paper(
        "sfm",
        "Space-efficient Feature Maps for String Alignment Kernels (Tabei, Yamanishi, Pagh 2019)",
        (sfm_answers, sfm),
    ),
    "idealized": Paper(
        "idealized",
        "Learning with Idealized Kernels (Kwok, Tsang 2003)",
        (idealized_answers, idealized),
    ),
    "kcr": Paper(
        "kcr",
        "Metric Embedding for Kernel Classification Rules (Sriperumbudur, Lang, Lanckriet 2008)",
        (kcr_answers, kcr),
    ),
}


def to_json(value: Any) -> Any:
    """Lists and numbers; what JSON cannot say is {"float": ...}, {"map": ...} or {"bytes": hex}."""
    if isinstance(value, dict):
        return {"map": [[to_json(key), to_json(part)] for key, part in value.items()]}
    if isinstance(value, list | tuple):
        return [to_json(part) for part in value]
    if isinstance(value, bytes):
        return {"bytes": value.hex()}
    if isinstance(value, Fraction | Decimal):
        return float(value)
    if isinstance(value, float) and not math.isfinite(value):
        return {"float": {math.inf: "Infinity", -math.inf: "-Infinity"}.get(value, "NaN")}
    return value


def written_out(arguments: Stored, contract: Contract) -> Stored:
    """The arguments, and the defaults of those that were left out."""
    missing = (each for name, each in contract.optional(arguments).items() if name not in arguments)
    return arguments | {each.name: to_json(each.default) for each in missing}


def plain(arguments: Stored, contract: Contract, answer: Callable[..., Any]) -> dict[str, Any]:
    """The arguments as a definition takes them; an option that it has not stands at its default."""
    words = {each.name for each in contract.parameters if each.form == "words"}
    optional, taken = contract.optional(arguments), inspect.signature(answer).parameters
    return {
        name: [int(word, 16) for word in value] if name in words else from_json(value)
        for name, value in arguments.items()
        if name in taken
        or name not in optional
        or not optional[name].stands_for_default(from_json(value))
    }


# answers ----------------------------------------------------------------------------------------


def answered(vector: Stored, paper: Paper) -> Stored:
    """A vector with its answer."""
    *_, function, special = vector["id"].split("/")
    several: Stored = {name: vector[name] for name in ("alternatives", "freedom") if name in vector}
    contract = paper.contract(function)
    definition = paper.answer(function)
    answer = definition(**plain(vector["arguments"], contract, definition))
    expected = to_json(answer)
    parts = {"parts": True} if isinstance(answer, tuple) else {}  # compared one by one
    return {
        "id": f"{paper.name}/{function}/{special}",
        "function": function,
        "arguments": written_out(vector["arguments"], contract),
        "flags": sorted(vector["flags"]),
        "result": "acceptable" if several else "valid",
        "expected": expected,
        **parts,
        "tolerance": vector["tolerance"] if _has_real_numbers(expected) else EXACT,
        **several,
    }


def _has_real_numbers(value: Any) -> bool:
    if isinstance(value, list):
        return any(_has_real_numbers(part) for part in value)
    return isinstance(value, float | dict)


# refusals ---------------------------------------------------------------------------------------


def said(refusal: Refusal, call: Call, contract: Contract) -> Stored | None:
    """The arguments of a refusal; None where JSON cannot say them, or the error may be either."""
    if refusal.error == "either":
        return None
    given = {
        name: value
        for name, value in refusal.given.items()
        if value is not None or name not in call.options or name in refusal.naming
    }
    words = {each.name for each in contract.parameters if each.form == "words"}
    try:
        return {name: _said(value, name in words) for name, value in given.items()}
    except TypeError:
        return None


def _said(value: Any, words: bool = False) -> Any:
    if words and value is not None:
        if not isinstance(value, np.ndarray) or value.dtype != np.uint64:
            raise TypeError("words of 64 bits are unsigned")
        return [f"{word:016x}" for word in value.tolist()]
    if type(value) is np.ndarray and value.dtype.kind in "iufU":
        return _said(value.tolist())
    if isinstance(value, list | tuple):
        return [_said(part) for part in value]
    if value is not None and type(value) not in (bool, int, float, str, bytes, dict):
        raise TypeError(f"JSON has no {type(value)}")
    if isinstance(value, int) and abs(value) > LARGEST_EXACT_INTEGER:
        raise TypeError(f"doubles do not hold {value}")
    return to_json(value)


def refused(special: str, refusal: Refusal, call: Call, contract: Contract) -> Stored:
    """The vector of a refusal."""
    arguments = said(refusal, call, contract)
    if arguments is None:
        raise ValueError(f"a vector cannot say {refusal.name} of {call.function}")
    return {
        "id": f"{contract.name.replace('.', '/')}/{special}",
        "function": call.function,
        "arguments": written_out(arguments, contract),
        "flags": sorted({"bad_input", refusal.flag} - {""}),
        "result": "invalid",
        "refusal": refusal.name,
        "error": refusal.error,
        "naming": list(refusal.naming),
    }


def added(paper: Paper, stored: list[Stored]) -> Iterator[Stored]:
    """For each argument of a function with answers that no refusal names: its first one."""
    functions = {vector["id"].split("/")[-2] for vector in stored}
    found = {(v["function"], argument) for v in stored for argument in v.get("naming", ())}
    for call in CALLS[paper.name]:
        contract = paper.contract(call.function)
        for refusal in call.refusals() if call.function in functions else ():
            new = {(call.function, argument) for argument in refusal.naming}
            if not new & found and said(refusal, call, contract) is not None:
                found |= new
                yield refused(refusal.name, refusal, call, contract)


# the files --------------------------------------------------------------------------------------


def vectors(paper: Paper) -> list[Stored]:
    """Every vector of a paper, answered anew, in the order of the file."""
    document = json.loads((FOLDER / f"{paper.name}.json").read_text(encoding="ascii"))
    table = {
        (call.function, refusal.name): (refusal, call, paper.contract(call.function))
        for call in CALLS[paper.name]
        for refusal in call.refusals()
    }
    built = []
    for vector in document["vectors"]:
        *_, function, special = vector["id"].split("/")
        if "refusal" in vector:
            built.append(refused(special, *table[function, vector["refusal"]]))
        else:
            built.append(answered(vector, paper))
    return [*built, *added(paper, built)]


def described(function: str, paper: Paper) -> Stored:
    """What the answers to a function's vectors are, and what it takes."""
    parameters = [
        {"name": each.name, "form": each.form, "kind": each.kind}
        | ({} if each.default is REQUIRED else {"default": to_json(each.default)})
        | {"meaning": each.meaning}
        for each in paper.contract(function).parameters
    ]
    answer = (paper.answer(function).__doc__ or "").split("\n", 1)[0]
    return {"answer": answer, "parameters": parameters}


def _block(key: str, table: dict[str, Any]) -> str:
    rows = ",\n".join(f"    {json.dumps(name)}: {_spread(table[name])}" for name in sorted(table))
    return f"  {json.dumps(key)}: {{\n{rows}\n  }},"


def _spread(value: Any) -> str:
    """JSON on one line; of what describes a function, a line a parameter."""
    if isinstance(value, str):
        return json.dumps(value)
    rows = ",\n".join(f"      {json.dumps(each)}" for each in value["parameters"])
    return f'{{"answer": {json.dumps(value["answer"])}, "parameters": [\n{rows}\n    ]}}'


def text(name: str) -> str:
    """A paper's whole file, one vector a line, every character beyond ASCII escaped."""
    paper = PAPERS[name]
    built = vectors(paper)
    head = {"$schema": "schema.json", "paper": paper.title, "format": 2}
    functions = {vector["function"] for vector in built}
    flags = {flag: FLAGS[flag] for vector in built for flag in vector["flags"]}
    lines = [
        "{",
        *(f"  {json.dumps(key)}: {json.dumps(value)}," for key, value in head.items()),
        _block("forms", forms()),
        _block("functions", {function: described(function, paper) for function in functions}),
        _block("flags", flags),
        '  "vectors": [',
        ",\n".join(f"    {json.dumps(vector)}" for vector in built),
        "  ]",
        "}",
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write one file a paper."""
    for name in PAPERS:
        (FOLDER / f"{name}.json").write_text(text(name), encoding="ascii", newline="\n")


if __name__ == "__main__":
    main()
