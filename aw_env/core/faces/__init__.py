"""The faces of a game: PettingZoo, batch, Gymnasium, Stable-Baselines3."""
