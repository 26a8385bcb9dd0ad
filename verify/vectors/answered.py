"""Judges answers to the vectors that a program in another language wrote as JSON lines.

So no reader of the vectors needs comparison rules of its own. A line is one of::

    {"id": "d2ke/levenshtein/both-empty", "answer": 0}
    {"id": "d2ke/dtw/x-empty", "error": "x must not be empty"}
    {"id": "d2ke/dtw/narrow-window", "lacking": "window"}
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from gramcheck.verify import vectors
from gramcheck.verify.contract import PAPERS
from gramcheck.verify.vectors import Vector, from_json

_KINDS = ("answer", "error", "lacking")


@dataclass
class Judged:
    """What became of the vectors of one function.

    An implementation may trust its callers: invalid vectors are counted apart.
    """

    function: str
    right: int = 0
    wrong: list[str] = field(default_factory=list)  # a message each
    refused: int = 0  # invalid vectors, rightly
    accepted: list[str] = field(default_factory=list)  # invalid vectors; a message each
    lacking: Counter[str] = field(default_factory=Counter)  # by what is lacking
    unanswered: int = 0
    untried: int = 0  # invalid vectors without an answer, or that need what is lacking

    @property
    def answered(self) -> bool:
        """Whether there was a line for any of its vectors."""
        return self.judged or bool(self.lacking)

    @property
    def judged(self) -> bool:
        """Whether any of those lines was an answer or an error, which can be right or wrong."""
        return bool(self.right or self.wrong or self.refused or self.accepted)

    @property
    def sentence(self) -> str:
        """Of how many vectors the answer is right, of how many it is not, and why not."""
        total = self.right + len(self.wrong) + self.lacking.total() + self.unanswered
        parts = [f"{self.function}: {self.right} of {total} right"]
        parts += [f"{len(self.wrong)} wrong"] if self.wrong else []
        needs = ", ".join(f"{name} ({count})" for name, count in self.lacking.items())
        parts += [f"{self.lacking.total()} need what it lacks: {needs}"] if needs else []
        parts += [f"{self.unanswered} not answered"] if self.unanswered else []
        if bad := self.refused + len(self.accepted):
            parts.append(f"{self.refused} of {bad + self.untried} bad calls refused")
        elif self.untried:
            parts.append(f"{self.untried} bad calls not tried")
        return "; ".join(parts)


@dataclass(frozen=True)
class Verdict:
    """What became of all vectors of the papers that were answered."""

    functions: tuple[Judged, ...]

    @property
    def wrong(self) -> list[str]:
        """A message for each answer that is not right, refusals that were none among them."""
        return [text for each in self.functions for text in (*each.wrong, *each.accepted)]

    @property
    def judged(self) -> bool:
        """Whether any answer was judged; what is lacking is none."""
        return any(each.judged for each in self.functions)

    @property
    def holds(self) -> bool:
        """Whether all is right, and no function stops half-way: a reader that died may have."""
        stopped = any(each.answered and each.unanswered for each in self.functions)
        return self.judged and not self.wrong and not stopped

    def summary(self) -> str:
        """A line a function, then one that names the functions without any answer."""
        lines = [each.sentence for each in self.functions if each.answered]
        silent = [each.function for each in self.functions if not each.answered]
        lines += [f"not answered: {', '.join(silent)}"] if silent else []
        return "\n".join([*lines, *([] if self.judged else ["nothing was judged"])])


def judge_lines(lines: Iterable[str]) -> Verdict:
    """Judge answers to the stored vectors.

    Raises
    ------
    ValueError
        A line that is no such answer, an id twice, an unknown id, or no line at all; names the
        line.
    """
    stored = {vector.id: vector for paper in PAPERS for vector in vectors.load(paper)}
    judged = {vector.contract.name: Judged(vector.contract.name) for vector in stored.values()}
    answered: dict[str, None] = {}
    for where, id, kind, value in _read(lines):
        if id not in stored or id in answered:
            why = "is answered twice" if id in answered else f"is no vector{_hint(id, stored)}"
            raise ValueError(f"{where}: {id!r} {why}")
        answered[id] = None
        _judge(stored[id], kind, value, judged[stored[id].contract.name])
    if not answered:
        raise ValueError("there is no answer in it")
    papers = {stored[id].paper for id in answered}
    for vector in (stored[id] for id in stored.keys() - answered.keys()):
        function = judged[vector.contract.name]
        function.untried += vector.result == "invalid"
        function.unanswered += vector.result != "invalid"
    return Verdict(tuple(each for each in judged.values() if each.function.split(".")[0] in papers))


def _hint(id: str, stored: Iterable[str]) -> str:
    likely = [known for known in stored if known.endswith(f"/{id}")]
    return f"; did you mean {likely[0]!r}?" if likely else ""


def _read(lines: Iterable[str]) -> Iterator[tuple[str, str, str, object]]:
    """Of each line, where it stands, the id, the kind of answer, the answer."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        where = f"line {number}"
        try:
            written = json.loads(line)
        except json.JSONDecodeError as error:
            raise ValueError(f"{where} is no JSON: {error}") from error
        kinds = [kind for kind in _KINDS if isinstance(written, dict) and kind in written]
        if len(kinds) != 1 or not isinstance(written.get("id"), str):
            raise ValueError(f'{where}: wanted {{"id": ..., and one of {", ".join(_KINDS)}}}')
        try:
            value = from_json(written[kinds[0]])
        except (TypeError, ValueError) as error:
            raise ValueError(f"{where}: {error}") from error
        yield where, written["id"], kinds[0], value


def _judge(vector: Vector, kind: str, value: object, judged: Judged) -> None:
    if kind == "lacking":
        if vector.result == "invalid":
            judged.untried += 1
        else:
            judged.lacking[str(value)] += 1
    elif vector.result == "invalid":
        if kind == "error":
            judged.refused += 1
        else:
            wanted = f"an error naming {' or '.join(vector.naming)}"
            judged.accepted.append(f"{vector.id}: got={value!a}, should be {wanted}")
    elif kind == "error":
        judged.wrong.append(f"{vector.id}: got an error, {value!a}, should be an answer")
    else:
        try:
            outcome = vectors.judge_answer(vector, value)
        except (TypeError, ValueError) as error:  # nothing that can be compared: ragged, for one
            judged.wrong.append(f"{vector.id}: got={value!a}, should be comparable ({error})")
            return
        judged.right += outcome.passed
        if not outcome.passed:
            judged.wrong.append(f"{vector.id}: {outcome.sentence()}")
