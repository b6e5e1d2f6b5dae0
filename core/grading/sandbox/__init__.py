"""Where code that a model wrote is run, apart from everything else."""
