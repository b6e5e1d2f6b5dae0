"""A model card, read: reported scores, red flags, trust signals."""
