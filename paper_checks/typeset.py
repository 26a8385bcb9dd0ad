"""What is mathematics in the ledger's plain text, and which statements it names.

Claims are written in Unicode ("k(x, y) = exp(-γ d(x, y))"), so that a terminal can show them. What
is mathematics in such a line is found word by word, and put into TeX and MathML (`mathml`). A part
that cannot be read with certainty stays as it was written; that is never an error.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Mapping

from markupsafe import Markup, escape

from gramcheck.paper_checks.mathml import GREEK, NAMES, is_product, mathml, to_tex

_WORD = re.compile(r"(?<!')[A-Za-z]{2,}")
_STRONG = re.compile(
    rf"[=≤≥≠≈<>→∞∈⊆∪∩∫√‖|·×±^_⟨⟩∂½²³¹⁰⁴-⁹⁻₀-₉₊₋∇⊗⌈⌉⌊⌋{GREEK}\u0302\u0303~]"
    r"|[a-zA-Z0-9]'?/?[(\[{]|\b[a-zA-Z](?:\*|'[A-Za-z]{1,2}\b)|(?:\b[a-zA-Z\d]|\))!"
)
_ATOM = r"(?:\d*\.?\d*[a-zA-Z]?\d*'*|AA'|Lz)"
_WEAK = re.compile(
    rf"[(\[{{]*(?:{_ATOM}(?:[-+−/][(\[{{]*{_ATOM})*|[-+−/*]|\.\.\.|…)[)\]}}]*!?[,;.:]?"
)
_RELATION = re.compile("[=≤≥<>≈∈+-]")
_ALONE = re.compile(r"[b-zB-HJ-Z]'?|[a-z]\d(?:, [a-z]\d)*")  # a letter that is no word; x1, x2
# letters with numbers or other letters: n - 1, R/m, (D/2) k; not 3e-8, not 8 x 8
_COMPOSED = re.compile(
    r"(?!.* x |\d+e-)(?=.*[A-Za-z])(?=.*[ /])(?:[()\d/ ]|(?<=\s)[-+−](?=\s)|\b[A-Za-z]\b)+"
)
_ID = re.compile(r"(?<![\w/#<.@-])[a-z]\w*/\w+(?:-\w+)*(?![/@-]|\.\w)")
_ERRATA = re.compile(r"\berrat(?:um|a)\s[A-Z]\d+\w?(?:(?:,| and)\s[A-Z]\d+\w?)*")
_CLAUSE = re.compile(r"[^.][.;:]$")  # ends with this word
_NUMBER = re.compile(r"[-+−]?(?:[\d.]*\d|½)[,.;:]?")
_PAIRS = {"(": ")", "[": "]", "{": "}"}
_ABSORBED = 40  # words and blanks that an open bracket may take in until it closes
_BREAK = re.compile(r" [=≤≥≈→<>+-] |(?<=,) ")
_LABELED = {"appendix", "Appendix", "Table", "Tables", "Section"}  # a letter is a name then
_PIECE = 16  # letters of a formula that stay on one line


def prose(text: str) -> Markup:
    """Text for HTML: what stands between backticks as code, formulas as MathML."""
    pieces = re.split(r"(`{1,2})([^`]+)\1", str(text))
    parts = []
    for plain, code in zip(pieces[0::3], [*pieces[2::3], None], strict=True):
        parts.append(formulas(plain))
        if code is not None:
            parts.append(Markup("<code>{}</code>").format(code))
    return Markup("").join(parts)


def cited(html: Markup, homes: Mapping[str, str]) -> Markup:
    """The same with a link where a claim is named that has a home: sfm/eq-1, errata D2 and D3."""

    def link(name: str, id: str) -> str:
        return f'<a href="{escape(homes[id])}">{name}</a>' if id in homes else name

    def errata(names: re.Match[str]) -> str:
        return re.sub(r"[A-Z]\d+\w?", lambda name: link(name[0], f"errata/{name[0]}"), names[0])

    return Markup(_ERRATA.sub(errata, _ID.sub(lambda id: link(id[0], id[0]), str(html))))


def formulas(text: str) -> Markup:
    """Text for HTML, its mathematics as MathML."""
    words = re.findall(r"\S+|\s+", unicodedata.normalize("NFD", text))
    parts, at = [], 0
    while at < len(words):
        label = (
            at > 1 and words[at - 2].lstrip("([") in _LABELED and len(words[at].strip(".,;)]")) == 1
        )
        if words[at].isspace() or label:
            parts.append(escape(words[at]))
            at += 1
            continue
        end = _run(words, at)
        run = "".join(words[at:end])
        formula, tail = _without_tail(run)
        html = _breakable(formula) if end > at and _meant(formula) else None
        if html is None and len(words[at]) > 1 and words[at][0] in _PAIRS and end == at:
            parts.append(escape(words[at][0]))  # a bracket that nothing closes is prose
            words[at] = words[at][1:]
            continue
        if html is None:
            end = max(end, at + 1)
            parts.append(escape(unicodedata.normalize("NFC", "".join(words[at:end]))))
        else:
            parts.append(html + escape(tail))
        at = end
    return Markup("").join(parts)


def _without_tail(run: str) -> tuple[str, str]:
    """A formula, and what ends a clause behind it: stops, and brackets that it has not opened."""
    end = len(run)
    while end and not run.endswith("...", 0, end):
        unopened = run[end - 1] in ")]}" and _depth(run[:end]) < 0
        if run[end - 1] not in ".,;:?" and not unopened:
            break
        end -= 1
    return run[:end], run[end:]


def _depth(text: str) -> int:
    """How many brackets are open at the end of a text, of any kind, as in [0, 1); or below 0."""
    return sum(text.count(opening) - text.count(closing) for opening, closing in _PAIRS.items())


def _breakable(formula: str) -> Markup | None:
    """A formula inside a line; a long one in pieces, between which the line may break."""
    pieces, start = [], 0
    opened: list[bool] = []  # brackets: whether they group an exponent or a root
    for at, letter in enumerate(formula):
        if letter in _PAIRS:
            opened.append(formula[at - 1 : at] in tuple("^_√"))
        elif letter in ")]}" and opened:
            opened.pop()
        whole = len(opened) < 2 and not any(opened)
        if whole and at - start > _PIECE and _BREAK.match(formula, at):
            pieces.append(formula[start:at])
            start = at + 1
    parts = [mathml(to_tex(piece)) for piece in [*pieces, formula[start:]]]
    line = " ".join(str(part) for part in parts)
    # a sign at the beginning of a piece is none, the blank before it is that of the text
    joined = re.sub(r"(> <math[^>]*><mrow>)<mo>", r'\1<mo form="infix" lspace="0">', line)
    return None if None in parts else Markup(joined)


def _run(words: list[str], start: int) -> int:
    """End of the mathematics that begins at a word; its start where there is none.

    A bracket that it opens and never closes is not its own.
    """
    end, at, depth = start, start, 0
    while at < len(words):
        word = words[at]
        if not word.isspace():
            inside = depth > 0
            if inside and at - start >= _ABSORBED:
                break
            article = word == "a" and not _RELATION.fullmatch("".join(words[at + 2 : at + 3]))
            if not inside and (article or not _mathematical(word)):
                break
            depth += _depth(word)
            if depth <= 0:
                end = at + 1
                if depth < 0 or _CLAUSE.search(word) or _apart_from(words, at):
                    break
        at += 1
    return end


def _apart_from(words: list[str], at: int) -> bool:
    """Whether a comma parts a number from what follows: "by 1, β = 1"; "0, 1, ..., n" is one."""
    following = [word for word in words[at + 1 : at + _ABSORBED] if not word.isspace()]
    number = _NUMBER.fullmatch(words[at]) or any(map(_NUMBER.fullmatch, following[:1]))
    others = itertools.dropwhile(_NUMBER.fullmatch, following)
    listed = next(others, "").startswith(("...", "…"))
    listed = listed or words[at].startswith(("...", "…"))
    return words[at].endswith(",") and bool(number) and not listed


def _mathematical(word: str) -> bool:
    words = [w for w in _WORD.findall(word) if w not in NAMES and not is_product(w)]
    bare = word.strip("()[]{},.;:")
    if words and not re.search(r"[_^=≤(\[]", word):
        return False
    if re.search(r"[a-z]{2}_[a-z]{2}|^[A-Za-z]{2,}[.,;:)]*$", word) and bare not in NAMES:
        return False
    if re.search(r"[“”\"%&$#\\]|(?<![\w)])'|\w-[A-Za-z]{2,}|[A-Za-z]{3,}/[A-Za-z]{3,}", word):
        return False
    return bool(_STRONG.search(word) or _WEAK.fullmatch(word) or bare.rstrip("*") in NAMES)


def _meant(run: str) -> bool:
    """Whether a run of such words is a formula: something more than a number, brackets closed."""
    opened: list[str] = []
    for letter in run:
        if letter in _PAIRS:
            opened.append(_PAIRS[letter])
        elif letter in ")]}" and (not opened or opened.pop() not in (letter, ")", "]")):
            return False
    forms = _ALONE.fullmatch, _COMPOSED.fullmatch, _STRONG.search
    return not opened and any(form(run) for form in forms)
