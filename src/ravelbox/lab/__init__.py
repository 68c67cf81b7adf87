"""Bots measured against each other: many games, fair deals, honest intervals."""
