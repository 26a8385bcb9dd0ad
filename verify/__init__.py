"""Property checks, definitions by brute force, and a conformance suite for any implementation."""
