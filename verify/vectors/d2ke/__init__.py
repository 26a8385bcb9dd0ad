"""Cases of the test vectors of D2KE; one module a section."""
