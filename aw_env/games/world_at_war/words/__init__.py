"""How people speak of it."""
