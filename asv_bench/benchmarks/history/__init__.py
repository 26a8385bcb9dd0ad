"""What is followed over the project's history: time, memory, and accuracy without a peer.

GRAMCHECK_SKIP_SLOW=1 leaves out what takes more than a few seconds.
"""
