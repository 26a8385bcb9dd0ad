"""Judges answers to the vectors that a program in another language wrote as JSON lines.

So no reader of the vectors needs comparison rules of its own. A line is one of::

    {"id": "levenshtein/both-empty", "answer": 0}
    {"id": "dtw/unequal-lengths", "error": "x must not be empty"}
    {"id": "dtw/narrow-window", "lacking": "window"}
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from gramcheck.verify import vectors
from gramcheck.verify.vectors import Vector, from_json

_KINDS = ("answer", "error", "lacking")


@dataclass
class Judged:
    """What became of all vectors that were asked for."""

    right: int = 0
    refused: int = 0  # invalid vectors, rightly
    wrong: list[str] = field(default_factory=list)  # a message each
    lacking: Counter[str] = field(default_factory=Counter)  # by what is lacking
    unanswered: Counter[str] = field(default_factory=Counter)  # by function

    def summary(self) -> str:
        """A line of counts, then one for each thing that is lacking or was not answered."""
        lines = [
            f"{self.right} right, {len(self.wrong)} wrong, {self.refused} refused as they should "
            f"be, {self.lacking.total()} lacking, {self.unanswered.total()} not answered"
        ]
        lines += [f"lacking {name}: {count} vectors" for name, count in self.lacking.items()]
        lines += [f"not answered, {name}: {count}" for name, count in self.unanswered.items()]
        return "\n".join(lines)


def judge_lines(lines: Iterable[str], paper: str) -> Judged:
    """Judge the answers to the stored vectors of a paper.

    Raises
    ------
    ValueError
        A line that is no such answer, an id twice, an unknown id or paper; names the line.
    """
    if paper not in vectors.PAPERS:
        raise ValueError(f"paper must be one of {', '.join(vectors.PAPERS)}, got {paper!r}")
    open_vectors = {vector.id: vector for vector in vectors.load(paper)}
    known, judged = set(open_vectors), Judged()
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        id, kind, value = _read(line, f"line {number}")
        if id not in open_vectors:
            why = "is answered twice" if id in known else f"is no vector of {paper}"
            raise ValueError(f"line {number}: {id!r} {why}")
        _judge(open_vectors.pop(id), kind, value, judged)
    judged.unanswered = Counter(vector.function for vector in open_vectors.values())
    return judged


def _read(line: str, where: str) -> tuple[str, str, object]:
    try:
        written = json.loads(line)
    except json.JSONDecodeError as error:
        raise ValueError(f"{where} is no JSON: {error}") from error
    kinds = [kind for kind in _KINDS if isinstance(written, dict) and kind in written]
    if len(kinds) != 1 or not isinstance(written.get("id"), str):
        raise ValueError(f'{where}: wanted {{"id": ..., and one of {", ".join(_KINDS)}}}')
    return written["id"], kinds[0], from_json(written[kinds[0]])


def _judge(vector: Vector, kind: str, value: object, judged: Judged) -> None:
    if kind == "lacking":
        judged.lacking[str(value)] += 1
    elif vector.result == "invalid":
        if kind == "error":
            judged.refused += 1
        else:
            wanted = f"an error naming {' or '.join(vector.naming)}"
            judged.wrong.append(f"{vector.id}: got={value!r}, should be {wanted}")
    elif kind == "error":
        judged.wrong.append(f"{vector.id}: got an error, {value!r}, should be an answer")
    else:
        outcome = vectors.judge_answer(vector, value)
        judged.right += outcome.passed
        if not outcome.passed:
            judged.wrong.append(f"{vector.id}: {outcome.sentence()}")
