"""The generic half of what a seat sees: views and infos."""
