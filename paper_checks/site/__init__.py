"""The book: each paper beside its code, its definitions and its verdicts, as static pages.

`build` writes reStructuredText from the ledger, the papers' tables, the suite and the docstrings,
and Sphinx makes the pages of it: theme, search, API and links are its. What a person wrote is in
``pages`` and ``how-to``; what the ledger says goes through ``templates``. Evidence is that of the
last run or, where there was none, of the run that is kept with the project.
"""

from gramcheck.paper_checks.site.stored import StoredRun, keep

__all__ = ["StoredRun", "keep"]
