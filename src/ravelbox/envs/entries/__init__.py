"""What seats see, entry by entry with its name, made from views: one module a game."""
