"""Sets of vectors: multiple-instance data, which stand in for D2KE's sets of descriptors."""

from gramcheck.paper_checks.datasets import loaders, originals
from gramcheck.paper_checks.datasets.entry import Array, Conversion, DataFile, Entry
from gramcheck.paper_checks.datasets.terms import CC_BY, NO_TERMS

SETS = (
    Entry(
        name="musk1",
        description="92 sets of 166-dimensional vectors, 2 classes",
        origin="UCI Musk",
        license=CC_BY,
        citation="T. G. Dietterich et al., 1997",
        read=loaders.vector_sets,
        folder="mil-sets",
        files=(
            DataFile(
                "musk1.npz",
                "f030a4cbe47bf153583beaebcc8ce8d079dc0e4ee5fb24831a22f91edbfa1d5c",
                105_768,
                arrays=(
                    Array(
                        "X",
                        "<i2",
                        (476, 166),
                        "f67c6f3d7faa0326259adc07e22651853764c76287e94b199978c0e2503396ce",
                        "all vectors f1 to f166, set by set in the order of clean1.data",
                    ),
                    Array(
                        "offsets",
                        "<i8",
                        (93,),
                        "9621d6c8b92e91b4877d2a3a4be932827f51bd16594e9a85ea65744ae2888e5f",
                        "object i is rows offsets[i] to offsets[i + 1] of X",
                    ),
                    Array(
                        "y",
                        "|u1",
                        (92,),
                        "233ade4fbea13e6b0639974e36bb996dcde3e702b6bd72b420d80dba60fb6272",
                        "1 musk, 0 not",
                    ),
                ),
            ),
        ),
        conversion=Conversion(originals.musk, "clean1.data"),
    ),
    Entry(
        name="musk2",
        description="102 sets of 166-dimensional vectors, 2 classes",
        origin="UCI Musk",
        license=CC_BY,
        citation="T. G. Dietterich et al., 1997",
        read=loaders.vector_sets,
        folder="mil-sets",
        files=(
            DataFile(
                "musk2.npz",
                "9b252e13c3c73fc0cf4c63198b6563aaf42fac07b3201bd553703792134161c7",
                1_156_423,
                arrays=(
                    Array(
                        "X",
                        "<i2",
                        (6598, 166),
                        "2e6d8cf7b3061721372b9e32b1c81c2c637b1c1ea8fb1d5baeb831cc4331b004",
                        "all vectors f1 to f166, set by set in the order of clean2.data",
                    ),
                    Array(
                        "offsets",
                        "<i8",
                        (103,),
                        "a86da58c0c3564258fd60768aeebf6627f68dff45a6590b229d4087f81a2e61c",
                        "object i is rows offsets[i] to offsets[i + 1] of X",
                    ),
                    Array(
                        "y",
                        "|u1",
                        (102,),
                        "8304bb9303612d13c2ebb3d148272a2266361acb0710a6023eb515687e194506",
                        "1 musk, 0 not",
                    ),
                ),
            ),
        ),
        conversion=Conversion(originals.musk, "clean2.data"),
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
                arrays=(
                    Array(
                        "X",
                        "<f8",
                        (1391, 230),
                        "b4172fad45502037c9a22a92ce1843a7ec8c8ba6853a6f90dc93e6b0a83fe570",
                        "all vectors, set by set in the order of elephant_original (X.mat, bags "
                        "of Bag2.mat), unscaled",
                    ),
                    Array(
                        "offsets",
                        "<i8",
                        (201,),
                        "1d1c5ae73202bac952740454ce07fb1d313699a85af2dcad79d6e0a053da1d45",
                        "object i is rows offsets[i] to offsets[i + 1] of X",
                    ),
                    Array(
                        "y",
                        "|u1",
                        (200,),
                        "aba0891e93ec70f51150f67cd7094f14f41f308fd1c7462bfbc57eacf361de45",
                        "1 elephant, 0 not",
                    ),
                ),
            ),
        ),
    ),
)
