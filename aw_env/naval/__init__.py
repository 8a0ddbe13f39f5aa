"""What the wars at sea share: their sides, odds and groups of ships."""
