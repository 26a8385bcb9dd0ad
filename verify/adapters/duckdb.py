"""DuckDB: the Levenshtein distance of two strings, a function of its SQL."""

import duckdb

distributions = ("duckdb",)
promises = ("d2ke.levenshtein",)  # "single-character edits required to change one string"
database = duckdb.connect()


class d2ke:
    """Section 5."""

    @staticmethod
    def levenshtein(x, y):
        """Its texts are UTF-8, which has no lone surrogates."""
        try:
            (x + y).encode()
        except UnicodeEncodeError as error:
            raise NotImplementedError("lone surrogates") from error
        return database.execute("SELECT levenshtein(?, ?)", [x, y]).fetchone()[0]
