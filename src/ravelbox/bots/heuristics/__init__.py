"""One module a game: what looks good there."""
