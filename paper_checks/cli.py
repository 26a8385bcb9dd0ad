"""Console script."""


def main() -> int:
    """Run the console script."""
    return 0
