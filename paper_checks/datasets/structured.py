"""Series, images and sets of vectors, and the DNA strings of D2KE."""

from paper_checks.datasets import loaders
from paper_checks.datasets.entry import DataFile, Entry
from paper_checks.datasets.terms import CC_BY, NO_TERMS, NPZ, RAW

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
        origin="UCI Character Trajectories, joined from two public copies",
        license=CC_BY,
        citation="B. H. Williams, M. Toussaint, A. J. Storkey, ICANN 2006",
        read=loaders.character_trajectories,
        folder="character-trajectories",
        files=(
            DataFile(
                "character_trajectories.npz",
                "f1188cad432577fb22a5a0cc788f371bfd89e4d732ecba312c78f009523a50b9",
                7_782_758,
            ),
        ),
        obtain=NPZ + "values, offsets, labels, copy_half",
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
            ),
        ),
        obtain=NPZ + "values_e6, offsets, labels, session, repetition",
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
            ),
        ),
        obtain=NPZ + "xyz, label, subject",
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
    Entry(
        name="musk1",
        description="92 sets of 166-dimensional vectors, 2 classes",
        origin="jmarrietar/MILpy; UCI Musk",
        license=CC_BY,
        citation="T. G. Dietterich et al., 1997",
        read=loaders.vector_sets,
        folder="mil-sets",
        files=(
            DataFile(
                "musk1.npz",
                "f030a4cbe47bf153583beaebcc8ce8d079dc0e4ee5fb24831a22f91edbfa1d5c",
                105_768,
            ),
        ),
        obtain=NPZ + "X, offsets, y",
    ),
    Entry(
        name="musk2",
        description="102 sets of 166-dimensional vectors, 2 classes",
        origin="jmarrietar/MILpy; UCI Musk",
        license=CC_BY,
        citation="T. G. Dietterich et al., 1997",
        read=loaders.vector_sets,
        folder="mil-sets",
        files=(
            DataFile(
                "musk2.npz",
                "9b252e13c3c73fc0cf4c63198b6563aaf42fac07b3201bd553703792134161c7",
                1_156_423,
            ),
        ),
        obtain=NPZ + "X, offsets, y",
    ),
    Entry(
        name="elephant",
        description="200 sets of 230-dimensional vectors, 2 classes",
        origin="jmarrietar/MILpy; miproblems.org",
        license=NO_TERMS,
        citation="S. Andrews et al., NIPS 2002",
        read=loaders.vector_sets,
        folder="mil-sets",
        files=(
            DataFile(
                "elephant.npz",
                "8495132159a1cc3f3788d357ae933faf6482b66f482726f4ea315f8d1e3dc7de",
                359_283,
            ),
        ),
        obtain=NPZ + "X, offsets, y",
    ),
)
