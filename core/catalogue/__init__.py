"""What is known beforehand, each fact with its source and date."""
