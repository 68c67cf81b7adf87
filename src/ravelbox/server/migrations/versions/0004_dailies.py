"""The puzzles of days and weeks, who has played them, and the key behind their seeds."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add three tables; what is there stays as it is."""
    op.create_table(
        "dailies",
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("seed", sa.String(32), nullable=False),
        sa.Column("par", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("kind", "day"),
    )
    op.create_table(
        "attempts",
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column(
            "match", sa.String(64), sa.ForeignKey("matches.id", ondelete="CASCADE"), nullable=False
        ),
        sa.PrimaryKeyConstraint("kind", "day", "device"),
    )
    op.create_index("attempts_by_device", "attempts", ["device"])
    op.create_table(
        "keys",
        sa.Column("name", sa.String(16), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("keys")
    op.drop_index("attempts_by_device", "attempts")
    op.drop_table("attempts")
    op.drop_table("dailies")
