"""Naval Miniatures: two fleets, bought for points, meet on a map of sectors."""
