"""A duel at sea: two captains, a cruiser each, nine sectors (`docs/a_new_game.md`)."""
