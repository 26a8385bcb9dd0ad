"""Four papers on learning from distances and kernels, executable and machine-checked.

:mod:`gramcheck.reference` holds the papers in NumPy, :mod:`gramcheck.verify` their definitions by
brute force and the conformance suite, :mod:`gramcheck.paper_checks` the ledger of their statements.
"""
