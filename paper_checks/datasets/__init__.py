"""The catalogue of data sets: file names, checksums, origins, licenses; how each is read."""

from gramcheck.paper_checks.datasets.sets import SETS
from gramcheck.paper_checks.datasets.structured import STRUCTURED
from gramcheck.paper_checks.datasets.tables import TABLES
from gramcheck.paper_checks.datasets.texts import TEXTS

CATALOGUE = (*TABLES, *STRUCTURED, *SETS, *TEXTS)
