"""The ledger: every numbered statement of the papers, its evidence, its verdict."""
