"""genieclust: the Rand index of two partitions."""

from genieclust.compare_partitions import rand_score

from gramcheck.verify.adapters.common import places

distributions = ("genieclust",)


class idealized:
    """Section 4, footnote 9."""

    @staticmethod
    def rand_index(labels, clusters):
        """Partitions are integers from 0 for it."""
        return rand_score(places(labels), places(clusters))
