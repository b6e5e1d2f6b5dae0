"""The only door to llama.cpp and to servers."""
