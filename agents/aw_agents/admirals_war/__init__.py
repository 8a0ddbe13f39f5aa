"""Players of Admirals' War that are compiled with its rules."""
