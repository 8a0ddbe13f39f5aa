"""The staff officer of A World at War: rules of thumb, compiled."""
