"""What an answer is worth: extraction, graders, the code sandbox."""
