"""What is wrong with KCR on purpose; a module here for each module of its claims."""
