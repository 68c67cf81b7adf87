"""A small network learns R.A.V.E.L. and holds a seat; docs/learning.md goes through it."""
