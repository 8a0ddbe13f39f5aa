"""A session of people and players at a table: orders, undo, record, account.  No screen."""
