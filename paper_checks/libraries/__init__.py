"""Libraries of others held against the papers: which there are, what each does, who is right."""
