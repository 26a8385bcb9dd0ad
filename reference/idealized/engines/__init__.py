"""What only serves speed, digits and certificates; the sections of the paper call it."""
