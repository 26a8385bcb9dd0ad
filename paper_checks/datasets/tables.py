"""Tables of numbers: embedded, UCI, microarrays."""

from gramcheck.paper_checks.datasets import loaders
from gramcheck.paper_checks.datasets.entry import Array, DataFile, Entry
from gramcheck.paper_checks.datasets.terms import CC_BY, NO_TERMS, RAW, SKLEARN, UCI

TABLES = (
    Entry(
        name="digits",
        description="1,797 images of handwritten digits, 8 x 8, 10 classes",
        origin="scikit-learn",
        license=SKLEARN,
        citation="E. Alpaydin, C. Kaynak, Optical Recognition of Handwritten Digits, UCI, 1998",
        read=loaders.bundled("digits"),
    ),
    Entry(
        name="iris",
        description="150 flowers, 4 measurements, 3 classes (Fisher's values)",
        origin="scikit-learn",
        license=SKLEARN,
        citation="R. A. Fisher, 1936",
        read=loaders.bundled("iris"),
    ),
    Entry(
        name="wine",
        description="178 wines, 13 measurements, 3 classes",
        origin="scikit-learn",
        license=SKLEARN,
        citation="M. Forina et al., PARVUS, 1991",
        read=loaders.bundled("wine"),
    ),
    Entry(
        name="balance-scale",
        description="625 balances, 4 attributes, 3 classes; generated",
        origin="the torque rule on the grid {1..5}^4",
        license="a rule, not a work",
        citation="R. Siegler, 1976; UCI Balance Scale, 1994",
        read=loaders.balance_scale,
    ),
    Entry(
        name="iris-uci",
        description="Iris as UCI has it: rows 35 and 38 differ from Fisher's",
        origin="UCI Iris",
        license=CC_BY,
        citation="R. A. Fisher, 1936; UCI Machine Learning Repository",
        read=loaders.table(-1),
        folder="iris",
        files=(
            DataFile(
                "iris.data",
                "6f608b71a7317216319b4d27b4d9bc84e6abd734eda7872b71a458569e2656c0",
                4_551,
                url=f"{UCI}/iris/iris.data",
            ),
        ),
    ),
    Entry(
        name="wine-uci",
        description="178 wines, 13 measurements, 3 classes: 59/71/48",
        origin="UCI Wine",
        license=CC_BY,
        citation="M. Forina et al., PARVUS, 1991; UCI Machine Learning Repository",
        read=loaders.table(0, int),
        folder="wine",
        files=(
            DataFile(
                "wine.data",
                "6be6b1203f3d51df0b553a70e57b8a723cd405683958204f96d23d7cd6aea659",
                10_782,
                url=f"{UCI}/wine/wine.data",
            ),
        ),
    ),
    Entry(
        name="balance-scale-uci",
        description="625 balances, 4 attributes, 3 classes",
        origin="UCI Balance Scale",
        license=CC_BY,
        citation="R. Siegler, 1994; UCI Machine Learning Repository",
        read=loaders.table(0),
        folder="balance-scale",
        files=(
            DataFile(
                "balance-scale.data",
                "5611187ef7345d807aa8ae22615945ade52a190537c0b1434bd44c3e877c5bb4",
                6_250,
                url=f"{UCI}/balance-scale/balance-scale.data",
            ),
        ),
    ),
    Entry(
        name="soybean-small",
        description="47 soybean diseases, 35 attributes, 4 classes",
        origin="UCI Soybean (Small)",
        license=CC_BY,
        citation="R. S. Michalski, 1987; UCI Machine Learning Repository",
        read=loaders.table(-1),
        folder="soybean-small",
        files=(
            DataFile(
                "soybean-small.data",
                "f096d1675db0270071311c9f46813b204372370bd68252a5a417bdcff5879717",
                3_431,
                url=f"{RAW}/HebaFathy/Machine_Learning_datasets/f4f269f20d38a372c25893c99ed8377047b4334a/soybean-small.data",
            ),
        ),
    ),
    Entry(
        name="ionosphere",
        description="351 radar returns, 34 attributes, 2 classes",
        origin="UCI Ionosphere",
        license=CC_BY,
        citation="V. Sigillito, 1989; UCI Machine Learning Repository",
        read=loaders.table(-1),
        folder="ionosphere",
        files=(
            DataFile(
                "ionosphere.data",
                "46d52186b84e20be52918adb93e8fb9926b34795ff7504c24350ae0616a04bbd",
                76_467,
                url=f"{UCI}/ionosphere/ionosphere.data",
            ),
        ),
    ),
    Entry(
        name="colon",
        description="62 tissues, 2,000 genes (raw intensities), tumor or normal",
        origin="ramhiser/datamicroarray, alon.RData, from Bioconductor colonCA",
        license=NO_TERMS,
        citation="U. Alon et al., PNAS 96:6745, 1999",
        read=loaders.colon,
        folder="colon",
        files=(
            DataFile(
                "colon.npz",
                "9b77381df3114a3decc2c6dc093ce00af36d1df304ef1d75c407fab5074f71a6",
                390_446,
                arrays=(
                    Array(
                        "X",
                        "<f8",
                        (62, 2000),
                        "8929989f440ad1882fc3f25841d909a14b59bf2f1f32ff323af220903b065676",
                        "raw intensities, no logarithm; a row a sample, in the order of alon.RData",
                    ),
                    Array(
                        "y",
                        "<U1",
                        (62,),
                        "977a1f53367beeea978a79cf2432cb08393eb99bccebbc582cf1957ff5e961e5",
                        "t tumor, n normal",
                    ),
                ),
            ),
        ),
    ),
    Entry(
        name="lymphoma",
        description="96 samples, 4,026 genes (log-ratios, 5 % missing), malignant or not",
        origin="godkin1211/EMVA, lymphoma.rda; jundongl/scikit-feature for class9",
        license=NO_TERMS,
        citation="A. A. Alizadeh et al., Nature 403:503, 2000",
        read=loaders.lymphoma,
        folder="lymphoma",
        files=(
            DataFile(
                "lymphoma.npz",
                "3442d2ed8cccdad74fb60e4661627d4040039ad1655a608eb83161504edd5b52",
                706_125,
                arrays=(
                    Array(
                        "X",
                        "<f8",
                        (96, 4026),
                        "458f040ae328292c35ebc041f421b13ae4ffe6d95704664ae041debd8229c86d",
                        "log-ratios, NaN where missing; a row a sample, in the order of "
                        "lymphoma.rda; column 0 is the gene that became its column names, "
                        "decoded (X.0.32 is -0.32, X to X.2 are missing)",
                    ),
                    Array(
                        "samples",
                        "<U47",
                        (96,),
                        "b6b2ae8324c7e8a56fd145ab5d7244188fc91ae996150f7eb51736e84add094f",
                        "names, as there",
                    ),
                    Array(
                        "malignant",
                        "|u1",
                        (96,),
                        "d1a944d4dafa6ea84175065589fdcab7e4d6a9b6067e3f0ea59511bf38818937",
                        "1 where the name begins with DLCL-, FL- or CLL-, else 0",
                    ),
                    Array(
                        "class9",
                        "|u1",
                        (96,),
                        "219e82f65c1ed6022a33b4dc2b26d21508fc9661b22c552ef702e7538c15a6cc",
                        "classes 1 to 9 of scikit-feature's lymphoma.mat",
                    ),
                ),
            ),
        ),
    ),
)
