"""One file for each step of the store's shape, in order of their numbers."""
