"""What some examples share: a choice among legal actions that is drawn quickly."""

from collections.abc import Sequence

import torch
from torch.distributions import Categorical


class Choice(Categorical):
    """A `Categorical` by logits, those of illegal actions -inf, that draws one random number for each row.

    torch's own draws one for each of the 432 actions, which takes as long as the network.
    """

    def __init__(self, logits: torch.Tensor) -> None:
        super().__init__(logits=logits, validate_args=False)

    def sample(self, sample_shape: Sequence[int] = ()) -> torch.Tensor:
        """An action for each row: the first whose cumulative probability comes up to a number above 0 and up to 1."""
        assert not sample_shape, "one action a row"
        cumulative = self.probs.cumsum(-1)
        drawn = (1 - torch.rand(cumulative.shape[:-1]))[..., None] * cumulative[..., -1:]
        return torch.searchsorted(cumulative, drawn).squeeze(-1)
