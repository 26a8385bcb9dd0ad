"""Licenses and addresses that several entries share."""

CC_BY = "CC BY 4.0 (UCI Machine Learning Repository)"
NO_TERMS = "no explicit license; public research data, cite the authors"
RAW = "https://raw.githubusercontent.com"
SKLEARN = "BSD-3-Clause (scikit-learn); the data are public"
UCI = "https://archive.ics.uci.edu/ml/machine-learning-databases"
