"""DuckDB: the Levenshtein distance of two strings, a function of its SQL."""

import duckdb

distributions = ("duckdb",)
database = duckdb.connect()


class d2ke:
    """Section 5."""

    @staticmethod
    def levenshtein(x, y):
        """Its documentation counts characters."""
        return database.execute("SELECT levenshtein(?, ?)", [x, y]).fetchone()[0]
