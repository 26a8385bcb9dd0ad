"""What serves speed, digits or certificates; the sections' modules call it after their formulas."""
