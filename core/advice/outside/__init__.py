"""Results measured elsewhere: evaluation logs of other tools, and how reliably a few questions rank."""
