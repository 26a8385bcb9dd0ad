"""Formulas as MathML: the ledger's plain text, and TeX, typeset where they are read.

Claims are written in Unicode ("k(x, y) = exp(-γ d(x, y))"), so that a terminal can show them. What
is mathematics in such a line is found word by word, put into TeX, and translated by latex2mathml.
A part that cannot be read with certainty stays as it was written; that is never an error.
"""

from __future__ import annotations

import functools
import itertools
import re
import unicodedata
from collections.abc import Mapping

from latex2mathml.converter import convert
from markupsafe import Markup, escape

_FUNCTIONS = {"exp", "log", "min", "max", "cos", "sin", "tan", "det", "arg", "lim"}
_NAMES = _FUNCTIONS | {"argmin", "argmax", "softmin", "tr", "rank", "loss", "Pr", "Var"}
_WORD = re.compile(r"(?<!')[A-Za-z]{2,}")
_ACRONYMS = {"AUC", "CGK", "DSK", "DTW", "EDM", "ESP", "GDK", "Ham", "KNN", "LED", "RBF", "SVM"}
_PRODUCT = re.compile(r"[a-z]?[A-Z]{1,3}|[A-Z][a-z]")  # of letters: NRL, dD, Lz
_GREEK = r"\u0391-\u03a9\u03b1-\u03c9"
_STRONG = re.compile(
    rf"[=≤≥≠≈<>→∞∈⊆∪∩∫√‖|·×±^_⟨⟩∂½²³¹⁰⁴-⁹⁻₀-₉₊₋∇⊗⌈⌉⌊⌋{_GREEK}\u0302\u0303~]"
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
_RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-", strict=True))
_LOWERED = dict(zip("₀₁₂₃₄₅₆₇₈₉₊₋", "0123456789+-", strict=True))
_OPERATOR = re.compile("<mi>([≤≥≠≈∈∉→⇒⊆⪰≪≫∩∪×·±−])</mi>")  # which latex2mathml takes for letters
_FUNCTION = re.compile(
    r"((?<=[\w})])\s*)?(\\(?:log|ln|exp|sin|cos|tan)(?:[_^](?:\{[^}]*\}|\S))?)(\s+(?=[\w\\]))?"
)
# a minus after an opening bracket, a comma or a relation is a sign, which stands close
_SIGN = re.compile(r"(<mo[^>]*>(?:&#x000(?:28|2C|3C|3D|3E);|\[)</mo>)<mo>&#x02212;</mo>")
# the name of an operator, and whether a factor stands before it
_OPERATOR_NAME = re.compile(
    r"((?:(?<!&#x0007B;)</mi>|</mn>|</msu[bp]>|&#x00029;</mo>)?)((?:<m(?:under|sub)>)?)"
    r"<mo>([A-Za-z]{2,})</mo>"
)
_BAR = '<mo stretchy="false">&#x0007C;</mo>'  # which has room on both sides, as in P(A | B)
_STRUT = '<msqrt><mspace height=".75em" depth=".3em"/>'  # as deep as the sign is
_MARKS = {"\u0302": "hat", "\u0303": "tilde", "\u0304": "bar"}


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


@functools.cache
def mathml(tex: str, display: bool = False) -> Markup | None:
    """MathML of TeX; None where latex2mathml cannot read it."""
    tex = _FUNCTION.sub(_spaced, tex)
    tex = re.sub(r"\\arg\s*\\m(ax|in)", r"\\operatorname{argm\1}", tex)
    if display:  # what is summed or minimized over stands below, between brackets too
        tex = re.sub(r"(\\sum|\\m(?:in|ax)|m(?:in|ax)\})_", r"\1\\limits_", tex)
    try:
        html = convert(tex, display="block" if display else "inline")
    except Exception:  # its errors have no common class
        return None
    html = html.replace(' xmlns="http://www.w3.org/1998/Math/MathML"', "")  # HTML knows its MathML
    html = re.sub(
        r"<mo>(&#x0003[CE];)</mo><mo>\1</mo>", r"<mo>\1\1</mo>", html
    )  # a shift is one sign
    html = html.replace("<mo>&#x0002F;</mo>", '<mo lspace="0" rspace="0">&#x0002F;</mo>')
    html = _OPERATOR.sub(r"<mo>\1</mo>", html)
    html = _OPERATOR_NAME.sub(_apart, html).replace("<msqrt>", _STRUT)
    if html.count(_BAR) % 2 == 0:  # of absolute values
        html = html.replace(_BAR, "<mi>&#x0007C;</mi>")
    return Markup(_SIGN.sub(r'\1<mo form="prefix">&#x02212;</mo>', html))


def displayed(tex: str) -> Markup | None:
    """Formulas on a line of their own, which may break at a wide space or before a constraint."""
    parts: list[str] = []
    for piece in re.split(r"\\qquad|\\quad(?=\s*\\text\{subject)", tex):
        if parts and parts[-1].count(r"\begin") > parts[-1].count(r"\end"):
            parts[-1] += rf"\qquad{piece}"  # of a table
        else:
            parts.append(piece)
    typeset = [mathml(part, display=True) for part in parts]
    return None if None in typeset else Markup("").join(filter(None, typeset))


def _spaced(function: re.Match[str]) -> str:
    """A function with the thin spaces that TeX puts beside it, and latex2mathml does not."""
    before, name, after = function.groups()
    return ("" if before is None else r"\,") + name + (r"\, " if after else "")


def _apart(operator: re.Match[str]) -> str:
    """The name of an operator with TeX's thin spaces."""
    factor, opening, name = operator.groups()
    before = ".17em" if factor else "0"
    return f'{factor}{opening}<mo lspace="{before}" rspace=".17em">{name}</mo>'


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
    words = [w for w in _WORD.findall(word) if w not in _NAMES and not _is_product(w)]
    bare = word.strip("()[]{},.;:")
    if words and not re.search(r"[_^=≤(\[]", word):
        return False
    if re.search(r"[a-z]{2}_[a-z]{2}|^[A-Za-z]{2,}[.,;:)]*$", word) and bare not in _NAMES:
        return False
    if re.search(r"[“”\"%&$#\\]|(?<![\w)])'|\w-[A-Za-z]{2,}|[A-Za-z]{3,}/[A-Za-z]{3,}", word):
        return False
    return bool(_STRONG.search(word) or _WEAK.fullmatch(word) or bare.rstrip("*") in _NAMES)


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


def to_tex(text: str) -> str:
    """A formula in plain Unicode as TeX."""
    tex = unicodedata.normalize("NFD", text)
    tex = re.sub(r"(?<![_^{])\{", r"\\lbrace ", re.sub(r"(?<=[_^])\{([^{}]*)\}", "⦃\\1⦄", tex))
    tex = tex.replace("}", r"\rbrace ").replace("⦃", "{").replace("⦄", "}")
    tex = _grouped(tex, r"\^\(", "^{")
    tex = _grouped(tex, r"√\(", r"\sqrt{")
    tex = re.sub(r"√(\d+|\w|⟨[^⟩]*⟩)", r"\\sqrt{\1}", tex)
    for mark, name in _MARKS.items():
        tex = re.sub(rf"(\w){mark}", rf"\\{name}{{\1}}", tex)
    tex = re.sub(r"(\b\w)~", r"\\tilde{\1}", tex)
    tex = re.sub("[⁰¹²³⁴-⁹⁻]+", lambda m: "^{" + "".join(map(_RAISED.__getitem__, m[0])) + "}", tex)
    tex = re.sub("[₀-₉₊₋]+", lambda m: "_{" + "".join(map(_LOWERED.__getitem__, m[0])) + "}", tex)
    tex = re.sub(rf"_([^\W\d_]{{2,}}|\d+[{_GREEK}]?)", r"_{\1}", tex)
    tex = re.sub(r"_([A-Za-z])_(\{[^{}]*\})", r"_{\1_\2}", tex)
    tex = re.sub(r"(?<![\w.])\.(\d)", r"0.\1", tex)
    tex = re.sub(r"(?<![\w.])([\d.]+)e([+-]\d+)\b( \()?", _power, tex)
    tex = re.sub(r"\b([A-Za-z])(\d+)\b", r"\1_{\2}", tex)
    tex = re.sub(r"\^([-+]?(?:\d+|\w))", r"^{\1}", tex)
    tex = re.sub(rf"([A-Za-z{_GREEK}}}])\*", r"\1^{*}", tex)
    tex = re.sub(r"(\s?)(?<![\\A-Za-z{])([A-Za-z]{2,})(\d*)(\s?)", _named, tex)
    tex = re.sub(r"‖|\|\|", r"\\Vert ", tex)
    tex = tex.replace("⟨", r"\langle ").replace("⟩", r"\rangle ")
    tex = re.sub(r"\.\.\.?|…", r"\\ldots ", tex)
    tex = re.sub(r"(?<!\d)½", r"\\frac{1}{2}", tex)
    return tex.replace("−", "-").replace(" · ", r" \cdot ")


def _named(match: re.Match[str]) -> str:
    """A word inside a formula; the blanks around one that is prose are seen."""
    before, name, digits, after = match.groups()
    if name in _FUNCTIONS:
        return f"{before}\\{name} "
    if name in _NAMES:
        return f"{before}\\operatorname{{{name}}} "
    if _is_product(name) and not digits:
        return match[0]
    before, after = (r"\ " if blank else "" for blank in (before, after))
    return f"{before}\\text{{{name}{digits}}}{after}"


def _power(number: re.Match[str]) -> str:
    """3e-8 as a power of ten; what stands in brackets behind it is no factor."""
    digits, exponent, bracket = number.groups()
    return rf"{digits} \cdot 10^{{{exponent}}}" + (r"\ (" if bracket else "")


def _is_product(word: str) -> bool:
    """Whether letters in a row are factors, as in O(NRL), and no word."""
    return bool(_PRODUCT.fullmatch(word)) and word not in _ACRONYMS


def _grouped(tex: str, opening: str, wanted: str) -> str:
    """The brackets that follow an opening as braces; they may hold others."""
    while match := re.search(opening, tex):
        depth, end = 1, match.end()
        while end < len(tex) and depth:
            depth += {"(": 1, ")": -1}.get(tex[end], 0)
            end += 1
        inside = tex[match.end() : end - 1]
        tex = f"{tex[: match.start()]}{wanted}{inside}}}{tex[end:]}"
    return tex
