"""The ledger: every numbered statement of the papers, its evidence, its verdict."""

# before all others: it notes the state of the source files that are about to be loaded
from gramcheck.paper_checks import sources as sources
