"""The papers in NumPy: one package a paper, one module a section."""
