"""Training agents: experiments, imitation, self-play, results."""
