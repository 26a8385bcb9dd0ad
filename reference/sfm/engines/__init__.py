"""What serves speed and memory alone: the sections call it, and tests hold it equal to their forms.

A corpus is parsed as a whole (:mod:`.corpus`, :mod:`.parsing`, :mod:`.labels`, :mod:`.lpp`,
:mod:`.released`), its nodes are named and counted (:mod:`.node_names`, :mod:`.vocabulary`,
:mod:`.new_strings`), features are made block by block (:mod:`.feature_blocks`), distances are
summed over nonzero coordinates (:mod:`.l1`), and alignments are swept along anti-diagonals for many
pairs at once (:mod:`.pair_sweep`).
"""
