"""What serves speed, memory or the range of numbers alone; the sections call it.

A corpus is parsed as a whole (:mod:`.corpus`, :mod:`.parsing`, :mod:`.labels`, :mod:`.lpp`,
:mod:`.released`), and its nodes are named and counted (:mod:`.node_names`, :mod:`.vocabulary`,
:mod:`.new_strings`). Features are made block by block (:mod:`.feature_blocks`), distances are
summed over nonzero coordinates (:mod:`.l1`), all strings are walked through at once
(:mod:`.embedded`), and alignments are swept along anti-diagonals (:mod:`.pair_sweep`, with the
scores of :mod:`.blosum62`) and summed without logarithms where that can be (:mod:`.linear_sums`,
:mod:`.local_sums`).
"""
