"""What all games stand on: the agenda, chance, piles, actions, matches. It knows no game."""
