"""What compiles rules and plays them: dice, masks, events.  Knows no game."""
