"""One folder a game; nothing about a game lives outside its folder except its heuristic."""
