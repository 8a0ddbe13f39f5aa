"""What a game declares: the fields of its record, its decisions, options and steps, the columns of its observations."""
