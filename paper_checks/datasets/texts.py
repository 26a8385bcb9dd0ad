"""Strings of the SFM paper's domains: reviews, proteins, DNA, SMILES."""

from gramcheck.paper_checks.datasets import loaders, originals
from gramcheck.paper_checks.datasets.entry import Conversion, DataFile, Entry
from gramcheck.paper_checks.datasets.terms import NO_TERMS, RAW


def _binding_sites(factor: str, **parts: tuple[str, int, str]) -> Entry:
    """Where one transcription factor binds; of each part the checksum, the size and the content."""
    source = f"{RAW}/QData/FastSK/d275a232cea129299021051cd6ac94d2296e83c8/data"
    return Entry(
        name=f"dna-tfbs-{factor.lower()}",
        description=f"4,000 DNA strings of length 100, bound by {factor} or not",
        origin="QData/FastSK; ENCODE ChIP-seq",
        license="Apache-2.0 (FastSK); ENCODE data free with citation",
        citation="D. Blakely et al., FastSK, Bioinformatics 36:i857, 2020",
        read=loaders.binding_sites,
        folder="dna-tfbs",
        files=tuple(
            DataFile(
                f"{factor}.{part}.fasta.gz",
                sha256,
                size,
                url=f"{source}/{factor}.{part}.fasta",
                content=content,
            )
            for part, (sha256, size, content) in parts.items()
        ),
    )


def _smiles(task: str, description: str, sha256: str, size: int, content: str) -> Entry:
    """Molecules of one task; the checksum, the size and the content of its file."""
    source = f"{RAW}/HICAI-ZJU/KANO/766b478fde816ea014c713f380b73e87cd780da8/data"
    return Entry(
        name=f"smiles-{task}",
        description=description,
        origin="HICAI-ZJU/KANO; MoleculeNet",
        license="MIT (MoleculeNet)",
        citation="Z. Wu et al., Chem. Sci. 9:513, 2018",
        read=loaders.smiles,
        folder="smiles-moleculenet",
        files=(
            DataFile(f"{task}.csv.gz", sha256, size, url=f"{source}/{task}.csv", content=content),
        ),
    )


TEXTS = (
    Entry(
        name="amazon-musical-instruments",
        description="10,261 reviews with 1 to 5 stars",
        origin="Amazon product data, 2014, 5-core (Kaggle's CSV of it)",
        license=NO_TERMS,
        citation="R. He, J. McAuley, WWW 2016; J. McAuley et al., SIGIR 2015",
        read=loaders.reviews,
        folder="amazon-musical-instruments",
        files=(
            DataFile(
                "musical_instruments.csv.gz",
                "b6e8a22192e8e94fe2f21834d5c4c6628a54fb6d3df78cb02a8739afa9df897d",
                1_997_735,
                content="sha256:3447d82ec72086460924d03510ccbed811fe1ad4309513844dfbfdc8dcf35b8d",
            ),
        ),
        conversion=Conversion(originals.reviews, "Musical_instruments_reviews.csv"),
    ),
    Entry(
        name="protein-ec",
        description="7,757 enzymes with their EC numbers",
        origin="tttianhao/CLEAN, split10, from UniProtKB/Swiss-Prot",
        license="CC BY 4.0 (UniProt)",
        citation="T. Yu et al., Science 379:1358, 2023",
        read=loaders.enzymes,
        folder="protein-ec",
        files=(
            DataFile(
                "clean_split10.tsv.gz",
                "7e003984f4d2202ebddb0a74bc2f9521ab00c9eb765475bc51ec6f1579c35ac4",
                2_123_715,
                url=f"{RAW}/tttianhao/CLEAN/f2bf2a4f497fa2cc87dac2a1bb314fee587c0a15/app/data/split10.csv",
                content="sha256:de6338ab1f19ecdd566103b5a6bd6162a8d263d6d2c777830f3e65ea85bd2cd4",
            ),
        ),
    ),
    _binding_sites(
        "CTCF",
        train=(
            "298d23876e11fd4243c59a6cc1bfef197c4d92f91d420787b63993378d088cfb",
            62_792,
            "sha256:071a49683e6c7705cc324c9a5e326e7e086cde07b37749635ccbb5fd8562a1c3",
        ),
        test=(
            "70cc4fc4e8719215d805dc4b600c669b4202ab3cb0132c64dbafa606d17c9abf",
            62_787,
            "sha256:45d202d96c21ade343399c4642e57746df4a9c2f118c06073ee4fa2df3d4ecf0",
        ),
    ),
    _binding_sites(
        "JUND",
        train=(
            "1093d692dc84f01fff02cad3504bca632e6600f586d5670f671a08b2f30c6710",
            62_553,
            "sha256:97a78f5fef8d7c180433d30112e8bc2bc2aa70be3b12a84f5f4b3489d1393261",
        ),
        test=(
            "5c03c98938d1946fccba3c8797f4e387218bb73603f500410be4d800fd178b0d",
            62_353,
            "sha256:9926884733ca2fc6f1522b095ebf971f339966c3dd1316dee4b4ca69e57ec6c8",
        ),
    ),
    _binding_sites(
        "RAD21",
        train=(
            "23624cf7c934df7a31951f74626c1f179b18144cc905885f2fc26fb108937000",
            62_381,
            "sha256:ebcd552a4535343e33e81156c2bfde64e6788ff1281bb95cb96b521321685223",
        ),
        test=(
            "e5f328fe50d87ce1efdc113e439d939b818ebd19d4a4e564b716c059b2bda3c6",
            62_632,
            "sha256:f75bebcb7c4f8645cd3c7cac91c355a26de8e03220ca31d1a555ba9691d5c67c",
        ),
    ),
    _smiles(
        "hiv",
        "41,127 SMILES, active against HIV or not",
        "ecb7265aaf5e50e03e9aa0f4119c6dbc80ae9e17f7d6b22a066979d34e05b240",
        402_716,
        "sha256:3a3c7a4ea9626211fe959ef988394670dd76d556ca3c6173b70c88256e4c3555",
    ),
    _smiles(
        "bbbp",
        "2,039 SMILES, crossing the blood-brain barrier or not",
        "65930ad240172cc74a46d97ca3a545139efc61922bdc24c4125005feedcd4389",
        26_486,
        "sha256:a61e17872cbec0743a6147dc802a1f7550acfe8dc1053f881f4c42a3ce2dc597",
    ),
    _smiles(
        "tox21",
        "7,831 SMILES, 12 toxicity tasks with missing labels",
        "a8f5b4744c25cad36a06f28dd40e789541d6bd34bab93d32626393f974110941",
        93_031,
        "sha256:b58cc1f683e78e3c7a1bf7116e9aac0119804018d100f7b8cdb0857941c31aca",
    ),
    Entry(
        name="sfmedm-sample",
        description="1,000 protein fragments, the sample input of SFMEDM; one class",
        origin="tb-yasu/SFMEDM",
        license="MIT for academic use",
        citation="Y. Tabei, Y. Yamanishi, R. Pagh, ICDM 2019",
        read=loaders.labeled_lines,
        folder="sfmedm-sample",
        files=(
            DataFile(
                "dat.txt",
                "c22b4a840cb84b68aa3159b9e57bc7ff20c0c6871af94adb0d5d606beffa2615",
                40_159,
                url=f"{RAW}/tb-yasu/SFMEDM/52566a940a4e762a4925018c7bc6e0b3bcbed472/dat/dat.txt",
            ),
        ),
    ),
)
