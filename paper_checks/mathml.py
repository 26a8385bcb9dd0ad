"""Formulas in plain Unicode, as the ledger writes them, as TeX, and TeX as MathML."""

from __future__ import annotations

import functools
import re
import unicodedata

from latex2mathml.converter import convert
from markupsafe import Markup

_FUNCTIONS = {"exp", "log", "min", "max", "cos", "sin", "tan", "det", "arg", "lim"}
NAMES = _FUNCTIONS | {"argmin", "argmax", "softmin", "tr", "rank", "loss", "Pr", "Var"}
_ACRONYMS = {"AUC", "CGK", "DSK", "DTW", "EDM", "ESP", "GDK", "Ham", "KNN", "LED", "RBF", "SVM"}
_PRODUCT = re.compile(r"[a-z]?[A-Z]{1,3}|[A-Z][a-z]")  # of letters: NRL, dD, Lz
GREEK = r"\u0391-\u03a9\u03b1-\u03c9"
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
    tex = re.sub(rf"_([^\W\d_]{{2,}}|\d+[{GREEK}]?)", r"_{\1}", tex)
    tex = re.sub(r"_([A-Za-z])_(\{[^{}]*\})", r"_{\1_\2}", tex)
    tex = re.sub(r"(?<![\w.])\.(\d)", r"0.\1", tex)
    tex = re.sub(r"(?<![\w.])([\d.]+)e([+-]\d+)\b( \()?", _power, tex)
    tex = re.sub(r"\b([A-Za-z])(\d+)\b", r"\1_{\2}", tex)
    tex = re.sub(r"\^([-+]?(?:\d+|\w))", r"^{\1}", tex)
    tex = re.sub(rf"([A-Za-z{GREEK}}}])\*", r"\1^{*}", tex)
    tex = re.sub(r"(\s?)(?<![\\A-Za-z{])([A-Za-z]{2,})(\d*)(\s?)", _named, tex)
    tex = re.sub(r"‖|\|\|", r"\\Vert ", tex)
    tex = tex.replace("⟨", r"\langle ").replace("⟩", r"\rangle ")
    tex = re.sub(r"\.\.\.?|…", r"\\ldots ", tex)
    tex = re.sub(r"(?<!\d)½", r"\\frac{1}{2}", tex)
    return tex.replace("−", "-").replace(" · ", r" \cdot ")


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


def is_product(word: str) -> bool:
    """Whether letters in a row are factors, as in O(NRL), and no word."""
    return bool(_PRODUCT.fullmatch(word)) and word not in _ACRONYMS


def _named(match: re.Match[str]) -> str:
    """A word inside a formula; the blanks around one that is prose are seen."""
    before, name, digits, after = match.groups()
    if name in _FUNCTIONS:
        return f"{before}\\{name} "
    if name in NAMES:
        return f"{before}\\operatorname{{{name}}} "
    if is_product(name) and not digits:
        return match[0]
    before, after = (r"\ " if blank else "" for blank in (before, after))
    return f"{before}\\text{{{name}{digits}}}{after}"


def _power(number: re.Match[str]) -> str:
    """3e-8 as a power of ten; what stands in brackets behind it is no factor."""
    digits, exponent, bracket = number.groups()
    return rf"{digits} \cdot 10^{{{exponent}}}" + (r"\ (" if bracket else "")


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


def _spaced(function: re.Match[str]) -> str:
    """A function with the thin spaces that TeX puts beside it, and latex2mathml does not."""
    before, name, after = function.groups()
    return ("" if before is None else r"\,") + name + (r"\, " if after else "")


def _apart(operator: re.Match[str]) -> str:
    """The name of an operator with TeX's thin spaces."""
    factor, opening, name = operator.groups()
    before = ".17em" if factor else "0"
    return f'{factor}{opening}<mo lspace="{before}" rspace=".17em">{name}</mo>'
