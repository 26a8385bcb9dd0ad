"""The papers in NumPy: one package a paper, one module a section.

Where a paper is wrong or loose, a named argument chooses between what it prints and what holds. For
a formula or a bound the default is what holds (``form="corrected"``, ``endpoints="open"``,
``pad="symbol"``). For a method it is what the paper prints (``psd="as-printed"``,
``projection="alternating"``), since the result of a method says itself how far it is off.
"""
