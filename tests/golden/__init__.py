"""Playthroughs and digests on file; `python -m tests.golden.make` writes them anew."""
