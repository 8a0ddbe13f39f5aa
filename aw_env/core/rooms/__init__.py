"""What stands in the place of a room that a game does not write: made from what it declares (`docs/a_new_game.md`)."""
