"""The commands of the console script, and what they print."""
