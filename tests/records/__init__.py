"""Finished matches of every version of the rules, kept for ever."""
