"""Links, join codes, clocks and company. Older tables have no secret: they are open to all."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

ADDED = (
    ("company", sa.Text()),
    ("secret", sa.String(64)),
    ("luck", sa.String(64)),
    ("code", sa.String(16)),
    ("actor", sa.Integer()),
    ("deadline", sa.BigInteger()),
)


def upgrade() -> None:
    """Add columns, and the table of who holds what; what is there stays as it is."""
    for name, kind in ADDED:
        op.add_column("matches", sa.Column(name, kind, nullable=True))
    op.create_index("matches_by_code", "matches", ["code"], unique=True)
    op.create_index("matches_by_deadline", "matches", ["deadline"])
    op.create_table(
        "holders",
        sa.Column(
            "match", sa.String(64), sa.ForeignKey("matches.id", ondelete="CASCADE"), nullable=False
        ),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("role", sa.String(8), nullable=False),
        sa.PrimaryKeyConstraint("match", "device", "role"),
    )
    op.create_index("holders_by_device", "holders", ["device"])


def downgrade() -> None:
    """Drop them."""
    op.drop_table("holders")
    op.drop_index("matches_by_deadline", "matches")
    op.drop_index("matches_by_code", "matches")
    for name, _ in reversed(ADDED):
        op.drop_column("matches", name)
