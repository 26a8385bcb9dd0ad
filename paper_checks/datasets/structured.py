"""Series and images, and the DNA strings of D2KE."""

from gramcheck.paper_checks.datasets import loaders, originals
from gramcheck.paper_checks.datasets.entry import Array, Conversion, DataFile, Entry
from gramcheck.paper_checks.datasets.terms import CC_BY, RAW

STRUCTURED = (
    Entry(
        name="splice",
        description="3,190 DNA strings of length 60, 3 classes",
        origin="UCI Molecular Biology (Splice-junction Gene Sequences)",
        license=CC_BY,
        citation="G. Towell, M. Noordewier, J. Shavlik, 1992; UCI Machine Learning Repository",
        read=loaders.splice,
        folder="splice",
        files=(
            DataFile(
                "splice.csv",
                "2bbf9321f3dcc3cf49c591a33fef2abecf7f050d4990baccae1adff1922cd02f",
                319_019,
                url=f"{RAW}/scikit-learn-contrib/category_encoders/82ff7421005e71df040ebc5dc82733167747843f/examples/source_data/splice/splice.csv",
            ),
        ),
    ),
    Entry(
        name="character-trajectories",
        description="2,858 pen trajectories, 3 channels, 20 classes (pentip)",
        origin="UCI Character Trajectories",
        license=CC_BY,
        citation="B. H. Williams, M. Toussaint, A. J. Storkey, ICANN 2006",
        read=loaders.character_trajectories,
        folder="character-trajectories",
        files=(
            DataFile(
                "character_trajectories.npz",
                "f1188cad432577fb22a5a0cc788f371bfd89e4d732ecba312c78f009523a50b9",
                7_782_758,
                arrays=(
                    Array(
                        "values",
                        "<f8",
                        (487277, 3),
                        "177a43f87a767fcd8d8741845d440982ee4853c2253bba87b59baa058a963d4a",
                        "all series, point by point: x velocity, y velocity, pen-tip force, "
                        "smoothed as in the original, zeros at both ends kept",
                    ),
                    Array(
                        "offsets",
                        "<i8",
                        (2859,),
                        "c3bde483fc17bf15a1260e26cdaa034005ad13542d8f78e4c832542bad050a9b",
                        "object i is rows offsets[i] to offsets[i + 1] of values",
                    ),
                    Array(
                        "labels",
                        "<U1",
                        (2858,),
                        "8fdd80e6ae48bb8ab31f153b8aae3438287f7d301d9ad214e88c4619686d9bf2",
                        "the letter; order of the original",
                    ),
                ),
            ),
        ),
        conversion=Conversion(originals.character_trajectories, "mixoutALL_shifted.mat"),
    ),
    Entry(
        name="auslan",
        description="2,565 signs, 22 channels, 95 classes",
        origin="UCI Australian Sign Language signs (High Quality); IBM/RandomWarpingSeries",
        license=CC_BY,
        citation="M. W. Kadous, 2002",
        read=loaders.auslan,
        folder="auslan",
        files=(
            DataFile(
                "auslan.npz",
                "7f0052eb211b3fa389cadbe8b64d8fc5051d713b2b9e52bc627b6ccba82dda86",
                4_962_130,
                arrays=(
                    Array(
                        "values_e6",
                        "<i4",
                        (22, 146949),
                        "cac4e67dc85d318dab57beba6de8b3351901cea5a004e51b8e5c32dea371c1c9",
                        "all series, channel by channel: the numbers of the original times 1e6",
                    ),
                    Array(
                        "offsets",
                        "<i8",
                        (2566,),
                        "6e44d227201d1f8c4060781a718ea47bd41486af74a6b74b0ee2c7502dd8390b",
                        "series i is columns offsets[i] to offsets[i + 1] of values_e6",
                    ),
                    Array(
                        "labels",
                        "<U14",
                        (2565,),
                        "167e62754260a65471f1971c21d7437fb9a662eda91c37f87425643d4dcaa0d0",
                        "the sign, as in the name of the file; order: session, sign (capitals "
                        "first), repetition",
                    ),
                    Array(
                        "session",
                        "|u1",
                        (2565,),
                        "558d061a340a52d31d206b5280ae8d6a330baf22668ae6c285c03b0f5d21a7c3",
                        "1 to 9: tctodd1 to tctodd9",
                    ),
                    Array(
                        "repetition",
                        "|u1",
                        (2565,),
                        "2f9cca8ba9d56dc2e4724b7b9c8dac7c93a2981a7a14e3c08d4fff1c015a32f2",
                        "1 to 3",
                    ),
                ),
            ),
        ),
        conversion=Conversion(
            originals.auslan,
            "the folders tctodd1 to tctodd9 with 2,565 files .tsd, or a folder that holds them",
        ),
    ),
    Entry(
        name="actrecog",
        description="156 accelerometer recordings, 3 channels, 7 activities (0 is unlabeled)",
        origin="UCI Activity Recognition from Single Chest-Mounted Accelerometer",
        license=CC_BY,
        citation="P. Casale, O. Pujol, P. Radeva, Pers. Ubiquit. Comput. 16(5), 2012",
        read=loaders.actrecog,
        folder="actrecog",
        files=(
            DataFile(
                "actrecog.npz",
                "1073bbbae86a4dca823caf63b47111ca563a9f21134f1649156893b25a4dcba0",
                5_549_081,
                arrays=(
                    Array(
                        "xyz",
                        "<u2",
                        (3, 1926896),
                        "2f31f2ad7ca39340c17047e485fecd450a821dbd0eb2f03ec6f91d6e306b5d9d",
                        "uncalibrated acceleration at 52 Hz, x, y, z; the files 1.csv to 15.csv "
                        "one after the other",
                    ),
                    Array(
                        "label",
                        "|u1",
                        (1926896,),
                        "ea73f0524a9d0e83edc6af5b4c8970b0e7145a05a1417f2da6af9a56c4a6ab38",
                        "activity 1 to 7; 0 none",
                    ),
                    Array(
                        "subject",
                        "|u1",
                        (1926896,),
                        "f6d05ce0ede1b94f5efea53a11ca50e7d9d26c41d1d9aedb11b0a0fab57806cf",
                        "1 to 15",
                    ),
                ),
            ),
        ),
        conversion=Conversion(originals.actrecog, "1.csv to 15.csv, or their folder"),
    ),
    Entry(
        name="mnist-t10k",
        description="10,000 test images of MNIST, 28 x 28, 10 classes",
        origin="MNIST; unixpickle/mnistlite",
        license="CC BY-SA 3.0 (commonly given)",
        citation="Y. LeCun, L. Bottou, Y. Bengio, P. Haffner, 1998",
        read=loaders.mnist,
        folder="mnist-t10k",
        files=(
            DataFile(
                "t10k-images-idx3-ubyte.gz",
                "5634745efa576a17e7d4cf5cd9d09123c75e6538e5114267c2d156edaf519341",
                1_602_050,
                url=f"{RAW}/unixpickle/mnistlite/7e77ce183b42950baacbe6de3986dbdc6ae771e8/data/t10k-images-idx3-ubyte.gz",
                content="md5:2646ac647ad5339dbf082846283269ea",
            ),
            DataFile(
                "t10k-labels-idx1-ubyte.gz",
                "ae18e77e031ccde52407f794d123116439864147d33ac992975f85dd4dc42af6",
                4_517,
                url=f"{RAW}/unixpickle/mnistlite/7e77ce183b42950baacbe6de3986dbdc6ae771e8/data/t10k-labels-idx1-ubyte.gz",
                content="md5:27ae3e4e09519cfbb04c329615203637",
            ),
        ),
    ),
)
