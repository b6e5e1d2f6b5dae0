"""How sure the verdict is: comparisons put into sentences, cautions, tiers, what would settle it."""
