"""One search for all games: choices by a tree, luck by samples, hidden things by fair redraws."""
