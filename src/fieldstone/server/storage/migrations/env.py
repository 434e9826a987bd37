"""What Alembic runs: the migrations on the connection that it was given."""

from alembic import context

from fieldstone.server.storage import online as online  # whose tables belong to the same database
from fieldstone.server.storage import people as people
from fieldstone.server.storage import processes as processes
from fieldstone.server.storage.models import Base

context.configure(
    connection=context.config.attributes["connection"], target_metadata=Base.metadata, render_as_batch=True
)
with context.begin_transaction():
    context.run_migrations()
