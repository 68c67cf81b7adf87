"""Who sits where; of the tables before there were bots, nothing is said: all seats are here."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; what is there stays as it is."""
    op.add_column("matches", sa.Column("who", sa.JSON(none_as_null=True), nullable=True))


def downgrade() -> None:
    """Drop the column."""
    op.drop_column("matches", "who")
