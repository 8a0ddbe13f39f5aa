"""The staff officer of A World at War; its other players are those of every declared game."""
