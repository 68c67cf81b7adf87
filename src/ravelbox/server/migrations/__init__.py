"""How the store came to look as it does; Alembic runs what is missing at every start."""
