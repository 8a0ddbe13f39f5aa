"""What a game declares: the fields of its record, the columns of its observations."""
