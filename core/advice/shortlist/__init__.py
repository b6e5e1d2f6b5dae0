"""Which models suit a use case and a memory, by public scores, and how sure that order is."""
