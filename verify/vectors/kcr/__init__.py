"""Cases of the test vectors of KCR; one module a section."""
