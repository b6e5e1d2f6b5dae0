"""The results store, the runner, progress, the user's projects."""
