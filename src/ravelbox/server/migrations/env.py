"""Alembic's entry: run the missing steps on the connection that the store hands over."""

from __future__ import annotations

from alembic import context

from ravelbox.server.store import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    transactional_ddl=True,  # the store has begun the transaction: all steps or none
)
context.run_migrations()
