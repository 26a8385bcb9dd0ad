"""In which order the papers are read: what the ledger is about, section by section.

The names are those of the claims; `table-2` stands for `table-2-colon`, too. A figure, table or
algorithm stands where the paper prints it or, where the text at hand does not tell, speaks of it.
"""

from __future__ import annotations

import functools
import itertools
import re

# sections as numbers: those of the paper have their own, appendices come after all
ABSTRACT, ANYWHERE = 0.0, 99.0  # a bare "Table 2" may stand in any
APPENDIX = 100.0  # and more, by its letter
_NUMERALS = {"I": 1, "V": 5, "X": 10}

_READ = {
    "d2ke": """
        1 erm-not-well-defined rsm-raw-distances
        2 assumption-1 assumption-2 eq-1 definition-1 assumption-3 multiset-example eq-2
          theorem-1 eq-3 sample-complexity
        3 diagonal-dominance eq-4 eq-5 eq-6 eq-7 limit-without-triangle limit-gamma psd
          algorithm-1 rsm-special-case eq-8 rsm-many-features random-objects better-than-rsm-series
          better-than-rsm-strings better-than-rsm-splice better-than-rsm-sets similar-features
        4 eq-9 eq-10 smaller-space proposition-1 estimation-error-lambda eq-11 dependency-on-n eq-12
          proposition-2 corollary-1 claim-1
        5 distances system-D2KE system-KNN system-DSK-RBF system-DSK-ND system-GDK-LED system-RSM
          complexity as-many-as-needed more-features less-computation much-better
          much-better-series much-better-splice much-better-sets
        A eq-13 eq-14 eq-15
        B transductive table-4
        C table-1 table-2 less-computation-large table-3
    """,
    "sfm": """
        1 table-1
        2 d2ke-described
        3 edm esp-tree characteristic-vectors esp-bounds figure-1
        4 space guarantees-preserved any-shift-invariant-kernel unbiased variance-at-most-1
          hash-t-wise-independent hash-uniform theorem-1 algorithm-1 algorithm-2
        5 eq-1 eq-2
        6 cgk-distortion cgk-hamming-equals-l1
        7 table-2 table-3 figure-2 figure-3 average-error table-4 table-5
          system-SFMEDM system-SFMCGK system-D2KE system-LAK system-GAK system-EDMKernel
          system-CGKKernel system-STK17 system-FMEDM system-FMCGK table-6 figure-4 figure-5
          more-efficient
        A lpp lpp-drawback figure-6 figure-7 alphabet-reduction landmarks esp-linear-time
    """,
    "idealized": """
        1 more-similar-to-ideal
        2 eq-1 trivial-kernel alignment alignment-is-concentrated train-and-test-alignment
          alignment-and-errors
        3 eq-2 proposition-1 class-weights eq-3 eq-4 eq-5 eq-6 eq-7 eq-8 eq-9 eq-10 footnote-5 eq-11
          eq-12 eq-13 eq-14 eq-15 eq-16 variables-independent-of-p convexity xing-is-more-costly
          multipliers-are-rates proposition-2 eq-17 eq-18 eq-19 eq-20 eq-21 eq-22 gamma-value
          proposition-3 local-pairs heuristic kernel-version
        4 toy-data system-linear system-rbf system-euclidean system-xing footnote-8 table-1
          side-information rand-index table-2 table-3 figure-1 table-4
    """,
    "kcr": """
        1 eq-1 naive-kernel-is-ball-vote wrong-h footnote-2 performs-better
        2 eq-2 footnote-3 inconsistent-bandwidth eq-3 footnote-4 eq-4 footnote-6 own-neighbor eq-5
          flat-gradients
        3 eq-6 theorem-1 eq-7 remark-2a remark-2b remark-2c remark-2d corollary-3 corollary-4
        4 eq-8 footnote-9 positive-difference eq-9 interior-points complexity
          alternating-projections algorithm-1
        5 system-KCR system-k-NN system-LMNN system-Kernel-NN system-KMLCC system-KLMCA footnote-12
          table-1 footnote-13 klmca-is-faster
          no-consistent-behavior figure-1
        6 section-6
        A lemma-5 eq-10
    """,
}


def sections(paper: str) -> dict[str, list[str]]:
    """By section: names of the claims as one comes upon them; empty of a paper that is not read."""
    found: dict[str, list[str]] = {}
    for word in _READ.get(paper, "").split():
        if re.fullmatch(r"\d+|[A-Z]", word):
            found[word] = here = []
        else:
            here.append(word)
    return found


def position(paper: str, name: str) -> int:
    """How many come before a claim or, after all of them, before one that is not listed."""
    places = _places(paper)
    while name and name not in places:
        name = name.rpartition("-")[0]
    return places.get(name, len(places))


@functools.cache
def _places(paper: str) -> dict[str, int]:
    listed = [name for part in sections(paper).values() for name in part]
    return {name: place for place, name in enumerate(listed)}


def section_of(place: str) -> tuple[float, float]:
    """Section and part of it as numbers: "Section IV-A", "Appendix A-B"."""
    appendix = re.search(r"App(?:endix|\.)\s*([A-Z])(?:-([A-Z]))?", place)
    section = re.search(r"Sec(?:tion|\.)?\s*(\d+|[IVX]+\b)(?:\.(\d+)|-([A-Z]))?", place)
    letter = None
    if section:
        major, minor, letter = number(section[1]), float(section[2] or 0), section[3]
    elif appendix:
        major, minor, letter = APPENDIX + ord(appendix[1]), 0.0, appendix[2]
    else:
        major, minor = ABSTRACT if "bstract" in place else ANYWHERE, 0.0
    return major, minor + (ord(letter) - ord("A") + 1 if letter else 0)


def number(text: str) -> float:
    """Value of an Arabic or a Roman number, such as a section has."""
    if text.isdigit():
        return float(text)
    values = [_NUMERALS[letter] for letter in text] + [0]
    return float(sum(v if v >= after else -v for v, after in itertools.pairwise(values)))
