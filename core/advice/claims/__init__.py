"""What model cards claim, side by side, and whether to trust them or to test."""
