"""What is published: each kernel, solver and call beside a peer, and growth with the size."""
