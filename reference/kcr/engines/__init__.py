"""What serves speed, digits, certificates or open choices; called from the sections' modules."""
