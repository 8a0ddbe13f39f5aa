"""What may be done: a file a chapter of the rulebook."""
