"""Mathematics in plain text is found, and becomes MathML; prose stays prose."""

import html
import re

import pytest

import gramcheck.paper_checks.claims  # noqa: F401 - registers the claims
from gramcheck.paper_checks import mathml, typeset
from gramcheck.paper_checks.ledger import REGISTRY


def words(html):
    """What is left of a text when its formulas are taken out."""
    return re.sub(r"<math.*?</math>", "_", str(html))


@pytest.mark.parametrize(
    ("plain", "tex"),
    [
        ("φ_ω(x)", "φ_ω(x)"),
        ("δ^(-p)", "δ^{-p}"),
        ("c₁ C⁴/ε²", "c_{1} C^{4}/ε^{2}"),
        ("√(2/D)", r"\sqrt{2/D}"),
        ("f̂_n", r"\hat{f}_n"),
        ("x_ij", "x_{ij}"),
        ("Σ_{i≤N} min_{j≤M}", r"Σ_{i≤N} \min _{j≤M}"),
        ("{a, b}", r"\lbrace a, b\rbrace "),
        ("n^(2p/(2+p))", "n^{2p/(2+p)}"),
        ("|Σ*| / f*", "|Σ^{*}| / f^{*}"),
        ("3e-8 (p → .5)", r"3 \cdot 10^{-8}\ (p → 0.5)"),
    ],
)
def test_plain_formulas_become_tex(plain, tex):
    assert mathml.to_tex(plain) == tex


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("If X ⊆ Ω, then k(x, y) → exp(-γ d(x, y)) as γ → ∞.", "If _, then _ as _."),
        ("Nodes have 2 or 3 children or none.", "Nodes have 2 or 3 children or none."),
        ("The signs in (10)-(13) are right.", "The signs in (10)-(13) are right."),
        ("`a_b <= 1` is code, a ≤ 1 is not.", "<code>a_b &lt;= 1</code> is code, _ is not."),
        ("ESP and CGK take seconds.", "ESP and CGK take seconds."),
        ("with every x within δ of some", "with every _ within _ of some"),
        ("no error below 1 - R/m, for n - 1 of them", "no error below _, for _ of them"),
        ("3e-8 of an 8 x 8 matrix, (i) and A", "3e-8 of an 8 x 8 matrix, (i) and A"),
        ("appendix C, at most (unclosed", "appendix C, at most (unclosed"),
        ("(appendix B), in two", "(appendix B), in two"),
        ("by 1, β = 1 and ε = ½: of 10⁵ or 3 · 10⁵", "by 1, _ and _: of _ or _"),
        ("at n = 8, 16, 32, those of i = 1, ..., n", "at _, 16, 32, those of _"),
        ("(where C = 1), or K_1, ..., K_d.) or 2/(N + 1)", "(where _), or _.) or _"),
        (
            "at n = 9 (0.91 is needed for x = 4, and no end",
            "at _ (0.91 is needed for _, and no end",
        ),
        ("N (t/2)! (2/(ε' √D))^t is right!", "_ is right!"),
        ("see (k = 1, or [appendix B]", "see (_, or [appendix B]"),
        ("for i = 0, 1, ..., n - 1, or k = 1, 2, ..., 10", "for _, or _"),
        ("x in [0, 1) or (a, b]; k = 1} and k = 1)", "_ in [0, 1) or (a, b]; _} and _)"),
        ("n! ways, D/(2t) of them, and (t/2)!", "_ ways, _ of them, and _"),
        ("<script>", "&lt;script&gt;"),
    ],
)
def test_what_is_mathematics_in_a_sentence(text, left):
    assert words(typeset.prose(text)) == left


def test_what_is_named_and_has_a_home_is_a_link():
    homes = {"errata/D6b": "#D6b", "sfm/eq-1": "a&b.html"}
    text = "See errata/D6b, sfm/eq-1-2 (`sfm/eq-1`), and k = a/b; errata D2 and D6b, not D6b."
    links = re.findall("<a .*?</a>", typeset.cited(typeset.prose(text), homes))
    by_id = ['<a href="#D6b">errata/D6b</a>', '<a href="a&amp;b.html">sfm/eq-1</a>']
    assert links == [*by_id, '<a href="#D6b">D6b</a>']


@pytest.mark.parametrize(
    "text",
    [
        "sfm/eq-1.py",
        "sfm/eq-1/run",
        "non-sfm/eq-1",
        "a.sfm/eq-1",
        "https://a.org/sfm/eq-1",
        "a@sfm/eq-1",
    ],
)
def test_what_only_looks_like_a_name_is_no_link(text):
    assert "<a" not in typeset.cited(typeset.prose(text), {"sfm/eq-1": "#", "sfm/eq": "#"})


def test_every_claim_that_a_text_of_the_ledger_names_is_a_link():
    homes = {claim.id: "#" for claim in REGISTRY}
    for claim in REGISTRY:
        text = f"{claim.statement} {claim.details}"
        named = [id for id in re.findall(r"(?<![\w/])[a-z0-9]+/[\w-]+", text) if id in homes]
        html = typeset.cited(typeset.prose(text), homes)
        assert [id for id in re.findall(">([^<]+)</a>", html) if "/" in id] == named


def test_every_formula_of_the_ledger_can_be_read(monkeypatch):
    unread = []
    read = mathml.mathml

    def watched(tex, display=False):
        html = read(tex, display)
        if html is None:
            unread.append(tex)
        return html

    monkeypatch.setattr(typeset, "mathml", watched)
    typeset_claims = [words(typeset.prose(f"{c.statement} {c.details}")) for c in REGISTRY]
    assert unread == []
    numbered = [c for c in REGISTRY if c.kind == "equation"]
    with_formula = sum("<math" in typeset.prose(c.statement) for c in numbered)
    assert with_formula > 0.8 * len(numbered)
    # what is left has no relation signs but in quotes, programs and numbers
    assert sum(bool(re.search("[≤≥∈→]", text)) for text in typeset_claims) < 0.01 * len(
        typeset_claims
    )


@pytest.mark.parametrize(
    ("tex", "spaces"), [(r"O(\log L \log^* L)", 3), (r"2\log_2 n", 2), (r"\exp(x)", 0)]
)
def test_a_function_stands_apart_from_letters(tex, spaces):
    assert mathml.mathml(tex).count("<mspace") == spaces


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("P(max |Δ| > t)", '(</mo><mo lspace="0" rspace=".17em">max</mo>'),
        ("2 max{a, b} = b", '<mn>2</mn><mo lspace=".17em" rspace=".17em">max</mo>'),
        ("|a| = 1", "<mi>|</mi><mi>a</mi><mi>|</mi>"),
        ("P(a | b) = 1", '<mo stretchy="false">|</mo>'),  # a condition stands apart
        ("||a|| = 1", "<mi>‖</mi><mi>a</mi><mi>‖</mi>"),
        (
            "R = Ω((p/ε²) log(γ/ε) + (1/ε²) log(1/δ))",
            '> <math display="inline"><mrow><mo form="infix"',
        ),
        ("a >> 32", "<mo>>></mo><mn>32</mn>"),
        ("√n = 2", '<msqrt><mspace height=".75em" depth=".3em"/>'),
    ],
)
def test_bars_operators_and_roots_have_their_room(text, part):
    typeset_text = str(typeset.prose(text))
    assert "&lt;" not in typeset_text
    assert part in html.unescape(typeset_text).replace(' stretchy="false">(', ">(")


@pytest.mark.parametrize(
    ("tex", "formulas"),
    [
        (r"a = b, \qquad b = c, \qquad c = d", 3),
        (r"\min_x f(x) \quad \text{subject to} \quad x > 0", 2),
        (r"\begin{matrix} a, \qquad b \\ c, \qquad d \end{matrix}", 1),  # nothing is torn
    ],
)
def test_a_displayed_line_may_break_where_its_formulas_part(tex, formulas):
    html = mathml.displayed(tex)
    assert html.count("<math") == html.count("</math>") == formulas


def test_what_is_summed_or_minimized_over_stands_below_on_a_line_of_its_own():
    assert "<munder>" in mathml.mathml(r"\left( \sum_{j} x_j \right)", display=True)
    assert "<munder>" in mathml.mathml(r"w = \arg\min_{x} f(x)", display=True)
    assert "<msub>" in mathml.mathml(r"w = \arg\min_{x} f(x)")


def test_what_cannot_be_read_stays_as_it_was():
    assert mathml.mathml(r"\begin{nothing") is None
    assert mathml.displayed(r"a, \qquad \begin{nothing") is None
