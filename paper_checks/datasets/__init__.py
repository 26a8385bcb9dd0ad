"""The catalogue of data sets: file names, checksums, origins, licenses; how each is read."""

from paper_checks.datasets.sets import SETS
from paper_checks.datasets.structured import STRUCTURED
from paper_checks.datasets.tables import TABLES
from paper_checks.datasets.texts import TEXTS

CATALOGUE = (*TABLES, *STRUCTURED, *SETS, *TEXTS)
