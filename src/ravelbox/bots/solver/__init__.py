"""R.A.V.E.L. with more knowledge than a player has, for measuring: what could have been won."""
