"""The font of the formulas has a glyph for each of their letters.

``python -m tests.paper_checks.site.test_font STIXTwoMath-Regular.ttf`` makes it anew.
"""

import html
import json
import re
import sys

import pytest
from fontTools import subset
from fontTools.ttLib import TTFont

import gramcheck.paper_checks.claims  # noqa: F401 - registers the claims
from gramcheck.paper_checks import mathml, typeset
from gramcheck.paper_checks.ledger import REGISTRY
from gramcheck.paper_checks.report import FONT
from gramcheck.paper_checks.site.build import HERE

PRIME, PLANCK = 0x2032, 0x210E  # the italic h is the constant, and not among the italic letters
ITALIC = (("A", "Z", 0x1D434), ("a", "z", 0x1D44E), ("Α", "Ω", 0x1D6E2), ("α", "ω", 0x1D6FC))
LETTERS = "".join(map(chr, [*range(0x20, 0x7F), *range(0x391, 0x3CA)])) + "ϑϕϱϵℋℒℓℝℰℱ𝐱𝐳𝒟𝒮𝒳𝔼𝟏"
SIGNS = "\xa0±·×½‖…←→⇒∂∇∈∉∋∏∑−∗√∞∩∪∫∼≈≠≤≥≪≫⊂⊆⊗⊤⌈⌉⌊⌋⟨⟩⪯⪰ˆ˜¯\u0302\u0303\u0304\u0338"


def italic(letter):
    """What a browser shows for a letter that stands alone."""
    for first, last, start in ITALIC:
        if first <= letter <= last:
            return PLANCK if letter == "h" else start + ord(letter) - ord(first)
    return ord(letter)


def shown(formulas):
    """Code points of what MathML makes a browser show."""
    found = set()
    for tag, attributes, text in re.findall(r"<(m\w+)([^>]*)>([^<]+)<", formulas):
        text = html.unescape(text)
        alone = tag == "mi" and len(text) == 1 and "mathvariant" not in attributes
        found |= {italic(letter) if alone else ord(letter) for letter in text}
    return found


def missing(formulas):
    return sorted(map(chr, shown(formulas) - set(TTFont(FONT).getBestCmap())))


def everything():
    """The formulas of the book: those written in TeX, and those that are found in prose."""
    written = json.loads((HERE / "formulas.json").read_text("utf8")).values()
    yield from (mathml.mathml(tex, display=True) for forms in written for tex in forms.values())
    for claim in REGISTRY:
        said = typeset.prose(f"{claim.statement} {claim.details}")
        yield from re.findall("<math.*?</math>", said, re.DOTALL)


def test_no_letter_of_a_formula_is_missing():
    assert missing("".join(everything())) == []


@pytest.mark.parametrize("tex", [r"\aleph_0", "ж", r"x \boxtimes y"])
def test_a_letter_that_is_missing_is_seen(tex):
    assert missing(mathml.mathml(tex))


def test_brackets_and_roots_are_stretched():
    variants = TTFont(FONT)["MATH"].table.MathVariants
    stretched = set(variants.VertGlyphCoverage.glyphs)
    names = TTFont(FONT).getBestCmap()
    assert stretched >= {names[ord(letter)] for letter in "()[]{}|√∑⟨⟩‖⌈⌉⌊⌋"}


@pytest.mark.parametrize(
    ("tex", "part"),
    [
        ("a ≤ b", "<mo>≤</mo>"),  # with room on both sides
        ("a/b", '<mo lspace="0" rspace="0">'),  # with none
        ("e(-x) - y", '(</mo><mo form="prefix">−</mo><mi>x</mi><mo>)</mo><mo>−</mo>'),
    ],
)
def test_operators_have_the_room_that_they_need(tex, part):
    assert part in html.unescape(mathml.mathml(tex)).replace(' stretchy="false"', "")


def test_names_between_quotes_are_no_formula():
    assert "<math" not in typeset.prose("constants {'C_S': 10000.0, 'nu': 0.5}, lengths")


def make(whole):
    """Keep what formulas are made of; primes are those for superscripts, which browsers forget."""
    font = TTFont(whole)
    for table in font["cmap"].tables:
        table.cmap |= {PRIME: "minute.ssty"} if PRIME in table.cmap else {}
    options = subset.Options(layout_features=[], hinting=False, flavor="woff")
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes={PRIME, *map(ord, LETTERS + SIGNS), *map(italic, LETTERS)})
    subsetter.subset(font)
    subset.save_font(font, FONT, options)


if __name__ == "__main__":
    make(sys.argv[1])
