"""The papers' definitions by brute force, one module a paper, to be checked by eye.

An independent transcription: nothing here knows the vectorized implementations, and nothing here is
fast. Real numbers are computed in 60-digit decimal arithmetic and rounded once, at the end, so that
a result is the correctly rounded double of the formula (and the same on every machine); counts and
probabilities are integers and fractions. Sizes are meant to be small. Input is trusted.
"""
