"""Adapters to real libraries: each gives a library's functions the names of the papers.

``--target=gramcheck.verify.adapters.rapidfuzz`` holds that library against the papers. An adapter
has the few lines that a user of the library would write, and mends nothing: what the library
computes under another convention is passed on under that convention's name, and what it lacks is
declared in ``lacks`` or raises NotImplementedError. An adapter is imported only when it is asked
for, and its library with it.
"""
