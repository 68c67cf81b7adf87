"""What seats see, made in the compiled engine: one module a game."""
