"""Sets of vectors: multiple-instance data, which stand in for D2KE's sets of descriptors."""

from gramcheck.paper_checks.datasets import loaders, originals
from gramcheck.paper_checks.datasets.entry import Array, Conversion, DataFile, Entry
from gramcheck.paper_checks.datasets.terms import CC_BY, NO_TERMS


def _arrays(
    vectors: tuple[str, tuple[int, int]], n: int, order: str, classes: str, **sha256: str
) -> tuple[Array, ...]:
    """The arrays of n sets: vectors, where each set begins, labels; with their checksums."""
    dtype, shape = vectors
    return (
        Array("X", dtype, shape, sha256["X"], order),
        Array(
            "offsets",
            "<i8",
            (n + 1,),
            sha256["offsets"],
            "object i is rows offsets[i] to offsets[i + 1] of X",
        ),
        Array("y", "|u1", (n,), sha256["y"], classes),
    )


def _musk(number: int, n: int, vectors: int, sha256: str, size: int, **arrays: str) -> Entry:
    """One of the two data sets of molecules, a set being a molecule and a vector a shape of it."""
    original = f"clean{number}.data"
    order = f"all vectors f1 to f166, set by set in the order of {original}"
    return Entry(
        name=f"musk{number}",
        description=f"{n} sets of 166-dimensional vectors, 2 classes",
        origin="UCI Musk",
        license=CC_BY,
        citation="T. G. Dietterich et al., 1997",
        read=loaders.vector_sets,
        folder="mil-sets",
        files=(
            DataFile(
                f"musk{number}.npz",
                sha256,
                size,
                arrays=_arrays(("<i2", (vectors, 166)), n, order, "1 musk, 0 not", **arrays),
            ),
        ),
        conversion=Conversion(originals.musk, original),
    )


SETS = (
    _musk(
        number=1,
        n=92,
        vectors=476,
        sha256="f030a4cbe47bf153583beaebcc8ce8d079dc0e4ee5fb24831a22f91edbfa1d5c",
        size=105_768,
        X="f67c6f3d7faa0326259adc07e22651853764c76287e94b199978c0e2503396ce",
        offsets="9621d6c8b92e91b4877d2a3a4be932827f51bd16594e9a85ea65744ae2888e5f",
        y="233ade4fbea13e6b0639974e36bb996dcde3e702b6bd72b420d80dba60fb6272",
    ),
    _musk(
        number=2,
        n=102,
        vectors=6598,
        sha256="9b252e13c3c73fc0cf4c63198b6563aaf42fac07b3201bd553703792134161c7",
        size=1_156_423,
        X="2e6d8cf7b3061721372b9e32b1c81c2c637b1c1ea8fb1d5baeb831cc4331b004",
        offsets="a86da58c0c3564258fd60768aeebf6627f68dff45a6590b229d4087f81a2e61c",
        y="8304bb9303612d13c2ebb3d148272a2266361acb0710a6023eb515687e194506",
    ),
    Entry(
        name="elephant",
        description="200 sets of 230-dimensional vectors, 2 classes",
        origin="jmarrietar/MILpy, elephant_original; miproblems.org",
        license=NO_TERMS,
        citation="S. Andrews et al., NIPS 2002",
        read=loaders.vector_sets,
        folder="mil-sets",
        files=(
            DataFile(
                "elephant.npz",
                "8495132159a1cc3f3788d357ae933faf6482b66f482726f4ea315f8d1e3dc7de",
                359_283,
                arrays=_arrays(
                    ("<f8", (1391, 230)),
                    200,
                    "all vectors, set by set in the order of elephant_original (X.mat, bags "
                    "of Bag2.mat), unscaled",
                    "1 elephant, 0 not",
                    X="b4172fad45502037c9a22a92ce1843a7ec8c8ba6853a6f90dc93e6b0a83fe570",
                    offsets="1d1c5ae73202bac952740454ce07fb1d313699a85af2dcad79d6e0a053da1d45",
                    y="aba0891e93ec70f51150f67cd7094f14f41f308fd1c7462bfbc57eacf361de45",
                ),
            ),
        ),
    ),
)
