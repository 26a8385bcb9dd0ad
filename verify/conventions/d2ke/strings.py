"""Levenshtein's distance: what implementations count instead."""

from __future__ import annotations

import unicodedata

from gramcheck.verify.conventions.table import Table

_JOINER = "\u200d"  # of zero width, between emoji that are one


def levenshtein_conventions() -> Table:
    """Alternatives to the number of insertions, deletions and substitutions of code points."""
    from gramcheck.verify.definitions.d2ke import levenshtein as d

    def longer(x: str, y: str) -> int:
        return max(len(x), len(y), 1)

    battery = [
        ("ab", "ba"),
        ("ca", "abc"),
        ("kitten", "sitting"),
        ("", "abc"),
        ("aB", "Ab"),
        ("é", "e"),
        ("\U0001f600", ""),
        ("x\u0301", "a"),
        ("\u00e9", "e\u0301"),
        ("abcd", "badc"),
    ]
    conventions = {
        "the distance normalized by the longer length": lambda x, y: d(x, y) / longer(x, y),
        "the distance divided by n + m": lambda x, y: d(x, y) / max(1, len(x) + len(y)),
        "the similarity 1 - d / longer length": lambda x, y: 1 - d(x, y) / longer(x, y),
        "a count in which a transposition is one edit": lambda x, y: _alignment_cost(x, y, swap=1),
        "a count in which a transposition is one edit, edited further (unrestricted Damerau)": (
            _damerau
        ),
        "the distance of grapheme clusters, letters with their accents": (
            lambda x, y: d(_graphemes(x), _graphemes(y))
        ),
        "the distance of texts with composed accents (NFC)": (
            lambda x, y: d(unicodedata.normalize("NFC", x), unicodedata.normalize("NFC", y))
        ),
        "a count in which a substitution costs two (insertions and deletions only)": (
            lambda x, y: _alignment_cost(x, y, substitution=2)
        ),
        "the distance without regard to case": lambda x, y: d(x.lower(), y.lower()),
        "the distance of the UTF-8 bytes": lambda x, y: d(x.encode(), y.encode()),
        "the distance of the UTF-16 units": lambda x, y: d(_utf16(x), _utf16(y)),
    }
    return Table(battery, conventions, definition=d)


def _damerau(x: str, y: str) -> int:
    """The unrestricted distance: letters between the two that are exchanged may come and go.

    A last step may exchange x[k] and x[i], with all between them deleted and others inserted.
    """
    D = [[max(i, j) for j in range(len(y) + 1)] for i in range(len(x) + 1)]
    for i in range(1, len(x) + 1):
        for j in range(1, len(y) + 1):
            ways = [
                D[i - 1][j] + 1,
                D[i][j - 1] + 1,
                D[i - 1][j - 1] + (x[i - 1] != y[j - 1]),
            ]
            ways += [
                D[k - 1][n - 1] + (i - k - 1) + 1 + (j - n - 1)
                for k in range(1, i)
                for n in range(1, j)
                if x[k - 1] == y[j - 1] and x[i - 1] == y[n - 1]
            ]
            D[i][j] = min(ways)
    return D[-1][-1]


def _graphemes(text: str) -> list[str]:
    """Each letter with what joins it: marks, other parts of its emoji or of its Hangul syllable."""
    found: list[str] = []
    for letter in text:
        if found and _joins(found[-1][-1], letter):
            found[-1] += letter
        else:
            found.append(letter)
    return found


def _joins(before: str, letter: str) -> bool:
    kind = unicodedata.category(letter)
    if "\u1160" <= letter <= "\u11ff":  # a vowel or a final consonant, which stand alone elsewhere
        return "\u1100" <= before <= "\u11ff" or "\uac00" <= before <= "\ud7a3"
    return kind.startswith("M") or letter == _JOINER or (before == _JOINER and kind == "So")


def _alignment_cost(x: str, y: str, substitution: int = 1, swap: int | None = None) -> int:
    """Edit distance with other costs; ``swap`` allows adjacent letters to be exchanged."""
    rows = [list(range(len(y) + 1))]
    for i, a in enumerate(x, 1):
        row = [i]
        for j, b in enumerate(y, 1):
            ways = [rows[-1][j] + 1, row[-1] + 1, rows[-1][j - 1] + substitution * (a != b)]
            if swap is not None and i > 1 and j > 1 and (a, x[i - 2]) == (y[j - 2], b):
                ways.append(rows[-2][j - 2] + swap)
            row.append(min(ways))
        rows.append(row)
    return rows[-1][-1]


def _utf16(x: str) -> list[int]:
    return memoryview(x.encode("utf-16-le")).cast("H").tolist()
