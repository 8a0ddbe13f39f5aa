"""Players of War at Sea."""
